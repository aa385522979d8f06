#pragma once

#include <cstddef>

namespace glint::cpu {

/// Stacks for the threads of one block. Pages take memory only once they are touched.
class FibreStacks {
public:
    static constexpr std::size_t kStackBytes = 64 * 1024;
    static constexpr std::size_t kCount = 1024;

    /// Throws Error(out_of_memory).
    FibreStacks();
    ~FibreStacks();
    FibreStacks(const FibreStacks&) = delete;
    FibreStacks& operator=(const FibreStacks&) = delete;

    /// The end of stack `index`, from which it grows down.
    std::byte* top(std::size_t index) const noexcept;

private:
    std::byte* memory_;
};

}  // namespace glint::cpu
