/* -- FMI 3.0 */

typedef void* fmi3Instance;
typedef void* fmi3InstanceEnvironment;
typedef void* fmi3FMUState;
typedef uint32_t fmi3ValueReference;
typedef float fmi3Float32;
typedef double fmi3Float64;
typedef bool fmi3Boolean;
typedef char fmi3Char;
typedef const fmi3Char* fmi3String;
typedef uint8_t fmi3Byte;
typedef const fmi3Byte* fmi3Binary;
typedef bool fmi3Clock;
typedef enum { fmi3OK, fmi3Warning, fmi3Discard, fmi3Error, fmi3Fatal } fmi3Status;
typedef enum { fmi3Independent, fmi3Constant, fmi3Fixed, fmi3Tunable, fmi3Discrete, fmi3Dependent } fmi3DependencyKind;
typedef enum { fmi3IntervalNotYetKnown, fmi3IntervalUnchanged, fmi3IntervalChanged } fmi3IntervalQualifier;
typedef void (*fmi3LogMessageCallback)(fmi3InstanceEnvironment, fmi3Status, fmi3String, fmi3String);
typedef void (*fmi3IntermediateUpdateCallback)(fmi3InstanceEnvironment, fmi3Float64, fmi3Boolean, fmi3Boolean,
                                               fmi3Boolean, fmi3Boolean, fmi3Boolean*, fmi3Float64*);
typedef void (*fmi3LockPreemptionCallback)(void);
typedef void (*fmi3ClockUpdateCallback)(fmi3InstanceEnvironment);

/* in the functions of both versions */
typedef fmi3Status Status;
typedef fmi3Boolean Boolean;
typedef fmi3String String;
typedef fmi3Byte Byte;
#define FMI_OK fmi3OK
#define FMI_ERROR fmi3Error
#define FMI_STATE(before, after) FMI(before##FMUState##after)
#define FMI_DESERIALIZE FMI(DeserializeFMUState)
#define FMI_GET_RATES FMI(GetContinuousStateDerivatives)

static void tell(Instance* instance, const char* message) {
    const fmi3LogMessageCallback log = (fmi3LogMessageCallback)instance->log;
    if (log != NULL) log(instance->environment, fmi3Error, "logStatusError", message);
}

FMI_EXPORT const char* FMI(GetVersion)(void) { return "3.0"; }

static fmi3Instance instance_with(fmi3String name, fmi3String token, int is_co_simulation,
                                  fmi3InstanceEnvironment environment, fmi3LogMessageCallback log) {
    if (name == NULL) return NULL;
    if (token == NULL || strcmp(token, token_of_model) != 0) {
        if (log != NULL) log(environment, fmi3Error, "logStatusError", "the instantiation token is not that of this model");
        return NULL;
    }
    return new_instance(name, environment, (void (*)(void))log, is_co_simulation);
}

