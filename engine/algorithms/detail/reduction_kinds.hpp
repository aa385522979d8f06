// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <complex>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>

#include <glint/algorithms/detail/reduced.hpp>
#include <glint/algorithms/detail/symbol.hpp>
#include <glint/array/functions.hpp>

/// The available reductions, for use as `Kind` of `Reduced`. Their device code is in
/// glint/expression/reductions.cuh.
namespace glint::detail::kinds {

template <class T>
constexpr auto accumulator() {
    if constexpr (std::is_same_v<T, bool>)
        return std::int64_t();
    else if constexpr (std::is_integral_v<T>)
        return std::conditional_t<std::is_unsigned_v<T>, std::uint64_t, std::int64_t>();
    else if constexpr (kIsFloating<T> && sizeof(T) == 2)
        return float();
    else
        return T();
}
/// The accumulator type of sums of T: float for 16-bit floats, 64-bit integers for integers.
template <class T>
using Accumulator = decltype(accumulator<T>());
/// The result type of sums: a 64-bit integer for integers, otherwise T.
template <class T>
using SumResult = std::conditional_t<std::is_integral_v<T>, Accumulator<T>, T>;
/// The result type of means and norms: double for integers, otherwise T.
template <class T>
using MeanResult = std::conditional_t<std::is_integral_v<T>, double, T>;

/// A reduction whose device struct is a template. The template arguments are the type of the state,
/// `Types`, and the result type.
template <Code Name, class State, class ResultType, class... Types>
struct SimpleKind {
    using Result = ResultType;

    static std::string source(std::string_view name, std::string_view) {
        return reduction_source(
            name, Name.view(), {kElementType<State>, kElementType<Types>..., kElementType<Result>});
    }
    static Reduction reduction() {
        return {.source = &source, .state_bytes = sizeof(State), .result = kElementType<Result>};
    }
};

/// True if sums of T are supported. Vectors of integers are not supported, because the components
/// of their sums would have fewer than 64 bits.
template <class T>
inline constexpr bool kIsSummed = !VectorElement<T> || kIsFloating<ComponentOf<T>>;

template <class T>
struct Sum : SimpleKind<"SumOf", Accumulator<T>, SumResult<T>> {
    static constexpr bool kTakesVectors = kIsSummed<T>;
};
template <class T>
using Product = SimpleKind<"ProductOf", Accumulator<T>, SumResult<T>>;
template <class T>
struct Mean : SimpleKind<"MeanOf", Accumulator<T>, MeanResult<T>,
                         typename RealOf<std::conditional_t<std::is_integral_v<T>, double,
                                                            ComponentOf<Accumulator<T>>>>::Type> {
    static constexpr bool kTakesVectors = kIsSummed<T>;
};
template <class T>
using Norm = SimpleKind<
    "NormOf",
    std::conditional_t<std::is_integral_v<T>, double, typename RealOf<Accumulator<T>>::Type>,
    typename RealOf<MeanResult<T>>::Type>;

/// The mean of all numbers except NaN. Its state is a sum and an 8-byte count.
template <class T>
struct NanMean : SimpleKind<"NanMeanOf", Accumulator<T>, T> {
    static Reduction reduction() {
        Reduction how = SimpleKind<"NanMeanOf", Accumulator<T>, T>::reduction();
        how.state_bytes = 16;
        return how;
    }
};

/// A reduction whose device struct is not a template.
template <Code Name, class ResultType>
struct PlainKind {
    using Result = ResultType;

    static std::string source(std::string_view name, std::string_view) {
        return reduction_source(name, Name.view(), {});
    }
    static Reduction reduction() {
        return {.source = &source, .state_bytes = sizeof(Result), .result = kElementType<Result>};
    }
};
using Any = PlainKind<"AnyOf", bool>;
using All = PlainKind<"AllOf", bool>;
using Count = PlainKind<"CountOf", std::int64_t>;

/// The minimum or the maximum.
template <Code Name, Code Word, class T>
struct Extreme : SimpleKind<Name, Computed<T>, T> {
    static_assert(!kIsComplex<T>, "complex numbers cannot be ordered");

