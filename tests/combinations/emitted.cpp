#include "tests/combinations/emitted.hpp"

#include <dlfcn.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace lag::combinations {

namespace fs = std::filesystem;
using Eigen::Index;
using Eigen::VectorXd;

namespace {

// What a routine is given and what it fills ('>'), or both ('&'), in its order. `info`, `kinetic` and `potential` are
// scalars, `t`, `tolerance` and `limit` too.
struct Signature {
    std::string routine;
    std::vector<std::string> arguments;
};

const std::vector<Signature>& signatures() {
    static const std::vector<Signature> all{
        {"defaults", {">p"}},
        {"initial", {"p", ">q", ">u"}},
        {"setup", {"p", ">c"}},
        {"derivatives", {"t", "y", "w", "c", ">ydot", ">info"}},
        {"accelerations", {"t", "q", "u", "w", "c", ">udot", ">lambda", ">info"}},
        {"mass_matrix", {"t", "q", "w", "c", ">mm"}},
        {"right_side", {"t", "q", "u", "w", "c", ">f"}},
        {"kinematics", {"t", "q", "u", "w", "c", ">qdot"}},
        {"inverse_dynamics", {"t", "q", "u", "udot", "w", "c", ">r"}},
        {"energy", {"t", "q", "u", "w", "c", ">kinetic", ">potential"}},
        {"outputs", {"t", "q", "u", "w", "c", ">o", ">info"}},
        {"normalize", {"&q"}},
        {"constraint_matrix", {"t", "q", "w", "c", ">b"}},
        {"constraints", {"t", "q", "u", "w", "c", ">phi", ">phidot"}},
        {"dependent_speeds", {"t", "q", "u", "w", "c", ">ud", ">info"}},
        {"regressor", {"t", "q", "u", "udot", "w", "c", ">yy"}},
        {"base_parameters", {"p", ">pi"}},
        {"applied_loads", {"t", "q", "u", "w", "c", ">load"}},
        {"assemble", {"t", "&q", "w", "c", "tolerance", "limit", ">info"}},
        {"assembly_step", {"t", "q", "guess", "w", "c", ">next", ">phi", ">step", ">info"}},
        {"jacobian", {"t", "y", "w", "c", ">jac", ">info"}},
        {"tangent", {"t", "y", "w", "c", "d", ">fdot", ">info"}},
        {"adjoint", {"t", "y", "w", "c", "v", ">a", ">info"}},
        {"hessian", {"t", "y", "w", "c", "v", ">h", ">info"}},
        {"project_speeds", {"t", "q", "&u", "w", "c", ">info"}},
    };
    return all;
}

const Signature& signature_of(const std::string& routine) {
    const auto found =
        std::find_if(signatures().begin(), signatures().end(), [&](const auto& s) { return s.routine == routine; });
    if (found == signatures().end()) throw std::runtime_error("unknown routine " + routine);
    return *found;
}

bool is_integer(const std::string& name) {
    return name == "info" || name == "limit";
}
bool is_scalar(const std::string& name) {
    return is_integer(name) || name == "t" || name == "tolerance" || name == "kinetic" || name == "potential";
}

std::string lower_case(std::string text) {
    for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    return text;
}

std::string read_file(const fs::path& path) {
    std::ostringstream bytes;
    bytes << std::ifstream(path, std::ios::binary).rdbuf();
    return bytes.str();
}

// `void w_<model>_<routine>(void** a)` for each routine of a C or C++ header.
std::string wrappers(const EmittedFile& file) {
    const std::string& m = file.model;
    const std::string header = read_file(file.file);
    const bool is_c = file.language == "c";
    std::string text = "#include \"" + file.file.filename().string() + "\"\n";
    if (!is_c) text += "extern \"C\" {\n";
    for (const Signature& s : signatures()) {
        if (header.find("void " + m + "_" + s.routine + "(") == std::string::npos) continue;
        std::string arguments;
        for (std::size_t k = 0; k < s.arguments.size(); ++k) {
            std::string name = s.arguments[k];
            const bool is_out = name[0] == '>' || name[0] == '&';
            if (is_out) name.erase(0, 1);
            const std::string a = "a[" + std::to_string(k) + "]";
            const std::string type = is_integer(name) ? "int" : "double";
            const bool by_value = is_scalar(name) && !(is_out && is_c);
            arguments += (k == 0 ? "" : ", ") + std::string(by_value ? "*" : "") + "(" + (is_out ? "" : "const ") +
                         type + "*)" + a;
        }
        const std::string call = is_c ? m + "_" + s.routine : m + "::" + m + "_" + s.routine + "<double>";
        const std::string head = "void w_" + m + "_" + s.routine + "(void** a)";
        text += head + " { " + call + "(" + arguments + "); }\n";
    }
    if (is_c) return text;
    if (file.batch)
        text += "void w_" + m + "_four(void** a) {\n  using P = lag_pack<4>; using namespace " + m +
                ";\n  P y[nq + nu + 1], w[nw + 1], c[nc + 1], ydot[nq + nu + 1];\n"
                "  const double* from = (const double*)a[1];\n"
                "  for (int k = 0; k < nq + nu; ++k) y[k] = P::load(from + 4 * k);\n"
                "  from = (const double*)a[2];\n  for (int k = 0; k < nw; ++k) w[k] = P::load(from + 4 * k);\n"
                "  from = (const double*)a[3];\n  for (int k = 0; k < nc; ++k) c[k] = P::load(from + 4 * k);\n"
                "  " +
                m +
                "_derivatives<P>(P::load((const double*)a[0]), y, w, c, ydot, *(int*)a[5]);\n"
                "  for (int k = 0; k < nq + nu; ++k) ydot[k].store((double*)a[4] + 4 * k);\n}\n";
    return text + "}\n";
}

// The test's own external routine, as C and C++ call it and as Fortran does.
const char* const probe_text = R"text(#include <math.h>
#ifdef __cplusplus
extern "C" {
#endif
void probe(double a, double b, double* x, double* y) { *x = sin(a + 2*b); *y = sin(a + 2*b + 1); }
#ifdef __cplusplus
}
#endif
)text";

