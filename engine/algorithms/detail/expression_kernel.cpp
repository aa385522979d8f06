#include <glint/algorithms/detail/expression_kernel.hpp>

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <glint/array/detail/packs.hpp>
#include <glint/base/error.hpp>

namespace glint::detail {
namespace {

Loops counted_loops(const AnyExpression& expression) {
    const auto arrays = expression.operands.arrays();
    std::array<Strides, kMaxOperands> strides;
    for (std::size_t i = 0; i < arrays.size(); ++i)
        strides[i] = broadcast_to(arrays[i].layout, expression.shape).strides;
    return loops_over(expression.shape, std::span(strides.data(), arrays.size()),
                      LoopOrder::as_indexed);
}

}  // namespace

ExpressionKernel::ExpressionKernel(Stream& stream, const AnyExpression& input)
    : stream_(stream),
      input_(input),
      loops_(counted_loops(input)),
      variant_(variant_of(input, loops_, 0)) {}

bool ExpressionKernel::on_cpu() const { return stream_.device().kind() == BackendKind::cpu; }

bool ExpressionKernel::is_aligned(std::size_t pack) const {
    return loops_.rank == 1 && are_aligned(input_, loops_, pack);
}

void ExpressionKernel::launch(const ExpressionTask& task, std::size_t pack,
                              const driver::LaunchShape& shape,
                              std::span<void* const> arguments) const {
    KernelKey key = task.key;
    key.append(task.kernel.data());
    append_key(key, input_, variant_);
    key.append(static_cast<std::uint8_t>(pack));
    const CachedKernel kernel = KernelCache::of(stream_.device()).get(stream_.device(), key, [&] {
        return source(task, pack);
    });
    ArgumentBytes operands;
    append_operands(operands, input_, variant_, loops_, 0);
    std::vector<void*> all{operands.data()};
    all.insert(all.end(), arguments.begin(), arguments.end());
    stream_.state().launch(kernel.module, *kernel.kernel, shape, all);
}

KernelSource ExpressionKernel::source(const ExpressionTask& task, std::size_t pack) const {
    std::string expression = expression_source(input_, variant_);
    expression += fmt::format(
        "namespace glint::expression {{\nconstexpr int kPack = {};\n}}  // namespace "
        "glint::expression\n",
        pack);
    KernelSource result{.file = fmt::format("algorithms/{}", task.file),
                        .kernel = std::string(task.kernel),
                        .headers = {{"array/expression.cuh", std::move(expression)}},
                        .cpu_lowering = std::string(task.cpu_lowering)};
    if (task.pass_setup)
        result.headers.emplace_back("algorithms/pass_setup.cuh", task.pass_setup());
    if (task.order) result.headers.emplace_back("algorithms/sort_order.cuh", task.order());
    if (task.setup)
        result.headers.emplace_back(fmt::format("algorithms/{}", task.setup_file), task.setup());
    return result;
}

const Stream& stream_for(const AnyExpression& expression, std::string_view operation) {
    const auto streams = expression.operands.streams();
    if (streams.empty())
        throw Error(ErrorCode::invalid_argument, std::string(operation),
                    "it has no array that tells the stream to do it on");
    return *streams[0];
}

Allocation zeroed(Stream& stream, std::size_t size_bytes) {
    Allocation allocation(stream, size_bytes, 1);
    stream.state().fill(allocation.data(), 0, 4, size_bytes / 4);
    return allocation;
}

}  // namespace glint::detail
