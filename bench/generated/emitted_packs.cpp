// An emitted C++ routine on packs of eight states as a competitor of driver.cpp; -include the header (batch = true), -DMODEL=its name.
extern "C" const int lanes = 8;

namespace {
using Pack = lag_pack<lanes>;
Pack parameters[MODEL::np + 1], constants[MODEL::nc + 1];
}  // namespace

extern "C" void prepare() {
    MODEL::defaults<Pack>(parameters);
    MODEL::setup<Pack>(parameters, constants);
}

extern "C" void evaluate(const double* y, const double* w, double* result) {
    int info = 0;
    auto* rates = reinterpret_cast<Pack*>(result);
    MODEL::derivatives<Pack>(Pack(0.0), reinterpret_cast<const Pack*>(y), reinterpret_cast<const Pack*>(w), constants,
                             rates, info);
    if (info != 0) rates[MODEL::nq + MODEL::nu - 1] = Pack(__builtin_nan(""));
}
