#include "scripts/command_simulate_run.hpp"

#include <cvode/cvode.h>
#include <cvode/cvode_ls.h>
#include <cvode/cvode_proj.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "core/errors.hpp"

namespace lag {

using Vector = std::vector<double>;

struct Integrator::Memory {
    RunnableModel& model;
    InputsAt inputs;
    SUNContext context = nullptr;
    N_Vector y = nullptr;
    SUNMatrix matrix = nullptr;
    SUNLinearSolver solver = nullptr;
    void* cvode = nullptr;
    double time = 0;
    std::string complaint;  // of the last derivative or projection that failed
    long steps_before = 0;  // of the runs before the last restart

    Memory(RunnableModel& the_model, InputsAt the_inputs) : model(the_model), inputs(std::move(the_inputs)) {}
    ~Memory() {
        if (cvode != nullptr) CVodeFree(&cvode);
        if (solver != nullptr) SUNLinSolFree(solver);
        if (matrix != nullptr) SUNMatDestroy(matrix);
        if (y != nullptr) N_VDestroy(y);
        if (context != nullptr) SUNContext_Free(&context);
    }
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;

    std::size_t nq() const { return model.size("nq"); }
    static Vector values(N_Vector vector) {
        const double* data = N_VGetArrayPointer(vector);
        return {data, data + N_VGetLength(vector)};
    }
    static void put(const Vector& values, N_Vector vector) {
        std::copy(values.begin(), values.end(), N_VGetArrayPointer(vector));
    }

    // 0 fine, 1 try a smaller step, -1 give up
    int derivatives(double t, N_Vector state, N_Vector rate) {
        try {
            Frame frame{{"t", {t}}, {"y", values(state)}, {"w", inputs(t)}};
            model.call("derivatives", frame);
            const Vector& ydot = frame["ydot"];
            if (const int info = RunnableModel::info(frame); info != 0) {
                complaint = "the equations are singular at " + model.pivot_name(info);
                return 1;
            }
            for (std::size_t k = 0; k < ydot.size(); ++k)
                if (!std::isfinite(ydot[k])) {
                    const auto& rows = k < nq() ? model.program().coordinates : model.program().speeds;
                    complaint = "the rate of '" + rows[k < nq() ? k : k - nq()].name + "' is no finite number";
                    return 1;
                }
            put(ydot, rate);
            return 0;
        } catch (const std::exception& error) {  // must not pass through C
            complaint = error.what();
            return -1;
        }
    }

    int project(double t, N_Vector current, N_Vector correction) {
        try {
            const Vector before = values(current), w = inputs(t);
            const auto split = before.begin() + static_cast<std::ptrdiff_t>(nq());
            Vector q(before.begin(), split), u(split, before.end());
            if (!model.assemble(t, q, w, assembly_tolerance) || !model.project_speeds(t, q, u, w)) {
                complaint = "the state cannot be brought back onto the constraints";
                return 1;
            }
            Vector change = std::move(q);
            change.insert(change.end(), u.begin(), u.end());
            for (std::size_t k = 0; k < change.size(); ++k) change[k] -= before[k];
            put(change, correction);
            return 0;
        } catch (const std::exception& error) {
            complaint = error.what();
            return -1;
        }
    }

