// SPDX-License-Identifier: MIT
#include <glint/array/detail/loops.hpp>

#include <algorithm>
#include <bit>
#include <random>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include <glint/array/detail/any_expression.hpp>
#include <glint/array/detail/argument_bytes.hpp>
#include <glint/array/detail/kernel_cache.hpp>
#include <glint/array/detail/packs.hpp>

#include <base/scratch.hpp>

namespace glint::detail {
namespace {

using test::expect_error;
using Place = std::vector<std::ptrdiff_t>;  ///< one offset per operand

/// Offsets of each operand's elements, in the order in which loops with these extents visit them.
std::vector<Place> places(std::span<const std::size_t> extents,
                          std::span<const LoopStrides> strides) {
    std::size_t size = 1;
    for (const std::size_t extent : extents) size *= extent;
    std::vector<Place> all;
    for (std::size_t number = 0; number < size; ++number) {
        Place place(strides.size(), 0);
        std::size_t rest = number;
        for (std::size_t axis = extents.size(); axis-- > 0; rest /= extents[axis])
            for (std::size_t i = 0; i < strides.size(); ++i)
                place[i] += strides[i][axis] * static_cast<std::ptrdiff_t>(rest % extents[axis]);
        all.push_back(std::move(place));
    }
    return all;
}

std::vector<Place> places(const Loops& loops) {
    return places(std::span(loops.extents.data(), loops.rank),
                  std::span(loops.strides.data(), loops.operand_count));
}

std::vector<Place> places(const Shape& shape, std::span<const Strides> operands) {
    std::vector<LoopStrides> strides(operands.size());
    for (std::size_t i = 0; i < operands.size(); ++i)
        std::copy(operands[i].begin(), operands[i].end(), strides[i].begin());
    return places({shape.begin(), shape.rank()}, strides);
}

/// Strides of dense operands: dimensions in any order, some of them broadcast or reversed.
Strides random_strides(const Shape& shape, std::mt19937& random) {
    std::vector<std::size_t> order(shape.rank());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    if (random() % 2 == 0) std::ranges::shuffle(order, random);
    Strides strides;
    for (std::size_t i = 0; i < shape.rank(); ++i) strides.append(0);
    std::ptrdiff_t stride = 1 + static_cast<std::ptrdiff_t>(random() % 2);
    for (std::size_t i = order.size(); i-- > 0;) {
        strides[order[i]] = random() % 6 == 0 ? 0 : random() % 6 == 0 ? -stride : stride;
        stride *= static_cast<std::ptrdiff_t>(shape[order[i]]);
    }
    return strides;
}

TEST(Loops, VisitAllElementsInIndexOrder) {
    std::mt19937 random(3);
    for (int round = 0; round < 500; ++round) {
        Shape shape;
        for (auto rank = random() % 5; rank > 0; --rank) shape.append(1 + random() % 4);
        std::vector<Strides> operands;
        for (auto count = random() % 4; count > 0; --count)
            operands.push_back(random_strides(shape, random));
        const auto expected = places(shape, operands);
        const Loops loops = loops_over(shape, operands, LoopOrder::as_indexed);
        ASSERT_EQ(loops.rows() * loops.columns(), shape.size());
        if (!is_single(loops)) {
            ASSERT_EQ(places(loops), expected) << to_string(shape);
        }

        const Loops fastest = loops_over(shape, operands, LoopOrder::fastest);
        const auto found = places(fastest);
        if (is_single(fastest)) continue;
        EXPECT_EQ(std::multiset(found.begin(), found.end()),
                  std::multiset(expected.begin(), expected.end()));
        for (std::size_t axis = 0; axis < fastest.rank; ++axis)
            EXPECT_NE(fastest.extents[axis], 1u);
        for (std::size_t axis = 1; axis < fastest.rank && !operands.empty(); ++axis) {
            EXPECT_GE(std::abs(fastest.strides[0][axis - 1]), std::abs(fastest.strides[0][axis]));
            bool merges = true;
            for (std::size_t i = 0; i < operands.size(); ++i)
                merges &=
                    fastest.strides[i][axis - 1] ==
                    fastest.strides[i][axis] * static_cast<std::ptrdiff_t>(fastest.extents[axis]);
            EXPECT_FALSE(merges) << to_string(shape);
        }
    }
}

TEST(Loops, MergeConsecutiveLoops) {
    const Shape shape{2, 3, 4};
    const std::array dense{row_major(shape).strides};
    const Loops one = loops_over(shape, dense, LoopOrder::as_indexed);
    EXPECT_EQ(one.rank, 1u);
    EXPECT_EQ(one.columns(), 24u);
    EXPECT_EQ(one.rows(), 1u);
    EXPECT_EQ(one.step(0), Step::unit);
    const std::array both{Strides{12, 4, 1}, Strides{1, 8, 2}};
    const Loops two = loops_over(shape, both, LoopOrder::as_indexed);
    EXPECT_EQ(two.rank, 2u);
    EXPECT_EQ(two.rows(), 2u);
    EXPECT_EQ(two.columns(), 12u);
    EXPECT_EQ(two.step(1), Step::any);
    const std::array steps{Strides{0}, Strides{-1}, Strides{-2}, Strides{1}};
    const Loops line = loops_over({5}, steps, LoopOrder::as_indexed);
    EXPECT_EQ(line.step(0), Step::same);
    EXPECT_EQ(line.step(1), Step::back);
    EXPECT_EQ(line.step(2), Step::any);
    EXPECT_EQ(line.step(3), Step::unit);
    const Loops single = loops_over({1, 1}, std::array{Strides{7, 3}}, LoopOrder::fastest);
    EXPECT_TRUE(is_single(single));
    EXPECT_EQ(single.step(0), Step::unit);
    EXPECT_FALSE(is_single(one));
    EXPECT_FALSE(is_single(two));
}

TEST(Loops, Use32BitIndicesIfTheyFitTwice) {
    constexpr std::size_t kMax = (std::size_t(1) << 30) - 1;
    const auto fit = [](std::size_t extent, std::ptrdiff_t stride) {
        return loops_over(Shape(extent), std::array{Strides{stride}}, LoopOrder::as_indexed)
            .fit_32_bits();
    };
    EXPECT_TRUE(fit(kMax, 1));
    EXPECT_FALSE(fit(kMax + 1, 1));
    EXPECT_FALSE(fit(kMax + 1, 0));
    EXPECT_TRUE(fit(kMax, -1));
    EXPECT_FALSE(fit(kMax / 2 + 1, -2));
    EXPECT_TRUE(fit(kMax / 2, 2));
    EXPECT_FALSE(loops_over({2, kMax / 2 + 1}, std::array{Strides{0, 1}}, LoopOrder::as_indexed)
                     .fit_32_bits());
    EXPECT_FALSE(
        loops_over({2, 3}, std::array{Strides{std::ptrdiff_t(kMax) / 2, 1}}, LoopOrder::as_indexed)
            .fit_32_bits());
    EXPECT_TRUE(loops_over({2, 3}, std::array{Strides{std::ptrdiff_t(kMax) / 2 - 3, 1}},
                           LoopOrder::as_indexed)
                    .fit_32_bits());
    Loops shorter = loops_over(Shape(4), std::array{Strides{1}}, LoopOrder::as_indexed);
    shorter.extents[shorter.rank] = kMax;  // as if left over from other loops
    shorter.strides[0][shorter.rank] = 2;
    EXPECT_TRUE(shorter.fit_32_bits());
}

TEST(Loops, TransposeAxesForOtherOperandLayouts) {
    const auto turned = [](const Shape& shape, const Strides& to, const Strides& from) {
        return turned_axis(loops_over(shape, std::array{to, from}, LoopOrder::fastest), 16);
    };
    EXPECT_EQ(turned({20, 30}, {30, 1}, {1, 20}), 0u);
    EXPECT_EQ(turned({16, 16}, {16, 1}, {1, 16}), 0u);
    EXPECT_EQ(turned({15, 16}, {16, 1}, {1, 15}), 2u);
    EXPECT_EQ(turned({16, 15}, {15, 1}, {1, 16}), 2u);
    EXPECT_EQ(turned({20, 30}, {30, 1}, {30, 1}), 1u);  // the two dimensions were merged
    EXPECT_EQ(turned({20, 30}, {31, 1}, {1, 0}), 2u);   // constant along rows
    EXPECT_EQ(turned({20, 30}, {62, 2}, {1, 20}), 2u);  // writes are not contiguous
    EXPECT_EQ(turned({20, 30}, {30, 1}, {1, -20}), 0u);
    EXPECT_EQ(turned({9, 20, 30}, {600, 30, 1}, {600, 1, 20}), 1u);

    Loops loops = loops_over({9, 20, 30}, std::array{Strides{600, 30, 1}, Strides{1, 9, 180}},
                             LoopOrder::fastest);
    ASSERT_EQ(loops.rank, 3u);
    move_to_last_outer(loops, 0);
    EXPECT_EQ(loops.extents[0], 20u);
    EXPECT_EQ(loops.extents[1], 9u);
    EXPECT_EQ(loops.columns(), 30u);
    EXPECT_EQ(loops.strides[0][1], 600);
    EXPECT_EQ(loops.strides[1][0], 9);
}

TEST(Packs, WidthDependsOnElementSizes) {
    const auto widest = [](std::initializer_list<std::size_t> sizes, std::size_t written) {
        AnyExpression expression;
        static const int memory = 0;
        for (const std::size_t size : sizes) {
            expression.operands.add_shape({8});
            auto& array = const_cast<ArrayOperand&>(expression.operands.arrays().back());
            array.data = &memory;
            array.type.size_bytes = size;
        }
        return widest_pack(expression, written);
    };
    EXPECT_EQ(widest({4}, 4), 4u);
    EXPECT_EQ(widest({8}, 8), 2u);
    EXPECT_EQ(widest({16}, 16), 1u);
    EXPECT_EQ(widest({2}, 2), 8u);
    EXPECT_EQ(widest({1}, 1), 16u);
    EXPECT_EQ(widest({1}, 8), 4u);
    EXPECT_EQ(widest({8, 2}, 8), 2u);
    EXPECT_EQ(widest({4, 16}, 0), 1u);
    EXPECT_EQ(widest({2}, 0), 8u);
    EXPECT_EQ(widest({}, 0), 16u);
    EXPECT_EQ(widest({12}, 12), 1u);
    EXPECT_EQ(widest({32}, 32), 1u);
}

TEST(Packs, StartAtAlignedAddresses) {
    const auto at = [](std::uintptr_t address) { return reinterpret_cast<const void*>(address); };
    const auto rows = [](std::ptrdiff_t row, std::ptrdiff_t step) {
        return loops_over({7, 32}, std::array{Strides{row, step}}, LoopOrder::as_indexed);
    };
    const Loops unit = rows(64, 1), back = rows(64, -1), apart = rows(64, 2);
    EXPECT_TRUE(is_aligned(at(1024), 4, unit, 0, 4));
    EXPECT_FALSE(is_aligned(at(1028), 4, unit, 0, 4));
    EXPECT_FALSE(is_aligned(at(1032), 4, unit, 0, 4));
    EXPECT_TRUE(is_aligned(at(1032), 4, unit, 0, 2));
    EXPECT_TRUE(is_aligned(at(1028), 4, unit, 0, 1));
    EXPECT_TRUE(is_aligned(at(1028), 4, apart, 0, 4));
    EXPECT_TRUE(is_aligned(nullptr, 4, unit, 0, 4));
    EXPECT_FALSE(is_aligned(at(1024), 4, rows(65, 1), 0, 4));
    EXPECT_FALSE(is_aligned(at(1024), 4, rows(66, 1), 0, 4));
    EXPECT_TRUE(is_aligned(at(1024), 4, rows(66, 1), 0, 2));
    EXPECT_FALSE(is_aligned(at(1200), 12, unit, 0, 4));
    EXPECT_TRUE(is_aligned(at(1024), 8, unit, 0, 8));  // accesses of 16 bytes
    EXPECT_FALSE(is_aligned(at(1032), 8, unit, 0, 8));
    // The last element of a pack comes first in memory.
    EXPECT_TRUE(is_aligned(at(1036), 4, back, 0, 4));
    EXPECT_FALSE(is_aligned(at(1024), 4, back, 0, 4));
    EXPECT_FALSE(is_aligned(at(1032), 4, back, 0, 4));
}

TEST(Packs, NeedAlignedAddressesForAllOperands) {
    const Loops loops =
        loops_over({7, 32}, std::array{Strides{32, 1}, Strides{64, 1}}, LoopOrder::as_indexed);
    const auto are = [&](std::uintptr_t first, std::uintptr_t second, std::size_t pack) {
        AnyExpression expression;
        for (const std::uintptr_t address : {first, second}) {
            expression.operands.add_shape({7, 32});
            auto& array = const_cast<ArrayOperand&>(expression.operands.arrays().back());
            array.data = reinterpret_cast<const void*>(address);
            array.type.size_bytes = 4;
        }
        return are_aligned(expression, loops, pack);
    };
    EXPECT_TRUE(are(1024, 2048, 4));
    EXPECT_FALSE(are(1028, 2048, 4));
    EXPECT_FALSE(are(1024, 2052, 4));
    EXPECT_TRUE(are(1028, 2052, 1));
    EXPECT_TRUE(are(1024, 2048, 32));
    EXPECT_FALSE(are(1024, 2048, 64));  // rows are shorter than a pack
}

TEST(Operands, CountIsLimited) {
    OperandList list;
    for (std::size_t i = 0; i < kMaxOperands; ++i) list.add_shape({3});
    EXPECT_EQ(list.arrays().size(), 24u);
    expect_error(
        ErrorCode::invalid_argument,
        "the expression has more than 24 arrays. Evaluate part of the expression into an Array",
        [&] { list.add_shape({3}); });
    for (std::size_t i = 0; i < kMaxOperands; ++i) list.add_memory({i, i + 1});
    expect_error(ErrorCode::invalid_argument,
                 "the expression gathers from more than 24 arrays. Evaluate part of the expression "
                 "into an Array",
                 [&] { list.add_memory({0, 1}); });
    EXPECT_TRUE(list.reaches({23, 24}));
    EXPECT_FALSE(list.reaches({24, 30}));

    OperandList lines = OperandList::of_lines();
    for (std::size_t i = 0; i < kMaxOperands; ++i) lines.add_shape({3});
    EXPECT_FALSE(lines.refuses_lines());
    lines.add_shape({3});
    EXPECT_TRUE(lines.refuses_lines());
    EXPECT_EQ(lines.arrays().size(), 24u);
}

TEST(Operands, AlignScalars) {
    OperandList list;
    list.add_scalar(std::uint8_t(7));
    list.add_scalar(std::uint32_t(0x01020304));
    list.add_scalar(std::uint8_t(9));
    list.add_scalar(2.0);
    const std::span<const std::byte> bytes = list.scalars();
    ASSERT_EQ(bytes.size(), 24u);
    const std::byte expected[] = {
        std::byte(7), {}, {}, {}, std::byte(4), std::byte(3), std::byte(2), std::byte(1),
        std::byte(9), {}, {}, {}, {},           {},           {},           {}};
    EXPECT_TRUE(std::equal(std::begin(expected), std::end(expected), bytes.begin()));

    OperandList full, lines = OperandList::of_lines();
    for (std::size_t i = 0; i < kMaxScalarBytes / 8; ++i)
        full.add_scalar(1.0), lines.add_scalar(1.0);
    EXPECT_EQ(full.scalars().size(), 512u);
    EXPECT_FALSE(lines.refuses_lines());
    expect_error(ErrorCode::invalid_argument,
                 "the scalars of the expression take more than 512 bytes",
                 [&] { full.add_scalar(false); });
    lines.add_scalar(false);
    EXPECT_TRUE(lines.refuses_lines());
}

TEST(Operands, BroadcastAndAppendAxes) {
    OperandList list;
    EXPECT_EQ(list.shape(), Shape());
    list.add_shape({4, 1});
    list.add_shape({5});
    EXPECT_EQ(list.shape(), Shape({4, 5}));
    list.append_axes(1, 2);
    EXPECT_EQ(list.arrays()[0].layout.shape, Shape({4, 1}));
    EXPECT_EQ(list.arrays()[1].layout.shape, Shape({5, 1, 1}));
    EXPECT_EQ(list.arrays()[1].layout.strides, Strides({1, 0, 0}));
    EXPECT_EQ(list.shape(), Shape({5, 4, 1}));
    list.transpose({5, 4, 3}, std::array<std::ptrdiff_t, 3>{2, 0, 1});
    EXPECT_EQ(list.arrays()[0].layout, (Layout{{3, 5, 4}, {0, 0, 1}}));
    EXPECT_EQ(list.arrays()[1].layout, (Layout{{3, 5, 4}, {0, 1, 0}}));
}

TEST(Arguments, AreLaidOutLikeAStruct) {
    ArgumentBytes bytes;
    bytes.append('a');
    bytes.append(std::int64_t(-1));
    bytes.append(std::uint16_t(0x0102));
    bytes.align(4);
    ASSERT_EQ(bytes.size(), 20u);
    const auto* const data = static_cast<const unsigned char*>(bytes.data());
    const unsigned char expected[] = {'a', 0,   0,   0,   0,   0,   0, 0, 255, 255,
                                      255, 255, 255, 255, 255, 255, 2, 1, 0,   0};
    EXPECT_TRUE(std::equal(std::begin(expected), std::end(expected), data));
    append_index(bytes, 5, false);
    EXPECT_EQ(bytes.size(), 24u);
    append_index(bytes, 5, true);
    EXPECT_EQ(bytes.size(), 32u);
    const std::vector<std::byte> rest(4000 - 32);
    bytes.append(rest, 1);
    EXPECT_EQ(bytes.size(), 4000u);
    bytes.append(std::span<const std::byte>(), 1);
    bytes.align(16);
    expect_error(ErrorCode::invalid_argument,
                 "the arrays and scalars of the expression exceed the argument limit of a kernel. "
                 "Evaluate part of the expression into an Array",
                 [&] { bytes.append('a'); });
}

TEST(KernelKeys, DependOnEachByteAndLength) {
    const auto key = [](std::vector<std::uint8_t> bytes) {
        KernelKey result;
        result.append(std::as_bytes(std::span(bytes)));
        return result;
    };
    const KernelKey::Hash hash;
    EXPECT_EQ(key({1, 2, 3}), key({1, 2, 3}));
    EXPECT_EQ(hash(key({1, 2, 3})), hash(key({1, 2, 3})));
    EXPECT_FALSE(key({1, 2}) == key({1, 2, 0}));
    std::set<std::size_t> hashes;
    std::vector<std::uint8_t> bytes(19, 0);
    hashes.insert(hash(key(bytes)));
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        bytes[i] = 1;
        EXPECT_FALSE(key(bytes) == key(std::vector<std::uint8_t>(19, 0))) << i;
        hashes.insert(hash(key(bytes)));
        bytes[i] = 0;
    }
    EXPECT_EQ(hashes.size(), 20u);
    KernelKey one, two;
    one.append_text("ab");
    one.append_text("c");
    two.append_text("a");
    two.append_text("bc");
    EXPECT_FALSE(one == two);
}

KernelKey tell(KernelSource* source, int pack, std::string_view type, bool turned) {
    KernelRecipe recipe(source);
    recipe.kernel("array/for_each.cu", "for_each");
    recipe.header("array/expression.cuh");
    recipe.depends_on(turned);
    recipe.text([&] { return turned ? "// turned\n" : "// straight\n"; });
    recipe.constants("glint::expression", {{"int kPack", pack}, {"using Value", type}});
    recipe.options([](KernelSource& written) { written.is_lean = true; });
    return recipe.key();
}

TEST(KernelRecipes, HaveOneKeyPerSource) {
    KernelSource source;
    const KernelKey key = tell(nullptr, 4, "float", true);
    EXPECT_EQ(tell(nullptr, 4, "float", true), key);
    EXPECT_EQ(tell(&source, 4, "float", true), key);
    EXPECT_FALSE(tell(nullptr, 2, "float", true) == key);
    EXPECT_FALSE(tell(nullptr, 4, "double", true) == key);
    EXPECT_FALSE(tell(nullptr, 4, "float", false) == key);
}

TEST(KernelRecipes, WriteTheSource) {
    KernelSource source;
    (void)tell(&source, 4, "float", false);
    EXPECT_EQ(source.file, "array/for_each.cu");
    EXPECT_EQ(source.kernel, "for_each");
    EXPECT_TRUE(source.is_lean);
    ASSERT_EQ(source.headers.size(), 1u);
    EXPECT_EQ(source.headers[0].first, "array/expression.cuh");
    EXPECT_EQ(source.headers[0].second,
              "#pragma once\n// straight\nnamespace glint::expression {\nconstexpr int kPack = "
              "4;\nusing Value = float;\n}  // namespace glint::expression\n");
}

}  // namespace
}  // namespace glint::detail
