/* -- FMI 3.0 */

typedef void* fmi3Instance;
typedef void* fmi3InstanceEnvironment;
typedef void* fmi3FMUState;
typedef uint32_t fmi3ValueReference;
typedef float fmi3Float32;
typedef double fmi3Float64;
typedef _Bool fmi3Boolean;
typedef char fmi3Char;
typedef const fmi3Char* fmi3String;
typedef uint8_t fmi3Byte;
typedef const fmi3Byte* fmi3Binary;
typedef _Bool fmi3Clock;
typedef enum { fmi3OK, fmi3Warning, fmi3Discard, fmi3Error, fmi3Fatal } fmi3Status;
typedef enum { fmi3Independent, fmi3Constant, fmi3Fixed, fmi3Tunable, fmi3Discrete, fmi3Dependent } fmi3DependencyKind;
typedef enum { fmi3IntervalNotYetKnown, fmi3IntervalUnchanged, fmi3IntervalChanged } fmi3IntervalQualifier;
typedef void (*fmi3LogMessageCallback)(fmi3InstanceEnvironment, fmi3Status, fmi3String, fmi3String);
typedef void (*fmi3IntermediateUpdateCallback)(fmi3InstanceEnvironment, fmi3Float64, fmi3Boolean, fmi3Boolean,
                                               fmi3Boolean, fmi3Boolean, fmi3Boolean*, fmi3Float64*);
typedef void (*fmi3LockPreemptionCallback)(void);
typedef void (*fmi3ClockUpdateCallback)(fmi3InstanceEnvironment);

struct logger {
    fmi3LogMessageCallback log;
};

static void tell(Instance* instance, const char* message) {
    const struct logger* const logger = (const struct logger*)instance->log;
    if (logger->log != NULL) logger->log(instance->environment, fmi3Error, "logStatusError", message);
}

/* A call that does not belong here, and one that fails: an error with a message. */
static fmi3Status refuse(Instance* instance, const char* function) {
    char text[256];
    snprintf(text, sizeof text, "%s may not be called now", function);
    tell(instance, text);
    return fmi3Error;
}
static fmi3Status broken(Instance* instance) {
    tell(instance, instance->message);
    return fmi3Error;
}
#define ENTER(function, modes)                                        \
    Instance* const instance = (Instance*)given;                      \
    if (instance == NULL) return fmi3Error;                           \
    if (((modes) & instance->kept.mode) == 0) return refuse(instance, function); \
    HERE(instance);                                                   \
    if (setjmp(instance->escape) != 0) return broken(instance)

enum {
    any_mode = is_new | is_starting | is_in_event_mode | is_in_continuous_time | is_stepping | is_terminated,
    running = is_starting | is_in_event_mode | is_in_continuous_time | is_stepping | is_terminated
};

FMI_EXPORT const char* fmi3GetVersion(void) { return "3.0"; }

FMI_EXPORT fmi3Status fmi3SetDebugLogging(fmi3Instance given, fmi3Boolean on, size_t n, const fmi3String categories[]) {
    ENTER("fmi3SetDebugLogging", any_mode);
    (void)n;
    (void)categories;
    instance->is_logging = on;
    return fmi3OK;
}

static fmi3Instance new_instance(fmi3String name, fmi3String token, fmi3Boolean logging, int is_co_simulation,
                                 fmi3InstanceEnvironment environment, fmi3LogMessageCallback log) {
    Instance* instance;
    if (name == NULL) return NULL;
    if (token == NULL || strcmp(token, token_of_model) != 0) {
        if (log != NULL) log(environment, fmi3Error, "logStatusError", "the instantiation token is not that of this model");
        return NULL;
    }
    instance = (Instance*)calloc(1, sizeof(Instance));
    if (instance == NULL) return NULL;
    snprintf(instance->name, sizeof instance->name, "%s", name);
    instance->environment = environment;
    instance->log = malloc(sizeof(struct logger));
    if (instance->log == NULL) {
        free(instance);
        return NULL;
    }
    ((struct logger*)instance->log)->log = log;
    instance->is_logging = logging;
    instance->is_co_simulation = is_co_simulation;
    HERE(instance);
    reset(instance);
    return instance;
}