    [[noreturn]] void fail(int flag) const {
        static const std::map<int, std::string> words{
            {CV_ERR_FAILURE, "the steps became too small"},
            {CV_CONV_FAILURE, "the implicit equations of a step could not be solved"},
            {CV_TOO_MUCH_ACC, "the tolerance is too small for the arithmetic"},
        };
        const auto known = words.find(flag);
        std::string text =
            known == words.end() ? "the integrator gave up (CVODE " + std::to_string(flag) + ")" : known->second;
        if (!complaint.empty()) text += "; " + complaint;
        throw ModelError(text);
    }
    void require(int flag) const {
        if (flag < 0) throw InternalError("simulate: CVODE refuses its settings (" + std::to_string(flag) + ")");
    }
};

Integrator::Integrator(RunnableModel& model, const Vector& y, double tolerance, InputsAt inputs)
    : memory_(std::make_unique<Memory>(model, std::move(inputs))) {
    Memory& m = *memory_;
    m.require(SUNContext_Create(nullptr, &m.context));
    const auto n = static_cast<sunindextype>(y.size());
    m.y = N_VNew_Serial(n, m.context);
    m.matrix = SUNDenseMatrix(n, n, m.context);
    m.solver = SUNLinSol_Dense(m.y, m.matrix, m.context);
    m.cvode = CVodeCreate(CV_BDF, m.context);
    if (m.y == nullptr || m.matrix == nullptr || m.solver == nullptr || m.cvode == nullptr) throw std::bad_alloc();
    Memory::put(y, m.y);
    CVodeSetErrHandlerFn(
        m.cvode, [](int, const char*, const char*, char*, void*) {}, nullptr);
    m.require(CVodeInit(
        m.cvode,
        [](double t, N_Vector state, N_Vector rate, void* self) {
            return static_cast<Memory*>(self)->derivatives(t, state, rate);
        },
        0, m.y));
    m.require(CVodeSetUserData(m.cvode, &m));
    m.require(CVodeSStolerances(m.cvode, tolerance, tolerance / 100));
    m.require(CVodeSetLinearSolver(m.cvode, m.solver, m.matrix));
    if (model.has("assembly_step") || model.has("normalize") || model.has("project_speeds")) {
        m.require(
            CVodeSetProjFn(m.cvode, [](double t, N_Vector current, N_Vector correction, double, N_Vector, void* self) {
                return static_cast<Memory*>(self)->project(t, current, correction);
            }));
        m.require(CVodeSetProjErrEst(m.cvode, SUNFALSE));
    }
}

Integrator::~Integrator() = default;

bool Integrator::advance_to(double t) {
    Memory& m = *memory_;
    if (t <= m.time) return true;
    m.complaint.clear();
    m.require(CVodeSetStopTime(m.cvode, t));
    const int flag = CVode(m.cvode, t, m.y, &m.time, CV_NORMAL);
    if (flag == CV_TOO_MUCH_WORK) return false;
    if (flag < 0) m.fail(flag);
    return true;
}

void Integrator::one_step(double limit) {
    Memory& m = *memory_;
    m.complaint.clear();
    m.require(CVodeSetStopTime(m.cvode, limit));
    const int flag = CVode(m.cvode, limit, m.y, &m.time, CV_ONE_STEP);
    if (flag < 0) m.fail(flag);
}

void Integrator::restart(const Vector& y) {
    Memory& m = *memory_;
    m.steps_before = steps();
    Memory::put(y, m.y);
    m.require(CVodeReInit(m.cvode, m.time, m.y));
}

double Integrator::time() const {
    return memory_->time;
}

Vector Integrator::state() const {
    return Memory::values(memory_->y);
}

long Integrator::steps() const {
    long count = 0;
    CVodeGetNumSteps(memory_->cvode, &count);
    return memory_->steps_before + count;
}

namespace {

SimulatedRow row_at(RunnableModel& model, double t, Vector q, Vector u, const Vector& w) {
    SimulatedRow row;
    row.t = t;
    Frame frame{{"t", {t}}, {"q", q}, {"u", u}, {"w", w}};
    model.call("energy", frame);
    row.kinetic = frame["kinetic"][0];
    row.potential = frame["potential"][0];
    if (model.size("no") > 0) {
        model.call("outputs", frame);
        row.outputs = frame["o"];
    }
    std::tie(row.phi, row.phidot) = model.constraint_errors(t, q, u, w);
    row.q = std::move(q);
    row.u = std::move(u);
    return row;
}

}  // namespace

Simulation simulate(RunnableModel& model, Vector q, Vector u, const SimulationSettings& settings,
                    const std::function<bool(double)>& go_on) {
    Simulation simulation;
    const auto nq = static_cast<std::ptrdiff_t>(q.size());
    simulation.rows.push_back(row_at(model, 0, q, u, settings.inputs(0)));
    Vector y = q;
    y.insert(y.end(), u.begin(), u.end());
    Integrator integrator(model, y, settings.tolerance, settings.inputs);
    const auto count = static_cast<std::size_t>(std::ceil(settings.end / settings.step * (1 - 1e-12)));
    for (std::size_t k = 1; k <= count && !simulation.interrupted && simulation.ended.empty(); ++k) {
        const double t = k == count ? settings.end : static_cast<double>(k) * settings.step;
        try {
            bool there = false;
            while (!there && !simulation.interrupted) {
                there = integrator.advance_to(t);
                simulation.interrupted = !go_on(integrator.time());
            }
            if (!there) break;
        } catch (const ModelError& error) {
            simulation.ended = error.what();
            break;
        }
        y = integrator.state();
        q.assign(y.begin(), y.begin() + nq);
        u.assign(y.begin() + nq, y.end());
        simulation.rows.push_back(row_at(model, t, q, u, settings.inputs(t)));
    }
    simulation.steps = integrator.steps();
    return simulation;
}

}  // namespace lag
