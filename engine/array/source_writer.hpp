#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <glint/array/element.hpp>

namespace glint::detail {

/// Declarations that may come again in another header of the same kernel.
std::string declared_once(std::string_view code);

/// Collects the device code of an expression while its nodes write themselves.
class SourceWriter {
public:
    /// The element of the next array or sequence.
    std::string array() { return "inputs.a" + std::to_string(array_count_++); }
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
    /// Device code that has to come before: `#include` lines, functions, types. Each text once.
    void declare(std::string_view code);

    /// What `together` was asked for.
    struct Together {
        ElementType type;
        std::size_t operand;
        std::string call;
    };
    const std::vector<Together>& together() const noexcept { return together_; }
    const std::vector<ElementType>& scalars() const noexcept { return scalars_; }
    const std::string& statements() const noexcept { return statements_; }
    const std::string& declarations() const noexcept { return declarations_; }

private:
    std::size_t array_count_ = 0;
    std::size_t value_count_ = 0;
    std::vector<ElementType> scalars_;
    std::vector<Together> together_;
    std::string statements_;
    std::string declarations_;
    std::set<std::string, std::less<>> declared_;
};

/// Writes an expression and gives the name of its value. One function for each type of
/// expression, so it also tells them apart.
using Writer = std::string (*)(SourceWriter&);

}  // namespace glint::detail
