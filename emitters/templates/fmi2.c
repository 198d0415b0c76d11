/* -- FMI 2.0 */

typedef void* fmi2Component;
typedef void* fmi2ComponentEnvironment;
typedef void* fmi2FMUstate;
typedef unsigned int fmi2ValueReference;
typedef double fmi2Real;
typedef int fmi2Integer;
typedef int fmi2Boolean;
typedef char fmi2Char;
typedef const fmi2Char* fmi2String;
typedef char fmi2Byte;
typedef enum { fmi2OK, fmi2Warning, fmi2Discard, fmi2Error, fmi2Fatal, fmi2Pending } fmi2Status;
typedef enum { fmi2ModelExchange, fmi2CoSimulation } fmi2Type;
typedef enum { fmi2DoStepStatus, fmi2PendingStatus, fmi2LastSuccessfulTime, fmi2Terminated } fmi2StatusKind;
typedef void (*fmi2CallbackLogger)(fmi2ComponentEnvironment, fmi2String, fmi2Status, fmi2String, fmi2String, ...);
typedef struct {
    fmi2CallbackLogger logger;
    void* (*allocateMemory)(size_t, size_t);
    void (*freeMemory)(void*);
    void (*stepFinished)(fmi2ComponentEnvironment, fmi2Status);
    fmi2ComponentEnvironment componentEnvironment;
} fmi2CallbackFunctions;
typedef struct {
    fmi2Boolean newDiscreteStatesNeeded, terminateSimulation, nominalsOfContinuousStatesChanged,
        valuesOfContinuousStatesChanged, nextEventTimeDefined;
    fmi2Real nextEventTime;
} fmi2EventInfo;

static void tell(Instance* instance, const char* message) {
    const fmi2CallbackFunctions* const functions = (const fmi2CallbackFunctions*)instance->log;
    if (functions != NULL && functions->logger != NULL)
        functions->logger(instance->environment, instance->name, fmi2Error, "logStatusError", "%s", message);
}

/* A call that does not belong here, and one that fails: an error with a message. */
static fmi2Status refuse(Instance* instance, const char* function) {
    char text[256];
    snprintf(text, sizeof text, "%s may not be called now", function);
    tell(instance, text);
    return fmi2Error;
}
static fmi2Status broken(Instance* instance, fmi2Status status) {
    tell(instance, instance->message);
    return status;
}
#define ENTER(function, modes)                                        \
    Instance* const instance = (Instance*)component;                  \
    if (instance == NULL) return fmi2Error;                           \
    if (((modes) & instance->kept.mode) == 0) return refuse(instance, function); \
    HERE(instance);                                                   \
    if (setjmp(instance->escape) != 0) return broken(instance, fmi2Error)

enum {
    any_mode = is_new | is_starting | is_in_event_mode | is_in_continuous_time | is_stepping | is_terminated,
    running = is_starting | is_in_event_mode | is_in_continuous_time | is_stepping | is_terminated
};

FMI_EXPORT const char* fmi2GetTypesPlatform(void) { return "default"; }
FMI_EXPORT const char* fmi2GetVersion(void) { return "2.0"; }

FMI_EXPORT fmi2Status fmi2SetDebugLogging(fmi2Component component, fmi2Boolean on, size_t n,
                                          const fmi2String* categories) {
    ENTER("fmi2SetDebugLogging", any_mode);
    (void)n;
    (void)categories;
    instance->is_logging = on;
    return fmi2OK;
}

FMI_EXPORT fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String token, fmi2String resources,
                                         const fmi2CallbackFunctions* functions, fmi2Boolean visible,
                                         fmi2Boolean logging) {
    Instance* instance;
    (void)resources;
    (void)visible;
    if (functions == NULL || name == NULL) return NULL;
    if (token == NULL || strcmp(token, token_of_model) != 0) {
        if (functions->logger != NULL)
            functions->logger(functions->componentEnvironment, name, fmi2Error, "logStatusError",
                              "the guid is not that of this model: %s", token_of_model);
        return NULL;
    }
    instance = (Instance*)calloc(1, sizeof(Instance));
    if (instance == NULL) return NULL;
    snprintf(instance->name, sizeof instance->name, "%s", name);
    instance->environment = functions->componentEnvironment;
    instance->log = malloc(sizeof *functions);
    if (instance->log == NULL) {
        free(instance);
        return NULL;
    }
    memcpy(instance->log, functions, sizeof *functions);
    instance->is_logging = logging;
    instance->is_co_simulation = type == fmi2CoSimulation;
    HERE(instance);
    reset(instance);
    return instance;
}

FMI_EXPORT void fmi2FreeInstance(fmi2Component component) {
    Instance* const instance = (Instance*)component;
    if (instance == NULL) return;
    free(instance->log);
    free(instance);
}

