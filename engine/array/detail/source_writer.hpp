// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <glint/array/detail/line_reduction.hpp>
#include <glint/array/element.hpp>

namespace glint::detail {

/// Declarations that may come again in another header of the same kernel.
std::string declared_once(std::string_view code);

/// Collects the device code of an expression while its nodes write themselves.
class SourceWriter {
public:
    SourceWriter() = default;
    /// Writes an expression whose kernel computes these reductions, too. `same_as` is for each
    /// array or sequence the first one that is the same, by whose name it goes.
    SourceWriter(std::span<const LineReduction> reductions, std::span<const std::uint8_t> same_as)
        : reductions_(reductions), same_as_(same_as) {}

    /// The element of the next array or sequence.
    std::string array() {
        const std::size_t number = array_count_++;
        return "inputs.a" + std::to_string(same_as_.empty() ? number : same_as_[number]);
    }
    /// A value of the next sequence that neighbours compute together. `call` is the beginning of a
    /// call of device code, "f(x, ", which goes on with `Index (&indices)[Count]` and with the
    /// array of as many elements that it fills.
    std::string together(const ElementType& type, std::string_view call);
    /// The next scalar.
    std::string scalar(const ElementType& type);
    /// A new value: gives the name by which others use it.
    std::string define(const ElementType& type, std::string_view code);
    /// `name` as another type.
    static std::string converted(std::string_view name, const ElementType& from,
                                 const ElementType& to);
    /// Whether the next reduction writes what it is made of, between these two, instead of taking
    /// an array.
    bool wants_reductions() const noexcept { return begun_ < reductions_.size(); }
    void begin_reduction();
    /// Ends the reduction of `value`. Gives the name of the result.
    std::string end_reduction(std::string_view value);
    /// Device code that has to come before: `#include` lines, functions, types. Each text once.
    void declare(std::string_view code);

    /// What `together` was asked for.
    struct Together {
        ElementType type;
        std::size_t operand;
        std::string call;
    };
    /// One of the reductions.
    struct Reduced {
        std::string statements, value;  ///< what it is made of
        std::size_t level = 0;          ///< how many reductions one behind the other come before
        std::size_t same_as = 0;        ///< the first one that is the same
    };
    const std::vector<Reduced>& reduced() const noexcept { return reduced_; }
    const std::vector<Together>& together() const noexcept { return together_; }
    const std::vector<ElementType>& scalars() const noexcept { return scalars_; }
    const std::string& statements() const noexcept { return scope_.statements; }
    const std::string& declarations() const noexcept { return declarations_; }

private:
    /// What is written at the moment: the expression, or what a reduction is made of.
    struct Scope {
        std::string statements;
        std::size_t value_count = 0;
        std::size_t level = 0;
    };
    bool same(std::size_t a, std::size_t b) const;

    std::span<const LineReduction> reductions_;
    std::span<const std::uint8_t> same_as_;
    std::vector<Reduced> reduced_;
    std::size_t begun_ = 0;
    std::size_t array_count_ = 0;
    Scope scope_;
    std::vector<Scope> outer_scopes_;
    std::vector<ElementType> scalars_;
    std::vector<Together> together_;
    std::string declarations_;
    std::set<std::string, std::less<>> declared_;
};

/// Writes an expression and gives the name of its value. One function for each type of
/// expression, so it also tells them apart.
using Writer = std::string (*)(SourceWriter&);

}  // namespace glint::detail
