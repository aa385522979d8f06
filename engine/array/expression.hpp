// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <string>
#include <type_traits>
#include <utility>

#include <glint/array/detail/any_expression.hpp>
#include <glint/array/detail/componentwise.hpp>
#include <glint/array/element.hpp>
#include <glint/driver/detail/argument_memory.hpp>

/// Array expressions: `2.0f * x + sin(y)` before it is evaluated.
///
/// The C++ type of an expression describes its structure, so the kernel is generated only once per
/// type. The expression object holds the arrays and scalars. A node has an `Element` type. It
/// collects its operands with `collect(OperandList&)`, and writes its device code with
/// `write(SourceWriter&)`. Both functions must use the operands in the same order.
namespace glint {

template <class T>
class Array;
template <class T>
class ArrayView;

/// A plain number on the host.
template <class S>
concept PlainNumber = detail::kIsNumber<std::remove_cvref_t<S>>;
/// A value that can be combined with arrays: a plain number, or a vector such as glm::vec3.
template <class S>
concept PlainValue = PlainNumber<S> || detail::VectorElement<std::remove_cvref_t<S>>;

/// Base of expression nodes. Because this base is in namespace glint, argument-dependent lookup
/// finds the operators and functions for all nodes, even for nodes in other namespaces.
struct ExpressionTag {
    /// Deleted, so that compilers show a short message instead of long expression types.
    template <PlainNumber Host>
    operator Host() const = delete;  // the host asks by .item(): (sum(a) / sum(b)).item()
};

namespace detail {

using glint::ExpressionTag;

template <class T>
inline constexpr bool kIsArray = false;
template <class T>
inline constexpr bool kIsArray<Array<T>> = true;

/// Throws Error(invalid_state) because item() requires exactly one element.
[[noreturn]] void refuse_item(const Shape& shape);

}  // namespace detail

/// A node of an expression; views are nodes too.
template <class E>
concept ExpressionNode = std::derived_from<std::remove_cvref_t<E>, detail::ExpressionTag>;

namespace detail {

/// Arrays, views and other expressions.
template <class E>
concept ArrayOrExpression = ExpressionNode<E> || kIsArray<std::remove_cvref_t<E>>;

/// Host or device memory that a caller might pass instead of an array or a view of it.
template <class Memory>
concept LooksLikeMemory =
    kIsDeviceMemory<std::remove_cvref_t<Memory>> || HostMemory<std::remove_cvref_t<Memory>>;
/// Memory that is neither an array nor a view.
template <class Memory>
concept OtherMemory = LooksLikeMemory<Memory> && !ArrayOrExpression<Memory>;

template <class Memory>
inline constexpr bool kKnowsItsStream = requires(Memory& memory) {
    { memory.stream() } -> std::convertible_to<const Stream&>;
};

/// Fails to compile with a one-line message that says how to make an array or a view of the memory.
template <OtherMemory Memory>
constexpr void refuse_memory() {
    constexpr bool of_host = HostMemory<Memory>;
    constexpr bool on_a_stream = !of_host && kKnowsItsStream<Memory>;
    static_assert(!of_host,
                  "host memory is not an array. Use Array<T>(stream, values) to copy the memory");
    static_assert(!on_a_stream,
                  "this memory is not an array. Use ArrayView(mapped) to view the memory");
    static_assert(of_host || on_a_stream,
                  "this memory is not an array. Use ArrayView(stream, memory) to view the memory");
}

/// Typed memory that is not an array. Array functions accept it only to report in one line what to
/// pass instead.
template <class Memory>
concept RefusedMemory = std::is_class_v<std::remove_cvref_t<Memory>> && OtherMemory<Memory> &&
                        std::is_trivially_copyable_v<ElementIn<Memory>> &&
                        !std::is_same_v<std::remove_const_t<ElementIn<Memory>>, char>;

}  // namespace detail

/// Operands of expressions: arrays, views and other expressions. Other typed memory also satisfies
/// this concept, so that a one-line error message can say how to make an array of the memory.
template <class E>
concept ArrayLike = detail::ArrayOrExpression<E> || detail::RefusedMemory<E>;

/// Members common to all expression nodes except views.
///
/// An expression only describes a computation. Each assignment of the expression, and each call of
/// a member, computes it from the current contents of the arrays. `evaluated(expression)` stores
/// its value.
template <class Node>
class Expression : public ExpressionTag {
public:
    /// Computes the only element, waits, and returns the element to the host. Throws
    /// Error(invalid_state) unless there is exactly one element.
    auto item() const {
        if (const Shape shape = shape_of(node()); shape.size() != 1) detail::refuse_item(shape);
        return evaluated(node()).item();
    }
    /// Computes the whole expression and returns a view of a part of the result. Parts are chosen
    /// as for an array.
    template <class... Parts>
    auto operator()(Parts... parts) const {
        const auto array = evaluated(node());
        return array(parts...);
    }

private:
    const Node& node() const noexcept { return static_cast<const Node&>(*this); }
};

namespace detail {

/// A vector type, such as glm::vec3, that can be constructed from one number. The number sets all
/// components, as in glm::vec3(1).
template <class T, class N>
concept MadeOfOneNumber =
    VectorElement<T> && !std::is_aggregate_v<T> && std::is_constructible_v<T, ComponentOf<T>> &&
    std::is_convertible_v<N, ComponentOf<T>>;

/// A value shared by all elements.
template <class T>
struct ScalarNode : ExpressionTag {
    using Element = T;
    T value;