    static Reduction reduction() {
        Reduction how = SimpleKind<Name, Computed<T>, T>::reduction();
        how.name = Word.view();
        return how;
    }
};
template <class T>
using Min = Extreme<"MinimumOf", "min", T>;
template <class T>
using Max = Extreme<"MaximumOf", "max", T>;

/// A reduction whose device struct is a template with a state of `StateBytes` bytes.
template <Code Name, std::size_t StateBytes, class T, bool Root>
struct Spread {
    static_assert(!kIsComplex<T>,
                  "complex numbers have no variance. Use the variances of real(z) and imag(z)");
    using Result = MeanResult<T>;
    double correction = 0.0;

    static std::string source(std::string_view name, std::string_view) {
        return reduction_source(name, Name.view(), {kElementType<Result>}, Root ? "true" : "false");
    }
    Reduction reduction() const {
        Reduction how{.source = &source, .state_bytes = StateBytes, .result = kElementType<Result>};
        how.members.append(correction);
        return how;
    }
};
template <class T, bool Root>
using Variance = Spread<"VarianceOf", 16, T, Root>;
template <class T, bool Root>
using NanVariance = Spread<"NanVarianceOf", 32, T, Root>;

/// The weighted mean of values of type T with weights of type W.
template <class T, class W>
struct WeightedMean {
    using Result = MeanResult<Common<T, W>>;
    using Sum = Accumulator<Result>;
    using Divisor = std::conditional_t<kIsComplex<W>, Sum, typename RealOf<Sum>::Type>;
    using Weight = std::conditional_t<kIsComplex<W>, Sum, double>;

    static constexpr std::size_t kBytes = 2 * std::max(sizeof(Sum), sizeof(Weight));

    static std::string source(std::string_view name, std::string_view) {
        return reduction_source(
            name, "WeightedMeanOf",
            {kElementType<Sum>, kElementType<Weight>, kElementType<Divisor>, kElementType<Result>});
    }
    static Reduction reduction() {
        return {.source = &source, .state_bytes = kBytes, .result = kElementType<Result>};
    }
};

}  // namespace glint::detail::kinds

namespace glint::detail {

/// The elements of a node, each with its index among the elements that are reduced together.
template <ExpressionNode Node>
struct Numbered : ExpressionTag {
    using Element = void;  // Indexed<Value> on the device; never used on the host
    using Value = Computed<typename Node::Element>;

    Node node;
    Layout numbers;

    static constexpr bool kHasReductions = has_reductions<Node>();

    Numbered(const Node& given, const Along& along)
        : node(given), numbers(numbers_within(shape_of(given), along)) {}

    const Shape& shape() const noexcept { return numbers.shape; }
    void collect(OperandList& operands) const {
        node.collect(operands);
        operands.add({.layout = numbers, .type = {"Index", "", 0, 1}}, first_stream(operands));
    }
    static std::string write(SourceWriter& writer) {
        const std::string value = SourceWriter::converted(
            Node::write(writer), kElementType<typename Node::Element>, kElementType<Value>);
        writer.declare("#include <glint/expression/reductions.cuh>\n");
        return writer.define(type(), indexed_name() + "{" + value + ", " + writer.array() + "}");
    }
    static std::string indexed_name() {
        return "Indexed<" + std::string(kElementType<Value>.name) + ">";
    }
    static ElementType type() {
        static const std::string name = indexed_name();
        return {name, kElementType<Value>.header, 16, 8};
    }
};
/// The products of elements and their weights, each together with its weight.
template <ExpressionNode Values, ExpressionNode Weights>
struct Weighted : ExpressionTag {
    using Element = void;  // WeightedSum<Sum, Weight> on the device
    using Kind = kinds::WeightedMean<typename Values::Element, typename Weights::Element>;

    static constexpr bool kHasReductions = has_reductions<Values>() || has_reductions<Weights>();

    Values values;
    Weights weights;
    Shape size;
    std::size_t trailing;  ///< number of dimensions of the values after those of the weights

    Weighted(const Values& of, const Weights& by, const Along& along)
        : values(of),
          weights(by),
          size(shape_of(of)),
          trailing(axes_after_weights(size, shape_of(by), along)) {}

