// SPDX-License-Identifier: MIT
#include <glint/array/detail/expression_source.hpp>

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include <glint/array/fused/source.hpp>

namespace glint::detail {
namespace {

bool same_elements(const ArrayOperand& a, const ArrayOperand& b, const LoopStrides& strides_a,
                   const LoopStrides& strides_b, std::size_t rank) {
    return a.data == b.data && a.first == b.first && a.type.name == b.type.name &&
           std::equal(strides_a.begin(), strides_a.begin() + rank, strides_b.begin());
}

// Maximum shared memory for tiles per block, so that several blocks fit on a multiprocessor.
constexpr std::size_t kMaxTileBytes = 36 * 1024;
constexpr std::size_t kMaxDirectBytes = 12;

std::string_view name_of(Step step) {
    switch (step) {
        case Step::unit: return "Step::unit";
        case Step::back: return "Step::back";
        case Step::same: return "Step::same";
        case Step::any: return "Step::any";
    }
    return {};
}

// Writes the generated structs and functions in order; duplicate operands are omitted.
class ExpressionText {
public:
    ExpressionText(const AnyExpression& expression, const ExpressionVariant& variant)
        : arrays_(expression.operands.arrays()),
          reductions_(expression.operands.reductions()),
          variant_(variant),
          value_type_(expression.type) {
        if (!reductions_.empty()) writer_ = {reductions_, {variant.same_as.data(), arrays_.size()}};
        value_ = expression.writer(writer_);
        for (const LineReduction& reduction : reductions_)
            for (std::size_t i = reduction.first; i < reduction.last; ++i)
                is_reduced_[variant.same_as[i]] = true;
        writer_.declare(expression.type.header);
        for (const ArrayOperand& array : arrays_) writer_.declare(array.type.header);
    }

    std::string text() {
        put("{}#include <glint/expression/convert.cuh>\n"
            "#include <glint/expression/elements.cuh>\n#include "
            "<glint/expression/functions.cuh>\n\n{}"
            "namespace glint::expression {{\n\nusing Index = {};\nconstexpr int kRank = {};\n"
            "using Value = {};\n\n",
            writer_.declarations(), reductions_source(reductions_),
            variant_.wide ? "long long" : "int", variant_.rank, value_type_.name);
        put_operands();
        put_row();
        put_inputs();
        if (!reductions_.empty()) {
            put_read("read_reduced", true);
            put_read("read_rest", false);
            text_ += levels_source(writer_);
        } else if (variant_.tile_side == 0) {
            put_read("read", false);
        } else {
            put_tiles();
            put_stage();
            put_read_tiled();
        }
        put("__device__ inline Value value(const Operands& operands, const Inputs& inputs{}) {{\n"
            "{}    return {};\n}}\n\n}}  // namespace glint::expression\n",
            reductions_.empty() ? "" : ", const Results& results", writer_.statements(), value_);
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
        put("    }}\n");
        if (variant_.tile_side > 0) put_below();
        put("}};\n\n");
    }

    void put_below() {
        put("    __device__ Row below(const Operands& operands, Index rows) const {{\n"
            "        Row row = *this;\n");
        for_each_operand([&](std::size_t i, const ArrayOperand&) {
            put("        row.a{0} += rows * operands.a{0}.strides.of[kRank - 2];\n", i);
        });
        put("        return row;\n    }}\n");
    }

    void put_tiles() {
        put("constexpr int kTileSide = {};\nstruct Tiles {{\n", variant_.tile_side);
        for_each_operand([&](std::size_t i, const ArrayOperand& array) {
            if (variant_.staged[i])
                put("    {} a{}[kTileSide][kTileSide + 1];\n", array.type.name, i);
        });
        put("}};\n\n");
    }

    void put_stage() {
        put("__device__ inline void stage(const Operands& operands, Tiles& tiles, const Row& row, "
            "int "
            "depth,\n                             Index column, int line) {{\n");
        for_each_operand([&](std::size_t i, const ArrayOperand&) {
            if (variant_.staged[i])
                put("    tiles.a{0}[line][depth] =\n        operands.a{0}.data[row.a{0} + depth + "
                    "operands.a{0}.strides.within(column)];\n",
                    i);
        });
        put("}}\n\n");
    }

    void put_read_tiled() {
        put("__device__ inline void read_direct(const Operands& operands, const Row& row, Index "
            "column,\n                                   Inputs& inputs) {{\n");
        for_each_operand([&](std::size_t i, const ArrayOperand& array) {
            if (!variant_.staged[i])
                put("    {0} a{1}[1];\n    operands.a{1}.read(row.a{1}, column, a{1});\n",
                    array.type.name, i);
        });
        put_together("1", false);
        put_inputs_where(false, "a{1}[0]");
        for (std::size_t i = 0; i < writer_.together().size(); ++i)
            put("    inputs.t{0} = t{0}[0];\n", i);
        put("}}\n\n__device__ inline void read_staged(const Tiles& tiles, int line, int depth, "
            "Inputs& inputs) {{\n");
        put_inputs_where(true, "tiles.a{1}[line][depth]");
        put("}}\n\n");
    }

    void put_inputs_where(bool is_staged, std::string_view value) {
        for (std::size_t i = 0; i < arrays_.size(); ++i)
            if (variant_.staged[i] == is_staged)
                put("    inputs.a{} = {};\n", i,
                    fmt::format(fmt::runtime(value), i, variant_.same_as[i]));
    }

