// SPDX-License-Identifier: MIT
#include <glint/algorithms/detail/reduction.hpp>

#include <fmt/format.h>

#include <glint/array/detail/evaluate.hpp>
#include <glint/base/error.hpp>

namespace glint::detail {
namespace {

// Returns strides for which an element's offset equals its C-order index within the reduced
// dimensions. The other dimensions have stride 0.
Strides strides_within(const Shape& shape, const PerAxis<bool>& reduced) {
    Strides strides;
    for (std::size_t axis = 0; axis < shape.rank(); ++axis) strides.append(0);
    std::ptrdiff_t stride = 1;
    for (std::size_t axis = shape.rank(); axis-- > 0;) {
        if (!reduced[axis]) continue;
        strides[axis] = stride;
        stride *= static_cast<std::ptrdiff_t>(shape[axis]);
    }
    return strides;
}

}  // namespace

std::string reduction_source(std::string_view name, std::string_view kind,
                             std::initializer_list<ElementType> types, std::string_view argument) {
    std::string headers, arguments;
    for (const ElementType& type : types) {
        // Only headers are included here. User-defined structs are already declared in the
        // expression's code.
        if (type.header.starts_with("#include")) headers += type.header;
        arguments += (arguments.empty() ? "" : ", ") + std::string(type.name);
    }
    if (!argument.empty()) arguments += ", " + std::string(argument);
    if (!arguments.empty()) arguments = "<" + arguments + ">";
    return fmt::format(
        "{}#include <glint/expression/reductions.cuh>\n\nnamespace glint::expression {{\n"
        "struct {} : {}{} {{}};\n}}  // namespace glint::expression\n",
        headers, name, kind, arguments);
}

std::string written_operator(std::string_view name, std::string_view code,
                             const ElementType& type) {
    return fmt::format(
        "namespace glint::expression {{\nstruct {2} {{\n"
        "    __device__ {0} operator()(const {0}& a, const {0}& b) const {{ return {1}; }}\n}};\n"
        "}}  // namespace glint::expression\n",
        type.name, code, name);
}

const Stream& first_stream(const OperandList& operands) {
    if (!operands.streams().empty()) return *operands.streams()[0];
    throw Error(ErrorCode::invalid_argument, "reduce an expression",
                "the expression contains no array, so the stream is unknown");
}

Layout numbers_within(const Shape& shape, const Along& along) {
    return {shape, strides_within(shape, reduced_axes(along, shape.rank()))};
}

PerAxis<bool> reduced_axes(const Along& along, std::size_t rank) {
    PerAxis<bool> reduced;
    for (std::size_t axis = 0; axis < rank; ++axis) reduced.append(along.all);
    for (const std::ptrdiff_t number : along.axes) {
        const std::size_t axis = axis_of(number, rank);
        if (reduced[axis])
            throw Error(ErrorCode::invalid_argument,
                        fmt::format("reduce along dimension {}", number),
                        "the dimension appears twice");
        reduced[axis] = true;
    }
    return reduced;
}

std::size_t axes_after_weights(const Shape& values, const Shape& weights, const Along& along) {
    if (weights == values) return 0;
    if (weights.rank() == 1 && along.axes.rank() == 1) {
        const std::size_t axis = axis_of(along.axes[0], values.rank());
        if (values[axis] == weights[0]) return values.rank() - 1 - axis;
    }
    throw Error(ErrorCode::invalid_argument,
                fmt::format("average an array of shape {}", to_string(values)),
                fmt::format("the weights have shape {}. Pass one weight per element, or one weight "
                            "per index along the reduced dimension",
                            to_string(weights)));
}

Shape reduced_shape(const Shape& shape, const Along& along, Keepdims keep) {
    const PerAxis<bool> reduced = reduced_axes(along, shape.rank());
    Shape kept;
    for (std::size_t axis = 0; axis < shape.rank(); ++axis) {
        if (!reduced[axis])
            kept.append(shape[axis]);
        else if (keep == Keepdims::yes)
            kept.append(1);
    }
    return kept;
}

void add_reduction(OperandList& operands, std::size_t first, const Reduction& reduction,
                   const Along& along, const Shape& shape, const Shape& result) {
    ArgumentBytes members = reduction.members;
    const auto* const bytes = static_cast<const std::byte*>(members.data());
    operands.add_reduction({.source = reduction.source,
                            .text = reduction.text,
                            .name = reduction.name,
                            .members = {bytes, bytes + members.size()},
                            .first = first,
                            .last = operands.arrays().size(),
                            .shape = shape,
                            .result = result,
                            .reduced = reduced_axes(along, shape.rank()),
                            .state_bytes = reduction.state_bytes,
                            .alignment = reduction.result.alignment});
}

std::shared_ptr<ArrayStorage> reduce_to_new(const AnyExpression& expression) {
    const LineReduction& reduction = expression.operands.reductions().back();
    const bool has_none = reduction.shape.size() == 0 && expression.shape.size() > 0;
    if (has_none && !reduction.name.empty())
        throw Error(ErrorCode::invalid_argument,
                    fmt::format("compute {} of an array of shape {}", reduction.name,
                                to_string(reduction.shape)),
                    "the array is empty, but this reduction needs at least one element");
    return evaluate_to_new(expression);
}

}  // namespace glint::detail
