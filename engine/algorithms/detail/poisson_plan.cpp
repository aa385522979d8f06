// SPDX-License-Identifier: MIT
#include <glint/algorithms/detail/poisson_plan.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include <glint/algorithms/detail/poisson_level.hpp>
#include <glint/algorithms/detail/poisson_shapes.hpp>
#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <glint/driver/copies.hpp>

namespace glint::detail {
namespace {

constexpr std::size_t kMaxExtent = 65535;
constexpr unsigned kMaxParts = 2048;
constexpr std::size_t kCellsForEachPart = 2048;
constexpr std::size_t kBottomCells = 4096;  // maximum number of cells of level `bottom_`
constexpr std::size_t kLargeCells = std::size_t(1) << 22;
// Offsets in the buffer of results.
constexpr std::size_t kMeans = 0, kMeasures = 2, kSums = 6, kResults = kSums + 2 * kPoissonSlots;
constexpr std::size_t kTableKinds = 4;

[[noreturn]] void refuse_grid(const Shape& shape, const std::string& reason) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("solve Poisson's equation on a grid of shape {}", to_string(shape)),
                reason);
}

template <class T>
T entry_of(const PerAxis<T>& entries, std::size_t axis) {
    return entries.rank() == 1 ? entries[0] : entries[axis];
}

template <class T>
void check_entries(const Shape& shape, const PerAxis<T>& entries, const char* what) {
    if (entries.rank() != 1 && entries.rank() != shape.rank())
        refuse_grid(shape, fmt::format("{} are given for {} dimensions, not for 1 or {}", what,
                                       entries.rank(), shape.rank()));
}

void check_options(const Shape& shape, const PoissonOptions& options) {
    if (shape.rank() != 2 && shape.rank() != 3)
        refuse_grid(shape, "the grid must have two or three dimensions");
    for (const std::size_t extent : shape)
        if (extent == 0 || extent > kMaxExtent)
            refuse_grid(shape, fmt::format("each dimension must have 1 to {} cells", kMaxExtent));
    check_entries(shape, options.borders, "borders");
    check_entries(shape, options.spacing, "spacings");
    for (const double spacing : options.spacing)
        if (!(spacing > 0) || !std::isfinite(spacing))
            refuse_grid(shape,
                        fmt::format("the spacing is {}, but must be positive and finite", spacing));
    for (const PoissonBorders& borders : options.borders)
        if ((borders.low == PoissonBorder::periodic) != (borders.high == PoissonBorder::periodic))
            refuse_grid(shape, "one end of a dimension is periodic, but the other end is not");
    if (options.sweeps == 0) refuse_grid(shape, "the number of sweeps is 0, but must be positive");
    if (!(options.over_relaxation > 0 && options.over_relaxation < 2))
        refuse_grid(shape, fmt::format("an over-relaxation of {} is not between 0 and 2",
                                       options.over_relaxation));
}

/// Returns the finest grid, with the fastest dimension first.
PoissonGrid finest_grid(const Shape& shape, const PoissonOptions& options) {
    check_options(shape, options);
    PoissonGrid grid;
    grid[2] = {.borders = {PoissonBorder::neumann, PoissonBorder::neumann}};
    for (std::size_t i = 0; i < shape.rank(); ++i) {
        const std::size_t axis = shape.rank() - 1 - i;
        grid[i] = {.borders = entry_of(options.borders, axis),
                   .widths = std::vector<double>(shape[axis], entry_of(options.spacing, axis))};
    }
    if (shape.rank() == 2) grid[2].widths = {grid[0].widths[0]};
    return grid;
}

bool leads_to_given_values(const PoissonGrid& grid) {
    return std::ranges::any_of(grid, [](const PoissonAxis& axis) {
        return axis.borders.low == PoissonBorder::dirichlet ||
               axis.borders.high == PoissonBorder::dirichlet;
    });
}

std::size_t count_of(const PoissonGrid& grid) {
    return grid[0].cells() * grid[1].cells() * grid[2].cells();
}

/// Returns the bytes of `values`, converted to T, the type of the numbers on the device.
template <class T>
std::vector<std::byte> bytes_of(const std::vector<double>& values) {
    const std::vector<T> numbers(values.begin(), values.end());
    const auto bytes = std::as_bytes(std::span(numbers));
    return {bytes.begin(), bytes.end()};
}

