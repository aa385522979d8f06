// SPDX-License-Identifier: MIT
// Draws a grid of colors into a picture, as a hand-written program does.

/// Each thread draws one pixel, with the color of the cell at the pixel's center.
extern "C" __global__ void show(int width, int height, int grid_width, float cells_per_pixel,
                                const uchar4* cells, cudaSurfaceObject_t picture) {
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height) return;
    const int cell_x = static_cast<int>((x + 0.5f) * cells_per_pixel);
    const int cell_y = static_cast<int>((y + 0.5f) * cells_per_pixel);
    // Row 0 of the grid is at the bottom of the picture.
    surf2Dwrite(cells[cell_y * grid_width + cell_x], picture, x * static_cast<int>(sizeof(uchar4)),
                height - 1 - y);
}
