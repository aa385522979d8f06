// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include <glint/algorithms/detail/expression_kernel.hpp>
#include <glint/array/element.hpp>
#include <glint/driver/memory.hpp>
#include <glint/driver/stream.hpp>

/// What all sorts have in common on their way to the kernels in kernels/algorithms.
namespace glint::detail {

/// Elements before and after the sort, perhaps in the same memory.
struct SortedData {
    const void* given = nullptr;
    void* result = nullptr;
};

/// Parts of an array that are sorted for themselves, as kernels take them: all of `length`, or from
/// each of `offsets` in device memory to the next, of which there is one more.
struct SortSegments {
    const std::uint64_t* offsets = nullptr;
    std::uint64_t length = 0;
    std::uint64_t count = 1;
};

/// One sort of keys, in C's order, that are contiguous or are an expression's elements.
struct SortJob {
    ElementType key{};
    ElementType value{"glint::NoValue", "", 0, 1};  ///< of what goes with each key, if anything
    bool numbered = false;  ///< whether the values are the keys' places in their segments
    const AnyExpression* expression = nullptr;  ///< of which they are the keys, if of one
    SortedData keys{};
    SortedData values{};
    SortSegments segments{};
    std::size_t size = 0;  ///< of all segments

    bool has_values() const noexcept { return value.size_bytes != 0; }
};

/// Keys and values at the places that sort_buffers.cuh numbers; as kernels take them.
struct SortBuffers {
    std::array<void*, 4> keys{};
    std::array<void*, 4> values{};

    explicit SortBuffers(const SortJob& job);
    void set_room(std::size_t place, const Allocation& keys_room, const Allocation& values_room);
    /// Says where the keys that an expression gives are put, so that after so many passes they are
    /// the result.
    void set_given(int passes) { keys[0] = keys[passes % 2 == 0 ? 1 : 2]; }
    /// The buffers for the elements from `first` on; rooms stay where they are.
    SortBuffers from(std::size_t first, const SortJob& job) const;
};

/// How many keys each block sorts at a time, and how they are counted.
struct SortTile {
    int threads = 1;
    int items = 1;
    bool wide = false;             ///< whether counts have 64 bits
    std::size_t shared_bytes = 0;  ///< dynamic shared memory of the kernels with such blocks

    std::size_t size() const noexcept { return std::size_t(threads) * std::size_t(items); }
};

/// How many items of the job's largest elements a thread can have if a block exchanges them in
/// `shared_bytes`: at least 1, at most `most`.
int items_within(const SortJob& job, std::size_t shared_bytes, int threads, int most);

/// Launches the kernels of one file, "algorithms/radix_sweep.cu", for a job's types.
class SortKernels {
public:
    /// `order` refers to the text of <algorithms/sort_order.cuh> for kernels that need it.
    SortKernels(Stream& stream, const SortJob& job, std::string_view file, const SortTile& tile,
                std::string_view order = {});

    template <class... Arguments>
    void launch(std::string_view kernel, const driver::LaunchShape& shape,
                const Arguments&... arguments) const {
        launch_with(kernel, shape, addresses_of(arguments...));
    }
    /// Kernels whose first parameter is the keys that are given, in memory or by an expression.
    template <class... Arguments>
    void launch_given(std::string_view kernel, const driver::LaunchShape& shape,
                      const Arguments&... arguments) const {
        const void* given = job_.keys.given;
        launch_given_with(kernel, shape, addresses_of(given, arguments...));
    }
    /// With the tile's threads and dynamic shared memory.
    template <class... Arguments>
    void launch(std::string_view kernel, std::size_t blocks, const Arguments&... arguments) const {
        launch(kernel, shape_of(blocks), arguments...);
    }
    template <class... Arguments>
    void launch_given(std::string_view kernel, std::size_t blocks,
                      const Arguments&... arguments) const {
        launch_given(kernel, shape_of(blocks), arguments...);
    }
    template <class... Arguments>
    void launch_threads(std::string_view kernel, std::size_t blocks, unsigned threads,
                        const Arguments&... arguments) const {
        launch(kernel,
               driver::LaunchShape{.grid = {static_cast<unsigned>(blocks)}, .block = {threads}},
               arguments...);
    }

    const SortTile& tile() const noexcept { return tile_; }

private:
    template <class... Arguments>
    static std::array<void*, sizeof...(Arguments)> addresses_of(const Arguments&... arguments) {
        return {const_cast<void*>(static_cast<const void*>(&arguments))...};
    }
    driver::LaunchShape shape_of(std::size_t blocks) const {
        return {.grid = {static_cast<unsigned>(blocks)},
                .block = {static_cast<unsigned>(tile_.threads)},
                .shared_bytes = tile_.shared_bytes};
    }
    void launch_with(std::string_view kernel, const driver::LaunchShape& shape,
                     std::span<void* const> arguments) const;
    // Keys in memory are the first argument.
    void launch_given_with(std::string_view kernel, const driver::LaunchShape& shape,
                           std::span<void* const> arguments) const;
    std::size_t pack() const;
    std::string_view cpu_lowering() const { return tile_.threads == 1 ? "loops" : ""; }
    void describe(KernelRecipe& recipe, bool of_expression) const;

    Stream& stream_;
    const SortJob& job_;
    std::string_view file_;
    std::string_view order_;
    SortTile tile_;
    std::optional<ExpressionKernel> expression_;
};

}  // namespace glint::detail
