#include "scripts/command/simulate/steps.hpp"

#include <cvode/cvode.h>
#include <cvode/cvode_ls.h>
#include <cvode/cvode_proj.h>
#include <fmt/format.h>

#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <new>

#include "core/errors.hpp"

namespace lag {

using Vector = std::vector<double>;

namespace {

class CvodeSteps final : public Steps {
  public:
    CvodeSteps(StepFunctions functions, bool adams, double t, const Vector& y) : functions_(std::move(functions)) {
        require(SUNContext_Create(nullptr, &context_));
        const auto n = static_cast<sunindextype>(y.size());
        y_ = N_VNew_Serial(n, context_);
        other_ = N_VNew_Serial(n, context_);
        matrix_ = SUNDenseMatrix(n, n, context_);
        solver_ = SUNLinSol_Dense(y_, matrix_, context_);
        cvode_ = CVodeCreate(adams ? CV_ADAMS : CV_BDF, context_);
        if (y_ == nullptr || other_ == nullptr || matrix_ == nullptr || solver_ == nullptr || cvode_ == nullptr)
            throw std::bad_alloc();
        put(y);
        CVodeSetErrHandlerFn(
            cvode_, [](int, const char*, const char*, char* text, void* self) { of(self).report = text; }, this);
        require(CVodeInit(
            cvode_,
            [](double at, N_Vector state, N_Vector rate, void* self) {
                return of(self).functions_.derivatives(at, data(state), data(rate));
            },
            t, y_));
        require(CVodeSetUserData(cvode_, this));
        require(CVodeWFtolerances(cvode_, [](N_Vector state, N_Vector weight, void* self) {
            return of(self).functions_.weights(data(state), data(weight));
        }));
        require(CVodeSetLinearSolver(cvode_, solver_, matrix_));
        if (functions_.roots > 0) {
            require(CVodeRootInit(cvode_, static_cast<int>(functions_.roots),
                                  [](double at, N_Vector state, double* out, void* self) {
                                      return of(self).functions_.root(at, data(state), out);
                                  }));
            require(CVodeSetNoInactiveRootWarn(cvode_));
        }
        if (functions_.projection) {
            require(CVodeSetProjFn(cvode_,
                                   [](double at, N_Vector current, N_Vector correction, double, N_Vector, void* self) {
                                       return of(self).functions_.projection(at, data(current), data(correction));
                                   }));
            require(CVodeSetProjErrEst(cvode_, SUNFALSE));
        }
    }
    ~CvodeSteps() override {
        if (cvode_ != nullptr) CVodeFree(&cvode_);
        if (solver_ != nullptr) SUNLinSolFree(solver_);
        if (matrix_ != nullptr) SUNMatDestroy(matrix_);
        if (other_ != nullptr) N_VDestroy(other_);
        if (y_ != nullptr) N_VDestroy(y_);
        if (context_ != nullptr) SUNContext_Free(&context_);
    }
    CvodeSteps(const CvodeSteps&) = delete;
    CvodeSteps& operator=(const CvodeSteps&) = delete;

    void begin(double t, const Vector& y) override {
        put(y);
        require(CVodeReInit(cvode_, t, y_));
    }

    StepEnd step(double limit, double& t, Vector& y) override {
        // shorter steps would not move the time
        require(CVodeSetMinStep(cvode_, 4 * std::numeric_limits<double>::epsilon() * std::abs(t)));
        require(CVodeSetStopTime(cvode_, limit));
        put(y);
        flag = CVode(cvode_, limit, y_, &t, CV_ONE_STEP);
        y = values(y_);
        switch (flag) {
            case CV_ROOT_RETURN:
                return StepEnd::root;
            case CV_ERR_FAILURE:
                return StepEnd::error_test;
            case CV_CONV_FAILURE:
                return StepEnd::convergence;
            case CV_TOO_MUCH_ACC:
                return StepEnd::too_accurate;
            case CV_ILL_INPUT:
                return StepEnd::ill_input;
            case CV_REPTD_PROJFUNC_ERR:
                return StepEnd::projection;
            default:
                return flag < 0 ? StepEnd::other : StepEnd::done;
        }
    }

    Vector at(double t, int k) override {
        return CVodeGetDky(cvode_, t, k, other_) == CV_SUCCESS ? values(other_) : Vector{};
    }
    std::vector<int> root_info() override {
        std::vector<int> directions(functions_.roots, 0);
        require(CVodeGetRootInfo(cvode_, directions.data()));
        return directions;
    }
    long taken() const override {
        long count = 0;
        CVodeGetNumSteps(cvode_, &count);
        return count;
    }
    double now() const override {
        double t = 0;
        CVodeGetCurrentTime(cvode_, &t);
        return t;
    }
    double next_step() const override {
        double h = 0;
        CVodeGetCurrentStep(cvode_, &h);
        return h;
    }
    Vector weights_now() override {
        return CVodeGetErrWeights(cvode_, other_) == CV_SUCCESS ? values(other_) : Vector{};
    }

  private:
    static CvodeSteps& of(void* self) { return *static_cast<CvodeSteps*>(self); }
    static double* data(N_Vector vector) { return N_VGetArrayPointer(vector); }
    static Vector values(N_Vector vector) { return {data(vector), data(vector) + N_VGetLength(vector)}; }
    void put(const Vector& y) { std::copy(y.begin(), y.end(), data(y_)); }
    static void require(int result) {
        if (result < 0) throw InternalError(fmt::format("simulate: CVODE refuses its settings ({})", result));
    }

    StepFunctions functions_;
    SUNContext context_ = nullptr;
    N_Vector y_ = nullptr, other_ = nullptr;
    SUNMatrix matrix_ = nullptr;
    SUNLinearSolver solver_ = nullptr;
    void* cvode_ = nullptr;
};

}  // namespace

std::unique_ptr<Steps> cvode_steps(StepFunctions functions, bool adams, double t, const Vector& y) {
    return std::make_unique<CvodeSteps>(std::move(functions), adams, t, y);
}

}  // namespace lag