    // In code with reductions, duplicate operands use the name of the first one.
    bool is_named(std::size_t operand) const {
        return reductions_.empty() || variant_.same_as[operand] == operand;
    }

    void put_inputs() {
        put("struct Inputs {{\n");
        for (std::size_t i = 0; i < arrays_.size(); ++i)
            if (is_named(i)) put("    {} a{};\n", arrays_[i].type.name, i);
        const auto& together = writer_.together();
        for (std::size_t i = 0; i < together.size(); ++i)
            put("    {} t{};\n", together[i].type.name, i);
        put("}};\n\n");
    }

    // Writes a function that reads either all operands of reductions or all other operands.
    void put_read(std::string_view name, bool is_reduced) {
        const auto is_read = [&](std::size_t operand) {
            return is_reduced_[variant_.same_as[operand]] == is_reduced;
        };
        put("template <int Count>\n__device__ inline void {}(const Operands& operands, const "
            "Row& "
            "row, Index column,\n                            Inputs (&inputs)[Count]) {{\n",
            name);
        for_each_operand([&](std::size_t i, const ArrayOperand& array) {
            if (is_read(i))
                put("    {0} a{1}[Count];\n    operands.a{1}.read(row.a{1}, column, a{1});\n",
                    array.type.name, i);
        });
        put_together("Count", is_reduced);
        put("    for (int i = 0; i < Count; ++i) {{\n");
        for (std::size_t i = 0; i < arrays_.size(); ++i)
            if (is_read(i) && is_named(i))
                put("        inputs[i].a{} = a{}[i];\n", i, variant_.same_as[i]);
        for (std::size_t i = 0; i < writer_.together().size(); ++i)
            if (is_read(writer_.together()[i].operand))
                put("        inputs[i].t{0} = t{0}[i];\n", i);
        put("    }}\n}}\n\n");
    }

    void put_together(std::string_view count, bool is_reduced) {
        const auto& together = writer_.together();
        for (std::size_t i = 0; i < together.size(); ++i)
            if (is_reduced_[variant_.same_as[together[i].operand]] == is_reduced)
                put("    {0} t{1}[{2}];\n    {3}a{4}, t{1});\n", together[i].type.name, i, count,
                    together[i].call, variant_.same_as[together[i].operand]);
    }

    std::span<const ArrayOperand> arrays_;
    std::span<const LineReduction> reductions_;
    const ExpressionVariant& variant_;
    const ElementType& value_type_;
    std::array<bool, kMaxOperands> is_reduced_{};
    SourceWriter writer_;
    std::string value_;
    std::string text_;
};

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
                              loops.strides[first + i], loops.rank))
            ++same;
        variant.same_as[i] = static_cast<std::uint8_t>(same);
        variant.steps[i] = loops.step(first + i);
    }
    return variant;
}

void stage_turned_operands(ExpressionVariant& variant, const AnyExpression& expression,
                           const Loops& loops, std::size_t first) {
    const auto arrays = expression.operands.arrays();
    std::size_t bytes = 0, direct_bytes = 0;  // bytes per tile element, staged and not
    for (std::size_t i = 0; i < arrays.size(); ++i) {
        variant.staged[i] = arrays[i].data &&
                            (variant.steps[i] == Step::any || variant.steps[i] == Step::back) &&
                            loops.strides[first + i][loops.rank - 2] == 1;
        if (variant.same_as[i] == i)
            (variant.staged[i] ? bytes : direct_bytes) += arrays[i].type.size_bytes;
    }
    // The larger side is used only if operands that are not staged have small elements, because
    // each thread then holds 16 elements of each such operand in registers.
    for (const std::size_t side : {64, 32})
        if (variant.tile_side == 0 && side * (side + 1) * bytes <= kMaxTileBytes &&
            (side == 32 || direct_bytes <= kMaxDirectBytes))
            variant.tile_side = static_cast<std::uint8_t>(side);
    if (variant.tile_side == 0) variant.staged.fill(false);
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

void append_key(KernelKey& key, const AnyExpression& expression, const ExpressionVariant& variant) {
    key.append(expression.writer);
    key.append(std::array{std::uint8_t(variant.wide), variant.rank, variant.tile_side});
    key.append(std::as_bytes(std::span(variant.steps.data(), variant.operand_count)));
    key.append(std::as_bytes(std::span(variant.same_as.data(), variant.operand_count)));
    if (variant.tile_side > 0)
        key.append(std::as_bytes(std::span(variant.staged.data(), variant.operand_count)));
}

void describe_expression(KernelRecipe& recipe, const AnyExpression& expression,
                         const ExpressionVariant& variant) {
    append_key(recipe.key(), expression, variant);
    recipe.depends_on(expression.type.name);  // copies of different types have the same writer
    recipe.depends_on(expression.operands.reductions().size());
    for (const LineReduction& reduction : expression.operands.reductions())
        recipe.depends_on(reduction.text);
    recipe.text([&] { return expression_source(expression, variant); });
}

void describe_output(KernelRecipe& recipe, const AnyExpression& expression, const Loops& loops) {
    const std::string_view element = expression.type.name;
    recipe.depends_on(loops.step(0));
    recipe.text([&] {
        return fmt::format(
            "namespace glint::expression {{\nusing Output = {};\n}}  // namespace "
            "glint::expression\n",
            elements_type(element, loops.rank, loops.step(0)));
    });
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
