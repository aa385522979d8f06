// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "ast.hpp"

/// What the generator knows of expressions, variables and places while it makes a kernel.
namespace glint::fuzz {

/// An int expression and between what it lies.
struct Bounded {
    ExpressionPtr expression;
    std::int64_t low = 0;
    std::int64_t high = 0;
};

/// A float expression, always a whole number, and how large it may be.
struct Real {
    ExpressionPtr expression;
    std::int64_t bound = 0;
};

/// A variable that statements here may name.
struct Visible {
    enum class Role { value, real, bounded, uniform, counter, array, record };

    int variable = -1;
    Role role = Role::value;
    std::int64_t low = 0;  ///< of what is bounded
    std::int64_t high = 0;
    bool uniform = false;  ///< the same in all threads of the block
};

struct SharedState;

/// What holds where a statement stands.
struct Context {
    bool together = true;               ///< every living thread of the block is here
    std::uint32_t lanes = 0xffffffffu;  ///< in each warp that is here; 0 if that is not known
    bool may_leave = false;             ///< break and continue are legal for any thread
    bool may_leave_together = false;    ///< ... for all threads at once
    bool in_lambda = false;
    const Layout* returns = nullptr;
    /// How the loop around here uses shared memory when it starts; null if it never meets.
    const std::vector<SharedState>* loop_phases = nullptr;
    bool may_exit = true;  ///< threads may return here: no warp operation comes back behind it
    int depth = 0;
    long trips = 1;  ///< about how often this is reached
};

/// How threads may use a shared array until the next barrier.
struct SharedState {
    enum class Phase { read, own, atomic };

    int variable = -1;
    Phase phase = Phase::own;
    int mapping = 0;  ///< which element is whose while each has its own
    Atomic operation = Atomic::add;
    bool small = false;  ///< fewer elements than threads, so that nobody owns one
};

/// A buffer in which each thread of the grid owns four elements.
struct OutBuffer {
    int variable = -1;
    int mapping = 0;
};

/// An array that threads change by one kind of atomic operation only.
struct Accumulator {
    int variable = -1;
    Atomic operation = Atomic::add;
    int operand = 1;  ///< where the operation commutes for one operand only
};

/// The threads along x, y or z, and between which of them those lie for which statements run.
struct Axis {
    int variable = -1;
    std::int64_t threads = 1;
    std::int64_t low = 0;
    std::int64_t high = 0;
};

/// A buffer with an element for each place of the grid, or with two: one that the place's thread
/// owns, and one that no thread writes and all may read. Element e lies at `step * e + own`, and
/// at `step * e + read`.
struct RowArray {
    static constexpr std::int64_t kNone = -1;

    int variable = -1;
    std::int64_t step = 1;
    std::int64_t own = kNone;
    std::int64_t read = kNone;
};

/// What a kernel knows whose threads go over rows of elements, an element each.
struct Rows {
    Type type = Type::i32;       ///< of x, y, z, and of what is computed from them
    std::array<Axis, 3> axes{};  ///< x, y, z
    std::int64_t pitch = 1;      ///< from row to row, in elements
    std::int64_t offset = 0;     ///< of the first row
    std::int64_t count = 0;      ///< elements, with some behind the last row
    ExpressionPtr pitch_given{};
    ExpressionPtr offset_given{};
    int element = -1;  ///< a variable: the thread's own
    std::vector<RowArray> inputs{};
    std::vector<RowArray> outputs{};
    /// Threads mostly stay together behind the guard, so that rows can run as a whole: there are
    /// hardly any branches or loops, no loads in one way of an expression, and no divisors that may
    /// be 0.
    bool plain = false;
    /// Expressions name x and what is made of it. Their last bits may be those of threadIdx.x, and
    /// then the block matters.
    bool shows_x = true;
};

}  // namespace glint::fuzz
