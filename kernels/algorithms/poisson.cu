// Multigrid for Poisson's equation in cells: over-relaxed red-black Gauss-Seidel, averages of
// residuals down, linear interpolation up. Each cell of a half sweep has neighbours of the other
// colour only, so all runs give the same bits.
#include <algorithms/poisson_level.cuh>

#include <glint/block_reduce.cuh>

namespace glint::poisson {

constexpr int kThreads = 256;

using Reduce = BlockReduce<double, kThreads>;

__device__ inline int global_x() { return static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x); }
__device__ inline int global_y() { return static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y); }
__device__ inline int global_z() { return static_cast<int>(blockIdx.z); }

__device__ inline void leave_part(double sum, double* part, Reduce::Storage& storage) {
    const double all = Reduce(storage).sum(sum);
    if (threadIdx.x == 0) *part = all;
    __syncthreads();
}

/// Calls `visit(cell)` for all cells, a row for each block at a time.
template <class Visit>
__device__ inline void for_each_cell(const Level& level, Visit visit) {
    const long long rows = static_cast<long long>(level.y.cells) * level.z.cells;
    for (long long row = blockIdx.x; row < rows; row += gridDim.x) {
        const int y = static_cast<int>(row % level.y.cells);
        const int z = static_cast<int>(row / level.y.cells);
        for (int x = static_cast<int>(threadIdx.x); x < level.x.cells; x += kThreads)
            visit(Cell{x, y, z});
    }
}

__device__ inline double volume_of(const Level& level, Cell c) {
    return static_cast<double>(level.x.width[c.x]) * level.y.width[c.y] * level.z.width[c.z];
}

/// What leads through borders to a value that is given, and so makes the solution unique.
__device__ inline double borders_of(const Axis& axis, int i, long long face, long long stride) {
    if (axis.wraps) return 0;
    double sum = 0;
    if (i == 0) sum += axis.low[i] * open_below(axis, face);
    if (i == axis.cells - 1) sum += axis.high[i] * open_above(axis, i, face, stride);
    return sum;
}
__device__ inline double borders_at(const Level& level, Cell c) {
    const long long nx = level.x.cells, ny = level.y.cells;
    double sum = borders_of(level.x, c.x, face_of(level, 0, c), 1) +
                 borders_of(level.y, c.y, face_of(level, 1, c), nx);
    if constexpr (kRank == 3) sum += borders_of(level.z, c.z, face_of(level, 2, c), nx * ny);
    return sum;
}

/// The colour of a cell. Along a dimension that closes on itself with an odd number of cells the
/// last plane has colours of its own, since it lies between two of one parity.
__device__ inline int colour_of(const Level& level, Cell c) {
    const auto is_seam = [](const Axis& axis, int i) {
        return axis.wraps && axis.cells % 2 == 1 && axis.cells > 1 && i == axis.cells - 1;
    };
    return ((c.x + c.y + c.z) & 1) + 2 * is_seam(level.x, c.x) + 4 * is_seam(level.y, c.y) +
           8 * is_seam(level.z, c.z);
}

/// The part of the coarse correction that comes from the neighbour on a cell's own side.
__device__ inline Value lean_along(const Axis& fine, const Axis& coarse, int i, int j,
                                   long long stride, long long face, const Value* e, long long at) {
    const Value toward = fine.toward[i];
    const bool is_lower = toward < 0;
    const Value other =
        is_lower ? below(coarse, j, e, at, stride) : above(coarse, j, e, at, stride);
    const float open = is_lower ? open_below(coarse, face) : open_above(coarse, j, face, stride);
    return fabs(toward) * open * (other - e[at]);
}

__device__ inline Value share_of(const Axis& fine, const Axis& coarse, int i) {
    return fine.width[i] / coarse.width[parent_of(fine, coarse, i)];
}

/// How open the lower face of a cell is.
__device__ inline float open_at(const Level& level, int axis, Cell c) {
    const Axis& along = axis == 0 ? level.x : axis == 1 ? level.y : level.z;
    return along.open[face_of(level, axis, c)];
}

}  // namespace glint::poisson

/// Half a sweep: the cells of one parity in a box.
extern "C" __global__ void __launch_bounds__(256)
    poisson_smooth(glint::poisson::Level level, glint::poisson::Box box, int parity,
                   glint::poisson::Value relaxation, const glint::poisson::Value* f,
                   const double* mean, glint::poisson::Value* p) {
    using namespace glint::poisson;
    Cell c{box.begin.x + 2 * global_x(), box.begin.y + global_y(), box.begin.z + global_z()};
    c.x += (c.x + c.y + c.z + parity) & 1;
    if (c.x >= box.end.x || c.y >= box.end.y || c.z >= box.end.z) return;
    relax_cell(level, c, relaxation, f, mean, p);
}