    explicit ScalarNode(const T& given) : value(given) {}
    void collect(OperandList& operands) const { operands.add_scalar(value); }
    static std::string write(SourceWriter& writer) { return writer.scalar(kElementType<T>); }
};

template <class T, class S>
ScalarNode<T> scalar_node(S value) {
    if constexpr (std::is_same_v<T, bfloat16>)
        return ScalarNode<T>(static_cast<float>(value));
    else if constexpr (kIsComplex<T> && !kIsComplex<S>)
        return ScalarNode<T>(static_cast<typename RealOf<T>::Type>(value));
    else
        return ScalarNode<T>(static_cast<T>(value));
}

/// Returns the node for an array, a view or an expression.
template <ArrayOrExpression E>
auto node_of(const E& expression) {
    if constexpr (kIsArray<E>)
        return expression.view();
    else if constexpr (requires { expression.as_const(); })
        return expression.as_const();
    else
        return expression;
}

/// The view type used in place of refused memory, so that compilers report no further errors.
template <RefusedMemory Memory>
struct ViewInstead {
    using Type = ArrayView<ElementIn<Memory>>;
    using Node = ArrayView<const std::remove_const_t<ElementIn<Memory>>>;
};
template <RefusedMemory Memory>
typename ViewInstead<Memory>::Node node_of(const Memory&) {
    refuse_memory<Memory>();
    __builtin_unreachable();  // reached only after a failed static_assert
}

template <ArrayLike E>
using NodeOf = decltype(node_of(std::declval<const std::remove_cvref_t<E>&>()));
template <ArrayLike E>
using ElementOf = typename NodeOf<E>::Element;

/// True if the node contains reductions.
template <class Node>
constexpr bool has_reductions() {
    if constexpr (requires { Node::kHasReductions; })
        return Node::kHasReductions;
    else
        return false;
}

/// The operands of an operation. Used instead of std::tuple, which would instantiate dozens of
/// functions for each expression.
template <class First, class... Rest>
struct NodeList {
    First first;
    NodeList<Rest...> rest;

    void collect(OperandList& operands) const {
        first.collect(operands);
        rest.collect(operands);
    }
};
template <class A, class B, class C>
struct NodeList<A, B, C> {
    A first;
    B second;
    C third;

    void collect(OperandList& operands) const {
        first.collect(operands);
        second.collect(operands);
        third.collect(operands);
    }
};
template <class A, class B>
struct NodeList<A, B> {
    A first;
    B second;

    void collect(OperandList& operands) const {
        first.collect(operands);
        second.collect(operands);
    }
};
template <class A>
struct NodeList<A> {
    A first;

