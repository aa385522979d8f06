// SPDX-License-Identifier: MIT
#include <glint/algorithms/detail/fftw.hpp>

#include <memory>
#include <optional>
#include <vector>

#include <glint/algorithms/detail/fftw_api.hpp>
#include <glint/algorithms/detail/fftw_columns.hpp>

namespace glint::detail {
namespace {

// With fewer elements, starting threads takes more time than the threads save.
constexpr std::size_t kElementsForThreads = 1u << 16;
// With fewer elements, all data fits into the caches.
constexpr std::size_t kElementsForColumns = 1u << 14;

std::size_t elements_of(const FftProblem& problem) {
    std::size_t count = 1;
    for (const FftLoop& loop : problem.axes) count *= loop.length;
    for (const FftLoop& loop : problem.batches) count *= loop.length;
    return count;
}

bool is_complex(FftKind kind) { return kind == FftKind::forward || kind == FftKind::inverse; }

bool is_in_rows(const FftLoop& axis) { return axis.from == 1 && axis.to == 1; }

bool has_columns(const FftProblem& problem) {
    if (elements_of(problem) < kElementsForColumns) return false;
    return problem.axes.rank() > 1 || (is_complex(problem.kind) && !is_in_rows(problem.axes[0]));
}

/// Returns the transform along one axis, repeated for all indices of the other dimensions.
FftProblem along(const FftProblem& problem, std::size_t axis) {
    FftProblem one{.kind = problem.kind, .is_double = problem.is_double};
    one.axes.append(problem.axes[axis]);
    for (std::size_t i = 0; i < problem.axes.rank(); ++i)
        if (i != axis) one.batches.append(problem.axes[i]);
    for (const FftLoop& loop : problem.batches) one.batches.append(loop);
    return one;
}

/// Returns an in-place complex transform of the problem's complex input or output.
FftProblem complex_side(FftProblem problem) {
    const bool is_argument = problem.kind == FftKind::real_inverse;
    const auto stay = [is_argument](FftLoop& loop) {
        (is_argument ? loop.to : loop.from) = is_argument ? loop.from : loop.to;
    };
    for (FftLoop& loop : problem.axes) stay(loop);
    for (FftLoop& loop : problem.batches) stay(loop);
    if (!is_complex(problem.kind)) {
        FftLoop& last = problem.axes[problem.axes.rank() - 1];
        last.length = last.length / 2 + 1;
    }
    problem.kind = is_inverse(problem.kind) ? FftKind::inverse : FftKind::forward;
    return problem;
}

}  // namespace

/// Transforms all axes with one plan. Large problems instead use one plan for the last axis and
/// separate plans for the other axes. If the results are real, the last axis must be transformed
/// last.
class Fftw::Plan {
public:
    Plan(const FftProblem& problem, void* from, void* to, unsigned max_threads)
        : columns_first_(problem.kind == FftKind::real_inverse) {
        const unsigned threads = elements_of(problem) >= kElementsForThreads ? max_threads : 1;
        const std::size_t last = problem.axes.rank() - 1;
        if (!has_columns(problem)) {
            whole_.emplace(problem, from, to, threads);
            return;
        }
        if (is_complex(problem.kind) && !is_in_rows(problem.axes[last]))
            last_in_columns_.emplace(along(problem, last), threads);
        else
            whole_.emplace(along(problem, last), from, to, threads);
        const FftProblem side = complex_side(problem);
        for (std::size_t i = 0; i < last; ++i)
            columns_.push_back(std::make_unique<FftwColumns>(along(side, i), threads));
    }

    void execute(void* from, void* to) const {
        if (columns_first_) run_columns(from);
        if (whole_) whole_->execute(from, to);
        if (last_in_columns_) last_in_columns_->execute(from, to);
        if (!columns_first_) run_columns(to);
    }

private:
    void run_columns(void* elements) const {
        for (const auto& columns : columns_) columns->execute(elements, elements);
    }

    bool columns_first_;
    std::optional<FftwTransform> whole_;
    std::optional<FftwColumns> last_in_columns_;
    std::vector<std::unique_ptr<FftwColumns>> columns_;
};

void Fftw::run(Stream& stream, const FftProblem& problem, const void* from, void* to) {
    const FftwApi& functions = fftw_api(problem.is_double);
    void* source = const_cast<void*>(from);
    const Key key{problem, functions.alignment_of(source), functions.alignment_of(to),
                  source == to};
    const auto plan = plans_.get(key, [&] {
        return std::make_shared<Plan>(problem, source, to, stream.device().info().multiprocessors);
    });
    stream.call([plan, source, to] { plan->execute(source, to); });
}

}  // namespace glint::detail
