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

/// Adds include guards around declarations that another header of the same kernel may repeat.
std::string declared_once(std::string_view code);

/// Collects the device code that the nodes of an expression write.
class SourceWriter {
public:
    SourceWriter() = default;
    /// Writes an expression whose kernel also computes `reductions`. For each array or sequence,
    /// `same_as` has the index of the first identical one, whose name all identical ones use.
    SourceWriter(std::span<const LineReduction> reductions, std::span<const std::uint8_t> same_as)
        : reductions_(reductions), same_as_(same_as) {}

    /// Returns the code of an element of the next array or sequence.
    std::string array() {
        const std::size_t number = array_count_++;
        return "inputs.a" + std::to_string(same_as_.empty() ? number : same_as_[number]);
    }
    /// Returns the name of an element of the next sequence, for sequences that compute several
    /// adjacent elements in one call. `call` is the beginning of a device function call, such as
    /// "f(x, ". The generated code adds two arguments: `Index (&indices)[Count]` and an output
    /// array of Count elements.
    std::string together(const ElementType& type, std::string_view call);
    /// Returns the name of the next scalar.
    std::string scalar(const ElementType& type);
    /// Defines a new value and returns its name.
    std::string define(const ElementType& type, std::string_view code);
    /// Converts `name` to another type.
    static std::string converted(std::string_view name, const ElementType& from,
                                 const ElementType& to);
    /// True if the operands of the next reduction must be written between begin_reduction() and
    /// end_reduction(). Otherwise the reduction's result is read from an array.
    bool wants_reductions() const noexcept { return begun_ < reductions_.size(); }
    void begin_reduction();
    /// Ends the reduction of `value` and returns the name of its result.
    std::string end_reduction(std::string_view value);
    /// Adds device code that must precede the expression: `#include` lines, functions, types.
    /// Repeated code is added only once.
    void declare(std::string_view code);

    /// One call of `together()`.
    struct Together {
        ElementType type;
        std::size_t operand;
        std::string call;
    };
    /// One reduction of the expression.
    struct Reduced {
        std::string statements, value;  ///< code of its input
        std::size_t level = 0;          ///< length of the chain of reductions that it depends on
        std::size_t same_as = 0;        ///< the first identical reduction
    };
    const std::vector<Reduced>& reduced() const noexcept { return reduced_; }
    const std::vector<Together>& together() const noexcept { return together_; }
    const std::vector<ElementType>& scalars() const noexcept { return scalars_; }
    const std::string& statements() const noexcept { return scope_.statements; }
    const std::string& declarations() const noexcept { return declarations_; }

private:
    /// The scope being written: the expression, or the input of a reduction.
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

/// Writes an expression and returns the name of its value. Each expression type has a different
/// function, so the function's address identifies the type.
using Writer = std::string (*)(SourceWriter&);

}  // namespace glint::detail
