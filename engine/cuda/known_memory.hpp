// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

#include <glint/cuda/api.hpp>

namespace glint::driver::cuda {

/// A cache of the memory that kernels can access according to the driver, so that most launches do
/// not query the driver. It is a table of fixed size, indexed by a hash of the address. Each entry
/// stores the size that was queried last. Thread-safe. If one thread calls forget() while another
/// thread queries the driver, the cache entry for that query never matches.
class KnownMemory {
public:
    /// Returns a hash of the address, the size and the number of `forget()` calls. Call this before
    /// querying the driver.
    std::uint64_t mark(CUdeviceptr address, std::size_t size_bytes) const noexcept {
        return mixed(address ^ mixed(size_bytes + forgotten_.load())) | 1;
    }
    bool contains(CUdeviceptr address, std::uint64_t mark) const noexcept {
        return places_[place_of(address)].load(std::memory_order_relaxed) == mark;
    }
    void add(CUdeviceptr address, std::uint64_t mark) noexcept {
        places_[place_of(address)].store(mark, std::memory_order_relaxed);
    }
    /// Forgets all memory.
    void forget() noexcept { forgotten_ += kStep; }
    /// Forgets the memory that begins at `address`.
    void forget(CUdeviceptr address) noexcept {
        places_[place_of(address)].store(0, std::memory_order_relaxed);
    }

private:
    static constexpr unsigned kBits = 8;
    // Odd, so that `forgotten_` repeats a value only after 2^64 calls. Large, so that sums of steps
    // rarely equal the difference of two sizes, which would give the same hash.
    static constexpr std::uint64_t kStep = 0x9e3779b97f4a7c15u;

    // The finalizer of SplitMix64 (Steele, Lea and Flood, OOPSLA 2014).
    static constexpr std::uint64_t mixed(std::uint64_t value) noexcept {
        value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9u;
        value = (value ^ (value >> 27)) * 0x94d049bb133111ebu;
        return value ^ (value >> 31);
    }
    static constexpr std::size_t place_of(CUdeviceptr address) noexcept {
        return mixed(address) >> (64 - kBits);
    }

    std::array<std::atomic<std::uint64_t>, std::size_t{1} << kBits> places_{};
    std::atomic<std::uint64_t> forgotten_ = 0;
};

}  // namespace glint::driver::cuda
