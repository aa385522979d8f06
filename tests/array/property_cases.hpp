// SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>
#include <limits>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <array/host_functions.hpp>
#include <array/random_trees.hpp>
#include <array/random_views.hpp>
#include <support/backends.hpp>

namespace glint::test {

/// Expected values of an expression's elements, computed on the host.
template <class T>
struct Expected {
    Shape shape;
    std::vector<Value<T>> values;
};

template <class T>
Value<T> value_of(const T& element) {
    if constexpr (std::is_integral_v<T>)
        return {element};
    else
        return {static_cast<long double>(static_cast<double>(element))};
}

/// Broadcast shape of two shapes: a reimplementation of NumPy's rule.
inline Shape broadcast_of(const Shape& a, const Shape& b) {
    if (a.rank() < b.rank()) return broadcast_of(b, a);
    Shape shape = a;
    for (std::size_t axis = 0; axis < b.rank(); ++axis) {
        std::size_t& extent = shape[a.rank() - b.rank() + axis];
        if (extent == 1) extent = b[axis];
    }
    return shape;
}

/// Compares random trees on random operands with host values. Everything is drawn from one seed,
/// which GLINT_PROPERTY_SEED can set; failures report tree, round, operands, and seed.
class PropertyCases : public OnEachBackend {
protected:
    ~PropertyCases() override = default;

    /// Most results must be known; otherwise the tests would prove little. NaN, infinities, and
    /// values close to a jump can be unknown, and so can sums and lines that contain them.
    void TearDown() override {
        if (IsSkipped() || HasFatalFailure()) return;
        EXPECT_GE(static_cast<double>(known_), 0.5 * static_cast<double>(seen_));
        EXPECT_GT(seen_, 0u);
    }

    static std::uint32_t seed() {
        const char* const given = std::getenv("GLINT_PROPERTY_SEED");
        return given ? static_cast<std::uint32_t>(std::strtoul(given, nullptr, 10)) : 20'260'601;
    }

    /// Calls `check.operator()<Number>()` for each tree number, starting at `First`.
    template <std::uint32_t First, std::uint32_t... Numbers, class Check>
    static void for_trees(std::integer_sequence<std::uint32_t, Numbers...>, const Check& check) {
        (check.template operator()<First + Numbers>(), ...);
    }

    /// The operands of tree `Number`, and its expected values.
    template <std::uint32_t Number>
    struct Case {
        using Tree = typename RandomTree<Number>::Type;
        using Types = typename RandomTree<Number>::Types;
        using Type = typename Tree::Type;

        RandomViews views;
        std::tuple<Both<std::tuple_element_t<0, Types>>, Both<std::tuple_element_t<1, Types>>,
                   Both<std::tuple_element_t<2, Types>>>
            operands;

        auto expression() const {
            const auto& [x, y, z] = operands;
            return detail::node_of(Tree::of(std::tuple(x.device, y.device, z.device)));
        }

        Expected<Type> expected() const {
            const auto& [x, y, z] = operands;
            Expected<Type> result;
            if constexpr ((Tree::kUses & 1) != 0)
                result.shape = broadcast_of(result.shape, x.host.shape);
            if constexpr ((Tree::kUses & 2) != 0)
                result.shape = broadcast_of(result.shape, y.host.shape);
            if constexpr ((Tree::kUses & 4) != 0)
                result.shape = broadcast_of(result.shape, z.host.shape);
            const auto a = placed<0>(x.host, result.shape);
            const auto b = placed<1>(y.host, result.shape);
            const auto c = placed<2>(z.host, result.shape);
            for (std::size_t i = 0; i < result.shape.size(); ++i)
                result.values.push_back(
                    Tree::of(std::tuple(value_of(a[i]), value_of(b[i]), value_of(c[i]))));
            return result;
        }

        std::string text(std::uint32_t round) const {
            const auto& [x, y, z] = operands;
            return fmt::format(
                "tree {} in round {} of GLINT_PROPERTY_SEED={}: {}\n  x0: {}\n  x1: {}\n  x2: {}",
                Number, round, seed(), Tree::text(), described(x), described(y), described(z));
        }

