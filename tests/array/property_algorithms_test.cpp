// SPDX-License-Identifier: MIT
#include <glint/algorithms/reduce.hpp>
#include <glint/algorithms/scan.hpp>
#include <glint/algorithms/select.hpp>
#include <glint/algorithms/sort.hpp>

#include <algorithm>
#include <optional>

#include <array/property_cases.hpp>
#include <support/thorough.hpp>

namespace glint {
namespace {

using test::Expected;
using test::kRounding;
using test::Value;

/// The type in which sums are accumulated.
template <class T>
using Kept = typename detail::kinds::Sum<T>::Result;

/// The elements that an operation along some dimensions combines: `groups[k]` holds the indices of
/// the elements for output k.
struct Groups {
    Shape shape;
    std::vector<std::vector<std::size_t>> groups;
};

Groups grouped(const Shape& shape, const std::vector<bool>& joined) {
    Groups result;
    for (std::size_t axis = 0; axis < shape.rank(); ++axis)
        if (!joined[axis]) result.shape.append(shape[axis]);
    result.groups.resize(result.shape.size());
    std::size_t number = 0;
    test::for_each_index(shape, [&](const std::vector<std::size_t>& at) {
        std::vector<std::size_t> kept;
        for (std::size_t axis = 0; axis < at.size(); ++axis)
            if (!joined[axis]) kept.push_back(at[axis]);
        result.groups[test::number_of(result.shape, kept)].push_back(number++);
    });
    return result;
}

/// Sum of values added in any order, accumulated in type T.
template <class T, class From>
Value<T> summed(const std::vector<Value<From>>& values, std::span<const std::size_t> which) {
    if constexpr (std::is_integral_v<T>) {
        Value<T> sum{};
        for (const std::size_t i : which) {
            if (!values[i].is_known()) return test::unknown<T>();
            sum = test::sum_of(sum, test::cast<T>(values[i]));
        }
        return sum;
    } else {
        long double sum = 0, error = 0, size = 0;
        for (const std::size_t i : which) {
            sum += values[i].value;
            error += values[i].error;
            size += std::abs(values[i].value) + values[i].error;
        }
        if (std::isfinite(size) && size * test::kTiny<T> > 1) return test::unknown<T>();
        // 16-bit numbers are accumulated in float.
        const auto kept = std::min(kRounding<T>, kRounding<float>);
        const bool is_exact = !(size > 0) || (error == 0 && !std::isfinite(sum));
        const auto steps = static_cast<long double>(which.size());
        return test::rounded<T>(sum, is_exact ? error : error + kept * steps * size);
    }
}

template <class T>
Value<T> greatest(const std::vector<Value<T>>& values, std::span<const std::size_t> which) {
    Value<T> most = values[which[0]];
    for (const std::size_t i : which) most = test::larger_of(most, values[i]);
    for (const std::size_t i : which)
        if (!values[i].is_known()) return test::unknown<T>();
    return most;
}

class AlgorithmProperties : public test::PropertyCases {
protected:
    /// Chooses at random, for each dimension, whether to include it.
    static std::vector<bool> drawn_axes(test::RandomViews& views, std::size_t rank) {
        std::vector<bool> joined(rank);
        for (std::size_t axis = 0; axis < rank; ++axis) joined[axis] = views.draw(0, 1) == 0;
        return joined;
    }
    static Along along(const std::vector<bool>& joined) {
        Along result{.all = false};
        for (std::size_t axis = 0; axis < joined.size(); ++axis)
            if (joined[axis]) result.axes.append(static_cast<std::ptrdiff_t>(axis));
        return result;
    }
    /// A random dimension; nullopt for a single element.
    static std::optional<std::ptrdiff_t> drawn_axis(test::RandomViews& views, std::size_t rank) {
        if (rank == 0) return std::nullopt;
        return static_cast<std::ptrdiff_t>(views.draw(0, rank - 1));
    }

    template <std::uint32_t Number>
    void check_reduction(std::uint32_t round) {
        auto drawn = drawn_case<Number>(round);
        const auto expected = drawn.expected();
        const auto joined = drawn_axes(drawn.views, expected.shape.rank());
        SCOPED_TRACE(drawn.text(round) + "\n  along " + testing::PrintToString(joined));
        const Groups all = grouped(expected.shape, joined);
        const auto expression = drawn.expression();
        if constexpr (Number % 4 == 0)
            check_sum(expression, expected, all, along(joined));
        else if constexpr (Number % 4 == 1)
            check_count(expression, expected, all, along(joined));
        else
            check_extreme<Number % 4 == 3>(expression, expected, all, along(joined));
    }

