// SPDX-License-Identifier: MIT
// Draws a grid as an image. Each pixel has the color of the cells that it covers.
#include <studio/values.cuh>

using namespace glint::studio;

namespace {

__device__ unsigned long long element(const GridWindow& window, int x, int y) {
    x = min(max(x, 0), window.grid_width - 1);
    y = min(max(y, 0), window.grid_height - 1);
    return window.first + y * window.stride_y + x * window.stride_x;
}

__device__ float smooth(const Values& field, const GridWindow& window, float x, float y) {
    const float left = floorf(x - 0.5f), first = floorf(y - 0.5f);
    const float across = x - 0.5f - left, along = y - 0.5f - first;
    const int i = static_cast<int>(left), j = static_cast<int>(first);
    const float here = number(field, element(window, i, j)) * (1 - across) +
                       number(field, element(window, i + 1, j)) * across;
    const float next = number(field, element(window, i, j + 1)) * (1 - across) +
                       number(field, element(window, i + 1, j + 1)) * across;
    return here * (1 - along) + next * along;
}

__device__ uchar4 color_at(const Values& field, const GridWindow& window, float x, float y,
                           const ColorScale& scale, const uchar4* colors) {
    if (window.is_smooth && !scale.is_color)
        return color_of(smooth(field, window, x, y), scale, colors);
    return shown_color(field,
                       element(window, static_cast<int>(floorf(x)), static_cast<int>(floorf(y))),
                       scale, colors);
}

/// Returns a component of a vector, or 0 if the component does not exist.
__device__ float component_or_0(const Values& field, unsigned long long at, int i) {
    return i < COMPONENTS ? component(field, at, i) : 0.0f;
}

}  // namespace

/// Draws the field, with one thread per pixel. A pixel that covers several cells gets the mean of
/// their colors, from up to 16 cells in each direction.
extern "C" __global__ void draw_image(Values field, GridWindow window, ColorScale scale,
                                      const uchar4* colors, cudaSurfaceObject_t picture) {
    const int px = blockIdx.x * blockDim.x + threadIdx.x;
    const int py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= window.width || py >= window.height) return;
    const float size = window.cells_per_pixel, step_y = window.rows_per_pixel;
    const float x = window.left + px * size, y = window.top + py * step_y;
    const float middle_x = x + 0.5f * size, middle_y = y + 0.5f * step_y;
    if (middle_x < 0 || middle_y < 0 || middle_x >= window.grid_width ||
        middle_y >= window.grid_height)
        return;
    const int samples = min(max(static_cast<int>(ceilf(size)), 1), 16);
    float red = 0, green = 0, blue = 0;
    for (int j = 0; j < samples; ++j) {
        for (int i = 0; i < samples; ++i) {
            const uchar4 c = color_at(field, window, x + (i + 0.5f) * size / samples,
                                      y + (j + 0.5f) * step_y / samples, scale, colors);
            red += c.x;
            green += c.y;
            blue += c.z;
        }
    }
    const float part = 1.0f / (samples * samples);
    surf2Dwrite(make_uchar4(byte_of(red * part), byte_of(green * part), byte_of(blue * part), 255),
                picture, px * static_cast<int>(sizeof(uchar4)), py);
}

/// Samples components `across` and `up` of the elements, row by row, at image positions that are
/// `apart_px` apart. Samples outside of the grid are NaN. Launch one thread per position.
extern "C" __global__ void sample_vectors(Values field, GridWindow window, float apart_px,
                                          int columns, int rows, int across, int up,
                                          float2* vectors) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= columns * rows) return;
    const float x = window.left + (i % columns + 0.5f) * apart_px * window.cells_per_pixel;
    const float y = window.top + (i / columns + 0.5f) * apart_px * window.rows_per_pixel;
    const bool is_inside = x >= 0 && y >= 0 && x < window.grid_width && y < window.grid_height;
    const auto at = element(window, static_cast<int>(floorf(x)), static_cast<int>(floorf(y)));
    vectors[i] = is_inside
                     ? make_float2(component_or_0(field, at, across), component_or_0(field, at, up))
                     : make_float2(nanf(""), nanf(""));
}
