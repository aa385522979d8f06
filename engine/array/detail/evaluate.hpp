// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include <glint/array/detail/any_expression.hpp>
#include <glint/array/detail/storage.hpp>

namespace glint::detail {

/// Queues computing `expression` into `to`, on `stream`; the streams of its operands and `stream`
/// wait for each other. An operand that overlaps `to` with other strides is read as it was before.
/// Throws Error(invalid_argument) if the expression does not broadcast to the shape of `to`.
void evaluate(Stream& stream, const Elements& to, const AnyExpression& expression);

/// New memory in C's order, on the stream of the first operand, with the value of `expression`.
std::shared_ptr<ArrayStorage> evaluate_to_new(const AnyExpression& expression);

/// Lets `stream` wait for the others, and at the end the others for it.
class JoinedStreams {
public:
    JoinedStreams(Stream& stream, const OperandList& operands);
    JoinedStreams(const JoinedStreams&) = delete;
    JoinedStreams& operator=(const JoinedStreams&) = delete;
    /// To be called when the work is queued.
    void release();

private:
    Stream& stream_;
    const OperandList& operands_;
};

}  // namespace glint::detail