    template <class T>
    void check_sum(const auto& expression, const Expected<T>& given, const Groups& all,
                   const Along& along) {
        Expected<Kept<T>> sums{all.shape, {}};
        for (const auto& group : all.groups)
            sums.values.push_back(summed<Kept<T>>(given.values, group));
        const Array<Kept<T>> found = sum(expression, along);
        compare(sums, found.shape(), found.to_vector());
    }

    template <class T>
    void check_count(const auto& expression, const Expected<T>& given, const Groups& all,
                     const Along& along) {
        Expected<std::int64_t> counts{all.shape, {}};
        for (const auto& group : all.groups) {
            Value<std::int64_t> count{};
            for (const std::size_t i : group) {
                const Value<bool> truth = test::cast<bool>(given.values[i]);
                count = {count.value + truth.value, count.error + truth.error};
            }
            counts.values.push_back(count);
        }
        const Array<std::int64_t> found = count_nonzero(expression, along);
        compare(counts, found.shape(), found.to_vector());
    }

    template <bool Place, class T>
    void check_extreme(const auto& expression, const Expected<T>& given, const Groups& all,
                       const Along& along) {
        const bool has_none =
            std::ranges::any_of(all.groups, [](const auto& each) { return each.empty(); });
        if (has_none) {
            EXPECT_THROW((void)Array<T>(max(expression, along)), Error);
            return;
        }
        Expected<T> most{all.shape, {}};
        for (const auto& group : all.groups) most.values.push_back(greatest(given.values, group));
        if constexpr (!Place) {
            const Array<T> found = max(expression, along);
            compare(most, found.shape(), found.to_vector());
        } else {
            const Array<std::int64_t> found = argmax(expression, along);
            check_places(given, all, most, found.to_vector());
        }
    }

    /// Expects the first of the equal maxima if all elements are certain; otherwise, any element
    /// that may be the maximum.
    template <class T>
    void check_places(const Expected<T>& given, const Groups& all, const Expected<T>& most,
                      const std::vector<std::int64_t>& found) {
        ASSERT_EQ(found.size(), all.groups.size());
        for (std::size_t k = 0; k < found.size(); ++k) {
            const auto& group = all.groups[k];
            ASSERT_LT(static_cast<std::size_t>(found[k]), group.size());
            const bool is_certain = std::ranges::all_of(
                group, [&](std::size_t i) { return given.values[i].is_certain(); });
            const auto equals = [&](std::size_t i) {
                return !(given.values[i].value != most.values[k].value) ||
                       (given.values[i].value != given.values[i].value &&
                        most.values[k].value != most.values[k].value);
            };
            const auto first = std::ranges::find_if(group, equals) - group.begin();
            const Value<std::int64_t> place{first, is_certain ? 0 : test::kUnknown};
            ASSERT_TRUE(agrees(place, found[k]))
                << "place " << found[k] << ", not " << first << ", of output " << k;
        }
    }

    template <std::uint32_t Number>
    void check_scan(std::uint32_t round) {
        auto drawn = drawn_case<Number>(round, 3000);
        using T = typename decltype(drawn)::Type;
        using Sum = std::conditional_t<std::is_same_v<T, bool>, int, T>;
        const auto expected = drawn.expected();
        // No axis means all elements in row-major order.
        auto axis = drawn_axis(drawn.views, expected.shape.rank());
        if (drawn.views.draw(0, 2) == 0) axis.reset();
        SCOPED_TRACE(drawn.text(round) + "\n  along " + (axis ? std::to_string(*axis) : "all"));
        std::vector<bool> joined(expected.shape.rank(), !axis);
        if (axis) joined[static_cast<std::size_t>(*axis)] = true;
        const Groups all = grouped(expected.shape, joined);
        Expected<Sum> sums{axis ? expected.shape : Shape(expected.shape.size()),
                           std::vector<Value<Sum>>(expected.values.size())};
        for (const auto& group : all.groups)
            for (std::size_t i = 0; i < group.size(); ++i)
                sums.values[group[i]] = summed<Sum>(expected.values, std::span(group).first(i + 1));
        const Array<Sum> found = cumulative_sum(drawn.expression(), {.axis = axis});
        compare(sums, found.shape(), found.to_vector());
    }