/// Divides a level into boxes of cells. Within a box, the cells can be colored red and black so
/// that no neighbors have the same color. Usually there is one box, the whole level. The last plane
/// of a periodic dimension with an odd number of cells is a separate box.
std::vector<std::array<int, 6>> boxes_of(const PoissonGrid& grid) {
    std::vector<std::array<int, 6>> boxes{{0, 0, 0, 0, 0, 0}};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const int cells = static_cast<int>(grid[axis].cells());
        const bool has_seam = grid[axis].wraps() && cells % 2 == 1 && cells > 1;
        for (auto& box : boxes) box[axis + 3] = has_seam ? cells - 1 : cells;
        if (!has_seam) continue;
        const auto inner = boxes;
        for (std::array<int, 6> seam : inner) {
            seam[axis] = cells - 1;
            seam[axis + 3] = cells;
            boxes.push_back(seam);
        }
    }
    return boxes;
}

driver::LaunchShape boxed(std::size_t x, std::size_t y, std::size_t z) {
    return {.grid = {blocks_along(x, poisson_solver::kBlockWidth), blocks_along(y, kBlockHeight),
                     static_cast<unsigned>(z)},
            .block = {poisson_solver::kBlockWidth, kBlockHeight, 1}};
}

}  // namespace

PoissonPlan::PoissonPlan(PoissonPlan&& other) noexcept = default;
PoissonPlan& PoissonPlan::operator=(PoissonPlan&& other) noexcept = default;
PoissonPlan::~PoissonPlan() = default;

std::size_t PoissonPlan::levels() const noexcept { return levels_.size(); }

PoissonPlan::PoissonPlan(const Stream& stream, const Shape& shape, bool is_double,
                         const PoissonOptions& options)
    : stream_(handle_of(stream)), shape_(shape), options_(options) {
    const std::vector<PoissonGrid> grids = poisson_grids(finest_grid(shape, options));
    variant_ = {.is_double = is_double,
                .has_large = is_large(grids[0]),
                .has_rows = stream_.device().kind() == BackendKind::cpu,
                .rank = static_cast<std::uint8_t>(shape.rank())};
    kernels_ = PoissonKernels(stream.device(), variant_);
    for (std::size_t i = 0; i < grids.size(); ++i)
        add_level(grids[i], grids[std::min(i + 1, grids.size() - 1)]);
    const driver::LaunchShape columns = columns_of(grids[0]);
    const std::size_t most = std::size_t(columns.grid.x) * columns.grid.y * columns.grid.z;
    parts_ = numbers(2 * std::max<std::size_t>(kMaxParts, variant_.has_large ? most : 0),
                     sizeof(double));
    results_ = numbers(kResults, sizeof(double));
    bottom_ = levels_.size() - std::min<std::size_t>(levels_.size(), poisson_solver::kMaxBottom);
    while (bottom_ + 1 < levels_.size() && count_of(levels_[bottom_].grid) > kBottomCells)
        ++bottom_;
    has_null_space_ = !leads_to_given_values(grids[0]);
    upload_bottom();
    queue_measure(0);
    queue_measure(bottom_);
}

PoissonPlan::Memory PoissonPlan::numbers(std::size_t count, std::size_t bytes) const {
    return allocate(stream_, Shape(count), bytes);
}

void PoissonPlan::add_level(const PoissonGrid& grid, const PoissonGrid& coarse) {
    Level level{.grid = grid, .has_seams = boxes_of(grid).size() > 1};
    std::vector<double> all;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double unit =
            levels_.empty() ? grid[axis].widths[0] : levels_[0].grid[axis].widths[0];
        const PoissonTables tables(grid[axis], coarse[axis], unit);
        for (const auto* table : {&tables.low, &tables.high, &tables.width, &tables.toward})
            all.insert(all.end(), table->begin(), table->end());
    }
    const std::size_t bytes = variant_.is_double ? 8 : 4;
    level.tables = numbers(all.size(), bytes);
    upload(stream_, {level.tables->memory.data(), row_major(Shape(all.size())), bytes},
           (variant_.is_double ? bytes_of<double>(all) : bytes_of<float>(all)).data());
    const auto* at = static_cast<const std::byte*>(level.tables->memory.data());
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const std::size_t cells = grid[axis].cells(), step = cells * bytes;
        axis_of(level.device, axis) = {.cells = static_cast<int>(cells),
                                       .wraps = grid[axis].wraps(),
                                       .low = at,
                                       .high = at + step,
                                       .width = at + 2 * step,
                                       .toward = at + 3 * step,
                                       .open = nullptr,
                                       .halves = grid[axis].halves,
                                       .unused = 0};
        at += kTableKinds * step;
    }
    if (!levels_.empty()) {
        level.f = numbers(count_of(grid), bytes);
        level.p = numbers(count_of(grid), bytes);
    }
    level.is_large = variant_.has_large && is_large(grid);
    if (level.is_large) level.next = numbers(count_of(grid), bytes);
    levels_.push_back(std::move(level));
}

