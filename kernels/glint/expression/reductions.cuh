// SPDX-License-Identifier: MIT
// Reductions such as sums, means and extremes. Each has a state, which combines the values so far.
//
// A reduction is a struct with the types State, Result and Origin and these functions:
//
//     State neutral()                            the state of no values
//     Origin origin(value)                       the origin that the first value determines
//     State of(value, origin)                    the state of one value, relative to the origin
//     State both(State, State)                   the combination of two states, in either order
//     Result result(State, long long count)      the result for all `count` values
#pragma once

#include <glint/expression/convert.cuh>
#include <glint/expression/functions.cuh>

namespace glint::expression {

struct NoOrigin {};

/// Common members of most reductions.
template <class StateType, class ResultType>
struct PlainReduction {
    using State = StateType;
    using Result = ResultType;
    using Origin = NoOrigin;

    template <class T>
    static __device__ Origin origin(const T&) {
        return {};
    }
    template <class T>
    static __device__ State of(const T& value, Origin) {
        return convert<State>(value);
    }
    static __device__ Result result(State state, long long) { return convert<Result>(state); }
};

template <class State, class Result>
struct SumOf : PlainReduction<State, Result> {
    static __device__ State neutral() { return State{}; }
    static __device__ State both(State a, State b) { return a + b; }
};

template <class State, class Result>
struct ProductOf : PlainReduction<State, Result> {
    static __device__ State neutral() { return State(1); }
    static __device__ State both(State a, State b) { return a * b; }
};

/// A sum of Real numbers, divided by their count.
template <class State, class Real, class Result>
struct MeanOf : SumOf<State, Result> {
    static __device__ Result result(State sum, long long count) {
        return convert<Result>(sum / Real(count));
    }
};

/// The root of the sum of squared magnitudes.
template <class State, class Result>
struct NormOf : SumOf<State, Result> {
    template <class T>
    static __device__ State of(const T& value, NoOrigin) {
        if constexpr (requires { value.im; }) {
            return value.re * value.re + value.im * value.im;
        } else {
            const State number = convert<State>(value);
            return number * number;
        }
    }
    static __device__ Result result(State sum, long long) { return convert<Result>(::sqrt(sum)); }
};

struct AnyOf : PlainReduction<bool, bool> {
    static __device__ bool neutral() { return false; }
    static __device__ bool both(bool a, bool b) { return a || b; }
};
struct AllOf : PlainReduction<bool, bool> {
    static __device__ bool neutral() { return true; }
    static __device__ bool both(bool a, bool b) { return a && b; }
};
struct CountOf : SumOf<long long, long> {
    template <class T>
    static __device__ long long of(const T& value, NoOrigin) {
        return convert<bool>(value) ? 1 : 0;
    }
};

/// The greatest and the least value of T, which are the neutral elements of minimum and maximum.
template <class T>
__device__ inline T greatest_value() {
    return T(-1) < T(0) ? T(~(T(1) << (8 * sizeof(T) - 1))) : T(-1);
}
template <class T>
__device__ inline T least_value() {
    return T(-1) < T(0) ? T(T(1) << (8 * sizeof(T) - 1)) : T(0);
}
template <>
__device__ inline float greatest_value<float>() {
    return __int_as_float(0x7f800000);
}
template <>
__device__ inline float least_value<float>() {
    return -greatest_value<float>();
}
template <>
__device__ inline double greatest_value<double>() {
    return __longlong_as_double(0x7ff0000000000000ll);
}
template <>
__device__ inline double least_value<double>() {
    return -greatest_value<double>();
}

/// The minimum and the maximum. The result is NaN if any value is NaN.
template <class State, class Result>
struct MinimumOf : PlainReduction<State, Result> {
    static __device__ State neutral() { return greatest_value<State>(); }
    static __device__ State both(State a, State b) { return smaller(a, b); }
};
template <class State, class Result>
struct MaximumOf : PlainReduction<State, Result> {
    static __device__ State neutral() { return least_value<State>(); }
    static __device__ State both(State a, State b) { return larger(a, b); }
};

/// A value and its index among the values that are reduced.
template <class T>
struct Indexed {
    T value;
    long long index;
};

/// The index of the minimum or maximum: the first of equal values, or the first NaN if any.
template <class T, bool Least>
struct IndexOf : PlainReduction<Indexed<T>, long> {
    using State = Indexed<T>;

    static __device__ State of(const State& value, NoOrigin) { return value; }
    static __device__ State neutral() {
        return {Least ? greatest_value<T>() : least_value<T>(), 0x7fffffffffffffffll};
    }
    static __device__ bool before(T a, T b) {
        return (Least ? a < b : b < a) | ((a != a) & (b == b));
    }
    static __device__ State both(const State& a, const State& b) {
        const bool is_first =
            before(a.value, b.value) || (!before(b.value, a.value) && a.index < b.index);
        return {is_first ? a.value : b.value, is_first ? a.index : b.index};
    }
    static __device__ long result(const State& state, long long) { return state.index; }
};

/// Sums of the values' distances from one of the values, and of the squared distances. The
/// distances are no larger than the range of the values, so their squares keep enough digits.
struct Moments {
    double sum, squares;
};

/// The variance or the standard deviation. `correction` is subtracted from the count.
template <class Result_, bool Root>
struct VarianceOf {
    using State = Moments;
    using Result = Result_;
    using Origin = double;

