#include <glint/array/expression_source.hpp>

#include <iterator>

#include <fmt/format.h>

namespace glint::detail {
namespace {

bool same_elements(const ArrayOperand& a, const ArrayOperand& b, const LoopStrides& strides_a,
                   const LoopStrides& strides_b) {
    return a.data == b.data && a.first == b.first && a.type.name == b.type.name &&
           strides_a == strides_b;
}

std::string_view name_of(Step step) {
    switch (step) {
        case Step::unit: return "Step::unit";
        case Step::same: return "Step::same";
        case Step::any: return "Step::any";
    }
    return {};
}

// Writes one struct or function after the other; operands that equal another are left out.
class ExpressionText {
public:
    ExpressionText(const AnyExpression& expression, const ExpressionVariant& variant)
        : arrays_(expression.operands.arrays()), variant_(variant), value_type_(expression.type) {
        value_ = expression.writer(writer_);
        writer_.declare(expression.type.header);
        for (const ArrayOperand& array : arrays_) writer_.declare(array.type.header);
    }

    std::string text() {
        put("#pragma once\n{}#include <glint/expression/convert.cuh>\n"
            "#include <glint/expression/elements.cuh>\n#include "
            "<glint/expression/functions.cuh>\n\n"
            "namespace glint::expression {{\n\nusing Index = {};\nconstexpr int kRank = {};\n"
            "using Value = {};\n\n",
            writer_.declarations(), variant_.wide ? "long long" : "int", variant_.rank,
            value_type_.name);
        put_operands();
        put_row();
        put_inputs();
        put_read();
        put("__device__ inline Value value(const Operands& operands, const Inputs& inputs) {{\n"
            "{}    return {};\n}}\n\n}}  // namespace glint::expression\n",
            writer_.statements(), value_);
        return std::move(text_);
    }

private:
    template <class... Values>
    void put(fmt::format_string<Values...> format, Values&&... values) {
        fmt::format_to(std::back_inserter(text_), format, std::forward<Values>(values)...);
    }

    template <class Each>
    void for_each_operand(Each&& each) {
        for (std::size_t i = 0; i < arrays_.size(); ++i)
            if (variant_.same_as[i] == i) each(i, arrays_[i]);
    }

    void put_operands() {
        if (!writer_.scalars().empty()) {
            put("struct alignas(16) Scalars {{\n");
            for (std::size_t i = 0; i < writer_.scalars().size(); ++i)
                put("    {} s{};\n", writer_.scalars()[i].name, i);
            put("}};\n");
        }
        put("struct Operands {{\n    Extents<Index, kRank> extents;\n");
        for_each_operand([&](std::size_t i, const ArrayOperand& array) {
            const std::string type =
                array.data ? elements_type(fmt::format("const {}", array.type.name), variant_.rank,
                                           variant_.steps[i])
                           : fmt::format("Indices<Index, kRank, {}>", name_of(variant_.steps[i]));
            put("    {} a{};\n", type, i);
        });
        if (!writer_.scalars().empty()) put("    Scalars scalars;\n");
        put("}};\n\n");
    }

    void put_row() {
        put("struct Row {{\n");
        for_each_operand([&](std::size_t i, const ArrayOperand&) { put("    Index a{};\n", i); });
        put("\n    __device__ Row(const Operands& operands, Index row) {{\n"
            "        const Place<Index, kRank> place(operands.extents, row);\n");
        for_each_operand([&](std::size_t i, const ArrayOperand&) {
            put("        a{0} = operands.a{0}.row(place);\n", i);
        });
        put("    }}\n}};\n\n");
    }

    void put_inputs() {
        put("struct Inputs {{\n");
        for (std::size_t i = 0; i < arrays_.size(); ++i)
            put("    {} a{};\n", arrays_[i].type.name, i);
        put("}};\n\n");
    }

