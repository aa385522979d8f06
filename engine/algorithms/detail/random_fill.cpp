// SPDX-License-Identifier: MIT
#include <glint/algorithms/detail/random_fill.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <glint/array/detail/argument_bytes.hpp>
#include <glint/array/detail/kernel_cache.hpp>
#include <glint/base/ceil_div.hpp>

namespace glint::detail {
namespace {

constexpr unsigned kFillThreads = 256;

std::string source_text(const RandomFill& fill) {
    SourceWriter writer;
    const std::string distribution = fill.distribution(writer);
    writer.declare(fill.type.header);
    std::string scalars;
    for (std::size_t i = 0; i < writer.scalars().size(); ++i)
        scalars += fmt::format("    {} s{};\n", writer.scalars()[i].name, i);
    const bool is_xorwow = fill.kind == RandomKind::xorwow;
    return fmt::format(
        "#include <glint/expression/elements.cuh>\n#include <glint/{}.cuh>\n{}\n"
        "namespace glint::expression {{\n\nusing Generator = {};\nusing Value = {};\n"
        "using Numbers = {};\n\nstruct alignas(16) Scalars {{\n{}}};\n"
        "struct Operands {{\n    Scalars scalars;\n}};\n\n"
        "__device__ inline Numbers numbers_of(const Operands& operands) {{\n    return {};\n}}\n\n"
        "}}  // namespace glint::expression\n",
        is_xorwow ? "xorwow" : "mrg32k3a", writer.declarations(), is_xorwow ? "Xorwow" : "Mrg32k3a",
        fill.type.name, distribution.substr(0, distribution.find('{')), scalars, distribution);
}

}  // namespace

RandomPlace place_of_state(std::uint64_t seed, std::uint64_t sequence, std::uint64_t offset) {
    return {seed, sequence * kFillSequences, offset};
}

std::uint64_t fill_turns(std::uint64_t count, std::uint64_t each) {
    const std::uint64_t at_a_turn = each * kFillSequences;
    return ceil_div(count, at_a_turn);
}

void fill_random(Stream& stream, const Elements& to, const RandomFill& fill) {
    unsigned long long count = to.layout.size();
    if (count == 0) return;
    const Device& device = stream.device();
    const CachedKernel kernel = KernelCache::of(device).get(device, [&](KernelRecipe& recipe) {
        recipe.kernel("algorithms/random_fill.cu", "fill");
        recipe.header("algorithms/random_fill.cuh");
        recipe.depends_on(fill.kind);
        recipe.depends_on(fill.distribution);
        recipe.depends_on(fill.type.name);
        recipe.text([&] { return source_text(fill); });
    });
    ArgumentBytes operands;
    operands.append(fill.scalars.scalars(), 16);
    operands.align(16);
    void* data = to.data;
    unsigned sequences = kFillSequences;
    const auto threads = static_cast<unsigned>(std::min<unsigned long long>(count, sequences));
    kernel.launch(stream, blocks_of(ceil_div(threads, kFillThreads), kFillThreads), data, count,
                  sequences, operands);
}

}  // namespace glint::detail
