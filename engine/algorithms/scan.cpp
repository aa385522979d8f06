// SPDX-License-Identifier: MIT
#include <glint/algorithms/scan.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <string_view>

#include <fmt/format.h>

#include <glint/array/detail/evaluate.hpp>
#include <glint/base/ceil_div.hpp>
#include <glint/base/error.hpp>

namespace glint::detail {
namespace {

// Numbers of threads that keep a GPU and a CPU busy, and the minimum length of a part of a column.
constexpr std::size_t kBusyGpu = std::size_t(1) << 16;
constexpr std::size_t kBusyCpu = 64;
constexpr std::size_t kShortestPart = 32;
constexpr unsigned kScanThreads = 256;

std::string_view heads_name(Heads heads) {
    switch (heads) {
        case Heads::none: return "Heads::none";
        case Heads::rows: return "Heads::rows";
        case Heads::flags: return "Heads::flags";
        case Heads::keys: return "Heads::keys";
    }
    return {};
}

// The numbers of elements before, along and after an axis: products of the extents.
struct Columns {
    std::size_t outer = 1, along = 1, inner = 1;
};

Columns columns_of(const Shape& shape, std::optional<std::ptrdiff_t> axis) {
    if (!axis) return {.along = shape.size()};
    const std::size_t at = axis_of(*axis, shape.rank());
    Columns columns{.along = shape[at]};
    for (std::size_t i = 0; i < at; ++i) columns.outer *= shape[i];
    for (std::size_t i = at + 1; i < shape.rank(); ++i) columns.inner *= shape[i];
    return columns;
}

void describe_scan(KernelRecipe& recipe, const ScanTask& task, Heads heads) {
    recipe.header("algorithms/scan_setup.cuh");
    recipe.include("algorithms/pass_kinds.cuh");
    recipe.include("glint/expression/pair.cuh");
    task.op.describe(recipe, "Combine");
    recipe.text([&] { return declared_once(task.result.header); });
    recipe.constants("glint::expression", {{"Heads kHeads", heads_name(heads)},
                                           {"bool kInclusive", task.inclusive},
                                           {"using Sum", task.op.type.name},
                                           {"using Result", task.result.name}});
}

void append_neutral(ArgumentBytes& setup, const ScanTask& task) {
    setup.append(task.op.neutral, task.op.type.alignment);
    setup.align(alignof(void*));
}

void scan_in_order(Stream& stream, const ScanTask& task, Heads heads, std::size_t row,
                   void* output) {
    const std::size_t bytes = task.op.type.size_bytes;
    const std::size_t state = heads == Heads::none ? bytes : bytes + task.op.type.alignment;
    TilePass pass(
        stream, task.input,
        {.state_bytes = state, .item_bytes = state, .output_bytes = task.result.size_bytes},
        task.pass);
    ArgumentBytes setup;
    append_neutral(setup, task);
    setup.append(output);
    append_index(setup, row, pass.is_wide());
    auto members = task.op.members();
    const ExpressionTask scan{
        .file = "algorithms/scan.cu", .kernel = "scan", .describe = [&](KernelRecipe& recipe) {
            describe_scan(recipe, task, heads);
        }};
    pass.run(scan, std::array<void*, 2>{members.data(), setup.data()});
}

// A scan along columns. Each thread scans a part of some adjacent columns. On the CPU, a thread
// processes enough columns to fill vector registers.
class ColumnScan {
public:
    ColumnScan(Stream& stream, const ScanTask& task, const Columns& columns, void* output)
        : kernel_(stream, task.input), task_(task), columns_(columns), output_(output) {
        const std::size_t bytes = std::max<std::size_t>(task.result.size_bytes, 1);
        count_ = std::bit_floor(
            std::clamp<std::size_t>((kernel_.on_cpu() ? 256 : 16) / bytes, 1, columns.inner));
        groups_ = ceil_div(columns.inner, count_);
        const std::size_t busy = kernel_.on_cpu() ? kBusyCpu : kBusyGpu;
        const std::size_t wanted = busy / (columns.outer * groups_) + 1;
        const std::size_t most = ceil_div(columns.along, kShortestPart);
        const std::size_t parts = std::min(wanted, most);
        length_ = ceil_div(columns.along, parts);
        parts_ = ceil_div(columns.along, length_);
    }