driver::LaunchShape PoissonPlan::cells_of(const PoissonGrid& grid, std::size_t extra_axis) const {
    return boxed(grid[0].cells() + (extra_axis == 0), grid[1].cells() + (extra_axis == 1),
                 grid[2].cells() + (extra_axis == 2));
}

unsigned PoissonPlan::parts_of(const Level& level) const {
    return static_cast<unsigned>(
        std::clamp<std::size_t>(count_of(level.grid) / kCellsForEachPart, 1, kMaxParts));
}

const double* PoissonPlan::mean_of(std::size_t level) const {
    if (!has_null_space_ || (level > 0 && level != bottom_)) return nullptr;
    return static_cast<const double*>(results_->memory.data()) + kMeans + (level > 0);
}

const double* PoissonPlan::measure_of(std::size_t level) const {
    return static_cast<const double*>(results_->memory.data()) + kMeasures + 2 * (level > 0);
}

double* PoissonPlan::sums(std::size_t slot) const {
    return static_cast<double*>(results_->memory.data()) + kSums + 2 * slot;
}

void PoissonPlan::check(const char* operation, const PoissonArray& array) const {
    if (array.shape == shape_ && array.is_contiguous) return;
    throw Error(
        ErrorCode::invalid_argument,
        fmt::format("{} Poisson's equation on a grid of shape {}", operation, to_string(shape_)),
        array.is_contiguous
            ? fmt::format("one of the arrays has shape {}", to_string(array.shape))
            : "the elements of an array are not contiguous. Use Array(view) to copy the elements");
}

void PoissonPlan::set_openness(std::span<const PoissonArray> faces) {
    const std::size_t rank = shape_.rank();
    if (faces.size() != rank)
        refuse_grid(shape_, fmt::format("the openness of faces is given for {}",
                                        text::counted(faces.size(), "dimension")));
    for (std::size_t axis = 0; axis < rank; ++axis) {
        Shape expected = shape_;
        ++expected[axis];
        if (faces[axis].shape != expected || !faces[axis].is_contiguous)
            refuse_grid(
                shape_,
                fmt::format("the openness of faces along axis {} has shape {}{}, but must be "
                            "contiguous with shape {}",
                            axis, to_string(faces[axis].shape),
                            faces[axis].is_contiguous ? "" : " with gaps", to_string(expected)));
    }
    const bool is_first = !variant_.has_openness;
    variant_.has_openness = true;
    kernels_ = PoissonKernels(stream_.device(), variant_);
    has_null_space_ = true;
    for (std::size_t i = 0; i < rank; ++i) {
        const PoissonArray& given = faces[rank - 1 - i];
        Memory& open = levels_[0].open[i];
        if (!open) open = numbers(given.shape.size(), sizeof(float));
        wait_for(stream_, *given.stream);
        const std::size_t count = given.shape.size();
        glint::copy(stream_, DeviceSpan<float>(static_cast<float*>(open->memory.data()), count),
                    DeviceSpan<const float>(static_cast<const float*>(given.data), count));
        wait_for(*given.stream, stream_);
        axis_of(levels_[0].device, i).open = static_cast<const float*>(open->memory.data());
    }
    for (std::size_t level = 1; level < levels_.size(); ++level) coarsen_openness(level);
    for (Level& level : levels_) mark_clear(level);
    if (is_first) upload_bottom();  // the addresses do not change later
    queue_measure(0);
    queue_measure(bottom_);
}

void PoissonPlan::coarsen_openness(std::size_t level) {
    Level& coarse = levels_[level];
    const Level& fine = levels_[level - 1];
    for (std::size_t axis = 0; axis < shape_.rank(); ++axis) {
        std::size_t count = 1;
        for (std::size_t i = 0; i < 3; ++i) count *= coarse.grid[i].cells() + (i == axis);
        Memory& open = coarse.open[axis];
        if (!open) open = numbers(count, sizeof(float));
        auto* const to = static_cast<float*>(open->memory.data());
        axis_of(coarse.device, axis).open = to;
        kernels_.queue(stream_, PoissonKernel::coarsen_open, cells_of(coarse.grid, axis),
                       fine.device, coarse.device, static_cast<int>(axis), to);
    }
}

