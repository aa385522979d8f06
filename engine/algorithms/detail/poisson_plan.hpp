// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include <glint/algorithms/detail/poisson_grid.hpp>
#include <glint/algorithms/detail/poisson_kernels.hpp>
#include <glint/array/detail/storage.hpp>

namespace glint::detail {

/// A type-erased array in C order, with the stream on which its work is queued.
struct PoissonArray {
    void* data = nullptr;
    Shape shape{};
    bool is_contiguous = true;
    Stream* stream = nullptr;
};

/// Maximum number of cycles that are queued before the host reads their norms.
constexpr std::size_t kPoissonSlots = 8;

/// The levels of a multigrid solver and the operations on them.
class PoissonPlan {
public:
    PoissonPlan(const Stream& stream, const Shape& shape, bool is_double,
                const PoissonOptions& options);
    PoissonPlan(PoissonPlan&& other) noexcept;
    PoissonPlan& operator=(PoissonPlan&& other) noexcept;
    ~PoissonPlan();

    const Shape& shape() const noexcept { return shape_; }
    Stream& stream() noexcept { return stream_; }
    std::size_t levels() const noexcept;

    void set_openness(std::span<const PoissonArray> faces);
    void cycle(const PoissonArray& f, const PoissonArray& p, std::size_t count);
    PoissonReport solve(const PoissonArray& f, const PoissonArray& p, const PoissonLimits& limits);
    /// Solves for p in double. The right-hand side is in float.
    PoissonReport refine(const PoissonArray& f, const PoissonArray& p, const PoissonLimits& limits);
    void residual(const PoissonArray& f, const PoissonArray& p, const PoissonArray& residual);

private:
    using Memory = std::shared_ptr<ArrayStorage>;

    struct Level;  // defined in poisson_level.hpp
    // The right-hand side and the solution of a level's equation.
    struct Unknown {
        const void* f = nullptr;
        void* p = nullptr;
    };
    struct Norms {
        double residual = 0, right = 0;
    };

    void add_level(const PoissonGrid& grid, const PoissonGrid& coarse);
    Memory numbers(std::size_t count, std::size_t bytes) const;
    driver::LaunchShape cells_of(const PoissonGrid& grid, std::size_t extra_axis = 3) const;
    unsigned parts_of(const Level& level) const;
    const double* mean_of(std::size_t level) const;
    const double* measure_of(std::size_t level) const;
    double* sums(std::size_t slot) const;

    void check(const char* operation, const PoissonArray& array) const;
    void coarsen_openness(std::size_t level);
    void mark_clear(Level& level);
    void upload_bottom();
    void queue_measure(std::size_t level);
    void queue_mean(std::size_t level, const void* values);
    void queue_cycle(std::size_t level, const Unknown& unknown);
    void queue_sweeps(const Level& level, const double* mean, const Unknown& unknown);
    void queue_tiles(const Level& level, const double* mean, const void* f, void*& p, void*& next);
    bool is_large(const PoissonGrid& grid) const;
    void queue_half_sweep(const Level& level, const double* mean, const Unknown& unknown,
                          const std::array<int, 6>& box, int parity);
    bool is_by_rows(const Level& level) const;
    void queue_descent(const Level& fine, const Level& coarse, const double* mean,
                       const Unknown& unknown, const Unknown& correction);
    void queue_ascent(const Level& fine, const Level& coarse, const double* mean,
                      const Unknown& unknown, const void* e);
    void queue_row_sweeps(const Level& level, const double* mean, const Unknown& unknown);
    int layers_of_bands(const Level& level) const;
    driver::LaunchShape bands_of(const Level& level) const;
    void queue_bottom(const Unknown& unknown);
    void queue_settle(void* p);
    void prepare_refinement();
    void queue_refinement();
    void queue_refined_settle(void* p);
    void queue_norms(const Unknown& unknown, std::size_t slot);
    void queue_refined_norms(const Unknown& unknown, std::size_t slot);
    void queue_join(unsigned parts, std::size_t slot);
    std::vector<Norms> read_norms(std::size_t slots);
    PoissonReport cycles_until(const PoissonLimits& limits,
                               const std::function<void(std::size_t slot)>& queue_norms,
                               const std::function<void()>& queue_cycle);

    Stream stream_;
    Shape shape_;
    PoissonOptions options_;
    PoissonVariant variant_;
    PoissonKernels kernels_;
    std::vector<Level> levels_;
    // Index of the finest level of the bottom. The bottom consists of the coarse levels that one
    // block processes together.
    std::size_t bottom_ = 0;
    Memory bottoms_;
    // `parts_` has the partial sums of each block. `results_` has three numbers each for the finest
    // level and for the bottom: the mean, the volume of the cells that have an equation, and the
    // weight of the faces with a given value. It also has the sums for the norms of each slot.
    Memory parts_, results_;
    // The residual and the correction, both in float, of a solution in double. Allocated at first
    // use.
    Memory refined_f_, refined_p_;
    // True if p is unique only up to a constant. Always true if openness is set, because closed
    // faces may separate cells from all given values.
    bool has_null_space_ = false;
};

}  // namespace glint::detail
