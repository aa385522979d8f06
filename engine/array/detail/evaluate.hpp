// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include <glint/array/detail/any_expression.hpp>
#include <glint/array/detail/storage.hpp>

namespace glint::detail {

/// Queues computing `expression` into `to` on `stream`. `stream` and the streams of the operands
/// wait for each other. An operand that overlaps `to` with different strides is copied first.
/// Throws Error(invalid_argument) if the expression does not broadcast to the shape of `to`.
void evaluate(Stream& stream, const Elements& to, const AnyExpression& expression);

/// Evaluates `expression` into new memory in C order, on the stream of the first operand.
std::shared_ptr<ArrayStorage> evaluate_to_new(const AnyExpression& expression);

/// Makes `stream` wait for other streams. release() makes those streams wait for `stream`.
class JoinedStreams {
public:
    JoinedStreams(Stream& stream, const OperandList& operands);
    JoinedStreams(const JoinedStreams&) = delete;
    JoinedStreams& operator=(const JoinedStreams&) = delete;
    /// Must be called after the work is queued.
    void release();

private:
    Stream& stream_;
    const OperandList& operands_;
};

}  // namespace glint::detail
