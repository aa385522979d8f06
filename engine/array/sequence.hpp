// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <glint/array/array.hpp>

namespace glint {
namespace detail {

/// An expression whose elements are computed from their indices. It uses no memory.
///
/// `Rule::Element` is the element type. `Rule::collect(OperandList&)` adds the scalars that the
/// rule needs, and `Rule::code(index, writer)` returns the device code that uses them. A rule that
/// computes groups of adjacent elements does not have `code`. Instead it has the group size
/// `kTogether` and `Rule::call(writer)`, whose result is passed to SourceWriter::together.
template <class Rule>
class Sequence : public Expression<Sequence<Rule>> {
public:
    using Element = typename Rule::Element;

    Sequence(const Stream& stream, const Shape& shape, Rule rule)
        : Sequence(stream, row_major(shape), std::move(rule)) {
        check_size(shape, 1);
    }
    /// Uses the offset of each element in `layout` as its index.
    Sequence(const Stream& stream, const Layout& layout, Rule rule)
        : stream_(std::make_shared<Stream>(handle_of(stream))),
          layout_(layout),
          rule_(std::move(rule)) {}

    const Shape& shape() const noexcept { return layout_.shape; }
    std::size_t size() const noexcept { return layout_.size(); }
    Stream& stream() const noexcept { return *stream_; }
    const Rule& rule() const noexcept { return rule_; }

    void collect(OperandList& operands) const {
        operands.add({.layout = layout_, .type = {"Index", "", 0, 1}, .together = together()},
                     *stream_);
        rule_.collect(operands);
    }
    static std::string write(SourceWriter& writer) {
        if constexpr (requires { Rule::call(writer); }) {
            const std::string call = Rule::call(writer);
            return writer.together(kElementType<Element>, call);
        } else {
            const std::string index = writer.array();
            return writer.define(kElementType<Element>, Rule::code(index, writer));
        }
    }

private:
    static constexpr std::uint8_t together() {
        if constexpr (requires { Rule::kTogether; }) return Rule::kTogether;
        return 1;
    }

    std::shared_ptr<Stream> stream_;
    Layout layout_;
    Rule rule_;
};

/// The arithmetic sequence `first + index * step`.
template <class T>
struct Steps {
    using Element = T;
    T first, step;

    void collect(OperandList& operands) const {
        operands.add_scalar(first);
        operands.add_scalar(step);
    }
    static std::string code(const std::string& index, SourceWriter& writer) {
        const ElementType& type = kElementType<T>;
        const std::string start = writer.scalar(type), by = writer.scalar(type);
        return start + " + convert<" + std::string(type.name) + ">(" + index + ") * " + by;
    }
};

/// The sequence `first + index * step`, computed in double so that the last element is exact after
/// rounding.
template <class T>
struct SpacedSteps {
    using Element = T;
    double first, step;

    void collect(OperandList& operands) const {
        operands.add_scalar(first);
        operands.add_scalar(step);
    }
    static std::string code(const std::string& index, SourceWriter& writer) {
        const std::string start = writer.scalar(kElementType<double>);
        const std::string by = writer.scalar(kElementType<double>);
        return "convert<" + std::string(kElementType<T>.name) + ">(fma(double(" + index + "), " +
               by + ", " + start + "))";
    }
};

/// 1 where column - row equals `offset`, 0 elsewhere.
template <class T>
struct Diagonal {
    using Element = T;
    long long columns, offset;