FMI_EXPORT fmi3Instance FMI(InstantiateModelExchange)(fmi3String name, fmi3String token, fmi3String resources,
                                                      fmi3Boolean visible, fmi3Boolean logging,
                                                      fmi3InstanceEnvironment environment, fmi3LogMessageCallback log) {
    (void)resources;
    (void)visible;
    (void)logging;
    return instance_with(name, token, 0, environment, log);
}
FMI_EXPORT fmi3Instance FMI(InstantiateCoSimulation)(fmi3String name, fmi3String token, fmi3String resources,
                                                     fmi3Boolean visible, fmi3Boolean logging, fmi3Boolean events,
                                                     fmi3Boolean early_return, const fmi3ValueReference intermediate[],
                                                     size_t nintermediate, fmi3InstanceEnvironment environment,
                                                     fmi3LogMessageCallback log, fmi3IntermediateUpdateCallback update) {
    Instance* instance;
    (void)resources;
    (void)visible;
    (void)events;
    (void)intermediate;
    (void)nintermediate;
    (void)update;
    (void)logging;
    instance = (Instance*)instance_with(name, token, 1, environment, log);
    if (instance != NULL) instance->may_return_early = early_return;
    return instance;
}
FMI_EXPORT fmi3Instance FMI(InstantiateScheduledExecution)(fmi3String name, fmi3String token, fmi3String resources,
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

FMI_EXPORT fmi3Status FMI(EnterInitializationMode)(fmi3Instance given, fmi3Boolean has_tolerance, fmi3Float64 tolerance,
                                                   fmi3Float64 start, fmi3Boolean has_stop, fmi3Float64 stop) {
    ENTER(is_new);
    start_at(start, has_tolerance, tolerance, has_stop, stop);
    kept->mode = is_starting;
    return fmi3OK;
}

FMI_EXPORT fmi3Status FMI(GetFloat64)(fmi3Instance given, const fmi3ValueReference references[], size_t n,
                                      fmi3Float64 values[], size_t nvalues) {
    ENTER(is_any);
    NEED(n == 0 || (references != NULL && values != NULL));
    require_count(nvalues, n, "values");
    get_values(instance, references, n, values);
    return fmi3OK;
}
FMI_EXPORT fmi3Status FMI(SetFloat64)(fmi3Instance given, const fmi3ValueReference references[], size_t n,
                                      const fmi3Float64 values[], size_t nvalues) {
    ENTER(is_any & ~is_terminated);
    NEED(n == 0 || (references != NULL && values != NULL));
    require_count(nvalues, n, "values");
    set_values(instance, references, n, values);
    return fmi3OK;
}

/* There are variables of type Float64 alone. */
static fmi3Status none_of(fmi3Instance given, size_t n, const char* kind) {
    ENTER(is_any);
    if (n > 0) fail("there are no variables of type %s", kind);
    return fmi3OK;
}
#define NO_VALUES(kind, type)                                                                                       \
    FMI_EXPORT fmi3Status FMI(Get##kind)(fmi3Instance given, const fmi3ValueReference references[], size_t n,         \
                                        type values[], size_t nvalues) {                                            \
        (void)references;                                                                                           \
        (void)values;                                                                                               \
        (void)nvalues;                                                                                              \
        return none_of(given, n, #kind);                                                                            \
    }                                                                                                               \
    FMI_EXPORT fmi3Status FMI(Set##kind)(fmi3Instance given, const fmi3ValueReference references[], size_t n,         \
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

FMI_EXPORT fmi3Status FMI(GetBinary)(fmi3Instance given, const fmi3ValueReference references[], size_t n, size_t sizes[],
                                     fmi3Binary values[], size_t nvalues) {
    (void)references;
    (void)sizes;
    (void)values;
    (void)nvalues;
    return none_of(given, n, "Binary");
}
FMI_EXPORT fmi3Status FMI(SetBinary)(fmi3Instance given, const fmi3ValueReference references[], size_t n,
                                     const size_t sizes[], const fmi3Binary values[], size_t nvalues) {
    (void)references;
    (void)sizes;
    (void)values;
    (void)nvalues;
    return none_of(given, n, "Binary");
}
FMI_EXPORT fmi3Status FMI(GetClock)(fmi3Instance given, const fmi3ValueReference references[], size_t n,
                                    fmi3Clock values[]) {
    (void)references;
    (void)values;
    return none_of(given, n, "Clock");
}
FMI_EXPORT fmi3Status FMI(SetClock)(fmi3Instance given, const fmi3ValueReference references[], size_t n,
                                    const fmi3Clock values[]) {
    (void)references;
    (void)values;
    return none_of(given, n, "Clock");
}

FMI_EXPORT fmi3Status FMI(GetNumberOfVariableDependencies)(fmi3Instance given, fmi3ValueReference reference, size_t* n) {
    ENTER(is_any);
    (void)reference;
    (void)n;
    fail("the dependencies of variables stand in modelDescription.xml");
    return fmi3Error;
}
FMI_EXPORT fmi3Status FMI(GetVariableDependencies)(fmi3Instance given, fmi3ValueReference reference, size_t ofDependent[],
                                                   fmi3ValueReference independents[], size_t ofIndependents[],
                                                   fmi3DependencyKind kinds[], size_t n) {
    ENTER(is_any);
    (void)reference;
    (void)ofDependent;
    (void)independents;
    (void)ofIndependents;
    (void)kinds;
    (void)n;
    fail("the dependencies of variables stand in modelDescription.xml");
    return fmi3Error;
}


#define DERIVATIVE(name, quick, function, given_along, found_along)                                                   \
    FMI_EXPORT fmi3Status FMI(name)(fmi3Instance given, const fmi3ValueReference unknowns[], size_t nunknowns,        \
                                    const fmi3ValueReference knowns[], size_t nknowns, const fmi3Float64 seed[],      \
                                    size_t nseed, fmi3Float64 sensitivity[], size_t nsensitivity) {                   \
        ENTER_QUICKLY(is_running);                                                                                    \
        if (is_wrong(instance, nunknowns, nunknowns, unknowns, "unknowns") ||                                         \
            is_wrong(instance, nknowns, nknowns, knowns, "knowns") ||                                                 \
            is_wrong(instance, nseed, given_along, seed, "seeds") ||                                                  \
            is_wrong(instance, nsensitivity, found_along, sensitivity, "sensitivities"))                              \
            return FMI_ERROR;                                                                                         \
        if (quick(instance, unknowns, nunknowns, knowns, nknowns, seed, sensitivity)) return fmi3OK;                  \
        GUARD();                                                                                                      \
        function(instance, unknowns, nunknowns, knowns, nknowns, seed, sensitivity);                                  \
        return fmi3OK;                                                                                                \
    }
#define NOT_QUICK(instance, unknowns, nunknowns, knowns, nknowns, seed, sensitivity) 0
DERIVATIVE(GetDirectionalDerivative, try_directional_derivative, directional_derivative, nknowns, nunknowns)
DERIVATIVE(GetAdjointDerivative, NOT_QUICK, adjoint_derivative, nunknowns, nknowns)

FMI_EXPORT fmi3Status FMI(EnterConfigurationMode)(fmi3Instance given) {
    ENTER(is_any);
    fail("this model has no structural parameters");
    return fmi3Error;
}
FMI_EXPORT fmi3Status FMI(ExitConfigurationMode)(fmi3Instance given) {
    ENTER(is_any);
    fail("this model has no structural parameters");
    return fmi3Error;
}

/* There are no clocks. */
#define NO_CLOCKS(function, arguments, unused)               \
    FMI_EXPORT fmi3Status function arguments {               \
        unused return none_of(given, n, "Clock");            \
    }
NO_CLOCKS(FMI(GetIntervalDecimal),
          (fmi3Instance given, const fmi3ValueReference r[], size_t n, fmi3Float64 v[], fmi3IntervalQualifier q[]),
          (void)r; (void)v; (void)q;)
NO_CLOCKS(FMI(GetIntervalFraction),
          (fmi3Instance given, const fmi3ValueReference r[], size_t n, uint64_t c[], uint64_t d[],
           fmi3IntervalQualifier q[]),
          (void)r; (void)c; (void)d; (void)q;)
NO_CLOCKS(FMI(GetShiftDecimal), (fmi3Instance given, const fmi3ValueReference r[], size_t n, fmi3Float64 v[]),
          (void)r; (void)v;)
NO_CLOCKS(FMI(GetShiftFraction),
          (fmi3Instance given, const fmi3ValueReference r[], size_t n, uint64_t c[], uint64_t d[]),
          (void)r; (void)c; (void)d;)
NO_CLOCKS(FMI(SetIntervalDecimal), (fmi3Instance given, const fmi3ValueReference r[], size_t n, const fmi3Float64 v[]),
          (void)r; (void)v;)
NO_CLOCKS(FMI(SetIntervalFraction),
          (fmi3Instance given, const fmi3ValueReference r[], size_t n, const uint64_t c[], const uint64_t d[]),
          (void)r; (void)c; (void)d;)
NO_CLOCKS(FMI(SetShiftDecimal), (fmi3Instance given, const fmi3ValueReference r[], size_t n, const fmi3Float64 v[]),
          (void)r; (void)v;)
NO_CLOCKS(FMI(SetShiftFraction),
          (fmi3Instance given, const fmi3ValueReference r[], size_t n, const uint64_t c[], const uint64_t d[]),
          (void)r; (void)c; (void)d;)
FMI_EXPORT fmi3Status FMI(ActivateModelPartition)(fmi3Instance given, fmi3ValueReference clock, fmi3Float64 t) {
    (void)clock;
    (void)t;
    return none_of(given, 1, "Clock");
}

FMI_EXPORT fmi3Status FMI(EvaluateDiscreteStates)(fmi3Instance given) {
    ENTER(is_starting | is_in_event_mode);
    return fmi3OK;
}
FMI_EXPORT fmi3Status FMI(UpdateDiscreteStates)(fmi3Instance given, fmi3Boolean* again, fmi3Boolean* terminate,
                                                fmi3Boolean* nominals_changed, fmi3Boolean* states_changed,
                                                fmi3Boolean* has_next_time, fmi3Float64* next_time) {
    ENTER(is_in_event_mode);
    NEED(again != NULL && terminate != NULL && nominals_changed != NULL && states_changed != NULL &&
         has_next_time != NULL && next_time != NULL);
    *again = 0;
    *nominals_changed = 0;
    *states_changed = apply_due_events(instance, next_time);
    *has_next_time = *next_time < 1e300;
    *terminate = kept->stops != 0;
    return fmi3OK;
}
FMI_EXPORT fmi3Status FMI(GetNumberOfEventIndicators)(fmi3Instance given, size_t* n) {
    ENTER(is_any);
    NEED(n != NULL);
    *n = number_of_events;
    return fmi3OK;
}
FMI_EXPORT fmi3Status FMI(GetNumberOfContinuousStates)(fmi3Instance given, size_t* n) {
    ENTER(is_any);
    NEED(n != NULL);
    *n = number_of_states;
    return fmi3OK;
}

/* -- co-simulation: events happen within the steps, event mode is not used */
FMI_EXPORT fmi3Status FMI(EnterStepMode)(fmi3Instance given) {
    ENTER(is_stepping);
    return fmi3OK;
}
FMI_EXPORT fmi3Status FMI(GetOutputDerivatives)(fmi3Instance given, const fmi3ValueReference references[], size_t n,
                                                const int32_t orders[], fmi3Float64 values[], size_t nvalues) {
    ENTER(is_any);
    (void)references;
    (void)orders;
    (void)values;
    (void)nvalues;
    if (n > 0) fail("there are no derivatives of outputs (maxOutputDerivativeOrder is 0)");
    return fmi3OK;
}
FMI_EXPORT fmi3Status FMI(DoStep)(fmi3Instance given, fmi3Float64 from, fmi3Float64 length, fmi3Boolean no_way_back,
                                  fmi3Boolean* event_needed, fmi3Boolean* terminate, fmi3Boolean* early_return,
                                  fmi3Float64* last_time) {
    ENTER(is_stepping);
    (void)no_way_back;
    NEED(event_needed != NULL && terminate != NULL && early_return != NULL && last_time != NULL);
    *event_needed = *terminate = *early_return = 0;
    *last_time = kept->t;
    step_by(instance, from, length);
    *terminate = kept->stops != 0;
    *early_return = kept->stops && instance->may_return_early;
    *last_time = kept->t;
    return fmi3OK;
}
