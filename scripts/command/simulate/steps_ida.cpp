// Steps by IDA: backward differences of the equations as they stand, r(t, y, y', lambda) = 0, with the derivatives of the
// routine residual_jacobian. Unknowns are Y = [y; lambda]; multipliers are algebraic.
#include <fmt/format.h>
#include <ida/ida.h>
#include <ida/ida_ls.h>

#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <algorithm>
#include <cmath>
#include <new>

#include "core/dense.hpp"
#include "core/errors.hpp"
#include "scripts/command/simulate/steps.hpp"

namespace lag {

using Vector = std::vector<double>;

namespace {

class IdaSteps final : public Steps {
  public:
    IdaSteps(StepFunctions functions, RunnableModel& model, const ResidualForm& form, double t, const Vector& y)
        : functions_(std::move(functions)),
          model_(model),
          form_(form),
          states_(y.size()),
          multipliers_(model.size(Size::nl)),
          largest_(multipliers_, 0) {
        require(SUNContext_Create(nullptr, &context_));
        const auto n = static_cast<sunindextype>(states_ + multipliers_);
        for (N_Vector* vector : {&y_, &rate_, &other_, &id_}) {
            *vector = N_VNew_Serial(n, context_);
            if (*vector == nullptr) throw std::bad_alloc();
        }
        matrix_ = SUNDenseMatrix(n, n, context_);
        solver_ = SUNLinSol_Dense(y_, matrix_, context_);
        ida_ = IDACreate(context_);
        if (matrix_ == nullptr || solver_ == nullptr || ida_ == nullptr) throw std::bad_alloc();
        put_start(t, y);
        IDASetErrHandlerFn(
            ida_, [](int, const char*, const char*, char* text, void* self) { of(self).report = text; }, this);
        require(IDAInit(
            ida_,
            [](double at, N_Vector state, N_Vector rate, N_Vector r, void* self) {
                return of(self).residual(at, data(state), data(rate), data(r));
            },
            t, y_, rate_));
        require(IDASetUserData(ida_, this));
        require(IDAWFtolerances(ida_, [](N_Vector state, N_Vector weight, void* self) {
            return of(self).weights(data(state), data(weight));
        }));
        require(IDASetLinearSolver(ida_, solver_, matrix_));
        require(IDASetJacFn(ida_, [](double at, double c, N_Vector state, N_Vector rate, N_Vector, SUNMatrix matrix,
                                     void* self, N_Vector, N_Vector,
                                     N_Vector) { return of(self).slopes(at, c, data(state), data(rate), matrix); }));
        for (std::size_t k = 0; k < states_ + multipliers_; ++k) data(id_)[k] = k < states_ ? 1 : 0;
        require(IDASetId(ida_, id_));
        require(IDASetSuppressAlg(ida_, form_.index == 2 && multipliers_ > 0));
        if (functions_.roots > 0) {
            require(IDARootInit(ida_, static_cast<int>(functions_.roots),
                                [](double at, N_Vector state, N_Vector, double* out, void* self) {
                                    return of(self).functions_.root(at, data(state), out);
                                }));
            require(IDASetNoInactiveRootWarn(ida_));
        }
    }
    ~IdaSteps() override {
        if (ida_ != nullptr) IDAFree(&ida_);
        if (solver_ != nullptr) SUNLinSolFree(solver_);
        if (matrix_ != nullptr) SUNMatDestroy(matrix_);
        for (N_Vector vector : {y_, rate_, other_, id_})
            if (vector != nullptr) N_VDestroy(vector);
        if (context_ != nullptr) SUNContext_Free(&context_);
    }
    IdaSteps(const IdaSteps&) = delete;
    IdaSteps& operator=(const IdaSteps&) = delete;

    void begin(double t, const Vector& y) override {
        put_start(t, y);
        require(IDAReInit(ida_, t, y_, rate_));
    }

    StepEnd step(double limit, double& t, Vector& y) override {
        require(IDASetStopTime(ida_, limit));
        flag = IDASolve(ida_, limit, &t, y_, rate_, IDA_ONE_STEP);
        if (flag >= 0) y = states_of(y_);
        switch (flag) {
            case IDA_ROOT_RETURN:
                return StepEnd::root;
            case IDA_ERR_FAIL:
                return StepEnd::error_test;
            case IDA_CONV_FAIL:
            case IDA_REP_RES_ERR:
            case IDA_LSETUP_FAIL:
            case IDA_LSOLVE_FAIL:
                return StepEnd::convergence;
            case IDA_TOO_MUCH_ACC:
                return StepEnd::too_accurate;
            case IDA_ILL_INPUT:
                return StepEnd::ill_input;
            default:
                return flag < 0 ? StepEnd::other : StepEnd::done;
        }
    }

    Vector at(double t, int k) override {
        return IDAGetDky(ida_, t, k, other_) == IDA_SUCCESS ? states_of(other_) : Vector{};
    }
    std::vector<int> root_info() override {
        std::vector<int> directions(functions_.roots, 0);
        require(IDAGetRootInfo(ida_, directions.data()));
        return directions;
    }
    long taken() const override {
        long count = 0;
        IDAGetNumSteps(ida_, &count);
        return count;
    }
    double now() const override {
        double t = 0;
        IDAGetCurrentTime(ida_, &t);
        return t;
    }
    double next_step() const override {
        double h = 0;
        IDAGetCurrentStep(ida_, &h);
        return h;
    }
    Vector weights_now() override {
        return IDAGetErrWeights(ida_, other_) == IDA_SUCCESS ? states_of(other_) : Vector{};
    }

