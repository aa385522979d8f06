// SPDX-License-Identifier: MIT
#include <glint/algorithms/reduction_code.hpp>

#include <fmt/format.h>

#include <glint/array/detail/call_arguments.hpp>
#include <glint/array/detail/evaluate.hpp>
#include <glint/array/fused/kernel.hpp>
#include <glint/array/fused/source.hpp>
#include <glint/base/error.hpp>

namespace glint::detail {
namespace {

// Returns the code that reduces an expression, as one level with one reduction (see levels_source).
std::string mapped_levels() {
    const LineReduction reduction;
    const std::uint8_t same_as = 0;
    SourceWriter writer({&reduction, 1}, {&same_as, 1});
    writer.begin_reduction();
    (void)writer.end_reduction("mapped(operands, inputs)");
    return levels_source(writer);
}

// Returns the code of a reduction whose elements are computed from their index and the arguments.
// This code is a part of the generated code shown in kernels/fused/expression.cuh. It does not have
// array operands, because the user's code reads memory directly.
std::string expression_text(const ReductionTexts& texts, ArgumentTexts arguments) {
    arguments.declare(texts.type_header);
    return fmt::format(
               "{}#include <glint/expression/elements.cuh>\n"
               "#include <glint/expression/reductions.cuh>\n"
               "#include <glint/expression/strided.cuh>\n",
               arguments.headers) +
           named_text("preamble", texts.name, texts.preamble) +
           written_operator("Operator", texts.reduce, {texts.type, "", 0, 0}) +
           named_text(
               "arguments", texts.name,
               fmt::format(
                   "namespace glint::expression {{\n\nusing Index = long long;\n"
                   "constexpr int kRank = 1;\nusing Value = {0};\n"
                   "using Output = Elements<Value, Index, kRank, Step::same>;\n\n"
                   "struct Reduction0 : ReductionBy<Value, Operator> {{\n"
                   "    static __device__ Value result(const Value& a, long long count) {{\n"
                   "        (void)count;\n        return {1};\n    }}\n}};\n\n"
                   "struct Arguments {{\n{2}}};\nstruct Operands {{\n"
                   "    Extents<Index, kRank> extents;\n    alignas(16) Arguments arguments;\n}};\n"
                   "struct Row {{\n    __device__ Row(const Operands&, Index) {{}}\n}};\n"
                   "struct Inputs {{\n    Index i;\n}};\n"
                   "template <int Count>\n__device__ inline void read_reduced(const Operands&, "
                   "const "
                   "Row&, Index column, Inputs (&inputs)[Count]) {{\n"
                   "    for (int k = 0; k < Count; ++k) inputs[k].i = column + k;\n}}\n"
                   "template <int Count>\n__device__ inline void read_rest(const Operands&, const "
                   "Row&, Index, Inputs (&)[Count]) {{}}\n"
                   "__device__ inline Value mapped(const Operands& glint_operands, const Inputs& "
                   "glint_inputs) {{\n"
                   "    [[maybe_unused]] const Arguments& glint_arguments = "
                   "glint_operands.arguments;\n{3}"
                   "    [[maybe_unused]] const Index i = glint_inputs.i;\n    return\n",
                   texts.type, texts.finish, arguments.members, arguments.locals)) +
           named_text("map", texts.name, texts.map + ";") + "}\n\n" + mapped_levels() +
           "__device__ inline Value value(const Operands&, const Inputs&, const Results& results) "
           "{\n    return results.r0;\n}\n\n}  // namespace glint::expression\n";
}

// Returns a kernel argument: the extents of one row, followed by the call's arguments.
ArgumentBytes operand_bytes(const CallArguments& call) {
    ArgumentBytes bytes;
    for (const std::size_t extent : {std::size_t(1), call.size(), std::size_t(1)})
        append_index(bytes, static_cast<std::ptrdiff_t>(extent), true);
    bytes.align(16);
    call.append_to(bytes, true);
    return bytes;
}

// Returns a kernel that reduces one line of elements.
FusedKernel fused_kernel(const Stream& stream, std::size_t size, const ElementType& type) {
    const bool is_cpu = stream.device().kind() == BackendKind::cpu;
    return {.plan = fused_plan({.cpu_threads = is_cpu ? stream.device().info().multiprocessors : 0,
                                .is_one_pass = true,
                                .lines = 1,
                                .size = size,
                                .element_bytes = sizeof(float),
                                .state_bytes = type.size_bytes}),
            .state_bytes = type.size_bytes,
            .size = size};
}

ArgumentBytes output_bytes(void* to) {
    ArgumentBytes bytes;
    bytes.append(to);
    append_index(bytes, 0, true);
    return bytes;
}

void check_result(const WrittenReduction& code, const GivenArgument& result) {
    if (result.layout.size() == 1) return;
    throw Error(ErrorCode::invalid_argument, fmt::format("run kernel '{}'", code.texts.name),
                fmt::format("the result is one element, but the result array has shape {}",
                            to_string(result.layout.shape)));
}

void run(Stream& stream, const WrittenReduction& code, const ElementType& type,
         ArgumentBytes& neutral, const CallArguments& call, void* to) {
    const FusedKernel kernel = fused_kernel(stream, call.size(), type);
    ArgumentBytes operands = operand_bytes(call), output = output_bytes(to);
    neutral.align(16);
    const auto describe = [&](KernelRecipe& recipe) {
        recipe.depends_on(code.key);
        call.append_to(recipe.key());
        recipe.text([&] { return expression_text(code.texts, call.texts()); });
        recipe.options([&](KernelSource& source) { source.options = &code.compile; });
    };
    kernel.launch(stream, describe, {operands.data(), output.data(), neutral.data()});
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