/// The residual of each cell.
extern "C" __global__ void __launch_bounds__(256)
    poisson_residual(glint::poisson::Level level, const glint::poisson::Value* f,
                     const double* mean, const glint::poisson::Value* p,
                     glint::poisson::Value* residual) {
    using namespace glint::poisson;
    const Cell c{global_x(), global_y(), global_z()};
    if (c.x >= level.x.cells || c.y >= level.y.cells || c.z >= level.z.cells) return;
    residual[index_of(level, c)] = residual_at(level, c, f, mean, p);
}

/// The right side of the next coarser level, the residual's averages, and a correction of 0.
extern "C" __global__ void __launch_bounds__(256)
    poisson_restrict(glint::poisson::Level fine, glint::poisson::Level coarse,
                     const glint::poisson::Value* f, const double* mean,
                     const glint::poisson::Value* p, glint::poisson::Value* coarse_f,
                     glint::poisson::Value* coarse_p) {
    using namespace glint::poisson;
    const Cell c{global_x(), global_y(), global_z()};
    if (c.x >= coarse.x.cells || c.y >= coarse.y.cells || c.z >= coarse.z.cells) return;
    const Box box = children_of(fine, coarse, c);
    Value sum = 0;
    for (int z = box.begin.z; z < box.end.z; ++z)
        for (int y = box.begin.y; y < box.end.y; ++y)
            for (int x = box.begin.x; x < box.end.x; ++x)
                sum += share_of(fine.x, coarse.x, x) * share_of(fine.y, coarse.y, y) *
                       share_of(fine.z, coarse.z, z) * residual_at(fine, {x, y, z}, f, mean, p);
    const long long at = index_of(coarse, c);
    coarse_f[at] = sum;
    coarse_p[at] = 0;
}

/// Adds the coarser level's correction, linear between the centres of its cells.
extern "C" __global__ void __launch_bounds__(256)
    poisson_prolong(glint::poisson::Level fine, glint::poisson::Level coarse,
                    const glint::poisson::Value* e, glint::poisson::Value* p) {
    using namespace glint::poisson;
    const Cell c{global_x(), global_y(), global_z()};
    if (c.x >= fine.x.cells || c.y >= fine.y.cells || c.z >= fine.z.cells) return;
    const Cell from{parent_of(fine.x, coarse.x, c.x), parent_of(fine.y, coarse.y, c.y),
                    parent_of(fine.z, coarse.z, c.z)};
    const long long at = index_of(coarse, from), nx = coarse.x.cells, ny = coarse.y.cells;
    Value sum = e[at];
    sum += lean_along(fine.x, coarse.x, c.x, from.x, 1, face_of(coarse, 0, from), e, at);
    sum += lean_along(fine.y, coarse.y, c.y, from.y, nx, face_of(coarse, 1, from), e, at);
    if constexpr (kRank == 3)
        sum += lean_along(fine.z, coarse.z, c.z, from.z, nx * ny, face_of(coarse, 2, from), e, at);
    p[index_of(fine, c)] += sum;
}

/// The coarsest level, by so many sweeps of one block.
extern "C" __global__ void __launch_bounds__(256)
    poisson_solve(glint::poisson::Level level, int sweeps, glint::poisson::Value relaxation,
                  const glint::poisson::Value* f, const double* mean, glint::poisson::Value* p) {
    using namespace glint::poisson;
    const int nx = level.x.cells, ny = level.y.cells, count = nx * ny * level.z.cells;
    const int seams = colour_of(level, {nx - 1, ny - 1, level.z.cells - 1}) / 2;
    for (int sweep = 0; sweep < sweeps; ++sweep)
        for (int colour = 0; colour < 16; ++colour) {
            if ((colour / 2 & ~seams) != 0) continue;
            for (int i = static_cast<int>(threadIdx.x); i < count; i += kThreads) {
                const Cell c{i % nx, i / nx % ny, i / nx / ny};
                if (colour_of(level, c) == colour) relax_cell(level, c, relaxation, f, mean, p);
            }
            __syncthreads();
        }
}