  private:
    static IdaSteps& of(void* self) { return *static_cast<IdaSteps*>(self); }
    static double* data(N_Vector vector) { return N_VGetArrayPointer(vector); }
    Vector states_of(N_Vector vector) const { return {data(vector), data(vector) + states_}; }
    static void require(int result) {
        if (result < 0) throw InternalError(fmt::format("simulate: IDA refuses its settings ({})", result));
    }

    const Frame& call(RoutineName routine, double t, const double* y, const double* rate, const double* lambda) {
        frame_[Slot::t].assign(1, t);
        frame_[Slot::y].assign(y, y + states_);
        frame_[Slot::ydot].assign(rate, rate + states_);
        frame_[Slot::lambda].assign(lambda, lambda + multipliers_);
        model_.put_resting_inputs(frame_[Slot::w]);
        model_.call(routine, frame_);
        return frame_;
    }

    int residual(double t, const double* y, const double* rate, double* r) {
        try {
            const Vector& values = call(RoutineName::residual, t, y, rate, y + states_)[Slot::r];
            std::copy(values.begin(), values.end(), r);
            return std::ranges::all_of(values, [](double v) { return std::isfinite(v); }) ? 0 : 1;
        } catch (const std::exception& error) {  // must not pass through C
            report = error.what();
            return -1;
        }
    }

    // dr/dY + c dr/dY'
    int slopes(double t, double c, const double* y, const double* rate, SUNMatrix matrix) {
        try {
            SUNMatZero(matrix);
            const Vector& values = call(RoutineName::residual_jacobian, t, y, rate, y + states_)[Slot::jac];
            for (std::size_t k = 0; k < values.size(); ++k) {
                const auto [row, column] = form_.entries[k];
                if (column >= 2 * states_ + multipliers_) continue;  // of inputs
                const bool of_rate = column >= states_ && column < 2 * states_;
                const std::size_t place = column < states_ ? column : column - states_;
                SM_ELEMENT_D(matrix, static_cast<sunindextype>(row), static_cast<sunindextype>(place)) +=
                    of_rate ? c * values[k] : values[k];
            }
            return 0;
        } catch (const std::exception& error) {
            report = error.what();
            return -1;
        }
    }

    int weights(const double* y, double* weight) {
        if (const int failed = functions_.weights(y, weight); failed != 0) return failed;
        // Of index 2 they follow from differences of speeds: rounding over the step, which is not to hinder Newton's method.
        constexpr double coarse = 1e-3;
        const double allowed = form_.index == 2 ? coarse : functions_.tolerance;
        for (std::size_t k = 0; k < multipliers_; ++k) {
            const double lambda = std::abs(y[states_ + k]);
            largest_[k] = std::max(largest_[k], lambda);
            const double scale = std::max(lambda, std::max(largest_[k], of_all_));
            weight[states_ + k] = 1 / (allowed * (scale > 0 ? scale : 1));
        }
        return 0;
    }

    // y, y' and lambda with which r = 0: y' by the model's derivatives, lambda by the rows of speeds, in which it is linear.
    void put_start(double t, const Vector& y) {
        Vector rate(states_, 0.0), lambda(multipliers_, 0.0);
        if (functions_.derivatives(t, y.data(), rate.data()) != 0)
            throw ModelError("the equations have no value where the integrator begins");
        if (multipliers_ > 0) {
            const std::size_t first = model_.size(Size::nq), speeds = model_.size(Size::nu);
            const Vector r = call(RoutineName::residual, t, y.data(), rate.data(), lambda.data())[Slot::r];
            const Vector jac = call(RoutineName::residual_jacobian, t, y.data(), rate.data(), lambda.data())[Slot::jac];
            const auto rows = static_cast<Eigen::Index>(speeds), columns = static_cast<Eigen::Index>(multipliers_);
            Eigen::MatrixXd B = Eigen::MatrixXd::Zero(rows, columns), right(rows, 1);
            for (std::size_t k = 0; k < jac.size(); ++k) {
                const auto [row, column] = form_.entries[k];
                if (column < 2 * states_ || column >= 2 * states_ + multipliers_) continue;
                if (row < first || row >= first + speeds) continue;
                B(static_cast<Eigen::Index>(row - first), static_cast<Eigen::Index>(column - 2 * states_)) = jac[k];
            }
            for (std::size_t i = 0; i < speeds; ++i) right(static_cast<Eigen::Index>(i), 0) = -r[first + i];
            const Eigen::VectorXd found = least_squares(B, right);
            std::copy(found.data(), found.data() + found.size(), lambda.begin());
        }
        of_all_ = 0;
        for (const double value : lambda) of_all_ = std::max(of_all_, std::abs(value));
        std::copy(y.begin(), y.end(), data(y_));
        std::copy(lambda.begin(), lambda.end(), data(y_) + states_);
        std::copy(rate.begin(), rate.end(), data(rate_));
        std::fill(data(rate_) + states_, data(rate_) + states_ + multipliers_, 0.0);
    }

    StepFunctions functions_;
    RunnableModel& model_;
    ResidualForm form_;
    std::size_t states_, multipliers_;
    Vector largest_;     // of each multiplier so far
    double of_all_ = 0;  // the largest where the integrator began
    Frame frame_;
    SUNContext context_ = nullptr;
    N_Vector y_ = nullptr, rate_ = nullptr, other_ = nullptr, id_ = nullptr;
    SUNMatrix matrix_ = nullptr;
    SUNLinearSolver solver_ = nullptr;
    void* ida_ = nullptr;
};

}  // namespace

std::unique_ptr<Steps> ida_steps(StepFunctions functions, RunnableModel& model, const ResidualForm& form, double t,
                                 const Vector& y) {
    return std::make_unique<IdaSteps>(std::move(functions), model, form, t, y);
}

}  // namespace lag
