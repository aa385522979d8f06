// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "ast.hpp"

/// State that the generator tracks about expressions, variables, and contexts.
namespace glint::fuzz {

/// An int expression and its bounds.
struct Bounded {
    ExpressionPtr expression;
    std::int64_t low = 0;
    std::int64_t high = 0;
};

/// A float expression whose value is always an integer, and a bound of its magnitude.
struct Real {
    ExpressionPtr expression;
    std::int64_t bound = 0;
};

/// A variable that is in scope.
struct Visible {
    enum class Role { value, real, bounded, uniform, counter, array, record };

    int variable = -1;
    Role role = Role::value;
    std::int64_t low = 0;  ///< bounds, if known
    std::int64_t high = 0;
    bool uniform = false;  ///< the same value in all threads of the block
};

struct SharedState;

/// Properties of the place where a statement is generated.
struct Context {
    bool together = true;  ///< every living thread of the block reaches this point
    /// Lanes that are active in each warp that is here; 0 if unknown.
    std::uint32_t lanes = 0xffffffffu;
    bool may_leave = false;           ///< break and continue are legal for any thread
    bool may_leave_together = false;  ///< ... only for all threads together
    bool in_lambda = false;
    const Layout* returns = nullptr;
    /// Use of shared memory at the start of the enclosing loop; null if the loop has no barriers.
    const std::vector<SharedState>* loop_phases = nullptr;
    bool may_exit = true;  ///< threads may return here: no warp operation follows
    int depth = 0;
    long trips = 1;  ///< approximate number of executions
};

/// How threads may use a shared array until the next barrier.
struct SharedState {
    enum class Phase { read, own, atomic };

    int variable = -1;
    Phase phase = Phase::own;
    int mapping = 0;  ///< which elements belong to which thread, while each thread has its own
    Atomic operation = Atomic::add;
    bool small = false;  ///< there are fewer elements than threads, so no thread owns an element
};

/// A buffer in which each thread of the grid owns four elements.
struct OutBuffer {
    int variable = -1;
    int mapping = 0;
};

/// An array that threads modify with only one kind of atomic operation.
struct Accumulator {
    int variable = -1;
    Atomic operation = Atomic::add;
    /// The operand, if the operation commutes only when all threads use the same operand.
    int operand = 1;
};

/// The threads along x, y, or z, and the range of threads for which statements run.
struct Axis {
    int variable = -1;
    std::int64_t threads = 1;
    std::int64_t low = 0;
    std::int64_t high = 0;
};

/// A buffer with one or two elements per grid position. One is owned by the position's thread; the
/// other is never written, so all threads may read it. Their indices for position e are `step * e +
/// own` and `step * e + read`.
struct RowArray {
    static constexpr std::int64_t kNone = -1;

    int variable = -1;
    std::int64_t step = 1;
    std::int64_t own = kNone;
    std::int64_t read = kNone;
};

/// State of a kernel in which each thread processes one element of rows.
struct Rows {
    Type type = Type::i32;       ///< type of x, y, z, and of values computed from them
    std::array<Axis, 3> axes{};  ///< x, y, z
    std::int64_t pitch = 1;      ///< distance between rows, in elements
    std::int64_t offset = 0;     ///< offset of the first row
    std::int64_t count = 0;      ///< number of elements, including some after the last row
    ExpressionPtr pitch_given{};
    ExpressionPtr offset_given{};
    int element = -1;  ///< the variable that holds the index of the thread's own element
    std::vector<RowArray> inputs{};
    std::vector<RowArray> outputs{};
    /// True if threads mostly stay together after the guard, so that rows can run as a whole. Such
    /// kernels have hardly any branches or loops, no loads in only one arm of an expression, and no
    /// divisors that may be 0.
    bool plain = false;
    /// True if expressions may use x and values computed from it. Then the result may depend on the
    /// block, if the low bits of x can be those of threadIdx.x.
    bool shows_x = true;
};

}  // namespace glint::fuzz