FMI_EXPORT fmi2Status fmi2SetupExperiment(fmi2Component component, fmi2Boolean has_tolerance, fmi2Real tolerance,
                                          fmi2Real start, fmi2Boolean has_stop, fmi2Real stop) {
    ENTER("fmi2SetupExperiment", is_new);
    if (has_stop && !(stop > start)) fail("the stop time must be above the start time");
    kept->t = start;
    if (has_tolerance && tolerance > 0.0) kept->tolerance = tolerance;
    return fmi2OK;
}
FMI_EXPORT fmi2Status fmi2EnterInitializationMode(fmi2Component component) {
    ENTER("fmi2EnterInitializationMode", is_new);
    kept->mode = is_starting;
    return fmi2OK;
}
FMI_EXPORT fmi2Status fmi2ExitInitializationMode(fmi2Component component) {
    ENTER("fmi2ExitInitializationMode", is_starting);
    begin(instance);
    return fmi2OK;
}
FMI_EXPORT fmi2Status fmi2Terminate(fmi2Component component) {
    ENTER("fmi2Terminate", is_in_event_mode | is_in_continuous_time | is_stepping);
    kept->mode = is_terminated;
    return fmi2OK;
}
FMI_EXPORT fmi2Status fmi2Reset(fmi2Component component) {
    ENTER("fmi2Reset", any_mode);
    reset(instance);
    return fmi2OK;
}

FMI_EXPORT fmi2Status fmi2GetReal(fmi2Component component, const fmi2ValueReference* references, size_t n,
                                  fmi2Real* values) {
    size_t k;
    ENTER("fmi2GetReal", any_mode);
    for (k = 0; k < n; ++k) values[k] = value_of(instance, references[k]);
    return fmi2OK;
}
FMI_EXPORT fmi2Status fmi2SetReal(fmi2Component component, const fmi2ValueReference* references, size_t n,
                                  const fmi2Real* values) {
    size_t k;
    ENTER("fmi2SetReal", is_new | is_starting | is_in_event_mode | is_in_continuous_time | is_stepping);
    for (k = 0; k < n; ++k) set_value(instance, references[k], values[k]);
    return fmi2OK;
}

