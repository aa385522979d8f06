// Functions of a cell and its neighbors, with special cases at the edges of a grid. The host
// evaluates them again, cell by cell.
#pragma once

#include "lanes_bodies.cuh"

namespace edges {

/// Minimum and maximum of two numbers, for kernels and the host.
GLINT_BODY int lesser(int a, int b) { return a < b ? a : b; }
GLINT_BODY int greater(int a, int b) { return a > b ? a : b; }

/// Replaces neighbors beyond an edge with the cell itself.
template <class T>
GLINT_BODY T held(const T* f, int x, int y, int width, int height) {
    const int i = y * width + x;
    const T left = f[x > 0 ? i - 1 : i], right = f[x < width - 1 ? i + 1 : i];
    const T up = f[y > 0 ? i - width : i], down = f[y < height - 1 ? i + width : i];
    return left + 3 * right + 5 * up + 7 * down + 9 * f[i];
}

/// Replaces neighbors beyond an edge with the opposite edge.
template <class T>
GLINT_BODY T round(const T* f, int x, int y, int width, int height) {
    const int row = y * width, i = row + x;
    const T left = f[x > 0 ? i - 1 : i + width - 1], right = f[x < width - 1 ? i + 1 : row];
    const T far = f[x >= 5 ? i - 5 : row], up = f[y > 0 ? i - width : (height - 1) * width + x];
    return left + 3 * right + 5 * up + 7 * far;
}

/// Clamps positions at any distance to the row.
template <class T>
GLINT_BODY T clamped(const T* f, int x, int y, int width, int) {
    const int row = y * width;
    return f[row + greater(x - 3, 0)] + 3 * f[row + lesser(x + 4, width - 1)] +
           5 * f[row + lesser(greater(x - 40, 0), width - 1)] + 7 * f[row + greater(x, width / 2)] +
           9 * f[row + greater(width / 3, x)] + 11 * f[row + lesser(width / 2, x)];
}

/// The selected values are also used elsewhere, and some conditions have nothing to do with edges.
template <class T>
GLINT_BODY T chosen(const T* f, int x, int y, int width, int height) {
    const int i = y * width + x, hole = width / 2;
    const bool is_first = x == 0, is_left = x < hole;
    T sum = f[x == hole ? 0 : i] + (is_left ? 2 : 3) * f[is_first ? i : i - 1];
    if (sum > f[is_left ? i : 0]) sum += is_first ? 100 : f[x != width - 1 ? i + 1 : 0];
    return sum + (is_first ? 11 : 13) * f[width - 1 - x > 0 ? i + 1 : height - 1];
}

}  // namespace edges