/// Each block's part of the sum of values times volumes, of the volume of cells that have an
/// equation, and of what leads to given values.
extern "C" __global__ void __launch_bounds__(256)
    poisson_sums(glint::poisson::Level level, const glint::poisson::Value* values, double* parts) {
    using namespace glint::poisson;
    __shared__ Reduce::Storage storage;
    double sum = 0, volume = 0, borders = 0;
    for_each_cell(level, [&](Cell c) {
        const long long at = index_of(level, c);
        if (!(pull_at(level, c, values, at).diagonal > 0)) return;
        const double size = volume_of(level, c);
        sum += size * values[at];
        volume += size;
        borders += borders_at(level, c);
    });
    leave_part(sum, parts + 3 * blockIdx.x, storage);
    leave_part(volume, parts + 3 * blockIdx.x + 1, storage);
    leave_part(borders, parts + 3 * blockIdx.x + 2, storage);
}

/// The mean, by one block; 0 where the solution is unique.
extern "C" __global__ void __launch_bounds__(256)
    poisson_mean(int count, const double* parts, double* mean) {
    using namespace glint::poisson;
    __shared__ Reduce::Storage storage;
    double sum = 0, volume = 0, borders = 0;
    for (int i = static_cast<int>(threadIdx.x); i < count; i += kThreads) {
        sum += parts[3 * i];
        volume += parts[3 * i + 1];
        borders += parts[3 * i + 2];
    }
    leave_part(sum, mean, storage);
    const double all = Reduce(storage).sum(volume);
    __syncthreads();
    const double fixed = Reduce(storage).sum(borders);
    if (threadIdx.x == 0) *mean = all > 0 && !(fixed > 0) ? *mean / all : 0;
}

/// Takes the mean away, and leaves 0 in cells without an equation.
extern "C" __global__ void __launch_bounds__(256)
    poisson_settle(glint::poisson::Level level, const double* mean, glint::poisson::Value* p) {
    using namespace glint::poisson;
    const Cell c{global_x(), global_y(), global_z()};
    if (c.x >= level.x.cells || c.y >= level.y.cells || c.z >= level.z.cells) return;
    const long long at = index_of(level, c);
    const Value shift = mean ? static_cast<Value>(*mean) : Value(0);
    p[at] = diagonal_at(level, c) > 0 ? p[at] - shift : Value(0);
}

/// Each block's part of the squares of the residual and of the right side.
extern "C" __global__ void __launch_bounds__(256)
    poisson_norms(glint::poisson::Level level, const glint::poisson::Value* f, const double* mean,
                  const glint::poisson::Value* p, double* parts) {
    using namespace glint::poisson;
    __shared__ Reduce::Storage storage;
    double residual = 0, right = 0;
    for_each_cell(level, [&](Cell c) {
        const long long at = index_of(level, c);
        const Pull pull = pull_at(level, c, p, at);
        if (!(pull.diagonal > 0)) return;
        const double goal = wanted(f, mean, at);
        const double left = goal - pull.laplacian;
        residual += left * left;
        right += goal * goal;
    });
    leave_part(residual, parts + 2 * blockIdx.x, storage);
    leave_part(right, parts + 2 * blockIdx.x + 1, storage);
}

/// The openness of a coarser level's faces along an axis: the mean of those that they are
/// of. That makes walls that are thinner than a coarse cell leak there: corrections become too
/// small then, never too great.
extern "C" __global__ void __launch_bounds__(256)
    poisson_coarsen_open(glint::poisson::Level fine, glint::poisson::Level coarse, int axis,
                         float* open) {
    using namespace glint::poisson;
    const Cell c{global_x(), global_y(), global_z()};
    const int ends[3] = {coarse.x.cells + (axis == 0), coarse.y.cells + (axis == 1),
                         coarse.z.cells + (axis == 2)};
    if (c.x >= ends[0] || c.y >= ends[1] || c.z >= ends[2]) return;
    Box box = children_of(fine, coarse, c);
    if (axis == 0) box.end.x = box.begin.x + 1;
    if (axis == 1) box.end.y = box.begin.y + 1;
    if (axis == 2) box.end.z = box.begin.z + 1;
    double sum = 0;
    for (int z = box.begin.z; z < box.end.z; ++z)
        for (int y = box.begin.y; y < box.end.y; ++y)
            for (int x = box.begin.x; x < box.end.x; ++x) {
                double share = 1;
                if (axis != 0) share *= share_of(fine.x, coarse.x, x);
                if (axis != 1) share *= share_of(fine.y, coarse.y, y);
                if (axis != 2) share *= share_of(fine.z, coarse.z, z);
                sum += share * open_at(fine, axis, {x, y, z});
            }
    open[face_of(coarse, axis, c)] = static_cast<float>(sum);
}