void PoissonPlan::mark_clear(Level& level) {
    const std::size_t segments = blocks_along(level.grid[0].cells(), poisson_solver::kSegment);
    if (!level.clear)
        level.clear = numbers(segments * level.grid[1].cells() * level.grid[2].cells(), 1);
    auto* const clear = static_cast<unsigned char*>(level.clear->memory.data());
    level.device.clear = clear;
    level.device.segments = static_cast<int>(segments);
    static_assert(poisson_solver::kBlockWidth == poisson_solver::kSegment && kBlockHeight == 4);
    kernels_.queue(stream_, PoissonKernel::mark_clear, cells_of(level.grid), level.device, clear);
}

void PoissonPlan::upload_bottom() {
    std::vector<poisson_solver::BottomOf<void>> all;
    for (std::size_t i = bottom_; i < levels_.size(); ++i) {
        const Level& level = levels_[i];
        all.push_back({.level = level.device,
                       .f = level.f ? level.f->memory.data() : nullptr,
                       .p = level.p ? level.p->memory.data() : nullptr});
    }
    if (!bottoms_) bottoms_ = numbers(all.size(), sizeof(poisson_solver::BottomOf<void>));
    upload(stream_,
           {bottoms_->memory.data(), row_major(Shape(all.size())),
            sizeof(poisson_solver::BottomOf<void>)},
           all.data());
}

void PoissonPlan::queue_measure(std::size_t level) {
    if (!has_null_space_) return;
    const unsigned count = parts_of(levels_[level]);
    void* const parts = parts_->memory.data();
    kernels_.queue(stream_, PoissonKernel::measure, threads(count), levels_[level].device, parts);
    kernels_.queue(stream_, PoissonKernel::join, threads(1), static_cast<int>(count), parts,
                   measure_of(level));
}

void PoissonPlan::queue_mean(std::size_t level, const void* values) {
    if (!has_null_space_) return;
    const unsigned count = parts_of(levels_[level]);
    void* const parts = parts_->memory.data();
    kernels_.queue(stream_, PoissonKernel::sums, threads(count), levels_[level].device, values,
                   measure_of(level), parts);
    kernels_.queue(stream_, PoissonKernel::mean, threads(1), static_cast<int>(count), parts,
                   measure_of(level), mean_of(level));
}

void PoissonPlan::queue_half_sweep(const Level& level, const double* mean, const Unknown& unknown,
                                   const std::array<int, 6>& box, int parity) {
    const auto extent = [&](std::size_t axis) {
        return static_cast<std::size_t>(box[axis + 3] - box[axis]);
    };
    kernels_.queue(stream_, PoissonKernel::smooth, boxed((extent(0) + 1) / 2, extent(1), extent(2)),
                   level.device, box, parity,
                   PoissonNumber(options_.over_relaxation, variant_.is_double), unknown.f, mean,
                   unknown.p);
}

/// Queues all sweeps and swaps `p` and `next` after each one, so that the result is in `p`.
void PoissonPlan::queue_tiles(const Level& level, const double* mean, const void* f, void*& p,
                              void*& next) {
    const PoissonNumber relaxation(options_.over_relaxation, variant_.is_double);
    for (unsigned sweep = 0; sweep < options_.sweeps; ++sweep) {
        kernels_.queue(stream_, PoissonKernel::sweep, tiles_of(level.grid, variant_.is_double),
                       level.device, relaxation, f, mean, static_cast<const void*>(p), next);
        std::swap(p, next);
    }
}

void PoissonPlan::queue_sweeps(const Level& level, const double* mean, const Unknown& unknown) {
    const auto boxes = boxes_of(level.grid);
    for (unsigned sweep = 0; sweep < options_.sweeps; ++sweep)
        for (const std::array<int, 6>& box : boxes)
            for (const int parity : {0, 1}) queue_half_sweep(level, mean, unknown, box, parity);
}

bool PoissonPlan::is_large(const PoissonGrid& grid) const {
    if (shape_.rank() != 3 || boxes_of(grid).size() > 1) return false;
    const bool is_cpu = stream_.device().kind() == BackendKind::cpu;
    return options_.tiles.value_or(!is_cpu && count_of(grid) >= kLargeCells);
}

