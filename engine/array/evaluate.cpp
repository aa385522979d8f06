#include <glint/array/evaluate.hpp>

#include <algorithm>
#include <bit>
#include <functional>
#include <vector>

#include <fmt/format.h>

#include <glint/array/expression_source.hpp>
#include <glint/array/kernel_cache.hpp>
#include <glint/base/error.hpp>

namespace glint::detail {
namespace {

constexpr unsigned kBlockThreads = 256;
constexpr unsigned kMaxGridRows = 65535;

// How many neighbours a thread takes at a time, and how many times.
struct Work {
    std::uint8_t pack = 1;
    std::uint8_t packs = 1;
};

// One evaluation: everything that its kernel depends on, and what the launch needs.
class Evaluation {
public:
    Evaluation(Stream& stream, const Elements& to, const AnyExpression& expression)
        : stream_(stream), to_(to), expression_(expression), loops_(make_loops()) {
        variant_ = variant_of(expression, loops_, 1);
        work_ = choose_work();
    }

    void launch() {
        const CachedKernel kernel =
            KernelCache::of(stream_.device()).get(stream_.device(), key(), [this] {
                return source();
            });
        ArgumentBytes operands, output;
        append_operands(operands, expression_, variant_, loops_, 1);
        append_elements(output, to_.data, loops_, 0, variant_.wide);
        const std::array<void*, 2> arguments{operands.data(), output.data()};
        stream_.state().launch(kernel.module, *kernel.kernel, shape(), arguments);
    }

private:
    Loops make_loops() const {
        const auto arrays = expression_.operands.arrays();
        std::array<Strides, kMaxOperands + 1> strides;
        strides[0] = to_.layout.strides;
        for (std::size_t i = 0; i < arrays.size(); ++i)
            strides[i + 1] = broadcast_to(arrays[i].layout, to_.layout.shape).strides;
        return loops_over(to_.layout.shape, std::span(strides.data(), arrays.size() + 1),
                          LoopOrder::fastest);
    }

    // Packs of 16 bytes of the largest elements, and of 4 of the smallest; on the CPU, whose
    // vectors are made of neighbouring threads, single elements.
    Work choose_work() const {
        if (stream_.device().kind() == BackendKind::cpu) return {};
        std::size_t largest = to_.element_bytes, smallest = to_.element_bytes, arrays = 0;
        for (const ArrayOperand& array : expression_.operands.arrays()) {
            if (!array.data) continue;
            largest = std::max(largest, array.type.size_bytes);
            smallest = std::min(smallest, array.type.size_bytes);
            ++arrays;
        }
        Work work;
        work.pack = static_cast<std::uint8_t>(
            std::clamp<std::size_t>(std::max(16 / largest, 4 / smallest), 1, 16));
        work.pack = std::bit_floor(work.pack);
        if (!packs_are_aligned(work.pack)) work.pack = 1;
        work.packs = arrays <= 2 ? 4 : arrays <= 4 ? 2 : 1;
        if (loops_.columns() < std::size_t(kBlockThreads) * work.pack * work.packs) work.packs = 1;
        return work;
    }

    bool packs_are_aligned(std::size_t pack) const {
        if (loops_.columns() < pack) return false;
        const auto arrays = expression_.operands.arrays();
        if (!is_aligned(to_.data, to_.element_bytes, 0, pack)) return false;
        for (std::size_t i = 0; i < arrays.size(); ++i)
            if (arrays[i].data &&
                !is_aligned(arrays[i].data, arrays[i].type.size_bytes, i + 1, pack))
                return false;
        return true;
    }

    // Whether packs of an operand start where an access of up to 16 bytes may, in every row.
    bool is_aligned(const void* data, std::size_t element_bytes, std::size_t operand,
                    std::size_t pack) const {
        if (loops_.step(operand) != Step::unit) return true;
        const std::size_t bytes = std::min<std::size_t>(element_bytes * pack, 16);
        if (!std::has_single_bit(element_bytes)) return pack == 1;
        if (std::bit_cast<std::uintptr_t>(data) % bytes != 0) return false;
        for (std::size_t axis = 0; axis + 1 < loops_.rank; ++axis) {
            const auto stride = static_cast<std::size_t>(std::abs(loops_.strides[operand][axis]));
            if (stride * element_bytes % bytes != 0) return false;
        }
        return true;
    }

    KernelKey key() const {
        KernelKey key;
        key.append(&evaluate);
        key.append(expression_.writer);
        key.append(expression_.type.name.data());  // copies of all types have one writer
        key.append(work_);
        key.append(std::array{variant_.wide ? std::uint8_t(8) : std::uint8_t(4), variant_.rank,
                              static_cast<std::uint8_t>(loops_.step(0))});
        key.append(std::as_bytes(std::span(variant_.steps.data(), variant_.operand_count)));
        key.append(std::as_bytes(std::span(variant_.same_as.data(), variant_.operand_count)));
        return key;
    }