const char* const fortran_probe_text = R"text(#include <math.h>
void probe_(double* a, double* b, double* x, double* y) { *x = sin(*a + 2**b); *y = sin(*a + 2**b + 1); }
)text";

std::string compiled(const std::string& command) {
    std::string words;
    return run(command, 300, words) == 0 ? "" : command + "\n" + words;
}

constexpr Index guard = 4;
constexpr double guard_value = -7.25e77;

VectorXd guarded(const VectorXd& values) {
    VectorXd all = VectorXd::Constant(values.size() + 2 * guard, guard_value);
    all.segment(guard, values.size()) = values;
    return all;
}

}  // namespace

int run(const std::string& command, int seconds, std::string& words) {
    const std::string limit = std::to_string(seconds), no_end = std::to_string(10 * seconds);
    const std::string limited =
        "timeout -k 2 " + no_end + " sh -c 'ulimit -t " + limit + " 2> /dev/null; " + command + "' 2>&1";
    FILE* pipe = popen(limited.c_str(), "r");
    if (pipe == nullptr) return -1;
    std::array<char, 4096> buffer{};
    std::size_t count = 0;
    while ((count = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0) words.append(buffer.data(), count);
    const int status = pclose(pipe);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + status;
}

void write_probe(const fs::path& file, bool for_fortran) {
    std::ofstream(file) << (for_fortran ? fortran_probe_text : probe_text);
}

Library::Library(const fs::path& object) : handle_(dlopen(fs::absolute(object).c_str(), RTLD_NOW | RTLD_LOCAL)) {
    if (handle_ == nullptr) throw std::runtime_error(dlerror());
}
Library::~Library() {
    dlclose(handle_);
}
void* Library::find(const std::string& symbol) const {
    return dlsym(handle_, symbol.c_str());
}

std::string compile(const std::vector<EmittedFile>& files, const fs::path& folder) {
    std::string cpp = probe_text, c = probe_text, fortran, words;
    bool any_cpp = false, any_c = false;
    for (const EmittedFile& file : files) {
        if (file.language == "cpp") cpp += wrappers(file), any_cpp = true;
        if (file.language == "c") c += wrappers(file), any_c = true;
        if (file.language == "fortran" || file.language == "fortran77")
            fortran += " " + fs::absolute(file.file).string();
    }
    const std::string here = fs::absolute(folder).string(), flags = " -O0 -shared -fPIC -Wall -Werror -I" + here;
    std::ofstream(folder / "all.cpp") << cpp;
    std::ofstream(folder / "all.c") << c;
    write_probe(folder / "fortran_probe.c", true);
    if (any_cpp)
        words += compiled("g++ -std=c++17 -Wextra -Wno-psabi" + flags + " -o " + here + "/cpp.so " + here + "/all.cpp");
    if (any_c) words += compiled("gcc -std=c99 -Wextra" + flags + " -o " + here + "/c.so " + here + "/all.c -lm");
    if (!fortran.empty())
        words += compiled("gfortran -O0 -shared -fPIC -w -J" + here + " -o " + here + "/fortran.so" + fortran + " " +
                          here + "/fortran_probe.c -lm");
    return words;
}

Emitted::Emitted(const EmittedFile& file, std::shared_ptr<Library> library)
    : file_(file), library_(std::move(library)), text_(read_file(file.file)) {}

bool Emitted::has(const std::string& routine) const {
    const std::string name = lower_case(file_.model + "_" + routine);
    if (file_.language == "fortran") return library_->find("__" + lower_case(file_.model) + "_model_MOD_" + name);
    if (file_.language == "fortran77") return library_->find(name + "_");
    return library_->find("w_" + file_.model + "_" + routine) != nullptr;
}

Index Emitted::size(const std::string& name) const {
    const auto known = sizes_.find(name);
    if (known != sizes_.end()) return known->second;
    const std::string wanted = name + " =";  // the number may stand on the next line
    Index found = 0;
    for (std::size_t k = text_.find(wanted); k != std::string::npos; k = text_.find(wanted, k + 1)) {
        const bool alone = k == 0 || std::isalnum(static_cast<unsigned char>(text_[k - 1])) == 0;
        const std::size_t digit = text_.find_first_not_of(" \n", k + wanted.size());
        if (!alone || digit == std::string::npos || std::isdigit(static_cast<unsigned char>(text_[digit])) == 0)
            continue;
        found = std::atol(text_.c_str() + digit);
        break;
    }
    return sizes_[name] = found;
}

std::vector<std::string> Emitted::names(const std::string& table) const {
    const auto known = names_.find(table);
    if (known != names_.end()) return known->second;
    std::vector<std::string> found;
    const std::size_t from = text_.find(" " + table + " = {{");
    if (from != std::string::npos) {
        const std::size_t end = text_.find("}}", from);
        for (std::size_t a = text_.find('"', from); a < end; a = text_.find('"', a)) {
            const std::size_t b = text_.find('"', a + 1);
            found.push_back(text_.substr(a + 1, b - a - 1));
            a = b + 1;
        }
    }
    return names_[table] = found;
}

std::vector<int> Emitted::integers(const std::string& table) const {
    std::vector<int> found;
    const std::size_t from = text_.find(" " + table + " = {");
    if (from == std::string::npos) return found;
    std::string part = text_.substr(from, text_.find('}', from) - from);
    part = part.substr(part.find('{') + 1);
    std::istringstream numbers(part);
    for (std::string one; std::getline(numbers, one, ',');) found.push_back(std::atoi(one.c_str()));
    return found;
}

void Emitted::invoke(const std::string& routine, std::vector<void*>& a) const {
    if (file_.language == "cpp" || file_.language == "c") {
        void* address = library_->find("w_" + file_.model + "_" + routine);
        return reinterpret_cast<void (*)(void**)>(address)(a.data());
    }
    const std::string name = lower_case(file_.model + "_" + routine);
    void* address = library_->find(
        file_.language == "fortran77" ? name + "_" : "__" + lower_case(file_.model) + "_model_MOD_" + name);
    using V = void*;
    a.resize(10, nullptr);  // arguments more than a routine takes are not looked at
    reinterpret_cast<void (*)(V, V, V, V, V, V, V, V, V, V)>(address)(a[0], a[1], a[2], a[3], a[4], a[5], a[6], a[7],
                                                                      a[8], a[9]);
}

Arrays Emitted::call(const std::string& routine, const Arrays& given) const {
    const Signature& signature = signature_of(routine);
    const Index nq = size("nq"), nu = size("nu");
    const std::map<std::string, Index> sizes{
        {"p", size("np")},
        {"q", nq},
        {"u", nu},
        {"c", size("nc")},
        {"ydot", nq + nu},
        {"udot", nu},
        {"lambda", size("nl")},
        {"mm", nu * nu},
        {"f", nu},
        {"qdot", nq},
        {"r", nu},
        {"kinetic", 1},
        {"potential", 1},
        {"o", size("no")},
        {"b", size("nl") * nu},
        {"phi", size("nphi")},
        {"phidot", size("nphi")},
        {"ud", size("nd")},
        {"yy", nu * size("nb")},
        {"pi", size("nb")},
        {"load", nu},
        {"next", nq},
        {"step", nu + size("nd")},
        {"jac", size("nz")},
        {"fdot", nq + nu},
        {"a", size("na")},
        {"h", size("nh")},
        {"info", 1},
    };
    std::vector<VectorXd> memory;
    std::vector<int> integers(signature.arguments.size() + 1, -1);
    memory.reserve(signature.arguments.size());
    std::vector<void*> addresses;
    for (std::size_t k = 0; k < signature.arguments.size(); ++k) {
        std::string name = signature.arguments[k];
        const bool is_out = name[0] == '>', is_both = name[0] == '&';
        if (is_out || is_both) name.erase(0, 1);
        memory.push_back(guarded(is_out ? VectorXd(VectorXd::Constant(sizes.at(name), 1e300)) : given.at(name)));
        if (is_integer(name)) {
            if (!is_out) integers[k] = static_cast<int>(given.at(name)(0));
            addresses.push_back(&integers[k]);
        } else {
            addresses.push_back(memory.back().data() + guard);
        }
    }
    invoke(routine, addresses);
    Arrays result;
    for (std::size_t k = 0; k < signature.arguments.size(); ++k) {
        std::string name = signature.arguments[k];
        const bool filled = name[0] == '>' || name[0] == '&';
        if (filled) name.erase(0, 1);
        const VectorXd& all = memory[k];
        const VectorXd inner = all.segment(guard, all.size() - 2 * guard);
        if ((all.head(guard).array() != guard_value).any() || (all.tail(guard).array() != guard_value).any())
            throw std::runtime_error(routine + " writes beside " + name);
        if (!filled && !is_integer(name) && inner != given.at(name))
            throw std::runtime_error(routine + " writes into " + name);
        if (filled) result[name] = is_integer(name) ? VectorXd(VectorXd::Constant(1, integers[k])) : inner;
    }
    return result;
}

void Emitted::setup(const VectorXd& p) {
    c_ = call("setup", {{"p", p}}).at("c");
}

Arrays Emitted::arguments(const OracleState& s) const {
    VectorXd y(s.q.size() + s.u.size());
    y << s.q, s.u;
    return {{"t", VectorXd::Constant(1, s.t)}, {"q", s.q}, {"u", s.u}, {"w", s.w}, {"y", y}, {"c", c_}};
}

bool Emitted::has_four() const {
    return has(file_.language == "fortran" ? "derivatives_batch" : "four");
}

Eigen::MatrixXd Emitted::four(const std::vector<OracleState>& states) const {
    const bool fortran = file_.language == "fortran";
    const Index ny = size("nq") + size("nu"), nw = size("nw");
    // state by state within each element: the first index in Fortran, the lanes of a pack
    Eigen::MatrixXd y(4, ny), w(4, nw), c(4, c_.size()), ydot = Eigen::MatrixXd::Constant(4, ny, 1e300);
    VectorXd t(4);
    for (Index k = 0; k < 4; ++k) {
        const Arrays of = arguments(states[static_cast<std::size_t>(k)]);
        y.row(k) = of.at("y").transpose(), w.row(k) = of.at("w").transpose(), c.row(k) = c_.transpose();
        t(k) = of.at("t")(0);
    }
    std::array<int, 4> info{-1, -1, -1, -1};
    int n = 4;
    VectorXd common = c_;
    std::vector<void*> a{t.data(), y.data(), w.data(), c.data(), ydot.data(), info.data()};
    if (fortran) a = {&n, t.data(), y.data(), w.data(), common.data(), ydot.data(), info.data()};
    invoke(fortran ? "derivatives_batch" : "four", a);
    if (info[0] != 0) throw std::runtime_error("info of four states is " + std::to_string(info[0]));
    return ydot.transpose();
}

}  // namespace lag::combinations
