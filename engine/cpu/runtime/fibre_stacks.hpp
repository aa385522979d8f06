#pragma once

#include <cstddef>
#include <span>

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

    std::span<std::byte> stack(std::size_t index) const noexcept {
        return {memory_ + kStackBytes * index, kStackBytes};
    }

    /// Where stack `index` starts, near its end, to grow down from there.
    std::byte* top(std::size_t index) const noexcept;

private:
    std::byte* memory_;
};

}  // namespace glint::cpu
