// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "ast.hpp"

namespace glint::fuzz {

using Values = std::vector<std::uint64_t>;  ///< one value per thread, or one per cell

/// Initial value of field `field` of element `element`. Floats are integers between -64 and 64.
std::uint64_t initial_bits(const Variable& variable, std::size_t element, std::size_t field);
/// Initial values of all cells, field by field.
Values initial_cells(const Variable& variable);
/// The bytes of cells, as laid out in memory.
std::vector<std::byte> to_bytes(const Variable& variable, const Values& cells);

/// The thread and the time of an access, where time is what CUDA's barriers order.
struct Moment {
    int block = 0;
    int thread = 0;
    unsigned block_barriers = 0;  ///< number of block barriers passed
    unsigned warp_barriers = 0;   ///< number of warp barriers that the thread's warp has passed
};

/// The cells of a variable. If threads share them, accesses throw Illegal for races, and reads of
/// shared memory throw Illegal if it was never written.
class Storage {
public:
    /// `copies` is the number of threads if each thread has its own cells; otherwise, it is 1.
    Storage(const Variable& variable, std::size_t copies, Values cells);

    std::size_t fields() const { return fields_; }
    std::size_t count() const { return count_; }
    const Values& cells() const { return cells_; }
    /// Throws Illegal if `index` is out of range.
    std::size_t cell(int thread, std::uint64_t index, std::size_t field) const;

    std::uint64_t load(std::size_t cell, const Moment& now);
    void store(std::size_t cell, std::uint64_t bits, const Moment& now);
    /// Atomically loads and stores; several threads may do this at once.
    std::uint64_t exchange(std::size_t cell, std::uint64_t bits, const Moment& now);
    /// Returns the value without checks.
    std::uint64_t peek(std::size_t cell) const { return cells_[cell]; }

private:
    /// The last access of a kind. If several threads made it, the thread is kMany.
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
    std::vector<History> history_;  // empty if each thread has its own cells
};

}  // namespace glint::fuzz
