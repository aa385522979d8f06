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

/// Data that all sorts pass to the kernels in kernels/algorithms.
namespace glint::detail {

/// Addresses of elements before and after the sort. The two addresses may be equal.
struct SortedData {
    const void* given = nullptr;
    void* result = nullptr;
};

/// Segments that are sorted independently; a kernel argument. If `offsets` is null, all have the
/// same `length`. Otherwise, `offsets` is in device memory, and segment i covers offsets[i]
/// (inclusive) to offsets[i + 1] (exclusive).
struct SortSegments {
    const std::uint64_t* offsets = nullptr;
    std::uint64_t length = 0;
    std::uint64_t count = 1;
};

/// A sort of contiguous keys in C order, or of an expression's elements.
struct SortJob {
    ElementType key{};
    ElementType value{"glint::NoValue", "", 0, 1};  ///< value type, if keys have values
    bool numbered = false;                      ///< the values are each key's index in its segment
    const AnyExpression* expression = nullptr;  ///< supplies the keys; null if they are in memory
    SortedData keys{};
    SortedData values{};
    SortSegments segments{};
    std::size_t size = 0;  ///< total number of elements

    bool has_values() const noexcept { return value.size_bytes != 0; }
};

/// The buffers of keys and values, indexed by the constants in sort_buffers.cuh. Kernels receive
/// this struct as an argument.
struct SortBuffers {
    std::array<void*, 4> keys{};
    std::array<void*, 4> values{};

    explicit SortBuffers(const SortJob& job);
    void set_room(std::size_t place, const Allocation& keys_room, const Allocation& values_room);
    /// Chooses the buffer for the evaluated keys of an expression, so that the result is in the
    /// result buffer after this number of passes.
    void set_given(int passes) { keys[0] = keys[passes % 2 == 0 ? 1 : 2]; }
    /// Returns the buffers for a sort that starts at element `first`. Adds the offset to the
    /// addresses of the input and the result, but not to those of the temporary buffers.
    SortBuffers from(std::size_t first, const SortJob& job) const;
};

/// Number of keys that a block sorts at a time, and the type of counts.
struct SortTile {
    int threads = 1;
    int items = 1;
    bool wide = false;             ///< counts have 64 bits
    std::size_t shared_bytes = 0;  ///< dynamic shared memory of kernels that use this tile

    std::size_t size() const noexcept { return std::size_t(threads) * std::size_t(items); }
};

/// Returns the number of items per thread, from 1 to `most`, with which a block can exchange the
/// job's largest elements in `shared_bytes` of shared memory.
int items_within(const SortJob& job, std::size_t shared_bytes, int threads, int most);

/// Launches the kernels of one file, such as "algorithms/radix_sweep.cu", for a job's types.
class SortKernels {
public:
    /// `order` is the text of <algorithms/sort_order.cuh> for kernels that need this header. The
    /// text must outlive this object.
    SortKernels(Stream& stream, const SortJob& job, std::string_view file, const SortTile& tile,
                std::string_view order = {});

    template <class... Arguments>
    void launch(std::string_view kernel, const driver::LaunchShape& shape,
                const Arguments&... arguments) const {
        launch_with(kernel, shape, addresses_of(arguments...));
    }
    /// Launches a kernel whose first parameter is the input keys, in memory or from an expression.
    template <class... Arguments>
    void launch_given(std::string_view kernel, const driver::LaunchShape& shape,
                      const Arguments&... arguments) const {
        const void* given = job_.keys.given;
        launch_given_with(kernel, shape, addresses_of(given, arguments...));
    }
    /// Launches a kernel with the tile's threads and dynamic shared memory.
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
    // If the keys are in memory, they are the first argument.
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