    template <std::uint32_t Number>
    void check_sort(std::uint32_t round) {
        auto drawn = drawn_case<Number>(round);
        using T = typename decltype(drawn)::Type;
        const auto expected = drawn.expected();
        const auto axis = drawn_axis(drawn.views, expected.shape.rank());
        const bool descending = drawn.views.draw(0, 1) == 0;
        SCOPED_TRACE(drawn.text(round) + "\n  along " + std::to_string(axis.value_or(-1)) +
                     (descending ? " downwards" : " upwards"));
        std::vector<bool> joined(expected.shape.rank());
        if (axis) joined[static_cast<std::size_t>(*axis)] = true;
        const Array<T> found =
            sorted(drawn.expression(), {.descending = descending, .axis = axis.value_or(-1)});
        Expected<T> in_order{expected.shape, expected.values};
        for (const auto& group : grouped(expected.shape, joined).groups)
            sort_line(in_order.values, group, descending);
        compare(in_order, found.shape(), found.to_vector());
    }

    /// Sorts a line. Every result gets the line's maximum error, because sorting does not increase
    /// it.
    template <class T>
    static void sort_line(std::vector<Value<T>>& values, const std::vector<std::size_t>& places,
                          bool descending) {
        std::vector<Value<T>> line;
        long double error = 0;
        for (const std::size_t place : places) {
            line.push_back(values[place]);
            error = std::max(error, values[place].error);
        }
        const auto before = [](const Value<T>& a, const Value<T>& b) {
            return a.value < b.value || (a.value == a.value && b.value != b.value);
        };
        std::ranges::stable_sort(line, before);
        if (descending) std::ranges::reverse(line);
        for (std::size_t i = 0; i < places.size(); ++i) values[places[i]] = {line[i].value, error};
    }

    /// Selects the elements that satisfy a mask. Skips cases in which errors leave the mask
    /// undetermined.
    template <std::uint32_t Number>
    void check_selection(std::uint32_t round) {
        auto drawn = drawn_case<Number>(round);
        using T = typename decltype(drawn)::Type;
        const auto expected = drawn.expected();
        SCOPED_TRACE(drawn.text(round));
        const auto mask = [](const auto& x) { return x <= 3; };
        auto selection = select(drawn.expression(), mask(drawn.expression()));
        Expected<T> kept;
        for (const auto& value : expected.values) {
            const Value<bool> truth = mask(value);
            if (!truth.is_known()) return;
            if (truth.value) kept.values.push_back(value);
        }
        kept.shape = Shape(kept.values.size());
        EXPECT_EQ(selection.count(), kept.values.size());
        compare(kept, selection.elements().shape(), selection.elements().to_vector());
    }
};

template <std::uint32_t Count>
using Numbers = std::make_integer_sequence<std::uint32_t, Count>;

// Each test uses different trees.

TEST_P(AlgorithmProperties, OfReductions) {
    for_trees<100>(Numbers<test::rounds(5, 16)>(), [this]<std::uint32_t Number> {
        for (const std::uint32_t round : {0u, 1u}) check_reduction<Number>(round);
    });
}
TEST_P(AlgorithmProperties, OfScans) {
    for_trees<200>(Numbers<test::rounds(4, 8)>(), [this]<std::uint32_t Number> {
        for (const std::uint32_t round : {0u, 1u}) check_scan<Number>(round);
    });
}
TEST_P(AlgorithmProperties, OfSorts) {
    for_trees<300>(Numbers<test::rounds(4, 8)>(), [this]<std::uint32_t Number> {
        for (const std::uint32_t round : {0u, 1u}) check_sort<Number>(round);
    });
}
TEST_P(AlgorithmProperties, OfSelections) {
    for_trees<400>(Numbers<test::rounds(4, 6)>(), [this]<std::uint32_t Number> {
        for (const std::uint32_t round : {0u, 1u}) check_selection<Number>(round);
    });
}

INSTANTIATE_TEST_SUITE_P(Backends, AlgorithmProperties, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