    const Shape& shape() const noexcept { return size; }
    void collect(OperandList& operands) const {
        values.collect(operands);
        const std::size_t first = operands.arrays().size();
        weights.collect(operands);
        operands.append_axes(first, trailing);
    }
    static std::string write(SourceWriter& writer) {
        writer.declare("#include <glint/expression/reductions.cuh>\n");
        writer.declare(kElementType<typename Kind::Sum>.header);
        const std::string value = Values::write(writer), weight = Weights::write(writer);
        const auto as = [](const ElementType& type, const std::string& name) {
            return "convert<" + std::string(type.name) + ">(" + name + ")";
        };
        return writer.define(type(), "{" + as(kElementType<typename Kind::Sum>, value) + " * " +
                                         as(kElementType<typename Kind::Divisor>, weight) + ", " +
                                         as(kElementType<typename Kind::Weight>, weight) + "}");
    }
    static ElementType type() {
        static const std::string name = "WeightedSum<" +
                                        std::string(kElementType<typename Kind::Sum>.name) + ", " +
                                        std::string(kElementType<typename Kind::Weight>.name) + ">";
        return {name, kElementType<typename Kind::Sum>.header, Kind::kBytes, 8};
    }
};

/// Erases the type of a node whose elements exist only on the device.
template <ExpressionNode Node>
    requires requires { Node::type(); }
AnyExpression erased(const Node& node) {
    AnyExpression expression{.writer = &Node::write, .type = Node::type()};
    node.collect(expression.operands);
    expression.shape = expression.operands.shape();
    return expression;
}

}  // namespace glint::detail

namespace glint::detail::kinds {

/// The index of the minimum or maximum.
template <Code Word, class T, bool Least>
struct Position {
    static_assert(kHasOrder<T>, "complex numbers and vectors cannot be ordered");
    using Result = std::int64_t;

    static std::string source(std::string_view name, std::string_view) {
        return reduction_source(name, "IndexOf", {kElementType<Computed<T>>},
                                Least ? "true" : "false");
    }
    static Reduction reduction() {
        return {.source = &source,
                .name = Word.view(),
                .state_bytes = 16,
                .result = kElementType<Result>};
    }
};

template <class T>
using ArgMin = Position<"argmin", T, true>;
template <class T>
using ArgMax = Position<"argmax", T, false>;

template <class T>
void append_neutral(Reduction& how, const T& neutral) {
    how.members.append(std::as_bytes(std::span(&neutral, 1)), kElementAlignment<T>);
}

/// A reduction with a traced operator; `Node` is the operator's expression of two symbols.
template <class T, ExpressionNode Node>
struct Traced {
    using Result = T;
    static constexpr bool kTakesVectors = true;
    T neutral;
    Node node;

    static std::string source(std::string_view name, std::string_view) {
        const std::string op = std::string(name) + "Operator";
        const AnyFunction function{.writer = &Node::write,
                                   .type = kElementType<typename Node::Element>};
        return operator_source(op, function, kElementType<T>) +
               reduction_source(name, "ReductionBy", {kElementType<T>}, op);
    }
    Reduction reduction() const {
        Reduction how{.source = &source, .state_bytes = sizeof(T), .result = kElementType<T>};
        OperandList operands;
        node.collect(operands);
        if (!operands.scalars().empty()) {
            how.members.append(operands.scalars(), 16);
            how.members.align(16);
        }
        append_neutral(how, neutral);
        return how;
    }
};

/// A reduction with an operator given as CUDA C++ code in terms of `a` and `b`.
template <class T>
struct Written {
    using Result = T;
    static constexpr bool kTakesVectors = true;
    T neutral;
    std::string code;

    static std::string source(std::string_view name, std::string_view code) {
        const std::string op = std::string(name) + "Operator";
        return written_operator(op, code, kElementType<T>) +
               reduction_source(name, "ReductionBy", {kElementType<T>}, op);
    }
    Reduction reduction() const {
        Reduction how{
            .source = &source, .text = code, .state_bytes = sizeof(T), .result = kElementType<T>};
        append_neutral(how, neutral);
        return how;
    }
};

template <class T, class Operator>
auto by_operator(const T& neutral, const Operator& op) {
    if constexpr (std::is_convertible_v<Operator, std::string_view>) {
        return Written<T>{neutral, std::string(std::string_view(op))};
    } else {
        const auto node = traced(op, Symbol<T, 'a'>(), Symbol<T, 'b'>());
        return Traced<T, std::remove_const_t<decltype(node)>>{neutral, node};
    }
}

}  // namespace glint::detail::kinds
