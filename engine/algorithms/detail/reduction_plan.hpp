#pragma once

#include <cstddef>
#include <cstdint>

#include <glint/algorithms/detail/reduction.hpp>
#include <glint/array/detail/loops.hpp>

namespace glint::detail {

/// The loops of a reduction: those over what is kept and those over what is reduced, each merged by
/// themselves. The expression's operands come first, the output is the last one, whose elements do
/// not move along what is reduced.
struct ReductionLoops {
    Loops loops{};
    bool by_columns = false;  ///< the innermost loop is one of what is kept
    std::size_t outputs = 0;  ///< how many elements are kept
    std::size_t rows = 1;     ///< the rows that one output is made of, or parts of their columns
    std::size_t count = 0;    ///< the elements that one output is made of
    std::size_t kept_outside = 0;  ///< by columns: loops over what is kept, without the innermost
};

/// `to` has the expression's shape, with the strides of the output, 0 along what is reduced.
ReductionLoops reduction_loops(const AnyExpression& expression, const PerAxis<bool>& reduced,
                               const Strides& to);

/// How the work is shared out between threads. It follows from shapes, types and alignment alone,
/// so that results have the same bits on every GPU.
struct ReductionWork {
    std::uint32_t pack = 1;   ///< neighbours that a thread reads at a time
    std::uint32_t reads = 4;  ///< packs that it has under way
    std::uint32_t threads = 256;
    std::uint32_t group = 256;  ///< by rows: threads for one output
    std::uint32_t across = 32;  ///< by columns: threads beside each other
    std::uint32_t join = 256;   ///< threads that join the parts of one output
    // Beyond here nothing is part of the kernel.
    std::size_t blocks = 1;      ///< for each split
    std::size_t splits = 1;      ///< blocks that share an output
    std::size_t split_size = 0;  ///< elements, or by columns rows, of each but the last
};

/// May change loops by columns to such by rows, where single threads have enough to do.
ReductionWork reduction_work(const AnyExpression& expression, const Reduction& reduction,
                             ReductionLoops& loops, bool is_cpu);

/// The widest pack for elements that are numbered in C's order.
std::size_t flat_pack(const AnyExpression& expression, const Loops& loops);

}  // namespace glint::detail