    double correction;

    template <class T>
    static __device__ double origin(const T& value) {
        return convert<double>(value);
    }
    template <class T>
    static __device__ State of(const T& value, double origin) {
        const double distance = convert<double>(value) - origin;
        return {distance, distance * distance};
    }
    static __device__ State neutral() { return {0.0, 0.0}; }
    static __device__ State both(const State& a, const State& b) {
        return {a.sum + b.sum, a.squares + b.squares};
    }
    __device__ Result result(const State& state, long long count) const {
        const double total = state.squares - state.sum * state.sum / double(count);
        const double variance = (total < 0.0 ? 0.0 : total) / (double(count) - correction);
        return convert<Result>(Root ? ::sqrt(variance) : variance);
    }
};

template <class State>
struct CountedSum {
    State sum;
    long long count;
};

/// The mean of all values except NaN.
template <class Sum, class Result>
struct NanMeanOf : PlainReduction<CountedSum<Sum>, Result> {
    using State = CountedSum<Sum>;

    template <class T>
    static __device__ State of(const T& value, NoOrigin) {
        const Sum number = convert<Sum>(value);
        if (number != number) return neutral();
        return {number, 1};
    }
    static __device__ State neutral() { return {Sum(0), 0}; }
    static __device__ State both(const State& a, const State& b) {
        return {a.sum + b.sum, a.count + b.count};
    }
    static __device__ Result result(const State& state, long long) {
        return convert<Result>(state.sum / Sum(state.count));
    }
};

/// Statistics of numbers relative to one of them, the origin: their count, and the sums of their
/// distances from the origin and of the squared distances.
struct CountedMoments {
    double origin, sum, squares;
    long long count;
};

/// The variance of all values except NaN, or its square root. `correction` is subtracted from their
/// count. The result is NaN unless the difference is positive.
template <class Result_, bool Root>
struct NanVarianceOf {
    using State = CountedMoments;
    using Result = Result_;
    using Origin = NoOrigin;  // no origin, because the first value may be NaN

    double correction;

    template <class T>
    static __device__ Origin origin(const T&) {
        return {};
    }
    template <class T>
    static __device__ State of(const T& value, Origin) {
        const double number = convert<double>(value);
        const bool counts = number == number;
        return {counts ? number : 0.0, 0.0, 0.0, counts ? 1 : 0};
    }
    static __device__ State neutral() { return {0.0, 0.0, 0.0, 0}; }
    /// Distances are measured from the origin of `a`, unless `a` is empty.
    static __device__ State both(const State& a, const State& b) {
        const double origin = a.count > 0 ? a.origin : b.origin;
        const double delta = b.count > 0 ? b.origin - origin : 0.0;
        const double shift = double(b.count) * delta;
        return {origin, a.sum + b.sum + shift,
                a.squares + b.squares + delta * (b.sum + b.sum + shift), a.count + b.count};
    }
    __device__ Result result(const State& state, long long) const {
        const double count = double(state.count), left = count - correction;
        if (!(left > 0.0) || state.count == 0)
            return convert<Result>(__longlong_as_double(0x7ff8000000000000ll));
        const double total = state.squares - state.sum * state.sum / count;
        const double variance = (total < 0.0 ? 0.0 : total) / left;
        return convert<Result>(Root ? ::sqrt(variance) : variance);
    }
};

/// A weighted value, or the sum of several weighted values. Real weights are accumulated in double,
/// because compilers for x86 would combine two floats into one vector, which slows down CPU lanes.
template <class Sum, class Weight>
struct WeightedSum {
    Sum sum;
    Weight weight;
};

/// A weighted sum divided by the sum of weights, which is first converted to Divisor.
template <class Sum, class Weight, class Divisor, class Result>
struct WeightedMeanOf : PlainReduction<WeightedSum<Sum, Weight>, Result> {
    using State = WeightedSum<Sum, Weight>;

    static __device__ State of(const State& value, NoOrigin) { return value; }
    static __device__ State neutral() { return {Sum(0), Weight(0)}; }
    static __device__ State both(const State& a, const State& b) {
        return {a.sum + b.sum, a.weight + b.weight};
    }
    static __device__ Result result(const State& state, long long) {
        return convert<Result>(state.sum / convert<Divisor>(state.weight));
    }
};

/// A reduction with an operator on one type. `neutral` is the operator's neutral value.
template <class T, class Operator>
struct ReductionBy : Operator {
    using State = T;
    using Result = T;
    using Origin = NoOrigin;

    T start;

    __device__ T neutral() const { return start; }
    template <class V>
    static __device__ Origin origin(const V&) {
        return {};
    }
    template <class V>
    static __device__ T of(const V& value, Origin) {
        return convert<T>(value);
    }
    __device__ T both(const T& a, const T& b) const { return (*this)(a, b); }
    static __device__ T result(const T& state, long long) { return state; }
};

}  // namespace glint::expression
