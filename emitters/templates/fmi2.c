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

/* in the functions of both versions */
typedef fmi2Status Status;
typedef fmi2Boolean Boolean;
typedef fmi2String String;
typedef fmi2Byte Byte;
#define FMI_OK fmi2OK
#define FMI_ERROR fmi2Error
#define FMI_STATE(before, after) FMI(before##FMUstate##after)
#define FMI_DESERIALIZE FMI(DeSerializeFMUstate)
#define FMI_GET_RATES FMI(GetDerivatives)

static void tell(Instance* instance, const char* message) {
    const fmi2CallbackLogger log = (fmi2CallbackLogger)instance->log;
    if (log != NULL) log(instance->environment, instance->name, fmi2Error, "logStatusError", "%s", message);
}

FMI_EXPORT const char* FMI(GetTypesPlatform)(void) { return "default"; }
FMI_EXPORT const char* FMI(GetVersion)(void) { return "2.0"; }

FMI_EXPORT fmi2Component FMI(Instantiate)(fmi2String name, fmi2Type type, fmi2String token, fmi2String resources,
                                          const fmi2CallbackFunctions* functions, fmi2Boolean visible,
                                          fmi2Boolean logging) {
    (void)resources;
    (void)visible;
    (void)logging;
    if (functions == NULL || name == NULL) return NULL;
    if (token == NULL || strcmp(token, token_of_model) != 0) {
        if (functions->logger != NULL)
            functions->logger(functions->componentEnvironment, name, fmi2Error, "logStatusError",
                              "the guid is not that of this model: %s", token_of_model);
        return NULL;
    }
    return new_instance(name, functions->componentEnvironment, (void (*)(void))functions->logger,
                        type == fmi2CoSimulation);
}

FMI_EXPORT fmi2Status FMI(SetupExperiment)(fmi2Component given, fmi2Boolean has_tolerance, fmi2Real tolerance,
                                           fmi2Real start, fmi2Boolean has_stop, fmi2Real stop) {
    ENTER(is_new);
    start_at(start, has_tolerance, tolerance, has_stop, stop);
    return fmi2OK;
}
FMI_EXPORT fmi2Status FMI(EnterInitializationMode)(fmi2Component given) {
    ENTER(is_new);
    kept->mode = is_starting;
    return fmi2OK;
}

FMI_EXPORT fmi2Status FMI(GetReal)(fmi2Component given, const fmi2ValueReference references[], size_t n,
                                   fmi2Real values[]) {
    ENTER(is_any);
    NEED(n == 0 || (references != NULL && values != NULL));
    get_values(instance, references, n, values);
    return fmi2OK;
}
FMI_EXPORT fmi2Status FMI(SetReal)(fmi2Component given, const fmi2ValueReference references[], size_t n,
                                   const fmi2Real values[]) {
    ENTER(is_any & ~is_terminated);
    NEED(n == 0 || (references != NULL && values != NULL));
    set_values(instance, references, n, values);
    return fmi2OK;
}

