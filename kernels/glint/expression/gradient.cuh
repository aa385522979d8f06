// SPDX-License-Identifier: MIT
// Three-point derivatives, as array expressions compute them.
#pragma once

namespace glint::expression {

/// The slope of the parabola through three equally spaced points; `inverse` is 1 / spacing. The
/// slope is at the middle point, or at the first or last point if `first` or `last` is true.
template <class T, class Real>
__device__ inline T even_slope(T before, T middle, T after, Real inverse, bool first, bool last) {
    const T slope = (after - before) * (inverse * Real(0.5));
    const T bend = (after - middle - (middle - before)) * inverse;
    return first ? slope - bend : last ? slope + bend : slope;
}

/// The slope of the parabola through three points at any positions. The slope is at the middle
/// point, or at the first or last point if `first` or `last` is true. With order 1, the first and
/// last slopes are those of the line to the adjacent point, and `middle` is the end point itself.
template <int Order, class T, class Real>
__device__ inline T uneven_slope(T before, T middle, T after, Real x_before, Real x_middle,
                                 Real x_after, bool first, bool last) {
    const Real left = x_middle - x_before, right = x_after - x_middle;
    const T slope_left = (middle - before) * (1 / left);
    const T slope_right = (after - middle) * (1 / right);
    if (Order == 1 && (first || last)) return first ? slope_right : slope_left;
    const T bend = (slope_right - slope_left) * (1 / (left + right));
    return first  ? slope_left - bend * left
           : last ? slope_right + bend * right
                  : slope_left + bend * left;
}

}  // namespace glint::expression
