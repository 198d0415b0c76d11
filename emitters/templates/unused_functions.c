#if defined(__clang__)
#pragma clang diagnostic ignored "-Wunused-function"
#endif