FMI_EXPORT fmi3Instance fmi3InstantiateModelExchange(fmi3String name, fmi3String token, fmi3String resources,
                                                     fmi3Boolean visible, fmi3Boolean logging,
                                                     fmi3InstanceEnvironment environment, fmi3LogMessageCallback log) {
    (void)resources;
    (void)visible;
    return new_instance(name, token, logging, 0, environment, log);
}
FMI_EXPORT fmi3Instance fmi3InstantiateCoSimulation(fmi3String name, fmi3String token, fmi3String resources,
                                                    fmi3Boolean visible, fmi3Boolean logging, fmi3Boolean events,
                                                    fmi3Boolean early_return, const fmi3ValueReference intermediate[],
                                                    size_t nintermediate, fmi3InstanceEnvironment environment,
                                                    fmi3LogMessageCallback log, fmi3IntermediateUpdateCallback update) {
    (void)resources;
    (void)visible;
    (void)events;
    (void)early_return;
    (void)intermediate;
    (void)nintermediate;
    (void)update;
    return new_instance(name, token, logging, 1, environment, log);
}
FMI_EXPORT fmi3Instance fmi3InstantiateScheduledExecution(fmi3String name, fmi3String token, fmi3String resources,
                                                          fmi3Boolean visible, fmi3Boolean logging,
                                                          fmi3InstanceEnvironment environment,
                                                          fmi3LogMessageCallback log, fmi3ClockUpdateCallback update,
                                                          fmi3LockPreemptionCallback lock,
                                                          fmi3LockPreemptionCallback unlock) {
    (void)name;
    (void)token;
    (void)resources;
    (void)visible;
    (void)logging;
    (void)update;
    (void)lock;
    (void)unlock;
    if (log != NULL) log(environment, fmi3Error, "logStatusError", "this model has no scheduled execution");
    return NULL;
}
FMI_EXPORT void fmi3FreeInstance(fmi3Instance given) {
    Instance* const instance = (Instance*)given;
    if (instance == NULL) return;
    free(instance->log);
    free(instance);
}

FMI_EXPORT fmi3Status fmi3EnterInitializationMode(fmi3Instance given, fmi3Boolean has_tolerance, fmi3Float64 tolerance,
                                                  fmi3Float64 start, fmi3Boolean has_stop, fmi3Float64 stop) {
    ENTER("fmi3EnterInitializationMode", is_new);
    if (has_stop && !(stop > start)) fail("the stop time must be above the start time");
    kept->t = start;
    if (has_tolerance && tolerance > 0.0) kept->tolerance = tolerance;
    kept->mode = is_starting;
    return fmi3OK;
}
FMI_EXPORT fmi3Status fmi3ExitInitializationMode(fmi3Instance given) {
    ENTER("fmi3ExitInitializationMode", is_starting);
    begin(instance);
    return fmi3OK;
}
FMI_EXPORT fmi3Status fmi3EnterEventMode(fmi3Instance given) {
    ENTER("fmi3EnterEventMode", is_in_continuous_time | is_in_event_mode);
    kept->mode = is_in_event_mode;
    return fmi3OK;
}
FMI_EXPORT fmi3Status fmi3Terminate(fmi3Instance given) {
    ENTER("fmi3Terminate", is_in_event_mode | is_in_continuous_time | is_stepping);
    kept->mode = is_terminated;
    return fmi3OK;
}
FMI_EXPORT fmi3Status fmi3Reset(fmi3Instance given) {
    ENTER("fmi3Reset", any_mode);
    reset(instance);
    return fmi3OK;
}

FMI_EXPORT fmi3Status fmi3GetFloat64(fmi3Instance given, const fmi3ValueReference references[], size_t n,
                                     fmi3Float64 values[], size_t nvalues) {
    size_t k;
    ENTER("fmi3GetFloat64", any_mode);
    if (nvalues != n) fail("there are %lu values for %lu variables", (unsigned long)nvalues, (unsigned long)n);
    for (k = 0; k < n; ++k) values[k] = value_of(instance, references[k]);
    return fmi3OK;
}
FMI_EXPORT fmi3Status fmi3SetFloat64(fmi3Instance given, const fmi3ValueReference references[], size_t n,
                                     const fmi3Float64 values[], size_t nvalues) {
    size_t k;
    ENTER("fmi3SetFloat64", is_new | is_starting | is_in_event_mode | is_in_continuous_time | is_stepping);
    if (nvalues != n) fail("there are %lu values for %lu variables", (unsigned long)nvalues, (unsigned long)n);
    for (k = 0; k < n; ++k) set_value(instance, references[k], values[k]);
    return fmi3OK;
}