/* There are real variables alone. */
static fmi2Status none_of(fmi2Component component, size_t n, const char* kind) {
    ENTER("a function for values of another type", any_mode);
    if (n > 0) fail("there are no variables of type %s", kind);
    return fmi2OK;
}
#define NO_VALUES(kind, type)                                                                                   \
    FMI_EXPORT fmi2Status fmi2Get##kind(fmi2Component component, const fmi2ValueReference* references, size_t n, \
                                        type* values) {                                                         \
        (void)references;                                                                                       \
        (void)values;                                                                                           \
        return none_of(component, n, #kind);                                                                    \
    }                                                                                                           \
    FMI_EXPORT fmi2Status fmi2Set##kind(fmi2Component component, const fmi2ValueReference* references, size_t n, \
                                        const type* values) {                                                   \
        (void)references;                                                                                       \
        (void)values;                                                                                           \
        return none_of(component, n, #kind);                                                                    \
    }
NO_VALUES(Integer, fmi2Integer)
NO_VALUES(Boolean, fmi2Boolean)
NO_VALUES(String, fmi2String)

FMI_EXPORT fmi2Status fmi2GetFMUstate(fmi2Component component, fmi2FMUstate* state) {
    ENTER("fmi2GetFMUstate", any_mode);
    if (*state == NULL) *state = malloc(sizeof(struct saved));
    if (*state == NULL) fail("there is no memory for a state");
    save_into(instance, (struct saved*)*state);
    return fmi2OK;
}
FMI_EXPORT fmi2Status fmi2SetFMUstate(fmi2Component component, fmi2FMUstate state) {
    ENTER("fmi2SetFMUstate", any_mode);
    if (!restore_from(instance, (const struct saved*)state)) fail("that is no state of this model");
    return fmi2OK;
}
FMI_EXPORT fmi2Status fmi2FreeFMUstate(fmi2Component component, fmi2FMUstate* state) {
    ENTER("fmi2FreeFMUstate", any_mode);
    if (state == NULL) return fmi2OK;
    free(*state);
    *state = NULL;
    return fmi2OK;
}
FMI_EXPORT fmi2Status fmi2SerializedFMUstateSize(fmi2Component component, fmi2FMUstate state, size_t* size) {
    ENTER("fmi2SerializedFMUstateSize", any_mode);
    (void)state;
    *size = sizeof(struct saved);
    return fmi2OK;
}
FMI_EXPORT fmi2Status fmi2SerializeFMUstate(fmi2Component component, fmi2FMUstate state, fmi2Byte bytes[], size_t size) {
    ENTER("fmi2SerializeFMUstate", any_mode);
    if (state == NULL || size < sizeof(struct saved)) fail("there is no room for the state");
    memcpy(bytes, state, sizeof(struct saved));
    return fmi2OK;
}
FMI_EXPORT fmi2Status fmi2DeSerializeFMUstate(fmi2Component component, const fmi2Byte bytes[], size_t size,
                                              fmi2FMUstate* state) {
    ENTER("fmi2DeSerializeFMUstate", any_mode);
    if (size != sizeof(struct saved)) fail("that is no state of this model");
    if (*state == NULL) *state = malloc(sizeof(struct saved));
    if (*state == NULL) fail("there is no memory for a state");
    memcpy(*state, bytes, sizeof(struct saved));
    return fmi2OK;
}

FMI_EXPORT fmi2Status fmi2GetDirectionalDerivative(fmi2Component component, const fmi2ValueReference* unknowns,
                                                   size_t nunknowns, const fmi2ValueReference* knowns, size_t nknowns,
                                                   const fmi2Real* seed, fmi2Real* derivative) {
    ENTER("fmi2GetDirectionalDerivative", running);
    directional_derivative(instance, unknowns, nunknowns, knowns, nknowns, seed, derivative);
    return fmi2OK;
}

/* -- model exchange */

FMI_EXPORT fmi2Status fmi2EnterEventMode(fmi2Component component) {
    ENTER("fmi2EnterEventMode", is_in_continuous_time | is_in_event_mode);
    kept->mode = is_in_event_mode;
    return fmi2OK;
}
FMI_EXPORT fmi2Status fmi2NewDiscreteStates(fmi2Component component, fmi2EventInfo* info) {
    double before[AT_LEAST_ONE(number_of_states)], limit = 1e300;
    ENTER("fmi2NewDiscreteStates", is_in_event_mode);
    memset(info, 0, sizeof *info);
    take_parameters();
    memcpy(before, kept->y, sizeof before);
    @M@_events_of_fmu(kept->t, kept->y, kept->w, kept->c, &kept->stops);
    forget(instance);
    info->terminateSimulation = kept->stops;
    info->valuesOfContinuousStatesChanged = memcmp(before, kept->y, sizeof before) != 0;
    @M@_next_time_of_fmu(kept->t, kept->y, kept->w, kept->c, &limit);
    info->nextEventTimeDefined = limit < 1e300;
    info->nextEventTime = limit;
    return fmi2OK;
}
FMI_EXPORT fmi2Status fmi2EnterContinuousTimeMode(fmi2Component component) {
    ENTER("fmi2EnterContinuousTimeMode", is_in_event_mode);
    kept->mode = is_in_continuous_time;
    return fmi2OK;
}
FMI_EXPORT fmi2Status fmi2CompletedIntegratorStep(fmi2Component component, fmi2Boolean keeps_before,
                                                  fmi2Boolean* enter_event_mode, fmi2Boolean* terminate) {
    ENTER("fmi2CompletedIntegratorStep", is_in_continuous_time);
    (void)keeps_before;
    take_parameters();
    @M@_due_in_fmu(kept->t, kept->y, kept->w, kept->c, kept->tolerance, enter_event_mode);
    *terminate = kept->stops;
    return fmi2OK;
}
FMI_EXPORT fmi2Status fmi2SetTime(fmi2Component component, fmi2Real t) {
    ENTER("fmi2SetTime", is_in_event_mode | is_in_continuous_time);
    kept->t = t;
    forget(instance);
    return fmi2OK;
}
FMI_EXPORT fmi2Status fmi2SetContinuousStates(fmi2Component component, const fmi2Real x[], size_t n) {
    ENTER("fmi2SetContinuousStates", is_in_continuous_time | is_in_event_mode);
    if (n != number_of_states) fail("there are %d states, not %lu", (int)number_of_states, (unsigned long)n);
    if (n > 0) memcpy(kept->y, x, n * sizeof *x);
    forget(instance);
    return fmi2OK;
}
FMI_EXPORT fmi2Status fmi2GetDerivatives(fmi2Component component, fmi2Real rates[], size_t n) {
    ENTER("fmi2GetDerivatives", is_starting | is_in_event_mode | is_in_continuous_time | is_terminated);
    if (n != number_of_states) fail("there are %d states, not %lu", (int)number_of_states, (unsigned long)n);
    find_rates(instance);
    if (n > 0) memcpy(rates, instance->ydot, n * sizeof *rates);
    return fmi2OK;
}
FMI_EXPORT fmi2Status fmi2GetEventIndicators(fmi2Component component, fmi2Real indicators[], size_t n) {
    ENTER("fmi2GetEventIndicators", is_starting | is_in_event_mode | is_in_continuous_time | is_terminated);
    if (n != number_of_events) fail("there are %d event indicators, not %lu", (int)number_of_events, (unsigned long)n);
    find_indicators(indicators);
    return fmi2OK;
}
FMI_EXPORT fmi2Status fmi2GetContinuousStates(fmi2Component component, fmi2Real x[], size_t n) {
    ENTER("fmi2GetContinuousStates", any_mode);
    if (n != number_of_states) fail("there are %d states, not %lu", (int)number_of_states, (unsigned long)n);
    take_parameters();
    if (n > 0) memcpy(x, kept->y, n * sizeof *x);
    return fmi2OK;
}
FMI_EXPORT fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component component, fmi2Real nominals[], size_t n) {
    size_t k;
    ENTER("fmi2GetNominalsOfContinuousStates", any_mode);
    if (n != number_of_states) fail("there are %d states, not %lu", (int)number_of_states, (unsigned long)n);
    for (k = 0; k < n; ++k) nominals[k] = 1.0;
    return fmi2OK;
}