    void collect(OperandList& operands) const { first.collect(operands); }
};

/// An elementwise operation on its arguments. `Operation::Result<A, B>` is the result type and
/// `Operation::code<A, B>({a, b}, writer)` returns the device code. `Operation::kMoves` marks
/// operations that accept elements of any type.
template <class Operation, class... Arguments>
struct Apply : Expression<Apply<Operation, Arguments...>> {
    static_assert(
        requires { Operation::kMoves; } || (!is_only_moved<typename Arguments::Element>() && ...),
        "kernels support arithmetic only on numbers and on vectors of 2 to 4 float, double, int or "
        "unsigned int. Use reinterpreted<T>(x(slice(), newaxis)) to view n elements as n rows of "
        "numbers of type T");
    using Operator = std::conditional_t<(VectorElement<typename Arguments::Element> || ...),
                                        Componentwise<Operation>, Operation>;
    using Element = typename Operator::template Result<typename Arguments::Element...>;
    static constexpr bool kHasReductions = (has_reductions<Arguments>() || ...);
    NodeList<Arguments...> arguments;

    explicit Apply(Arguments... given) : arguments{std::move(given)...} {}
    void collect(OperandList& operands) const { arguments.collect(operands); }
    static std::string write(SourceWriter& writer) {
        // Braced initializers are evaluated in order, so the arguments are written in order.
        const std::array<std::string, sizeof...(Arguments)> names{Arguments::write(writer)...};
        return writer.define(
            kElementType<Element>,
            Operator::template code<typename Arguments::Element...>(names, writer));
    }
};

/// Returns the node of one operand of an operator that has at least one array among its operands. A
/// plain number of type E is converted to Scalar<C, E>, where C is the component type of `Other`.
template <class Other, class E>
auto side(const E& expression) {
    if constexpr (ArrayLike<E>)
        return node_of(expression);
    else if constexpr (PlainNumber<E>)
        return scalar_node<Scalar<ComponentOf<ElementOf<Other>>, E>>(expression);
    else
        return ScalarNode<E>(expression);
}

/// Requires that at least one operand is an array, because compilers consider overloaded operators
/// for many other types.
template <class A, class B>
concept Operands = (ArrayOrExpression<A> && (ArrayLike<B> || PlainValue<B>)) ||
                   ((RefusedMemory<A> || PlainValue<A>) && ArrayOrExpression<B>);

template <class Operation, class... Arguments>
Apply<Operation, Arguments...> apply(Arguments... arguments) {
    return Apply<Operation, Arguments...>(std::move(arguments)...);
}

/// Returns the node of `array` with its type erased. The result refers to `array`.
template <ArrayLike E>
AnyExpression erased(const E& array) {
    using Node = NodeOf<E>;
    AnyExpression expression{.writer = &Node::write, .type = kElementType<typename Node::Element>};
    if constexpr (ExpressionNode<E>)
        array.collect(expression.operands);
    else
        node_of(array).collect(expression.operands);
    expression.shape = expression.operands.shape();
    return expression;
}

/// Sets the shape of an expression whose operands are OperandList::of_lines(). Returns true if one
/// kernel can process all lines that the expression reduces; see fused/evaluate.hpp.
bool fits_lines(AnyExpression& expression);

/// Returns an expression that includes its reductions. The shape is not set yet.
template <ExpressionNode Node>
AnyExpression of_lines(const Node& node) {
    AnyExpression expression{.operands = OperandList::of_lines(),
                             .writer = &Node::write,
                             .type = kElementType<typename Node::Element>};
    node.collect(expression.operands);
    return expression;
}

/// Returns the type-erased expression to evaluate. Where possible, one kernel evaluates the
/// expression with all its reductions.
template <ArrayLike E>
AnyExpression to_evaluate(const E& array) {
    if constexpr (has_reductions<NodeOf<E>>())
        if (AnyExpression all = of_lines(array); fits_lines(all)) return all;
    return erased(array);
}

}  // namespace detail

/// Returns the shape to which the operands of an expression broadcast. Throws
/// Error(invalid_argument) if they do not broadcast.
template <ArrayLike E>
Shape shape_of(const E& expression) {
    if constexpr (requires { expression.shape(); }) {
        return expression.shape();
    } else {
        auto operands = detail::OperandList::of_shapes();
        detail::node_of(expression).collect(operands);
        return operands.shape();
    }
}

}  // namespace glint