    void collect(OperandList& operands) const {
        operands.add_scalar(columns);
        operands.add_scalar(offset);
    }
    static std::string code(const std::string& index, SourceWriter& writer) {
        const std::string columns = writer.scalar(kElementType<long long>);
        const std::string offset = writer.scalar(kElementType<long long>);
        return "convert<" + std::string(kElementType<T>.name) + ">(" + index + " % " + columns +
               " == " + index + " / " + columns + " + " + offset + " ? 1 : 0)";
    }
};

[[noreturn]] void refuse_arange(double first, double last, double step);
std::size_t arange_size(double first, double last, double step);
/// Returns the number of steps from `first` to `last` (exclusive), which is exact for all integers.
template <std::integral T>
std::size_t arange_size(T first, T last, T step) {
    if (step == T(0)) refuse_arange(double(first), double(last), 0.0);
    const bool is_up = step > T(0);
    if (is_up ? first >= last : first <= last) return 0;
    const auto difference = [](T a, T b) {
        return static_cast<std::uint64_t>(a) - static_cast<std::uint64_t>(b);
    };
    const std::uint64_t way = is_up ? difference(last, first) : difference(first, last);
    const std::uint64_t count =
        (way - 1) / (is_up ? difference(step, T(0)) : difference(T(0), step)) + 1;
    if (count >> 63 != 0) refuse_arange(double(first), double(last), double(step));
    return count;
}
/// Throws Error(invalid_argument) unless a nested list has the expected number of elements.
void check_list(std::size_t size, std::size_t expected);

}  // namespace detail

// Sequences are expressions: they take no memory until they are assigned to an Array.

/// Returns first, first + step, ..., up to but excluding `last`. Throws Error(invalid_argument) if
/// the step is 0, if a bound is NaN, or if there are too many elements.
template <class T>
auto arange(const Stream& stream, std::type_identity_t<T> first, std::type_identity_t<T> last,
            std::type_identity_t<T> step = T(1)) {
    using Bound = std::conditional_t<std::is_integral_v<T>, T, double>;
    const std::size_t size = detail::arange_size(
        static_cast<Bound>(first), static_cast<Bound>(last), static_cast<Bound>(step));
    return detail::Sequence(stream, size, detail::Steps<T>{first, step});
}
/// The numbers 0 to `count` - 1.
template <class T>
auto arange(const Stream& stream, std::size_t count) {
    return detail::Sequence(stream, count, detail::Steps<T>{T(0), T(1)});
}

/// Returns `count` equally spaced numbers from `first` to `last`, inclusive, or only `first` if
/// `count` is 1.
template <class T>
auto linspace(const Stream& stream, double first, double last, std::size_t count) {
    static_assert(detail::kIsFloating<T>, "linspace requires a floating-point type");
    const double step = count > 1 ? (last - first) / static_cast<double>(count - 1) : 0.0;
    return detail::Sequence(stream, count, detail::SpacedSteps<T>{first, step});
}

/// A matrix of ones where column - row is `offset`, and zeros elsewhere.
template <class T>
auto eye(const Stream& stream, std::size_t rows, std::size_t columns, std::ptrdiff_t offset = 0) {
    return detail::Sequence(stream, Shape{rows, columns},
                            detail::Diagonal<T>{static_cast<long long>(columns), offset});
}
template <class T>
auto eye(const Stream& stream, std::size_t rows) {
    return eye<T>(stream, rows, rows);
}

/// Returns an array from nested lists: of numbers, of rows, or of planes. Throws
/// Error(invalid_argument) unless all lists at the same nesting level have equal lengths.
template <class T>
Array<T> array_of(const Stream& stream, std::initializer_list<T> values) {
    return Array<T>(stream, std::span<const T>(values.begin(), values.size()));
}
template <class T>
Array<T> array_of(const Stream& stream, std::initializer_list<std::initializer_list<T>> rows) {
    std::vector<T> values;
    for (const auto& row : rows) values.insert(values.end(), row);
    const std::size_t columns = rows.size() > 0 ? rows.begin()->size() : 0;
    for (const auto& row : rows) detail::check_list(row.size(), columns);
    return Array<T>(stream, {rows.size(), columns}, values);
}
template <class T>
Array<T> array_of(const Stream& stream,
                  std::initializer_list<std::initializer_list<std::initializer_list<T>>> planes) {
    const auto rows = planes.size() > 0 ? *planes.begin() : decltype(*planes.begin()){};
    const std::size_t columns = rows.size() > 0 ? rows.begin()->size() : 0;
    std::vector<T> values;
    for (const auto& plane : planes) {
        detail::check_list(plane.size(), rows.size());
        for (const auto& row : plane) {
            detail::check_list(row.size(), columns);
            values.insert(values.end(), row);
        }
    }
    return Array<T>(stream, {planes.size(), rows.size(), columns}, values);
}

/// An array with all elements equal to `value`.
template <class T>
Array<T> full(const Stream& stream, const Shape& shape, const std::type_identity_t<T>& value) {
    Array<T> array(stream, shape);
    array = value;
    return array;
}
template <class T>
Array<T> zeros(const Stream& stream, const Shape& shape) {
    return full<T>(stream, shape, T{});
}
template <class T>
Array<T> ones(const Stream& stream, const Shape& shape) {
    return full<T>(stream, shape, T(1));
}
/// An array with uninitialized elements.
template <class T>
Array<T> empty(const Stream& stream, const Shape& shape) {
    return Array<T>(stream, shape);
}

// Each function below returns a new array with the shape, type and stream of another array or view.
template <class A>
auto empty_like(const A& array) {
    return Array<typename A::Element>(array.stream(), array.shape());
}
template <class A>
auto full_like(const A& array, const typename A::Element& value) {
    return full<typename A::Element>(array.stream(), array.shape(), value);
}
template <class A>
auto zeros_like(const A& array) {
    return zeros<typename A::Element>(array.stream(), array.shape());
}
template <class A>
auto ones_like(const A& array) {
    return ones<typename A::Element>(array.stream(), array.shape());
}

}  // namespace glint
