#include <glint/algorithms/reduction_code.hpp>

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include <glint/algorithms/detail/reduction_kernel.hpp>
#include <glint/array/detail/call_arguments.hpp>
#include <glint/array/detail/evaluate.hpp>
#include <glint/base/ceil_div.hpp>
#include <glint/base/error.hpp>

namespace glint::detail {
namespace {

constexpr unsigned kBlock = 256;

// The text that kernels/array/expression.cuh shows one of, for elements that are computed from
// their index and the arguments; no operand of an array is needed, as the code reads by itself.
std::string expression_header(const ReductionTexts& texts, ArgumentTexts arguments) {
    arguments.declare(texts.type_header);
    return fmt::format(
               "#pragma once\n{}#include <glint/expression/strided.cuh>\n"
               "#include <glint/expression/elements.cuh>\n",
               arguments.headers) +
           named_text("preamble", texts.name, texts.preamble) +
           named_text(
               "arguments", texts.name,
               fmt::format(
                   "namespace glint::expression {{\n\nusing Index = long long;\n"
                   "constexpr int kRank = 1;\nconstexpr int kPack = 1;\nusing Value = {};\n\n"
                   "struct Arguments {{\n{}}};\nstruct Operands {{\n"
                   "    Extents<Index, kRank> extents;\n    alignas(16) Arguments arguments;\n}};\n"
                   "struct Row {{\n    __device__ Row(const Operands&, Index) {{}}\n}};\n"
                   "struct Inputs {{\n    Index i;\n}};\n"
                   "template <int Count>\n__device__ inline void read(const Operands&, const Row&, "
                   "Index column, Inputs (&inputs)[Count]) {{\n"
                   "    for (int k = 0; k < Count; ++k) inputs[k].i = column + k;\n}}\n"
                   "__device__ inline Value value(const Operands& glint_operands, const Inputs& "
                   "glint_inputs) {{\n"
                   "    [[maybe_unused]] const Arguments& glint_arguments = "
                   "glint_operands.arguments;\n{}"
                   "    [[maybe_unused]] const Index i = glint_inputs.i;\n    return\n",
                   texts.type, arguments.members, arguments.locals)) +
           named_text("map", texts.name, texts.map + ";") +
           "}\n\n}  // namespace "
           "glint::expression\n";
}

std::string reduction_header(const ReductionTexts& texts, unsigned join) {
    return fmt::format(
        "#pragma once\n#include <array/expression.cuh>\n{0}#include "
        "<glint/expression/reductions.cuh>\n\nnamespace glint::expression {{\n"
        "struct Reduction : ReductionBy<{1}, Operator> {{\n"
        "    static __device__ {1} result(const {1}& a, long long count) {{\n"
        "        (void)count;\n        return {2};\n    }}\n}};\n"
        "using Offset = int;\nusing Destination = Elements<{1}, Index, kRank, Step::same>;\n"
        "constexpr int kReads = 8;\nconstexpr int kGroup = {3};\nconstexpr int kThreads = {3};\n"
        "constexpr int kAcross = 1;\nconstexpr int kJoin = {4};\nconstexpr bool kFlat = true;\n"
        "}}  // namespace glint::expression\n",
        written_operator("Operator", texts.reduce, {texts.type, "", 0, 0}), texts.type,
        texts.finish, kBlock, join);
}

// The extents of one row, as the kernels take them, and the arguments behind.
ArgumentBytes operand_bytes(const CallArguments& call) {
    ArgumentBytes bytes;
    for (const std::size_t extent : {std::size_t(1), call.size(), std::size_t(1)})
        append_index(bytes, static_cast<std::ptrdiff_t>(extent), true);
    bytes.align(16);
    call.append_to(bytes, true);
    return bytes;
}

// Blocks that share the work, which joins the partial results of as many.
struct Shares {
    std::size_t splits = 1, split_size = 0;
    unsigned join = 1;
};

Shares shares_of(std::size_t size) {
    constexpr std::size_t kSplit = 16384, kMost = 4096;  // elements each, and blocks
    Shares shares;
    const std::size_t wanted = std::clamp<std::size_t>(size / kSplit, 1, kMost);
    shares.split_size = ceil_div(size, wanted);
    shares.splits = size == 0 ? 1 : ceil_div(size, shares.split_size);
    shares.join = shares.splits > 32 ? kBlock : 1;
    return shares;
}

ArgumentBytes work_bytes(std::size_t size, const Shares& shares, void* partials) {
    ArgumentBytes bytes;
    for (const std::size_t part : {std::size_t(1), std::size_t(1), shares.split_size})
        append_index(bytes, part, true);
    bytes.append(static_cast<int>(shares.splits));
    bytes.append(static_cast<long long>(size));
    bytes.append(partials);
    return bytes;
}

ArgumentBytes output_bytes(void* to) {
    ArgumentBytes bytes;
    bytes.append(to);
    append_index(bytes, 0, true);
    return bytes;
}

CachedKernel kernel_of(const Device& device, const WrittenReduction& code,
                       const CallArguments& call, unsigned join) {
    KernelKey key;
    key.append(&reduce_written);
    key.append(std::as_bytes(std::span(code.key)));
    key.append(join);
    call.append_to(key);
    return KernelCache::of(device).get(device, key, [&] {
        return KernelSource{
            .file = "algorithms/reduce_rows.cu",
            .kernel = "reduce",
            .headers = {{"array/expression.cuh", expression_header(code.texts, call.texts())},
                        {"algorithms/reduction.cuh", reduction_header(code.texts, join)}},
            .options = &code.compile};
    });
}

void check_result(const WrittenReduction& code, const GivenArgument& result) {
    if (result.layout.size() == 1) return;
    throw Error(ErrorCode::invalid_argument, fmt::format("run kernel '{}'", code.texts.name),
                fmt::format("its result is one element, and the array for it has shape {}",
                            to_string(result.layout.shape)));
}

void run(Stream& stream, const WrittenReduction& code, const ElementType& type,
         ArgumentBytes& neutral, const CallArguments& call, void* to) {
    const Shares shares = shares_of(call.size());
    const CachedKernel kernel = kernel_of(stream.device(), code, call, shares.join);
    Allocation partials;
    if (shares.splits > 1) partials = Allocation(stream, shares.splits, type.size_bytes);
    ArgumentBytes operands = operand_bytes(call);
    ArgumentBytes output = output_bytes(to);
    ArgumentBytes work = work_bytes(call.size(), shares, partials.data());
    const std::array<void*, 4> all{operands.data(), output.data(), neutral.data(), work.data()};
    launch_blocks(stream, kernel.module, *kernel.kernel, shares.splits, kBlock, all);
    if (shares.splits > 1)
        launch_blocks(stream, kernel.module, *kernel.module->find_kernel("join"), 1, kBlock, all);
}

}  // namespace

WrittenReduction written_reduction(ReductionTexts texts, const ProgramOptions& compile) {
    WrittenReduction code{.texts = std::move(texts), .compile = compile};
    const ReductionTexts& all = code.texts;
    code.arguments = text_arguments(all.arguments);
    code.key = hash_of_texts({all.type, all.type_header, all.reduce, all.map, all.arguments,
                              all.finish, all.preamble, all.name},
                             compile);
    return code;
}

std::shared_ptr<ArrayStorage> reduce_written(const WrittenReduction& code, const ElementType& type,
                                             ArgumentBytes& neutral,
                                             std::span<const GivenArgument> given,
                                             const ReductionTarget& target) {
    const CallArguments call(code.texts.name, code.arguments, given);
    Stream stream = handle_of(target.stream ? *target.stream : call.stream());
    OperandList arrays = call.operands();
    std::shared_ptr<ArrayStorage> made;
    void* to = nullptr;
    if (target.result) {
        check_result(code, *target.result);
        arrays.add({.layout = target.result->layout}, *target.result->stream);
        to = const_cast<void*>(target.result->data);
    } else {
        made = allocate(stream, Shape(), type.size_bytes);
        to = made->memory.data();
    }
    JoinedStreams joined(stream, arrays);
    run(stream, code, type, neutral, call, to);
    joined.release();
    return made;
}

}  // namespace glint::detail
