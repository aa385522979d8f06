// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <type_traits>

#include <glint/array/detail/source_writer.hpp>

/// Vector operations: each_to() of <glint/vector.cuh> applies scalar operations to each component.
/// A number combined with vectors is broadcast to all components.
namespace glint::detail {

/// `Number` itself if it is a vector. Otherwise, the first of `Elements` that is a vector with
/// components of type `Number`, or void if none of them is.
template <class Number, class... Elements>
struct VectorAmong : std::type_identity<std::conditional_t<VectorElement<Number>, Number, void>> {};
template <class Number, VectorElement First, class... Rest>
    requires std::is_same_v<ComponentOf<First>, Number>
struct VectorAmong<Number, First, Rest...> : std::type_identity<First> {};
template <class Number, class First, class... Rest>
struct VectorAmong<Number, First, Rest...> : VectorAmong<Number, Rest...> {};

template <class To, class... Elements>
constexpr bool have_length_of() {
    return ((!VectorElement<Elements> || sizeof(Elements) * sizeof(ComponentOf<To>) ==
                                             sizeof(To) * sizeof(ComponentOf<Elements>)) &&
            ...);
}

/// The result type of an operation on these elements, at least one of which is a vector.
template <class Operation, class... Elements>
struct VectorResult {
    using Number = typename Operation::template Result<ComponentOf<Elements>...>;
    using Vector = typename VectorAmong<Number, Elements...>::type;
    static constexpr bool kIsVector = !std::is_void_v<Vector>;
    static_assert(kIsVector,
                  "vectors support only operations that keep the type. Use cast<glm::vec3>(v) to "
                  "convert the components, or reinterpreted<float>(v(slice(), newaxis)) to view n "
                  "vectors of 3 as n x 3 numbers");
    using Type = std::conditional_t<kIsVector, Vector, Number>;
    static_assert(!kIsVector || have_length_of<Type, Elements...>(),
                  "these vectors have different numbers of components");
};

/// Builds the code of a call to each_to().
class EachCall {
public:
    /// Adds a vector argument, and returns the name of one of its components in the call's code.
    std::string component(const ElementType& type, const std::string& vector);
    std::string text(const ElementType& vector, const ElementType& component,
                     const std::string& code) const;

private:
    std::size_t count_ = 0;
    std::string parameters_, arguments_;
};

template <class Operation>
struct Componentwise {
    template <class... Elements>
    using Result = typename VectorResult<Operation, Elements...>::Type;

    template <class... Elements, class Names>
    static std::string code(const Names& names, SourceWriter& writer) {
        using To = Result<Elements...>;
        EachCall call;
        const auto name_of = [&]<class Element>(std::type_identity<Element>,
                                                const std::string& name) {
            if constexpr (VectorElement<Element>)
                return call.component(kElementType<ComponentOf<Element>>, name);
            else
                return name;
        };
        std::size_t i = 0;
        // Braced initializers are evaluated in order, so the components are added in order.
        const std::array<std::string, sizeof...(Elements)> components{
            name_of(std::type_identity<Elements>(), names[i++])...};
        const std::string each =
            Operation::template code<ComponentOf<Elements>...>(components, writer);
        return call.text(kElementType<To>, kElementType<ComponentOf<To>>, each);
    }
};

}  // namespace glint::detail
