#pragma once

#include <array>
#include <cstddef>
#include <cstring>
#include <memory>
#include <shared_mutex>
#include <span>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include <glint/backend/detail/backend.hpp>
#include <glint/driver/device.hpp>

namespace glint {
struct ProgramOptions;
}

namespace glint::detail {

/// What tells one kernel of the array layer from another within a process.
class KernelKey {
public:
    /// T is without padding. Throws Error(invalid_argument) if the key becomes too long.
    template <class T>
    void append(const T& value) {
        static_assert(std::is_trivially_copyable_v<T>);
        append(std::as_bytes(std::span(&value, 1)));
    }
    void append(std::span<const std::byte> bytes);

    std::size_t hash() const noexcept;
    friend bool operator==(const KernelKey& a, const KernelKey& b) noexcept {
        return a.size_ == b.size_ && std::memcmp(a.bytes_.data(), b.bytes_.data(), a.size_) == 0;
    }

private:
    static constexpr std::size_t kMost = 256;

    alignas(8) std::array<std::byte, kMost> bytes_;  // of `size_` of them, the rest unset
    std::size_t size_ = 0;
};

/// How a kernel is made that is not in the cache.
struct KernelSource {
    std::string file;    ///< below kernels/, "array/elementwise.cu"
    std::string kernel;  ///< its name
    std::vector<std::pair<std::string, std::string>> headers{};
    std::vector<std::pair<std::string, std::string>> defines{};
    std::string cpu_lowering{};
    bool is_lean = false;                     ///< uses no textures and nothing of the CUDA runtime
    const ProgramOptions* options = nullptr;  ///< what else the user wants it compiled with
};

/// A kernel that the cache holds.
struct CachedKernel {
    std::shared_ptr<driver::Module> module;
    driver::Kernel* kernel = nullptr;
};

/// The kernels that the array layer generated for a device: in memory, and through the compiler
/// layer on disk. Belongs to its device. Safe to use from many threads.
class KernelCache {
public:
    /// The device's own.
    static KernelCache& of(const Device& device);

    /// The kernel of this key; at its first use compiled from what `make()` gives.
    template <class Make>
    CachedKernel get(const Device& device, const KernelKey& key, Make&& make) {
        if (CachedKernel found = find(key); found.kernel) return found;
        return insert(key, compile(device, make()));
    }

    /// Forgets all kernels; those that are queued still run.
    void clear();

private:
    struct Hash {
        std::size_t operator()(const KernelKey& key) const noexcept { return key.hash(); }
    };

    CachedKernel find(const KernelKey& key) const;
    CachedKernel insert(const KernelKey& key, CachedKernel kernel);
    static CachedKernel compile(const Device& device, const KernelSource& source);

    mutable std::shared_mutex mutex_;
    std::unordered_map<KernelKey, CachedKernel, Hash> kernels_;
};

}  // namespace glint::detail
