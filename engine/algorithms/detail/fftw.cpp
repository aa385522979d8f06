#include <glint/algorithms/detail/fftw.hpp>

#include <array>
#include <string>
#include <vector>

#include <glint/algorithms/detail/libraries.hpp>

namespace glint::detail {
namespace {

// FFTW's own, declared here so that its headers are not needed to build.
constexpr unsigned kDestroyInput = 1u << 0, kEstimate = 1u << 6;
constexpr int kForward = -1, kBackward = 1;
// Below so many elements threads cost more than they bring.
constexpr std::size_t kElementsForThreads = 1u << 16;

struct IoDim {
    std::ptrdiff_t n, is, os;
};
struct FftwPlan;

using PlanComplex = FftwPlan*(int, const IoDim*, int, const IoDim*, void*, void*, int, unsigned);
using PlanReal = FftwPlan*(int, const IoDim*, int, const IoDim*, void*, void*, unsigned);
using Execute = void(const FftwPlan*, void*, void*);

/// FFTW's functions for one precision; both have the same signatures but for the pointers' types.
struct Api {
    explicit Api(bool is_double);

    PlanComplex* plan_complex = nullptr;
    PlanReal* plan_to_complex = nullptr;
    PlanReal* plan_to_real = nullptr;
    Execute* execute_complex = nullptr;
    Execute* execute_to_complex = nullptr;
    Execute* execute_to_real = nullptr;
    void (*destroy)(FftwPlan*) = nullptr;
    int (*alignment_of)(void*) = nullptr;
    void (*use_threads)(int) = nullptr;
    // How many threads plans use is a setting of the planner's.
    mutable std::mutex planner;
};

SharedLibrary opened(const std::string& file, const char* remedy) {
    const std::string name = "FFTW (" + file + ".so.3)";
    return opened_library(name.c_str(), std::array{file + ".so.3", file + ".so"}, remedy);
}

Api::Api(bool is_double) {
    const std::string prefix = is_double ? "fftw_" : "fftwf_";
    const std::string file = is_double ? "libfftw3" : "libfftw3f";
    const char* remedy = "install FFTW 3 (Debian's libfftw3-double3 and libfftw3-single3)";
    const SharedLibrary library = opened(file, remedy);
    const SharedLibrary threads = opened(file + "_threads", remedy);
    look_up(library, prefix + "plan_guru64_dft", plan_complex);
    look_up(library, prefix + "plan_guru64_dft_r2c", plan_to_complex);
    look_up(library, prefix + "plan_guru64_dft_c2r", plan_to_real);
    look_up(library, prefix + "execute_dft", execute_complex);
    look_up(library, prefix + "execute_dft_r2c", execute_to_complex);
    look_up(library, prefix + "execute_dft_c2r", execute_to_real);
    look_up(library, prefix + "destroy_plan", destroy);
    look_up(library, prefix + "alignment_of", alignment_of);
    look_up(threads, prefix + "plan_with_nthreads", use_threads);
    void (*make_planner_safe)() = nullptr;
    look_up(threads, prefix + "make_planner_thread_safe", make_planner_safe);
    make_planner_safe();
    int (*start)() = nullptr;
    look_up(threads, prefix + "init_threads", start);
    start();
}

const Api& api(bool is_double) {
    if (is_double) {
        static const Api instance(true);
        return instance;
    }
    static const Api instance(false);
    return instance;
}

std::vector<IoDim> dims_of(const PerAxis<FftLoop>& loops) {
    std::vector<IoDim> dims;
    for (const FftLoop& loop : loops)
        dims.push_back({static_cast<std::ptrdiff_t>(loop.length), loop.from, loop.to});
    return dims;
}

std::size_t elements_of(const FftProblem& problem) {
    std::size_t count = 1;
    for (const FftLoop& loop : problem.axes) count *= loop.length;
    for (const FftLoop& loop : problem.batches) count *= loop.length;
    return count;
}

}  // namespace

class Fftw::Plan {
public:
    Plan(const FftProblem& problem, void* from, void* to, unsigned threads)
        : api_(api(problem.is_double)), kind_(problem.kind) {
        const std::lock_guard lock(api_.planner);
        api_.use_threads(elements_of(problem) >= kElementsForThreads ? static_cast<int>(threads)
                                                                     : 1);
        plan_ = make(problem, from, to);
        if (!plan_)
            throw Error(ErrorCode::unsupported, "plan a Fourier transform", "FFTW made no plan");
    }
    ~Plan() { api_.destroy(plan_); }
    Plan(const Plan&) = delete;
    Plan& operator=(const Plan&) = delete;

    void execute(void* from, void* to) const {
        if (kind_ == FftKind::real_forward) return api_.execute_to_complex(plan_, from, to);
        if (kind_ == FftKind::real_inverse) return api_.execute_to_real(plan_, from, to);
        api_.execute_complex(plan_, from, to);
    }

private:
    // Estimated plans are made without touching the elements.
    FftwPlan* make(const FftProblem& problem, void* from, void* to) const {
        const auto axes = dims_of(problem.axes), batches = dims_of(problem.batches);
        const auto rank = static_cast<int>(axes.size()), repeats = static_cast<int>(batches.size());
        if (kind_ == FftKind::real_forward)
            return api_.plan_to_complex(rank, axes.data(), repeats, batches.data(), from, to,
                                        kEstimate);
        if (kind_ == FftKind::real_inverse)
            return api_.plan_to_real(rank, axes.data(), repeats, batches.data(), from, to,
                                     kEstimate | kDestroyInput);
        return api_.plan_complex(rank, axes.data(), repeats, batches.data(), from, to,
                                 is_inverse(kind_) ? kBackward : kForward, kEstimate);
    }

    const Api& api_;
    FftKind kind_;
    FftwPlan* plan_ = nullptr;
};

void Fftw::run(Stream& stream, const FftProblem& problem, const void* from, void* to) {
    const Api& functions = api(problem.is_double);
    void* source = const_cast<void*>(from);
    const Key key{problem, functions.alignment_of(source), functions.alignment_of(to),
                  source == to};
    const auto plan = plans_.get(key, [&] {
        return std::make_shared<Plan>(problem, source, to, stream.device().info().multiprocessors);
    });
    stream.call([plan, source, to] { plan->execute(source, to); });
}

}  // namespace glint::detail
