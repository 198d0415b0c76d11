/* -- functions that both versions have */

FMI_EXPORT Status FMI(SetDebugLogging)(void* given, Boolean on, size_t n, const String categories[]) {
    ENTER(is_any);
    (void)on;
    (void)n;
    (void)categories;
    return FMI_OK;
}
FMI_EXPORT void FMI(FreeInstance)(void* given) { free(given); }
FMI_EXPORT Status FMI(ExitInitializationMode)(void* given) {
    ENTER(is_starting);
    begin(instance);
    return FMI_OK;
}
FMI_EXPORT Status FMI(EnterEventMode)(void* given) {
    ENTER(is_in_continuous_time | is_in_event_mode);
    kept->mode = is_in_event_mode;
    return FMI_OK;
}
FMI_EXPORT Status FMI(Terminate)(void* given) {
    ENTER(is_in_event_mode | is_in_continuous_time | is_stepping);
    kept->mode = is_terminated;
    return FMI_OK;
}
FMI_EXPORT Status FMI(Reset)(void* given) {
    ENTER(is_any);
    reset(instance);
    return FMI_OK;
}

/* -- the state of an instance */

FMI_EXPORT Status FMI_STATE(Get, )(void* given, void** state) {
    ENTER(is_any);
    NEED(state != NULL);
    if (*state == NULL) *state = malloc(sizeof(struct saved));
    if (*state == NULL) fail("there is no memory for a state");
    save_into(instance, (struct saved*)*state);
    return FMI_OK;
}
FMI_EXPORT Status FMI_STATE(Set, )(void* given, void* state) {
    ENTER(is_any);
    if (!restore_from(instance, (const struct saved*)state)) fail("that is no state of this model");
    return FMI_OK;
}
FMI_EXPORT Status FMI_STATE(Free, )(void* given, void** state) {
    ENTER(is_any);
    if (state == NULL) return FMI_OK;
    free(*state);
    *state = NULL;
    return FMI_OK;
}
FMI_EXPORT Status FMI_STATE(Serialized, Size)(void* given, void* state, size_t* size) {
    ENTER(is_any);
    (void)state;
    NEED(size != NULL);
    *size = sizeof(struct saved);
    return FMI_OK;
}
FMI_EXPORT Status FMI_STATE(Serialize, )(void* given, void* state, Byte bytes[], size_t size) {
    ENTER(is_any);
    NEED(state != NULL && bytes != NULL);
    if (size < sizeof(struct saved)) fail("there is no room for the state");
    memcpy(bytes, state, sizeof(struct saved));
    return FMI_OK;
}
FMI_EXPORT Status FMI_DESERIALIZE(void* given, const Byte bytes[], size_t size, void** state) {
    ENTER(is_any);
    NEED(bytes != NULL && state != NULL);
    if (size != sizeof(struct saved)) fail("that is no state of this model");
    if (*state == NULL) *state = malloc(sizeof(struct saved));
    if (*state == NULL) fail("there is no memory for a state");
    memcpy(*state, bytes, sizeof(struct saved));
    return FMI_OK;
}

/* -- model exchange */

FMI_EXPORT Status FMI(EnterContinuousTimeMode)(void* given) {
    ENTER(is_in_event_mode);
    kept->mode = is_in_continuous_time;
    return FMI_OK;
}
FMI_EXPORT Status FMI(CompletedIntegratorStep)(void* given, Boolean keeps_before, Boolean* enter_event_mode,
                                               Boolean* terminate) {
    int any = 0;
    ENTER(is_in_continuous_time);
    (void)keeps_before;
    NEED(enter_event_mode != NULL && terminate != NULL);
    take_parameters();
    @M@_due_in_fmu(kept->t, kept->y, kept->w, kept->c, kept->tolerance, &any);
    *enter_event_mode = any != 0;
    *terminate = kept->stops != 0;
    return FMI_OK;
}
FMI_EXPORT Status FMI(SetTime)(void* given, double t) {
    ENTER_QUICKLY(is_in_event_mode | is_in_continuous_time);
    instance->kept.t = t;
    forget(instance);
    return FMI_OK;
}
FMI_EXPORT Status FMI(SetContinuousStates)(void* given, const double x[], size_t n) {
    ENTER_QUICKLY(is_in_continuous_time | is_in_event_mode);
    if (is_wrong(instance, n, number_of_states, x, "states")) return FMI_ERROR;
    if (number_of_states > 0) memcpy(instance->kept.y, x, number_of_states * sizeof *x);
    forget(instance);
    return FMI_OK;
}
FMI_EXPORT Status FMI_GET_RATES(void* given, double rates[], size_t n) {
    ENTER_QUICKLY(is_running & ~is_stepping);
    if (is_wrong(instance, n, number_of_states, rates, "rates")) return FMI_ERROR;
    try_rates(instance);
    if (!instance->has_rates) {
        GUARD();
        find_rates(instance);
    }
    if (number_of_states > 0) memcpy(rates, instance->ydot, number_of_states * sizeof *rates);
    return FMI_OK;
}
FMI_EXPORT Status FMI(GetEventIndicators)(void* given, double indicators[], size_t n) {
    ENTER(is_running & ~is_stepping);
    require_count(n, number_of_events, "event indicators");
    NEED(n == 0 || indicators != NULL);
    find_indicators(indicators);
    return FMI_OK;
}
FMI_EXPORT Status FMI(GetContinuousStates)(void* given, double x[], size_t n) {
    ENTER(is_any);
    require_count(n, number_of_states, "states");
    NEED(n == 0 || x != NULL);
    take_parameters();
    if (n > 0) memcpy(x, kept->y, n * sizeof *x);
    return FMI_OK;
}
FMI_EXPORT Status FMI(GetNominalsOfContinuousStates)(void* given, double nominals[], size_t n) {
    size_t k;
    ENTER(is_any);
    require_count(n, number_of_states, "states");
    NEED(n == 0 || nominals != NULL);
    for (k = 0; k < n; ++k) nominals[k] = 1.0;
    return FMI_OK;
}
