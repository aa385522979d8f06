// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ast.hpp"

namespace glint::fuzz {

using Values = std::vector<std::uint64_t>;  ///< one for each thread, or for each cell

/// What field `field` of element `element` holds before the kernel runs. Floats are whole numbers
/// between -64 and 64.
std::uint64_t initial_bits(const Variable& variable, std::size_t element, std::size_t field);
/// All of them, field by field.
Values initial_cells(const Variable& variable);
/// The bytes of cells as they lie in memory.
std::vector<std::byte> to_bytes(const Variable& variable, const Values& cells);

/// When and by whom something is done, as far as CUDA orders it.
struct Moment {
    int block = 0;
    int thread = 0;
    unsigned block_barriers = 0;  ///< how many the block has passed
    unsigned warp_barriers = 0;   ///< how many the thread's warp has passed
};

/// The cells of a variable. Where threads share them it throws Illegal for a race, and for
/// shared memory that is read before it is written.
class Storage {
public:
    /// `copies`: 1, or the number of threads if each has its own.
    Storage(const Variable& variable, std::size_t copies, Values cells);

    std::size_t fields() const { return fields_; }
    std::size_t count() const { return count_; }
    const Values& cells() const { return cells_; }
    /// Throws Illegal if `index` is outside.
    std::size_t cell(int thread, std::uint64_t index, std::size_t field) const;

    std::uint64_t load(std::size_t cell, const Moment& now);
    void store(std::size_t cell, std::uint64_t bits, const Moment& now);
    /// Load and store in one, of which many may happen at once.
    std::uint64_t exchange(std::size_t cell, std::uint64_t bits, const Moment& now);
    /// The value without a check.
    std::uint64_t peek(std::size_t cell) const { return cells_[cell]; }

private:
    /// The last access of one kind. Several threads leave kMany as the thread.
    struct Access {
        static constexpr int kNobody = -1, kMany = -2;
        Moment when{.block = 0, .thread = kNobody};
    };
    struct History {
        Access read, write, atomic;
        bool defined = false;
    };

    static bool races(const Access& access, const Moment& now);
    static void note(Access& access, const Moment& now);
    void check(bool free, std::size_t cell, const char* what) const;

    const Variable* variable_;
    std::size_t fields_;
    std::size_t count_;
    bool own_;  // each thread has its own cells
    Values cells_;
    std::vector<History> history_;  // empty where every thread has its own
};

}  // namespace glint::fuzz