/* There are variables of type Float64 alone. */
static fmi3Status none_of(fmi3Instance given, size_t n, const char* kind) {
    ENTER("a function for values of another type", any_mode);
    if (n > 0) fail("there are no variables of type %s", kind);
    return fmi3OK;
}
#define NO_VALUES(kind, type)                                                                                       \
    FMI_EXPORT fmi3Status fmi3Get##kind(fmi3Instance given, const fmi3ValueReference references[], size_t n,         \
                                        type values[], size_t nvalues) {                                            \
        (void)references;                                                                                           \
        (void)values;                                                                                               \
        (void)nvalues;                                                                                              \
        return none_of(given, n, #kind);                                                                            \
    }                                                                                                               \
    FMI_EXPORT fmi3Status fmi3Set##kind(fmi3Instance given, const fmi3ValueReference references[], size_t n,         \
                                        const type values[], size_t nvalues) {                                      \
        (void)references;                                                                                           \
        (void)values;                                                                                               \
        (void)nvalues;                                                                                              \
        return none_of(given, n, #kind);                                                                            \
    }
NO_VALUES(Float32, fmi3Float32)
NO_VALUES(Int8, int8_t)
NO_VALUES(UInt8, uint8_t)
NO_VALUES(Int16, int16_t)
NO_VALUES(UInt16, uint16_t)
NO_VALUES(Int32, int32_t)
NO_VALUES(UInt32, uint32_t)
NO_VALUES(Int64, int64_t)
NO_VALUES(UInt64, uint64_t)
NO_VALUES(Boolean, fmi3Boolean)
NO_VALUES(String, fmi3String)

FMI_EXPORT fmi3Status fmi3GetBinary(fmi3Instance given, const fmi3ValueReference references[], size_t n, size_t sizes[],
                                    fmi3Binary values[], size_t nvalues) {
    (void)references;
    (void)sizes;
    (void)values;
    (void)nvalues;
    return none_of(given, n, "Binary");
}
FMI_EXPORT fmi3Status fmi3SetBinary(fmi3Instance given, const fmi3ValueReference references[], size_t n,
                                    const size_t sizes[], const fmi3Binary values[], size_t nvalues) {
    (void)references;
    (void)sizes;
    (void)values;
    (void)nvalues;
    return none_of(given, n, "Binary");
}
FMI_EXPORT fmi3Status fmi3GetClock(fmi3Instance given, const fmi3ValueReference references[], size_t n,
                                   fmi3Clock values[]) {
    (void)references;
    (void)values;
    return none_of(given, n, "Clock");
}
FMI_EXPORT fmi3Status fmi3SetClock(fmi3Instance given, const fmi3ValueReference references[], size_t n,
                                   const fmi3Clock values[]) {
    (void)references;
    (void)values;
    return none_of(given, n, "Clock");
}

FMI_EXPORT fmi3Status fmi3GetNumberOfVariableDependencies(fmi3Instance given, fmi3ValueReference reference, size_t* n) {
    ENTER("fmi3GetNumberOfVariableDependencies", any_mode);
    (void)reference;
    (void)n;
    fail("the dependencies of variables stand in modelDescription.xml");
    return fmi3Error;
}
FMI_EXPORT fmi3Status fmi3GetVariableDependencies(fmi3Instance given, fmi3ValueReference reference, size_t ofDependent[],
                                                  fmi3ValueReference independents[], size_t ofIndependents[],
                                                  fmi3DependencyKind kinds[], size_t n) {
    ENTER("fmi3GetVariableDependencies", any_mode);
    (void)reference;
    (void)ofDependent;
    (void)independents;
    (void)ofIndependents;
    (void)kinds;
    (void)n;
    fail("the dependencies of variables stand in modelDescription.xml");
    return fmi3Error;
}

FMI_EXPORT fmi3Status fmi3GetFMUState(fmi3Instance given, fmi3FMUState* state) {
    ENTER("fmi3GetFMUState", any_mode);
    if (*state == NULL) *state = malloc(sizeof(struct saved));
    if (*state == NULL) fail("there is no memory for a state");
    save_into(instance, (struct saved*)*state);
    return fmi3OK;
}
FMI_EXPORT fmi3Status fmi3SetFMUState(fmi3Instance given, fmi3FMUState state) {
    ENTER("fmi3SetFMUState", any_mode);
    if (!restore_from(instance, (const struct saved*)state)) fail("that is no state of this model");
    return fmi3OK;
}
FMI_EXPORT fmi3Status fmi3FreeFMUState(fmi3Instance given, fmi3FMUState* state) {
    ENTER("fmi3FreeFMUState", any_mode);
    if (state == NULL) return fmi3OK;
    free(*state);
    *state = NULL;
    return fmi3OK;
}
FMI_EXPORT fmi3Status fmi3SerializedFMUStateSize(fmi3Instance given, fmi3FMUState state, size_t* size) {
    ENTER("fmi3SerializedFMUStateSize", any_mode);
    (void)state;
    *size = sizeof(struct saved);
    return fmi3OK;
}
FMI_EXPORT fmi3Status fmi3SerializeFMUState(fmi3Instance given, fmi3FMUState state, fmi3Byte bytes[], size_t size) {
    ENTER("fmi3SerializeFMUState", any_mode);
    if (state == NULL || size < sizeof(struct saved)) fail("there is no room for the state");
    memcpy(bytes, state, sizeof(struct saved));
    return fmi3OK;
}
FMI_EXPORT fmi3Status fmi3DeserializeFMUState(fmi3Instance given, const fmi3Byte bytes[], size_t size,
                                              fmi3FMUState* state) {
    ENTER("fmi3DeserializeFMUState", any_mode);
    if (size != sizeof(struct saved)) fail("that is no state of this model");
    if (*state == NULL) *state = malloc(sizeof(struct saved));
    if (*state == NULL) fail("there is no memory for a state");
    memcpy(*state, bytes, sizeof(struct saved));
    return fmi3OK;
}

FMI_EXPORT fmi3Status fmi3GetDirectionalDerivative(fmi3Instance given, const fmi3ValueReference unknowns[],
                                                   size_t nunknowns, const fmi3ValueReference knowns[], size_t nknowns,
                                                   const fmi3Float64 seed[], size_t nseed, fmi3Float64 sensitivity[],
                                                   size_t nsensitivity) {
    ENTER("fmi3GetDirectionalDerivative", running);
    if (nseed != nknowns || nsensitivity != nunknowns) fail("seeds and sensitivities have one value for each variable");
    directional_derivative(instance, unknowns, nunknowns, knowns, nknowns, seed, sensitivity);
    return fmi3OK;
}
FMI_EXPORT fmi3Status fmi3GetAdjointDerivative(fmi3Instance given, const fmi3ValueReference unknowns[], size_t nunknowns,
                                               const fmi3ValueReference knowns[], size_t nknowns,
                                               const fmi3Float64 seed[], size_t nseed, fmi3Float64 sensitivity[],
                                               size_t nsensitivity) {
    size_t k, i;
    ENTER("fmi3GetAdjointDerivative", running);
    if (nseed != nunknowns || nsensitivity != nknowns) fail("seeds and sensitivities have one value for each variable");
    /* row after row along each column: both use what the jacobian has */
    for (k = 0; k < nknowns; ++k) {
        const double one = 1.0;
        double entry;
        sensitivity[k] = 0.0;
        for (i = 0; i < nunknowns; ++i) {
            directional_derivative(instance, unknowns + i, 1, knowns + k, 1, &one, &entry);
            sensitivity[k] += seed[i] * entry;
        }
    }
    return fmi3OK;
}

FMI_EXPORT fmi3Status fmi3EnterConfigurationMode(fmi3Instance given) {
    ENTER("fmi3EnterConfigurationMode", any_mode);
    fail("this model has no structural parameters");
    return fmi3Error;
}
FMI_EXPORT fmi3Status fmi3ExitConfigurationMode(fmi3Instance given) {
    ENTER("fmi3ExitConfigurationMode", any_mode);
    fail("this model has no structural parameters");
    return fmi3Error;
}

/* There are no clocks. */
#define NO_CLOCKS(function, arguments, unused)               \
    FMI_EXPORT fmi3Status function arguments {               \
        unused return none_of(given, n, "Clock");            \
    }
NO_CLOCKS(fmi3GetIntervalDecimal,
          (fmi3Instance given, const fmi3ValueReference r[], size_t n, fmi3Float64 v[], fmi3IntervalQualifier q[]),
          (void)r; (void)v; (void)q;)
NO_CLOCKS(fmi3GetIntervalFraction,
          (fmi3Instance given, const fmi3ValueReference r[], size_t n, uint64_t c[], uint64_t d[],
           fmi3IntervalQualifier q[]),
          (void)r; (void)c; (void)d; (void)q;)
NO_CLOCKS(fmi3GetShiftDecimal, (fmi3Instance given, const fmi3ValueReference r[], size_t n, fmi3Float64 v[]),
          (void)r; (void)v;)
NO_CLOCKS(fmi3GetShiftFraction,
          (fmi3Instance given, const fmi3ValueReference r[], size_t n, uint64_t c[], uint64_t d[]),
          (void)r; (void)c; (void)d;)
NO_CLOCKS(fmi3SetIntervalDecimal, (fmi3Instance given, const fmi3ValueReference r[], size_t n, const fmi3Float64 v[]),
          (void)r; (void)v;)
NO_CLOCKS(fmi3SetIntervalFraction,
          (fmi3Instance given, const fmi3ValueReference r[], size_t n, const uint64_t c[], const uint64_t d[]),
          (void)r; (void)c; (void)d;)
NO_CLOCKS(fmi3SetShiftDecimal, (fmi3Instance given, const fmi3ValueReference r[], size_t n, const fmi3Float64 v[]),
          (void)r; (void)v;)
NO_CLOCKS(fmi3SetShiftFraction,
          (fmi3Instance given, const fmi3ValueReference r[], size_t n, const uint64_t c[], const uint64_t d[]),
          (void)r; (void)c; (void)d;)
FMI_EXPORT fmi3Status fmi3ActivateModelPartition(fmi3Instance given, fmi3ValueReference clock, fmi3Float64 t) {
    (void)clock;
    (void)t;
    return none_of(given, 1, "Clock");
}

FMI_EXPORT fmi3Status fmi3EvaluateDiscreteStates(fmi3Instance given) {
    ENTER("fmi3EvaluateDiscreteStates", is_starting | is_in_event_mode);
    return fmi3OK;
}
FMI_EXPORT fmi3Status fmi3UpdateDiscreteStates(fmi3Instance given, fmi3Boolean* again, fmi3Boolean* terminate,
                                               fmi3Boolean* nominals_changed, fmi3Boolean* states_changed,
                                               fmi3Boolean* has_next_time, fmi3Float64* next_time) {
    double before[AT_LEAST_ONE(number_of_states)], limit = 1e300;
    ENTER("fmi3UpdateDiscreteStates", is_in_event_mode);
    take_parameters();
    memcpy(before, kept->y, sizeof before);
    @M@_events_of_fmu(kept->t, kept->y, kept->w, kept->c, &kept->stops);
    forget(instance);
    *again = 0;
    *terminate = kept->stops != 0;
    *nominals_changed = 0;
    *states_changed = memcmp(before, kept->y, sizeof before) != 0;
    @M@_next_time_of_fmu(kept->t, kept->y, kept->w, kept->c, &limit);
    *has_next_time = limit < 1e300;
    *next_time = limit;
    return fmi3OK;
}
FMI_EXPORT fmi3Status fmi3EnterContinuousTimeMode(fmi3Instance given) {
    ENTER("fmi3EnterContinuousTimeMode", is_in_event_mode);
    kept->mode = is_in_continuous_time;
    return fmi3OK;
}
FMI_EXPORT fmi3Status fmi3CompletedIntegratorStep(fmi3Instance given, fmi3Boolean keeps_before,
                                                  fmi3Boolean* enter_event_mode, fmi3Boolean* terminate) {
    int any = 0;
    ENTER("fmi3CompletedIntegratorStep", is_in_continuous_time);
    (void)keeps_before;
    take_parameters();
    @M@_due_in_fmu(kept->t, kept->y, kept->w, kept->c, kept->tolerance, &any);
    *enter_event_mode = any != 0;
    *terminate = kept->stops != 0;
    return fmi3OK;
}
FMI_EXPORT fmi3Status fmi3SetTime(fmi3Instance given, fmi3Float64 t) {
    ENTER("fmi3SetTime", is_in_event_mode | is_in_continuous_time);
    kept->t = t;
    forget(instance);
    return fmi3OK;
}
static void require_count(size_t n, int count, const char* what) {
    if (n != (size_t)count) fail("there are %d %s, not %lu", count, what, (unsigned long)n);
}
FMI_EXPORT fmi3Status fmi3SetContinuousStates(fmi3Instance given, const fmi3Float64 x[], size_t n) {
    ENTER("fmi3SetContinuousStates", is_in_continuous_time | is_in_event_mode);
    require_count(n, number_of_states, "states");
    if (n > 0) memcpy(kept->y, x, n * sizeof *x);
    forget(instance);
    return fmi3OK;
}
FMI_EXPORT fmi3Status fmi3GetContinuousStateDerivatives(fmi3Instance given, fmi3Float64 rates[], size_t n) {
    ENTER("fmi3GetContinuousStateDerivatives", is_starting | is_in_event_mode | is_in_continuous_time | is_terminated);
    require_count(n, number_of_states, "states");
    find_rates(instance);
    if (n > 0) memcpy(rates, instance->ydot, n * sizeof *rates);
    return fmi3OK;
}
FMI_EXPORT fmi3Status fmi3GetEventIndicators(fmi3Instance given, fmi3Float64 indicators[], size_t n) {
    ENTER("fmi3GetEventIndicators", is_starting | is_in_event_mode | is_in_continuous_time | is_terminated);
    require_count(n, number_of_events, "event indicators");
    find_indicators(indicators);
    return fmi3OK;
}
FMI_EXPORT fmi3Status fmi3GetContinuousStates(fmi3Instance given, fmi3Float64 x[], size_t n) {
    ENTER("fmi3GetContinuousStates", any_mode);
    require_count(n, number_of_states, "states");
    take_parameters();
    if (n > 0) memcpy(x, kept->y, n * sizeof *x);
    return fmi3OK;
}
FMI_EXPORT fmi3Status fmi3GetNominalsOfContinuousStates(fmi3Instance given, fmi3Float64 nominals[], size_t n) {
    size_t k;
    ENTER("fmi3GetNominalsOfContinuousStates", any_mode);
    require_count(n, number_of_states, "states");
    for (k = 0; k < n; ++k) nominals[k] = 1.0;
    return fmi3OK;
}
FMI_EXPORT fmi3Status fmi3GetNumberOfEventIndicators(fmi3Instance given, size_t* n) {
    ENTER("fmi3GetNumberOfEventIndicators", any_mode);
    *n = number_of_events;
    return fmi3OK;
}
FMI_EXPORT fmi3Status fmi3GetNumberOfContinuousStates(fmi3Instance given, size_t* n) {
    ENTER("fmi3GetNumberOfContinuousStates", any_mode);
    *n = number_of_states;
    return fmi3OK;
}

/* -- co-simulation: events happen within the steps, event mode is not used */
FMI_EXPORT fmi3Status fmi3EnterStepMode(fmi3Instance given) {
    ENTER("fmi3EnterStepMode", is_stepping);
    return fmi3OK;
}
FMI_EXPORT fmi3Status fmi3GetOutputDerivatives(fmi3Instance given, const fmi3ValueReference references[], size_t n,
                                               const int32_t orders[], fmi3Float64 values[], size_t nvalues) {
    ENTER("fmi3GetOutputDerivatives", any_mode);
    (void)references;
    (void)orders;
    (void)values;
    (void)nvalues;
    if (n > 0) fail("there are no derivatives of outputs (maxOutputDerivativeOrder is 0)");
    return fmi3OK;
}
FMI_EXPORT fmi3Status fmi3DoStep(fmi3Instance given, fmi3Float64 from, fmi3Float64 length, fmi3Boolean no_way_back,
                                 fmi3Boolean* event_needed, fmi3Boolean* terminate, fmi3Boolean* early_return,
                                 fmi3Float64* last_time) {
    ENTER("fmi3DoStep", is_stepping);
    (void)no_way_back;
    *event_needed = 0;
    *terminate = 0;
    *early_return = 0;
    *last_time = kept->t;
    if (!(length > 0.0)) fail("the communication step must be positive, found %g", length);
    if (!(fabs(from - kept->t) <= 1e-6 * length)) fail("the step begins at %.17g, the model is at %.17g", from, kept->t);
    if (!kept->stops) step_to(instance, from + length);
    *terminate = kept->stops != 0;
    *early_return = kept->stops != 0;
    *last_time = kept->t;
    return fmi3OK;
}