    private:
        template <int Which, class T>
        static std::vector<T> placed(const HostArray<T>& host, const Shape& shape) {
            if constexpr ((Tree::kUses & (1u << Which)) == 0)
                return std::vector<T>(shape.size());
            else
                return spread(host, shape).values;
        }
    };

    /// Operands that broadcast to a random shape with at most `most` elements. If `whole`, the
    /// first operand has the full shape.
    template <std::uint32_t Number>
    Case<Number> drawn_case(std::uint32_t round, std::size_t most = 5000, bool whole = false) {
        RandomViews views(stream_, mixed(mixed(seed(), Number), round));
        const Shape shape = views.shape(most);
        const bool specials = round % 3 == 1;
        const auto operand = [&]<class T>(T, bool is_whole) {
            return views.view<T>(is_whole ? shape : views.narrowed(shape),
                                 numbers<T>(views, specials));
        };
        using Types = typename RandomTree<Number>::Types;
        // Drawn in separate statements, so that the order is defined.
        auto x = operand(std::tuple_element_t<0, Types>(), whole || views.draw(0, 1) == 0);
        auto y = operand(std::tuple_element_t<1, Types>(), views.draw(0, 1) == 0);
        auto z = operand(std::tuple_element_t<2, Types>(), views.draw(0, 2) == 0);
        return {std::move(views), {std::move(x), std::move(y), std::move(z)}};
    }

    /// Draws mostly small numbers. Integers can also have arbitrary and extreme values;
    /// floating-point numbers can also be NaN or infinity if `specials`.
    template <class T>
    static auto numbers(RandomViews& views, bool specials) {
        return [&views, specials](std::size_t count) {
            std::vector<T> values;
            for (std::size_t i = 0; i < count; ++i)
                values.push_back(number<T>(views.generator(), specials));
            return values;
        };
    }

    /// Counts the comparison. Returns true if `found` is allowed.
    template <class T>
    bool agrees(const Value<T>& expected, const T& found) {
        ++seen_;
        if (!expected.is_known()) return true;
        ++known_;
        return allows(expected, found);
    }

    template <class T>
    void compare(const Expected<T>& expected, const Shape& shape, const std::vector<T>& found) {
        ASSERT_EQ(shape, expected.shape);
        ASSERT_EQ(found.size(), expected.values.size());
        for (std::size_t i = 0; i < found.size(); ++i)
            ASSERT_TRUE(agrees(expected.values[i], static_cast<T>(found[i])))
                << "element " << i << " is " << shown(found[i]) << ", not "
                << static_cast<double>(expected.values[i].value) << " by at most "
                << static_cast<double>(expected.values[i].error);
    }

    template <class T>
    static double shown(const T& value) {
        return static_cast<double>(value);
    }

    Device device_ = open();
    Stream stream_{device_};

private:
    template <class T>
    static T number(std::mt19937& random, bool specials) {
        const auto kind = random() % 64;
        if constexpr (std::is_same_v<T, bool>) {
            return kind % 2 == 0;
        } else if constexpr (std::is_integral_v<T>) {
            if (kind == 0) return std::numeric_limits<T>::max();
            if (kind == 1) return std::numeric_limits<T>::min();
            if (kind < 10) return static_cast<T>(std::uint64_t(random()) << 32 | random());
            return static_cast<T>(static_cast<int>(random() % 21) - (std::is_signed_v<T> ? 10 : 0));
        } else {
            constexpr float kInfinity = std::numeric_limits<float>::infinity();
            if (specials && kind == 0) return static_cast<T>(NAN);
            if (specials && kind == 1)
                return static_cast<T>(random() % 2 == 0 ? kInfinity : -kInfinity);
            return static_cast<T>(0.25f * static_cast<float>(static_cast<int>(random() % 81) - 40));
        }
    }

    std::size_t seen_ = 0, known_ = 0;
};

}  // namespace glint::test