/* -- co-simulation */

FMI_EXPORT fmi2Status fmi2SetRealInputDerivatives(fmi2Component component, const fmi2ValueReference* references,
                                                  size_t n, const fmi2Integer order[], const fmi2Real values[]) {
    size_t k;
    ENTER("fmi2SetRealInputDerivatives", is_new | is_starting | is_stepping);
    for (k = 0; k < n; ++k) {
        if (references[k] < first_input || references[k] >= first_input + number_of_inputs)
            fail("value reference %u is no input", references[k]);
        if (order[k] != 1) fail("derivatives of order 1 alone are taken, not of order %d", order[k]);
        kept->slope[references[k] - first_input] = values[k];
        kept->has_slope[references[k] - first_input] = 1;
    }
    return fmi2OK;
}
FMI_EXPORT fmi2Status fmi2GetRealOutputDerivatives(fmi2Component component, const fmi2ValueReference* references,
                                                   size_t n, const fmi2Integer order[], fmi2Real values[]) {
    ENTER("fmi2GetRealOutputDerivatives", any_mode);
    (void)references;
    (void)order;
    (void)values;
    if (n > 0) fail("there are no derivatives of outputs (maxOutputDerivativeOrder is 0)");
    return fmi2OK;
}
FMI_EXPORT fmi2Status fmi2DoStep(fmi2Component component, fmi2Real from, fmi2Real length, fmi2Boolean no_way_back) {
    ENTER("fmi2DoStep", is_stepping);
    (void)no_way_back;
    if (!(length > 0.0)) fail("the communication step must be positive, found %g", length);
    if (!(fabs(from - kept->t) <= 1e-6 * length)) fail("the step begins at %.17g, the model is at %.17g", from, kept->t);
    if (kept->stops) return fmi2Discard;
    step_to(instance, from + length);
    return kept->stops ? fmi2Discard : fmi2OK;
}
FMI_EXPORT fmi2Status fmi2CancelStep(fmi2Component component) {
    ENTER("fmi2CancelStep", any_mode);
    fail("there is no step to cancel: steps end before fmi2DoStep returns");
    return fmi2Error;
}
FMI_EXPORT fmi2Status fmi2GetStatus(fmi2Component component, const fmi2StatusKind kind, fmi2Status* value) {
    ENTER("fmi2GetStatus", any_mode);
    if (kind != fmi2DoStepStatus) fail("this status has another type");
    *value = kept->stops ? fmi2Discard : fmi2OK;
    return fmi2OK;
}
FMI_EXPORT fmi2Status fmi2GetRealStatus(fmi2Component component, const fmi2StatusKind kind, fmi2Real* value) {
    ENTER("fmi2GetRealStatus", any_mode);
    if (kind != fmi2LastSuccessfulTime) fail("this status has another type");
    *value = kept->t;
    return fmi2OK;
}
FMI_EXPORT fmi2Status fmi2GetIntegerStatus(fmi2Component component, const fmi2StatusKind kind, fmi2Integer* value) {
    ENTER("fmi2GetIntegerStatus", any_mode);
    (void)kind;
    (void)value;
    fail("there is no status of type Integer");
    return fmi2Error;
}
FMI_EXPORT fmi2Status fmi2GetBooleanStatus(fmi2Component component, const fmi2StatusKind kind, fmi2Boolean* value) {
    ENTER("fmi2GetBooleanStatus", any_mode);
    if (kind != fmi2Terminated) fail("this status has another type");
    *value = kept->stops != 0;
    return fmi2OK;
}
FMI_EXPORT fmi2Status fmi2GetStringStatus(fmi2Component component, const fmi2StatusKind kind, fmi2String* value) {
    ENTER("fmi2GetStringStatus", any_mode);
    (void)kind;
    (void)value;
    fail("there is no status of type String: a step never waits");
    return fmi2Error;
}
