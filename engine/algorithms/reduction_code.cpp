#include <glint/algorithms/reduction_code.hpp>

#include <algorithm>
#include <array>
#include <vector>

#include <fmt/format.h>

#include <glint/algorithms/reduction_kernel.hpp>
#include <glint/array/evaluate.hpp>
#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/text.hpp>

namespace glint::detail {
namespace {

constexpr unsigned kBlock = 256;

// The declarations of a list of parameters as those of members: commas within brackets are none.
std::vector<std::string> declarations(std::string_view arguments) {
    std::vector<std::string> found(1);
    int depth = 0;
    for (const char c : arguments) {
        if (c == '(' || c == '<' || c == '[' || c == '{') ++depth;
        if (c == ')' || c == '>' || c == ']' || c == '}') --depth;
        if (c == ',' && depth == 0)
            found.emplace_back();
        else
            found.back() += c;
    }
    if (found.size() == 1 && text::trim(found[0]).empty()) found.clear();
    return found;
}

std::string members(std::string_view arguments) {
    std::string text;
    for (const std::string& member : declarations(arguments))
        text += "    " + std::string(text::trim(member)) + ";\n";
    return text;
}

// As kernels/array/expression.cuh, of elements that are computed from their index and the
// arguments; no operand of an array is needed, as the code reads by itself.
std::string expression_header(const ReductionTexts& texts, std::size_t bytes) {
    return fmt::format(
        "#pragma once\n{0}{1}\n#include <glint/expression/elements.cuh>\n\n"
        "namespace glint::expression {{\n\nusing Index = long long;\nconstexpr int kRank = 1;\n"
        "constexpr int kPack = 1;\nusing Value = {2};\n\n"
        "struct Arguments {{\n{3}    char end_of_arguments;\n\n"
        "    __device__ Value value(Index i) const {{ return {4}; }}\n}};\n"
        "static_assert(sizeof(Arguments) == {5}, \"the arguments "
        "given have other sizes than those "
        "declared\");\n\n"
        "struct Operands {{\n    Extents<Index, kRank> extents;\n    alignas(16) Arguments "
        "arguments;\n}};\n"
        "struct Row {{\n    __device__ Row(const Operands&, Index) {{}}\n}};\n"
        "struct Inputs {{\n    Index i;\n}};\n"
        "template <int Count>\n__device__ inline void read(const Operands&, const Row&, Index "
        "column, Inputs (&inputs)[Count]) {{\n"
        "    for (int k = 0; k < Count; ++k) inputs[k].i = column + k;\n}}\n"
        "__device__ inline Value value(const Operands& operands, const Inputs& inputs) {{\n"
        "    return operands.arguments.value(inputs.i);\n}}\n\n}}  // namespace "
        "glint::expression\n",
        texts.type_header, texts.preamble, texts.type, members(texts.arguments), texts.map, bytes);
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

std::size_t common_size(const OperandList& arrays) {
    const auto each = arrays.arrays();
    if (each.empty())
        throw Error(ErrorCode::invalid_argument, "call a reduction kernel",
                    "there is no array among its arguments that tells its size and its stream");
    const std::size_t size = each[0].layout.size();
    for (const ArrayOperand& array : each)
        if (array.layout.size() != size)
            throw Error(
                ErrorCode::invalid_argument, "call a reduction kernel",
                fmt::format("its arrays have {} and {} elements", size, array.layout.size()));
    return size;
}

void check_count(const WrittenReduction& code, const CodeArguments& arguments) {
    if (arguments.count() == code.argument_count) return;
    throw Error(ErrorCode::invalid_argument, "call a reduction kernel",
                fmt::format("it was given {} arguments, and its code declares {}: {}",
                            arguments.count(), code.argument_count, code.texts.arguments));
}

// The extents of one row, as the kernels take them, and the arguments behind.
ArgumentBytes operand_bytes(std::size_t size, CodeArguments& arguments) {
    ArgumentBytes bytes;
    for (const std::size_t extent : {std::size_t(1), size, std::size_t(1)})
        append_index(bytes, extent, true);
    bytes.append(
        {static_cast<const std::byte*>(arguments.bytes().data()), arguments.bytes().size()}, 16);
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
    shares.split_size = (size + wanted - 1) / wanted;
    shares.splits = size == 0 ? 1 : (size + shares.split_size - 1) / shares.split_size;
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

CachedKernel kernel_of(const Device& device, const WrittenReduction& code, std::size_t bytes,
                       unsigned join) {
    KernelKey key;
    key.append(&reduce_written);
    key.append(std::as_bytes(std::span(code.key)));
    key.append(bytes);
    key.append(join);
    return KernelCache::of(device).get(device, key, [&] {
        return KernelSource{
            .file = "algorithms/reduce_rows.cu",
            .kernel = "reduce",
            .headers = {{"array/expression.cuh", expression_header(code.texts, bytes)},
                        {"algorithms/reduction.cuh", reduction_header(code.texts, join)}}};
    });
}

}  // namespace

WrittenReduction written_reduction(ReductionTexts texts) {
    WrittenReduction code{.texts = std::move(texts)};
    const ReductionTexts& all = code.texts;
    code.argument_count = declarations(all.arguments).size();
    std::string joined;
    for (const std::string* each : {&all.type, &all.type_header, &all.reduce, &all.map,
                                    &all.arguments, &all.finish, &all.preamble})
        joined += *each + '\0';
    code.key = content_hash(joined);
    return code;
}

std::shared_ptr<ArrayStorage> reduce_written(const WrittenReduction& code, const ElementType& type,
                                             ArgumentBytes& neutral, CodeArguments& arguments) {
    check_count(code, arguments);
    const std::size_t size = common_size(arguments.arrays());
    auto storage = allocate(first_stream(arguments.arrays()), Shape(), type.size_bytes);
    Stream& stream = storage->stream;
    const Shares shares = shares_of(size);
    const CachedKernel kernel =
        kernel_of(stream.device(), code, arguments.struct_bytes(), shares.join);
    Allocation partials;
    if (shares.splits > 1) partials = Allocation(stream, shares.splits, type.size_bytes);
    ArgumentBytes operands = operand_bytes(size, arguments);
    ArgumentBytes output = output_bytes(storage->memory.data());
    ArgumentBytes work = work_bytes(size, shares, partials.data());
    const std::array<void*, 4> all{operands.data(), output.data(), neutral.data(), work.data()};
    JoinedStreams joined(stream, arguments.arrays());
    launch_blocks(stream, kernel.module, *kernel.kernel, shares.splits, kBlock, all);
    if (shares.splits > 1)
        launch_blocks(stream, kernel.module, *kernel.module->find_kernel("join"), 1, kBlock, all);
    joined.release();
    return storage;
}

}  // namespace glint::detail
