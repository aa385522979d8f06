#include <glint/algorithms/reduce_by_key.hpp>

#include <array>

#include <fmt/format.h>

#include <glint/algorithms/detail/reduction_kernel.hpp>
#include <glint/array/detail/evaluate.hpp>
#include <glint/base/ceil_div.hpp>
#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint::detail {
namespace {

constexpr unsigned kBlock = 256;
constexpr std::size_t kTile = 2048;  // as in key_runs.cu

// The kernels of one search for runs.
class Search {
public:
    Search(Stream& stream, const AnyExpression& keys)
        : stream_(stream),
          keys_(keys),
          loops_(flat_loops(keys)),
          variant_(variant_of(keys, loops_, 0)),
          tiles_(ceil_div(keys.shape.size(), kTile)),
          before_(stream, tiles_ + 1, sizeof(long long)),
          kernel_(KernelCache::of(stream.device()).get(stream.device(), key(), [this] {
              return source();
          })) {
        append_operands(operands_, keys, variant_, loops_, 0);
        append_index(runs_, keys.shape.size(), variant_.wide);
        append_index(runs_, tiles_, variant_.wide);
        runs_.append(before_.data());
    }

    /// Waits.
    std::size_t count() {
        const std::array<void*, 2> both{operands_.data(), runs_.data()};
        const std::array<void*, 1> runs{runs_.data()};
        launch("count", tiles_, both);
        launch("add_up", 1, runs);
        long long total = 0;
        auto* const last = static_cast<long long*>(before_.data()) + tiles_;
        download(stream_, &total, {last, row_major(Shape()), sizeof(total)});
        return static_cast<std::size_t>(total);
    }

    void place(void* offsets, void* keys) {
        const std::array<void*, 4> arguments{operands_.data(), runs_.data(), &offsets, &keys};
        launch("place", tiles_, arguments);
    }

private:
    KernelKey key() const {
        KernelKey key;
        key.append(&key_runs);
        append_key(key, keys_, variant_);
        return key;
    }

    KernelSource source() const {
        return {.file = "algorithms/key_runs.cu",
                .kernel = "count",
                .headers = {{"array/expression.cuh", expression_header(keys_, variant_, 1)}}};
    }

    void launch(std::string_view name, std::size_t blocks, std::span<void* const> arguments) {
        launch_blocks(stream_, kernel_.module, *kernel_.module->find_kernel(name), blocks, kBlock,
                      arguments);
    }

    Stream& stream_;
    const AnyExpression& keys_;
    Loops loops_;
    ExpressionVariant variant_;
    std::size_t tiles_;
    Allocation before_;
    CachedKernel kernel_;
    ArgumentBytes operands_, runs_;
};

void check_sizes(std::size_t keys, std::size_t elements) {
    if (keys == elements) return;
    throw Error(
        ErrorCode::invalid_argument, "reduce by key",
        fmt::format("{} for {}", text::counted(keys, "key"), text::counted(elements, "element")));
}

}  // namespace

KeyRuns key_runs(const AnyExpression& keys, std::size_t size) {
    check_sizes(keys.shape.size(), size);
    const Stream& stream = first_stream(keys.operands);
    KeyRuns runs;
    if (size == 0) {
        runs.keys = allocate(stream, 0, keys.type.size_bytes);
        runs.offsets = allocate(stream, 1, sizeof(long long));
        return runs;
    }
    Stream own = handle_of(stream);
    JoinedStreams joined(own, keys.operands);
    Search search(own, keys);
    runs.count = search.count();
    runs.keys = allocate(stream, runs.count, keys.type.size_bytes);
    runs.offsets = allocate(stream, runs.count + 1, sizeof(long long));
    search.place(runs.offsets->memory.data(), runs.keys->memory.data());
    joined.release();
    return runs;
}

}  // namespace glint::detail
