// SPDX-License-Identifier: MIT
#include <glint/studio/views/detail/glow.hpp>

#include <algorithm>
#include <numbers>

namespace glint::studio {
namespace {

constexpr int kHaloDivisor = 8;

// Below this number of points, the light of a spot is distributed over the two grids that are
// closest to the spot's size. From this number on, it goes to one of them, which is faster. Among
// that many points, the difference is not visible.
constexpr std::size_t kFewPoints = 50'000;

// Maximum light of one point, and of all points together, in integer steps. Even if all points
// coincide, and each adds up to four times its light, the sum stays below 42 bits.
constexpr float kMaxSteps = 4096, kMaxTotal = 0x1p39f;

int tiles_across(int pixels) { return (pixels + sizes::kExtraNodes) / sizes::kTile + 1; }

int nodes(int pixels, std::size_t grid) { return (pixels >> grid) + sizes::kExtraNodes; }

LaunchShape threads_for(int columns, int rows) {
    return threads_2d(static_cast<std::size_t>(columns), static_cast<std::size_t>(rows));
}

/// Returns the total light of a spot with this radius and intensity 1 at its center: the integral
/// of (1 - (r / radius)^2)^2.
float spot_light(float radius) { return std::numbers::pi_v<float> * radius * radius / 3.0f; }

/// Returns a light energy per point that makes a cloud of `count` points neither black nor
/// overexposed. If the cloud covers a sixth of the picture, its light is 0.5. Returns at most 2.
float suitable_energy(const Canvas& canvas, std::size_t count, float radius_px) {
    const float light_of_one = spot_light(std::max(radius_px, 1.0f) + 0.5f);
    const auto picture_px =
        static_cast<float>(canvas.width()) * static_cast<float>(canvas.height());
    return std::min(0.5f * picture_px / 6.0f / (static_cast<float>(count) * light_of_one), 2.0f);
}

}  // namespace

void Glow::draw(Canvas& canvas, const Points& points, const ColorScale& scale,
                const PointsOptions& options) {
    if (points.count == 0) return;
    resize(canvas);
    grids_.steps = std::min(kMaxSteps, kMaxTotal / static_cast<float>(points.count));
    grids_.are_few = points.count < kFewPoints;
    add(canvas, points, scale, options);
    const float energy =
        options.glow.light * suitable_energy(canvas, points.count, options.glow.radius_px);
    gather(canvas, energy * spot_light(sizes::kGridRadius_px) / grids_.steps);
    if (options.glow.halo > 0) make_halo(canvas);
    show(canvas, options.glow);
}

void Glow::resize(Canvas& canvas) {
    if (canvas.width() == grids_.width && canvas.height() == grids_.height) return;
    const Stream& stream = canvas.stream();
    const auto memory = [&](int count) { return static_cast<std::size_t>(count); };
    grids_.width = canvas.width();
    grids_.height = canvas.height();
    grids_.tile_columns = tiles_across(grids_.width);
    grids_.tile_rows = tiles_across(grids_.height);
    int end = 0;
    for (std::size_t i = 0; i < sizes::kLightGrids; ++i) {
        const int count = nodes(grids_.width, i) * nodes(grids_.height, i);
        gathered_[i] = DeviceMemory<float>(stream, memory(3 * count));
        end += count;
    }
    sums_ = DeviceMemory<unsigned long long>(stream, memory(end));
    carries_ = DeviceMemory<unsigned long long>(stream, memory(end));
    is_dark_ = false;
    const int tile_count = grids_.tile_columns * grids_.tile_rows;
    lit_ = DeviceMemory<unsigned>(stream, memory(1 + tile_count));
    near_light_ = DeviceMemory<unsigned>(stream, memory(tile_count));
    rows_ = DeviceMemory<float>(stream, memory(3 * cell_rows() * nodes(grids_.width, 0)));
    halo_ = DeviceMemory<float>(stream, memory(3 * cell_rows() * cell_columns()));
    blurred_ = DeviceMemory<float>(stream, halo_.size());
}

int Glow::cell_columns() const noexcept { return std::max(1, grids_.width / kHaloDivisor); }
int Glow::cell_rows() const noexcept { return std::max(1, grids_.height / kHaloDivisor); }

LightSums Glow::light() noexcept { return {sums_.data(), carries_.data(), lit_.data()}; }

void Glow::add(Canvas& canvas, const Points& points, const ColorScale& scale,
               const PointsOptions& options) {
    Stream& stream = canvas.stream();
    if (!is_dark_) {
        fill(stream, sums_, 0ull);
        fill(stream, carries_, 0ull);
    }
    is_dark_ = false;
    fill(stream, lit_, 0u);
    const ElementType& values = points.value_type ? *points.value_type : number_type();
    canvas.kernel("glow.cu", "add_light", &values, &points.type)
        .launch(stream, elements(points.count),
                {points.places, static_cast<unsigned long long>(points.count),
                 camera_of(canvas, options), points.values, scale, canvas.colors(points.colormap),
                 grids_, light()});
    canvas.kernel("glow.cu", "widen_tiles")
        .launch(stream, threads(near_light_.size()), {grids_, lit_, near_light_});
}

void Glow::gather(Canvas& canvas, float step_light) {
    const AnyKernel& kernel = canvas.kernel("glow.cu", "gather_light");
    auto first = static_cast<int>(sums_.size());
    for (std::size_t i = sizes::kLightGrids; i-- > 0;) {
        const int columns = nodes(grids_.width, i), rows = nodes(grids_.height, i);
        const DeviceMemory<float>& coarser =
            gathered_[std::min<std::size_t>(i + 1, sizes::kLightGrids - 1)];
        first -= columns * rows;
        kernel.launch(canvas.stream(), threads_for(columns, rows),
                      {grids_, static_cast<int>(i), columns, rows, first, step_light, light(),
                       near_light_, coarser, gathered_[i]});
    }
    is_dark_ = true;
}

void Glow::make_halo(Canvas& canvas) {
    Stream& stream = canvas.stream();
    const int columns = cell_columns(), rows = cell_rows();
    canvas.kernel("halo.cu", "halve_rows")
        .launch(stream, threads_for(nodes(grids_.width, 0), 3 * rows),
                {grids_.width, grids_.height, rows, gathered_[0], rows_});
    const LaunchShape cells = threads_for(columns, 3 * rows);
    canvas.kernel("halo.cu", "halve_columns")
        .launch(stream, cells, {grids_.width, columns, rows, rows_, halo_});
    const AnyKernel& blur = canvas.kernel("halo.cu", "blur");
    blur.launch(stream, cells, {columns, rows, 1, halo_, blurred_});
    blur.launch(stream, cells, {columns, rows, 0, blurred_, halo_});
}

void Glow::show(Canvas& canvas, const GlowOptions& options) {
    canvas.kernel("halo.cu", "show_light")
        .launch(canvas.stream(), canvas.pixels(),
                {grids_.width, grids_.height, grids_.tile_columns, near_light_, gathered_[0],
                 cell_columns(), cell_rows(), options.halo, halo_,
                 options.is_logarithmic.value_or(false) ? 1 : 0, canvas.surface()});
}

}  // namespace glint::studio