bool PoissonPlan::is_by_rows(const Level& level) const {
    return variant_.has_rows && !level.is_large && !level.has_seams;
}

void PoissonPlan::queue_bottom(const Unknown& unknown) {
    const PoissonSweeps last = coarsest_sweeps(levels_.back().grid);
    // The mean of the finest level was computed before the cycle. The mean of a coarser level is
    // not exactly 0, because of rounding errors.
    if (bottom_ > 0) queue_mean(bottom_, unknown.f);
    const bool has_seams =
        std::any_of(levels_.begin() + static_cast<std::ptrdiff_t>(bottom_), levels_.end(),
                    [](const Level& level) { return level.has_seams; });
    const bool goes_by_rows = variant_.has_rows && !has_seams;
    const unsigned threads = goes_by_rows ? poisson_solver::kLanes : poisson_solver::kBottomThreads;
    kernels_.queue(stream_, goes_by_rows ? PoissonKernel::row_bottom : PoissonKernel::bottom,
                   {.grid = {1, 1, 1}, .block = {threads, 1, 1}},
                   static_cast<const void*>(bottoms_->memory.data()),
                   static_cast<int>(levels_.size() - bottom_), static_cast<int>(options_.sweeps),
                   last.count, PoissonNumber(options_.over_relaxation, variant_.is_double),
                   PoissonNumber(last.over_relaxation, variant_.is_double), unknown.f,
                   mean_of(bottom_), unknown.p);
}

void PoissonPlan::queue_cycle(std::size_t level, const Unknown& unknown) {
    if (level == bottom_) return queue_bottom(unknown);
    const Level& fine = levels_[level];
    const Level& coarse = levels_[level + 1];
    const double* const mean = mean_of(level);
    const Unknown correction{coarse.f->memory.data(), coarse.p->memory.data()};
    if (is_by_rows(fine)) {
        queue_descent(fine, coarse, mean, unknown, correction);
        queue_cycle(level + 1, correction);
        return queue_ascent(fine, coarse, mean, unknown, correction.p);
    }
    // On a large level, each sweep swaps the two arrays. There are as many sweeps before the
    // correction as after it, so the number of swaps is even, and the result is in the first array.
    void* p = unknown.p;
    void* next = fine.is_large ? fine.next->memory.data() : nullptr;
    const auto queue_sweeps_of = [&] {
        if (fine.is_large)
            queue_tiles(fine, mean, unknown.f, p, next);
        else
            queue_sweeps(fine, mean, unknown);
    };
    queue_sweeps_of();
    kernels_.queue(stream_, PoissonKernel::restrict_residual, cells_of(coarse.grid), fine.device,
                   coarse.device, unknown.f, mean, static_cast<const void*>(p), correction.f,
                   correction.p);
    queue_cycle(level + 1, correction);
    // Large levels use one thread per coarse cell. Each thread updates 8 fine cells, so that less
    // memory is read. Other levels use one thread per fine cell, so that memory accesses are
    // coalesced.
    kernels_.queue(stream_, fine.is_large ? PoissonKernel::spread : PoissonKernel::prolong,
                   cells_of((fine.is_large ? coarse : fine).grid), fine.device, coarse.device,
                   static_cast<const void*>(correction.p), p);
    queue_sweeps_of();
}

void PoissonPlan::cycle(const PoissonArray& f, const PoissonArray& p, std::size_t count) {
    check("solve", f);
    check("solve", p);
    wait_for(stream_, *f.stream);
    wait_for(stream_, *p.stream);
    queue_mean(0, f.data);
    for (std::size_t i = 0; i < count; ++i) queue_cycle(0, {f.data, p.data});
    wait_for(*f.stream, stream_);
    wait_for(*p.stream, stream_);
}

void PoissonPlan::residual(const PoissonArray& f, const PoissonArray& p,
                           const PoissonArray& residual) {
    for (const PoissonArray* each : {&f, &p, &residual}) {
        check("compute the residual of", *each);
        wait_for(stream_, *each->stream);
    }
    queue_mean(0, f.data);
    kernels_.queue(stream_, PoissonKernel::residual, cells_of(levels_[0].grid), levels_[0].device,
                   static_cast<const void*>(f.data), mean_of(0), static_cast<const void*>(p.data),
                   residual.data);
    for (const PoissonArray* each : {&f, &p, &residual}) wait_for(*each->stream, stream_);
}

}  // namespace glint::detail