/* There are real variables alone. */
static fmi2Status none_of(fmi2Component given, size_t n, const char* kind) {
    ENTER(is_any);
    if (n > 0) fail("there are no variables of type %s", kind);
    return fmi2OK;
}
#define NO_VALUES(kind, type)                                                                                   \
    FMI_EXPORT fmi2Status FMI(Get##kind)(fmi2Component given, const fmi2ValueReference references[], size_t n,   \
                                         type values[]) {                                                       \
        (void)references;                                                                                       \
        (void)values;                                                                                           \
        return none_of(given, n, #kind);                                                                        \
    }                                                                                                           \
    FMI_EXPORT fmi2Status FMI(Set##kind)(fmi2Component given, const fmi2ValueReference references[], size_t n,   \
                                         const type values[]) {                                                 \
        (void)references;                                                                                       \
        (void)values;                                                                                           \
        return none_of(given, n, #kind);                                                                        \
    }
NO_VALUES(Integer, fmi2Integer)
NO_VALUES(Boolean, fmi2Boolean)
NO_VALUES(String, fmi2String)

FMI_EXPORT fmi2Status FMI(GetDirectionalDerivative)(fmi2Component given, const fmi2ValueReference unknowns[],
                                                    size_t nunknowns, const fmi2ValueReference knowns[], size_t nknowns,
                                                    const fmi2Real seed[], fmi2Real derivative[]) {
    ENTER_QUICKLY(is_running);
    if (is_wrong(instance, nunknowns, nunknowns, unknowns, "unknowns") ||
        is_wrong(instance, nunknowns, nunknowns, derivative, "derivatives") ||
        is_wrong(instance, nknowns, nknowns, knowns, "knowns") || is_wrong(instance, nknowns, nknowns, seed, "seeds"))
        return FMI_ERROR;
    if (try_directional_derivative(instance, unknowns, nunknowns, knowns, nknowns, seed, derivative)) return fmi2OK;
    GUARD();
    directional_derivative(instance, unknowns, nunknowns, knowns, nknowns, seed, derivative);
    return fmi2OK;
}

/* -- model exchange */

FMI_EXPORT fmi2Status FMI(NewDiscreteStates)(fmi2Component given, fmi2EventInfo* info) {
    ENTER(is_in_event_mode);
    NEED(info != NULL);
    memset(info, 0, sizeof *info);
    info->valuesOfContinuousStatesChanged = apply_due_events(instance, &info->nextEventTime);
    info->nextEventTimeDefined = info->nextEventTime < 1e300;
    info->terminateSimulation = kept->stops;
    return fmi2OK;
}

/* -- co-simulation */

FMI_EXPORT fmi2Status FMI(SetRealInputDerivatives)(fmi2Component given, const fmi2ValueReference references[], size_t n,
                                                   const fmi2Integer order[], const fmi2Real values[]) {
    size_t k;
    ENTER(is_new | is_starting | is_stepping);
    NEED(n == 0 || (references != NULL && order != NULL && values != NULL));
    for (k = 0; k < n; ++k) {
        if (!is_input(references[k])) fail("value reference %u is no input", references[k]);
        if (order[k] != 1) fail("derivatives of order 1 alone are taken, not of order %d", order[k]);
        kept->slope[references[k] - first_input] = values[k];
        kept->has_slope[references[k] - first_input] = 1;
    }
    return fmi2OK;
}
FMI_EXPORT fmi2Status FMI(GetRealOutputDerivatives)(fmi2Component given, const fmi2ValueReference references[],
                                                    size_t n, const fmi2Integer order[], fmi2Real values[]) {
    ENTER(is_any);
    (void)references;
    (void)order;
    (void)values;
    if (n > 0) fail("there are no derivatives of outputs (maxOutputDerivativeOrder is 0)");
    return fmi2OK;
}
FMI_EXPORT fmi2Status FMI(DoStep)(fmi2Component given, fmi2Real from, fmi2Real length, fmi2Boolean no_way_back) {
    ENTER(is_stepping);
    (void)no_way_back;
    step_by(instance, from, length);
    return kept->stops ? fmi2Discard : fmi2OK;
}
FMI_EXPORT fmi2Status FMI(CancelStep)(fmi2Component given) {
    ENTER(is_any);
    fail("there is no step to cancel: steps end before fmi2DoStep returns");
    return fmi2Error;
}

/* What there is to ask of a step: its status, the time and whether the run has ended. */
#define STATUS(kind, type, asked, found)                                                             \
    FMI_EXPORT fmi2Status FMI(Get##kind)(fmi2Component given, const fmi2StatusKind what, type* value) { \
        ENTER(is_any);                                                                               \
        NEED(value != NULL);                                                                         \
        if (what != (asked)) fail("there is no such status of type %s", #type);                      \
        *value = (found);                                                                            \
        return fmi2OK;                                                                               \
    }
STATUS(Status, fmi2Status, fmi2DoStepStatus, kept->stops ? fmi2Discard : fmi2OK)
STATUS(RealStatus, fmi2Real, fmi2LastSuccessfulTime, kept->t)
STATUS(BooleanStatus, fmi2Boolean, fmi2Terminated, kept->stops != 0)
#define NO_STATUS ((fmi2StatusKind)-1)
STATUS(IntegerStatus, fmi2Integer, NO_STATUS, 0)
STATUS(StringStatus, fmi2String, NO_STATUS, "")