    void put_read() {
        put("template <int Count>\n__device__ inline void read(const Operands& operands, const "
            "Row& "
            "row, Index column,\n                            Inputs (&inputs)[Count]) {{\n");
        for_each_operand([&](std::size_t i, const ArrayOperand& array) {
            put("    {0} a{1}[Count];\n    operands.a{1}.read(row.a{1}, column, a{1});\n",
                array.type.name, i);
        });
        put("    for (int i = 0; i < Count; ++i) {{\n");
        for (std::size_t i = 0; i < arrays_.size(); ++i)
            put("        inputs[i].a{} = a{}[i];\n", i, variant_.same_as[i]);
        put("    }}\n}}\n\n");
    }

    std::span<const ArrayOperand> arrays_;
    const ExpressionVariant& variant_;
    const ElementType& value_type_;
    SourceWriter writer_;
    std::string value_;
    std::string text_;
};

void append_index(ArgumentBytes& bytes, std::ptrdiff_t value, bool wide) {
    if (wide)
        bytes.append(static_cast<long long>(value));
    else
        bytes.append(static_cast<int>(value));
}

void append_strides(ArgumentBytes& bytes, const Loops& loops, std::size_t operand, bool wide) {
    for (std::size_t axis = 0; axis < loops.rank; ++axis)
        append_index(bytes, loops.strides[operand][axis], wide);
}

}  // namespace

void append_extents(ArgumentBytes& bytes, const Loops& loops, bool wide) {
    append_index(bytes, static_cast<std::ptrdiff_t>(loops.rows()), wide);
    append_index(bytes, static_cast<std::ptrdiff_t>(loops.columns()), wide);
    const std::size_t outer = loops.rank > 1 ? loops.rank - 1 : 1;
    for (std::size_t axis = 0; axis < outer; ++axis)
        append_index(bytes, static_cast<std::ptrdiff_t>(loops.extents[axis]), wide);
}

ExpressionVariant variant_of(const AnyExpression& expression, const Loops& loops,
                             std::size_t first) {
    const auto arrays = expression.operands.arrays();
    ExpressionVariant variant{.wide = !loops.fit_32_bits(),
                              .rank = static_cast<std::uint8_t>(loops.rank),
                              .operand_count = static_cast<std::uint8_t>(arrays.size())};
    for (std::size_t i = 0; i < arrays.size(); ++i) {
        std::size_t same = 0;
        while (!same_elements(arrays[same], arrays[i], loops.strides[first + same],
                              loops.strides[first + i]))
            ++same;
        variant.same_as[i] = static_cast<std::uint8_t>(same);
        variant.steps[i] = loops.step(first + i);
    }
    return variant;
}

std::string expression_source(const AnyExpression& expression, const ExpressionVariant& variant) {
    return ExpressionText(expression, variant).text();
}

std::string elements_type(std::string_view element, std::size_t rank, Step step) {
    return fmt::format("Elements<{}, Index, {}, {}>", element, rank, name_of(step));
}

void append_elements(ArgumentBytes& bytes, const void* data, const Loops& loops,
                     std::size_t operand, bool wide) {
    bytes.append(data);
    append_strides(bytes, loops, operand, wide);
    bytes.align(alignof(void*));
}

void append_operands(ArgumentBytes& bytes, const AnyExpression& expression,
                     const ExpressionVariant& variant, const Loops& loops, std::size_t first) {
    const auto arrays = expression.operands.arrays();
    bool has_arrays = false;
    append_extents(bytes, loops, variant.wide);
    for (std::size_t i = 0; i < arrays.size(); ++i) {
        if (variant.same_as[i] != i) continue;
        if (arrays[i].data) {
            has_arrays = true;
            append_elements(bytes, arrays[i].data, loops, first + i, variant.wide);
        } else {
            append_index(bytes, arrays[i].first, variant.wide);
            append_strides(bytes, loops, first + i, variant.wide);
        }
    }
    if (const auto scalars = expression.operands.scalars(); !scalars.empty()) {
        bytes.append(scalars, 16);
        bytes.align(16);
    } else if (has_arrays || variant.wide) {
        bytes.align(alignof(void*));
    }
}

}  // namespace glint::detail
