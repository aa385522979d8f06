// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <utility>

#include <glint/algorithms/detail/reduction.hpp>
#include <glint/array/array.hpp>

namespace glint::detail {

/// A reduction as an expression node. The kernel of the surrounding expression also computes the
/// reduction if it can loop over the reduction's input (see fused/evaluate.hpp). Otherwise the
/// reduction is computed first, into separate memory. A reduction that initializes an array is
/// computed directly into that array.
///
/// `Kind::Result` is the result type, `kind.reduction()` the reduction, and `Kind::name` its name
/// in messages.
template <class Kind, ExpressionNode Node>
class Reduced : public Expression<Reduced<Kind, Node>> {
public:
    using Element = typename Kind::Result;
    static constexpr bool kHasReductions = true;

    Reduced(const Node& node, Kind kind, const Along& along, Keepdims keep)
        : node_(node),
          kind_(std::move(kind)),
          along_(along),
          reduced_(shape_of(node)),
          shape_(reduced_shape(reduced_, along, keep)) {}

    const Shape& shape() const noexcept { return shape_; }
    std::size_t size() const noexcept { return shape_.size(); }

    /// Evaluates the elements into new memory in C order.
    std::shared_ptr<ArrayStorage> in_memory() const {
        if constexpr (has_reductions<Node>())
            if (AnyExpression all = of_lines(*this); fits_lines(all)) return evaluate_to_new(all);
        AnyExpression alone{
            .writer = &Reduced::write, .type = kElementType<Element>, .shape = shape_};
        node_.collect(alone.operands);
        add_to(alone.operands, 0);
        return reduce_to_new(alone);
    }

    void collect(OperandList& operands) const {
        if (!operands.wants_values()) {
            operands.add_shape(shape_);
        } else if (operands.wants_reductions()) {
            const std::size_t first = operands.arrays().size();
            node_.collect(operands);
            add_to(operands, first);
        } else {
            collect_evaluated(operands);
        }
    }
    static std::string write(SourceWriter& writer) {
        if (!writer.wants_reductions()) return writer.array();
        writer.begin_reduction();
        return writer.end_reduction(Node::write(writer));
    }

private:
    void add_to(OperandList& operands, std::size_t first) const {
        add_reduction(operands, first, kind_.reduction(), along_, reduced_, shape_);
    }
    void collect_evaluated(OperandList& operands) const {
        const auto storage = in_memory();
        operands.add({.data = storage->memory.data(),
                      .layout = row_major(shape_),
                      .type = kElementType<Element>},
                     storage->stream);
        operands.hold(storage);
    }

    Node node_;
    Kind kind_;
    Along along_;
    Shape reduced_;  ///< shape of the input
    Shape shape_;
};

/// A node whose elements are already in memory. An Array constructed from this node owns the
/// memory.
template <class T>
struct Made : ExpressionTag {
    using Element = T;
    std::shared_ptr<ArrayStorage> storage;
    Shape size;

    const Shape& shape() const noexcept { return size; }
    const std::shared_ptr<ArrayStorage>& in_memory() const noexcept { return storage; }
};

/// True if a kind supports elements of type T. T is void for elements that arrays cannot store.
template <class Kind, class T>
constexpr bool takes_elements() {
    if constexpr (VectorElement<T>)
        return requires { requires Kind::kTakesVectors; };
    else if constexpr (std::is_void_v<T>)
        return true;
    else
        return !is_only_moved<T>();
}

template <class Kind, class T>
constexpr void require_elements() {
    static_assert(takes_elements<Kind, T>(),
                  "vectors support only sum and mean, and only with float or double components. "
                  "Use reinterpreted<float>(v(slice(), newaxis)) to view n vectors of 3 as n x 3 "
                  "numbers, and reduce along axis(0)");
}

template <ArrayLike A, class Kind>
auto reduced(const A& a, const Along& along, Keepdims keep, const Kind& kind) {
    require_elements<Kind, ElementOf<A>>();
    return Reduced<Kind, NodeOf<A>>(node_of(a), kind, along, keep);
}

}  // namespace glint::detail