    KernelSource source() const {
        std::string text = expression_source(expression_, variant_);
        text += fmt::format(
            "namespace glint::expression {{\nconstexpr int kPack = {};\nconstexpr int kPacks = "
            "{};\n"
            "using Output = {};\n}}  // namespace glint::expression\n",
            work_.pack, work_.packs,
            elements_type(expression_.type.name, loops_.rank, loops_.step(0)));
        return {.file = "array/elementwise.cu",
                .kernel = "evaluate",
                .headers = {{"array/expression.cuh", std::move(text)}}};
    }

    driver::LaunchShape shape() const {
        const std::size_t columns = loops_.columns(), rows = loops_.rows();
        const std::size_t wanted = (columns + work_.pack - 1) / work_.pack;
        const auto across =
            static_cast<unsigned>(std::min<std::size_t>(std::bit_ceil(wanted), kBlockThreads));
        const unsigned down = kBlockThreads / across;
        const std::size_t tile = std::size_t(across) * work_.pack * work_.packs;
        return {.grid = {static_cast<unsigned>((columns + tile - 1) / tile),
                         static_cast<unsigned>(
                             std::min<std::size_t>((rows + down - 1) / down, kMaxGridRows)),
                         1},
                .block = {across, down, 1}};
    }

    Stream& stream_;
    const Elements& to_;
    const AnyExpression& expression_;
    Loops loops_;
    ExpressionVariant variant_;
    Work work_;
};

// Each thread reads an element of the array before it writes the one in the same place, so equal
// layouts are safe; all else that overlaps is not.
bool overlaps_elsewhere(const ArrayOperand& array, const Elements& to) {
    if (!array.data) return false;
    if (array.data == to.data && array.layout == to.layout &&
        array.type.size_bytes == to.element_bytes)
        return false;
    return range_of(array.data, array.layout, array.type.size_bytes)
        .overlaps(range_of(to.data, to.layout, to.element_bytes));
}

void check_shape(const Elements& to, const Shape& shape) {
    const std::array shapes{to.layout.shape, shape};
    if (shape.rank() <= to.layout.rank() && broadcast(shapes) == to.layout.shape) return;
    throw Error(ErrorCode::invalid_argument,
                fmt::format("assign an expression of shape {}", to_string(shape)),
                fmt::format("the destination has shape {}", to_string(to.layout.shape)));
}

}  // namespace

JoinedStreams::JoinedStreams(Stream& stream, const OperandList& operands)
    : stream_(stream), operands_(operands) {
    for (const Stream* other : operands.streams())
        if (other->share() != stream.share()) stream.wait(*other);
}

void JoinedStreams::release() {
    for (const Stream* other : operands_.streams())
        if (other->share() != stream_.share()) handle_of(*other).wait(stream_);
}

void evaluate(Stream& stream, const Elements& to, const AnyExpression& expression) {
    check_shape(to, expression.shape);
    if (to.layout.size() == 0) return;
    const auto arrays = expression.operands.arrays();
    const bool is_aliased =
        expression.operands.reaches(range_of(to.data, to.layout, to.element_bytes)) ||
        std::any_of(arrays.begin(), arrays.end(),
                    [&](const auto& array) { return overlaps_elsewhere(array, to); });
    if (is_aliased) {
        const auto copy = evaluate_to_new(expression);
        AnyExpression plain{.type = expression.type, .shape = expression.shape};
        plain.operands.add({.data = copy->memory.data(),
                            .layout = row_major(expression.shape),
                            .type = expression.type},
                           copy->stream);
        plain.writer = [](SourceWriter& writer) { return writer.array(); };
        evaluate(stream, to, plain);
        return;
    }
    JoinedStreams joined(stream, expression.operands);
    Evaluation(stream, to, expression).launch();
    joined.release();
}

std::shared_ptr<ArrayStorage> evaluate_to_new(const AnyExpression& expression) {
    const auto streams = expression.operands.streams();
    if (streams.empty())
        throw Error(ErrorCode::invalid_argument, "evaluate an expression",
                    "it has no array that tells the stream to do it on");
    auto storage = allocate(*streams[0], expression.shape, expression.type.size_bytes);
    evaluate(storage->stream,
             {.data = storage->memory.data(),
              .layout = row_major(expression.shape),
              .element_bytes = expression.type.size_bytes},
             expression);
    return storage;
}

}  // namespace glint::detail
