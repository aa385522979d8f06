// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <memory>
#include <shared_mutex>
#include <span>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>

#include <glint/array/detail/argument_bytes.hpp>
#include <glint/array/detail/kernel_recipe.hpp>
#include <glint/backend/detail/backend.hpp>
#include <glint/driver/device.hpp>
#include <glint/driver/stream.hpp>

namespace glint::detail {

/// Threads of a block, and the most blocks, of kernels that take elements one after another.
inline constexpr unsigned kBlockThreads = 256;
inline constexpr std::size_t kMaxBlocks = 1u << 20;

/// A line of blocks.
inline driver::LaunchShape blocks_of(std::size_t blocks, std::size_t threads) {
    return {.grid = {static_cast<unsigned>(blocks), 1, 1},
            .block = {static_cast<unsigned>(threads), 1, 1}};
}

/// Where a launch finds an argument: one that the host knows by its type, or by its bytes.
template <class T>
void* address_of(T& argument) {
    if constexpr (std::is_same_v<std::remove_const_t<T>, ArgumentBytes>)
        return const_cast<ArgumentBytes&>(argument).data();
    else
        return const_cast<void*>(static_cast<const void*>(&argument));
}

/// A kernel that the cache holds.
struct CachedKernel {
    std::shared_ptr<driver::Module> module;
    driver::Kernel* kernel = nullptr;

    /// Another kernel of the same file.
    CachedKernel sibling(std::string_view name) const {
        return {module, module->find_kernel(name)};
    }
    template <class... Arguments>
    void launch(Stream& stream, const driver::LaunchShape& shape, Arguments&&... arguments) const {
        launch_with(stream, shape,
                    std::array<void*, sizeof...(Arguments)>{address_of(arguments)...});
    }
    /// With the addresses of the arguments.
    void launch_with(Stream& stream, const driver::LaunchShape& shape,
                     std::span<void* const> addresses) const {
        stream.state().launch(module, *kernel, shape, addresses);
    }
};

/// The kernels that the array layer generated for a device: in memory, and through the compiler
/// layer on disk. Belongs to its device. Safe to use from many threads.
class KernelCache {
public:
    /// The device's own.
    static KernelCache& of(const Device& device);

    /// The kernel that `describe(recipe)` describes; compiled at its first use.
    template <class Describe>
        requires std::invocable<Describe, KernelRecipe&>
    CachedKernel get(const Device& device, Describe&& describe) {
        KernelRecipe asked;
        describe(asked);
        return get(device, asked, describe);
    }
    /// The same where the recipe has already what `describe` adds.
    template <class Describe>
    CachedKernel get(const Device& device, KernelRecipe& asked, Describe&& describe) {
        if (CachedKernel found = find(asked.key()); found.kernel) return found;
        KernelSource source;
        KernelRecipe written(&source);
        describe(written);
        return insert(asked.key(), compile(device, source));
    }

    /// Forgets all kernels; those that are queued still run.
    void clear();

private:
    CachedKernel find(const KernelKey& key) const;
    CachedKernel insert(const KernelKey& key, CachedKernel kernel);
    static CachedKernel compile(const Device& device, const KernelSource& source);

    mutable std::shared_mutex mutex_;
    std::unordered_map<KernelKey, CachedKernel, KernelKey::Hash> kernels_;
};

/// The kernels of one file on a stream's device.
class KernelFile {
public:
    /// As `describe` describes it to a recipe, whose kernel may be any of them. Refers to the
    /// stream.
    template <class Describe>
    KernelFile(Stream& stream, Describe&& describe)
        : stream_(stream),
          kernels_(KernelCache::of(stream.device())
                       .get(stream.device(), std::forward<Describe>(describe))) {}

    template <class... Arguments>
    void queue(std::string_view kernel, const driver::LaunchShape& shape,
               Arguments&&... arguments) const {
        kernels_.sibling(kernel).launch(stream_, shape, arguments...);
    }

private:
    Stream& stream_;
    CachedKernel kernels_;
};

}  // namespace glint::detail
