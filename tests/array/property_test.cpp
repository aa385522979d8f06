// SPDX-License-Identifier: MIT
#include <array/property_cases.hpp>
#include <support/thorough.hpp>

namespace glint {
namespace {

using test::Both;
using test::Expected;
using test::Value;

class ExpressionProperties : public test::PropertyCases {
protected:
    template <std::uint32_t Number>
    void check_new(std::uint32_t round) {
        const auto drawn = drawn_case<Number>(round);
        SCOPED_TRACE(drawn.text(round));
        const auto expression = drawn.expression();
        using T = detail::ElementOf<decltype(expression)>;
        static_assert(std::is_same_v<T, typename decltype(drawn)::Type>);
        const Array<T> made = expression;
        compare(drawn.expected(), made.shape(), made.to_vector());
    }

    /// Assigns to a view that has the expression's shape, or a shape to which the expression
    /// broadcasts.
    template <std::uint32_t Number>
    void check_set(std::uint32_t round) {
        auto drawn = drawn_case<Number>(round);
        using T = typename decltype(drawn)::Type;
        Expected<T> expected = drawn.expected();
        const bool widens = expected.shape.size() < 2000 && drawn.views.draw(0, 2) == 0;
        const Shape shape = widens ? widened(expected.shape, drawn.views) : expected.shape;
        Both<T> to = drawn.views.template view<T>(shape, numbers<T>(drawn.views, false));
        SCOPED_TRACE(drawn.text(round) + "\n  to: " + described(to));
        to.device = drawn.expression();
        compare_memory(to, spread_values(expected, shape));
    }

    /// Returns a shape to which `shape` broadcasts.
    static Shape widened(const Shape& shape, test::RandomViews& views) {
        Shape result;
        if (views.draw(0, 1) == 0) result.append(views.draw(0, 4));
        for (const std::size_t extent : shape)
            result.append(extent == 1 ? views.draw(0, 3) : extent);
        return result;
    }

    /// Assigns to a view that shares memory with the first operand.
    template <std::uint32_t Number>
    void check_aliased(std::uint32_t round) {
        auto first = drawn_case<Number>(round, 5000, true);
        using T = std::tuple_element_t<0, typename decltype(first)::Types>;
        const auto& [x, y, z] = first.operands;
        auto [from, to] =
            first.views.template views<T>(x.host.shape, numbers<T>(first.views, false));
        // Constructs `drawn` with these views, because assigning to views would set their elements.
        const Case<Number> drawn{test::RandomViews(stream_, 0), {from, y, z}};
        SCOPED_TRACE(drawn.text(round) + "\n  to: " + described(to));
        std::vector<Value<T>> values;
        const auto expected = drawn.expected();
        for (const auto& value : expected.values) values.push_back(test::cast<T>(value));
        to.device = detail::node_of(cast<T>(drawn.expression()));
        compare_memory(to, spread_values(Expected<T>{expected.shape, values}, to.host.shape));
    }

    template <class T>
    static std::vector<Value<T>> spread_values(const Expected<T>& expected, const Shape& shape) {
        return spread(test::HostArray<Value<T>>{expected.shape, expected.values}, shape).values;
    }

    /// Expects the view to have the values `set`, and elements outside the view to be unchanged.
    template <class T>
    void compare_memory(const Both<T>& to, const std::vector<Value<T>>& set) {
        std::vector<Value<T>> expected;
        for (const T& value : to.before) expected.push_back(test::value_of(value));
        for (std::size_t i = 0; i < set.size(); ++i) expected[to.places.values[i]] = set[i];
        compare(Expected<T>{Shape(expected.size()), expected}, to.memory.shape(),
                to.memory.to_vector());
    }

    template <std::uint32_t Number>
    void check_tree() {
        for (const std::uint32_t round : {0u, 1u}) check_new<Number>(round);
        check_set<Number>(2);
        if constexpr (Number % 3 == 0) check_aliased<Number>(3);
    }
};

template <std::uint32_t Count>
using Numbers = std::make_integer_sequence<std::uint32_t, Count>;

// Split into several tests, so that one failure does not hide others.
#define GLINT_TREES(first)                                                        \
    TEST_P(ExpressionProperties, OfTreesFrom##first) {                            \
        for_trees<first>(Numbers<test::rounds(4, 12)>(),                          \
                         [this]<std::uint32_t Number> { check_tree<Number>(); }); \
    }
GLINT_TREES(0)
GLINT_TREES(12)
GLINT_TREES(24)
GLINT_TREES(36)
#undef GLINT_TREES

INSTANTIATE_TEST_SUITE_P(Backends, ExpressionProperties, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
