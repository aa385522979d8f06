#include <glint/algorithms/segmented.hpp>

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include <glint/algorithms/detail/reduction_kernel.hpp>
#include <glint/array/detail/evaluate.hpp>
#include <glint/base/ceil_div.hpp>
#include <glint/base/error.hpp>

namespace glint::detail {
namespace {

constexpr unsigned kBlock = 256;

// One reduction of segments: what its kernels depend on, and what their launches need.
class Launch {
public:
    Launch(Stream& stream, const ArrayStorage& to, const AnyExpression& expression,
           Reduction& reduction, const ArrayOperand& offsets)
        : stream_(stream),
          to_(to),
          expression_(expression),
          reduction_(reduction),
          offsets_(offsets),
          segments_(offsets.layout.size() - 1),
          size_(expression.shape.size()),
          loops_(flat_loops(expression)) {
        constexpr std::size_t kMost32 = std::size_t(1) << 30;
        variant_ = variant_of(expression, loops_, 0);
        variant_.wide = variant_.wide || segments_ > kMost32;
        if (stream.device().kind() != BackendKind::cpu)
            work_.pack = static_cast<std::uint32_t>(flat_pack(expression, loops_));
        work_.reads = expression.operands.arrays().size() <= 2 ? 4 : 2;
        const std::size_t tile = std::size_t(kBlock) * work_.pack * work_.reads;
        tiles_ = std::max<std::size_t>(ceil_div(size_, tile), 1);
        // Threads that put together the tiles of one segment.
        work_.join = size_ / segments_ / tile > 1024 ? kBlock : 32;
    }

    void run() {
        const CachedKernel kernel =
            KernelCache::of(stream_.device()).get(stream_.device(), key(), [this] {
                return kernel_source("algorithms/reduce_segments.cu", source());
            });
        const Allocation firsts(stream_, tiles_, variant_.wide ? 8 : 4);
        const Allocation partials(stream_, 2 * tiles_, reduction_.state_bytes);
        ArgumentBytes operands, output, segments;
        append_operands(operands, expression_, variant_, loops_, 0);
        append_elements(output, to_.memory.data(), loops_, 0, variant_.wide);
        append_segments(segments, firsts, partials);
        find(kernel, segments);
        reduce(kernel, operands, output, segments);
        if (tiles_ > 1) join(kernel, output, segments);
    }

private:
    ReductionSource source() const {
        return {.expression = expression_,
                .variant = variant_,
                .reduction = reduction_,
                .work = work_,
                .offset = offsets_.type.name};
    }

    KernelKey key() const {
        KernelKey key;
        key.append(&reduce_segments);
        key.append(offsets_.type.name.data());
        append_key(key, source());
        return key;
    }

    void append_segments(ArgumentBytes& bytes, const Allocation& firsts,
                         const Allocation& partials) const {
        bytes.append(offsets_.data);
        bytes.append(firsts.data());
        bytes.append(partials.data());
        for (const std::size_t size : {size_, segments_, tiles_})
            append_index(bytes, size, variant_.wide);
    }

    void find(const CachedKernel& kernel, ArgumentBytes& segments) {
        const std::array<void*, 1> arguments{segments.data()};
        launch_blocks(stream_, kernel.module, *kernel.module->find_kernel("find"),
                      ceil_div(tiles_, kBlock), kBlock, arguments);
    }
    void reduce(const CachedKernel& kernel, ArgumentBytes& operands, ArgumentBytes& output,
                ArgumentBytes& segments) {
        const std::array<void*, 4> arguments{operands.data(), output.data(),
                                             reduction_.members.data(), segments.data()};
        launch_blocks(stream_, kernel.module, *kernel.kernel, tiles_, kBlock, arguments);
    }
    void join(const CachedKernel& kernel, ArgumentBytes& output, ArgumentBytes& segments) {
        const std::array<void*, 3> arguments{output.data(), reduction_.members.data(),
                                             segments.data()};
        launch_blocks(stream_, kernel.module, *kernel.module->find_kernel("join"),
                      ceil_div(tiles_ * work_.join, kBlock), kBlock, arguments);
    }

    Stream& stream_;
    const ArrayStorage& to_;
    const AnyExpression& expression_;
    Reduction& reduction_;
    const ArrayOperand& offsets_;
    std::size_t segments_, size_, tiles_;
    Loops loops_;
    ExpressionVariant variant_;
    ReductionWork work_;
};

void check_offsets(const ArrayOperand& offsets) {
    const Shape& shape = offsets.layout.shape;
    if (shape.rank() == 1 && shape[0] > 0) return;
    throw Error(ErrorCode::invalid_argument,
                fmt::format("reduce segments with offsets of shape {}", to_string(shape)),
                "they have one dimension, and one offset more than segments");
}

}  // namespace

std::shared_ptr<ArrayStorage> reduce_segments(const AnyExpression& expression, Reduction reduction,
                                              const Offsets& offsets) {
    const ArrayOperand& places = offsets.operands.arrays()[0];
    check_offsets(places);
    const std::size_t segments = places.layout.size() - 1;
    auto storage =
        allocate(first_stream(expression.operands), Shape(segments), reduction.result.size_bytes);
    if (segments == 0) return storage;
    JoinedStreams joined(storage->stream, expression.operands);
    JoinedStreams joined_offsets(storage->stream, offsets.operands);
    Launch(storage->stream, *storage, expression, reduction, places).run();
    joined.release();
    joined_offsets.release();
    return storage;
}

}  // namespace glint::detail