    void run() {
        if (parts_ == 1) {
            launch(TileMethod::single);
            return;
        }
        sums_ = Allocation(kernel_.stream(), columns_.outer * parts_ * columns_.inner,
                           task_.op.type.size_bytes);
        launch(TileMethod::reduce);
        scan_sums();
        launch(TileMethod::finish);
    }

private:
    // Replaces the total of each part by the combined total of all previous parts.
    void scan_sums() {
        const Shape shape{columns_.outer, parts_, columns_.inner};
        AnyExpression sums{.type = task_.op.type, .shape = shape};
        sums.operands.add({.data = sums_.data(), .layout = row_major(shape), .type = task_.op.type},
                          kernel_.stream());
        sums.writer = [](SourceWriter& writer) { return writer.array(); };
        const ScanTask task{
            .input = sums, .op = task_.op, .result = task_.op.type, .inclusive = false};
        ColumnScan whole(kernel_.stream(), task, {columns_.outer, parts_, columns_.inner},
                         sums_.data());
        whole.length_ = parts_;
        whole.parts_ = 1;
        whole.run();
    }

    std::size_t threads_per_block() const { return kernel_.on_cpu() ? 1 : kScanThreads; }

    void launch(TileMethod method) {
        ArgumentBytes setup = setup_bytes();
        auto members = task_.op.members();
        const ExpressionTask task{.file = "algorithms/scan_columns.cu",
                                  .kernel = "scan_columns",
                                  .describe =
                                      [&](KernelRecipe& recipe) {
                                          describe_scan(recipe, task_, Heads::none);
                                          describe_pass(recipe, method, threads_per_block(), count_,
                                                        1);
                                      },
                                  .cpu_lowering = kernel_.on_cpu() ? "loops" : ""};
        const bool is_aligned = columns_.inner % count_ == 0 && kernel_.is_aligned(count_);
        const std::size_t threads = columns_.outer * parts_ * groups_;
        const std::size_t block = threads_per_block();
        kernel_.launch(task, is_aligned ? count_ : 1,
                       {.grid = {static_cast<unsigned>(ceil_div(threads, block)), 1, 1},
                        .block = {static_cast<unsigned>(block), 1, 1}},
                       std::array<void*, 2>{members.data(), setup.data()});
    }

    ArgumentBytes setup_bytes() const {
        ArgumentBytes setup;
        append_neutral(setup, task_);
        setup.append(output_);
        setup.append(sums_.data());
        for (const std::size_t extent :
             {columns_.outer, columns_.along, columns_.inner, parts_, length_, groups_})
            append_index(setup, extent, kernel_.is_wide());
        return setup;
    }

    ExpressionKernel kernel_;
    const ScanTask& task_;
    Columns columns_;
    void* output_;
    std::size_t count_ = 1, groups_ = 1;  // columns per thread; threads for all columns
    std::size_t parts_ = 1, length_ = 1;
    Allocation sums_{};
};

}  // namespace

Shape scan_shape(const ScanTask& task) {
    if (!task.axis) return Shape(task.input.shape.size());
    axis_of(*task.axis, task.input.shape.rank());
    return task.input.shape;
}

void scan(Stream& stream, const ScanTask& task, void* output) {
    if (task.input.shape.size() == 0) return;
    JoinedStreams joined(stream, task.input.operands);
    const Columns columns = columns_of(task.input.shape, task.axis);
    if (columns.inner > 1)
        ColumnScan(stream, task, columns, output).run();
    else if (columns.outer > 1)
        scan_in_order(stream, task, Heads::rows, columns.along, output);
    else
        scan_in_order(stream, task, task.heads, columns.along, output);
    joined.release();
}

void mark_heads(Stream& stream, const AnyExpression& offsets, bool* flags, std::size_t count) {
    if (offsets.shape.size() == 0 || count == 0) return;
    JoinedStreams joined(stream, offsets.operands);
    const ExpressionKernel kernel(stream, offsets);
    const ExpressionTask task{.file = "algorithms/mark_heads.cu", .kernel = "mark_heads"};
    auto size = static_cast<long long>(offsets.shape.size());
    auto end = static_cast<long long>(count);
    const std::size_t blocks = ceil_div(offsets.shape.size(), kScanThreads);
    kernel.launch(task, 1,
                  {.grid = {static_cast<unsigned>(blocks), 1, 1}, .block = {kScanThreads, 1, 1}},
                  std::array<void*, 3>{&size, &flags, &end});
    joined.release();
}

void refuse_axis_of_segments(std::ptrdiff_t axis) {
    throw Error(ErrorCode::invalid_argument, fmt::format("scan segments along axis {}", axis),
                "segments cover all elements in C order, not one axis");
}

}  // namespace glint::detail
