// SPDX-License-Identifier: MIT
#include <glint/array/elementwise.hpp>

#include <algorithm>
#include <cctype>
#include <optional>

#include <fmt/format.h>

#include <glint/array/detail/call_arguments.hpp>
#include <glint/array/detail/evaluate.hpp>
#include <glint/array/detail/kernel_cache.hpp>
#include <glint/base/ceil_div.hpp>
#include <glint/base/error.hpp>

namespace glint {
namespace {

bool is_name(std::string_view text) {
    const auto is_letter = [](char c) {
        return std::isalpha(static_cast<unsigned char>(c)) || c == '_';
    };
    return !text.empty() && is_letter(text[0]) && std::ranges::all_of(text, [&](char c) {
        return is_letter(c) || std::isdigit(static_cast<unsigned char>(c));
    });
}

// The indices that a slice selects from `size` elements.
struct Range {
    std::size_t first = 0;
    std::ptrdiff_t step = 1;
    std::size_t count = 0;
};

Range range_of(const Slice& slice, std::size_t size) {
    const AxisIndex index[] = {slice};
    const detail::Part part = detail::part_of(detail::row_major(size), index);
    return {static_cast<std::size_t>(part.offset), part.layout.strides[0], part.layout.size()};
}

// Returns the end of the slice if it is given and not negative, otherwise nothing.
std::optional<std::size_t> size_from_end(const Slice& slice) {
    if (!slice.last || *slice.last < 0) return {};
    return static_cast<std::size_t>(*slice.last);
}

driver::LaunchShape shape_for(std::size_t count) {
    const std::size_t blocks = std::min(ceil_div(count, detail::kBlockThreads), detail::kMaxBlocks);
    return detail::blocks_of(blocks, detail::kBlockThreads);
}

// Generates code like the example in kernels/array/statement.cuh.
std::string statement_source(const detail::CallArguments& call, const std::string& operation,
                             const ElementwiseOptions& options) {
    using detail::named_text;
    const detail::ArgumentTexts texts = call.texts();
    return fmt::format(
               "#include <glint/expression/strided.cuh>\n{}"
               "#define GLINT_KERNEL {}\n",
               texts.headers, options.name) +
           named_text("preamble", options.name, options.preamble) +
           named_text(
               "arguments", options.name,
               fmt::format(
                   "namespace glint::statement {{\n\nusing glint::expression::Step;\n"
                   "using Index = {};\n\nstruct Arguments {{\n    Index n, first, step, count;\n"
                   "{}}};\n\n__device__ inline void run(const Arguments& glint_arguments,\n"
                   "                           Index glint_thread, Index glint_threads) {{\n"
                   "    [[maybe_unused]] const Index n = glint_arguments.n;\n    {{\n{}",
                   call.is_wide() ? "long long" : "int", texts.members, texts.locals)) +
           named_text("before the loop", options.name, options.before_loop + ";") +
           "    for (Index glint_k = glint_thread; glint_k < glint_arguments.count; "
           "glint_k += glint_threads) {\n"
           "        [[maybe_unused]] const Index i = glint_arguments.first + glint_k * "
           "glint_arguments.step;\n" +
           named_text("operation", options.name, operation + ";\n    }") +
           named_text("after the loop", options.name, options.after_loop + ";") +
           "    }\n}\n\n}  // namespace glint::statement\n";
}

}  // namespace

Elementwise::Elementwise(const Device& device, std::string_view arguments, std::string operation,
                         ElementwiseOptions options)
    : device_(device),
      arguments_(detail::text_arguments(arguments)),
      operation_(std::move(operation)),
      options_(std::move(options)) {
    if (!is_name(options_.name))
        throw Error(ErrorCode::invalid_argument, "create an elementwise kernel",
                    fmt::format("'{}' is not a valid name for a kernel", options_.name));
    hash_ = detail::hash_of_texts({arguments, operation_, options_.name, options_.preamble,
                                   options_.before_loop, options_.after_loop},
                                  options_.compile);
}

void Elementwise::run(const Stream* stream, const Slice& range,
                      std::span<const detail::GivenArgument> given) const {
    const detail::CallArguments call(options_.name, arguments_, given, size_from_end(range));
    const Range part = range_of(range, call.size());
    if (part.count == 0) return;
    Stream own = detail::handle_of(stream ? *stream : call.stream());
    if (own.device().backend() != device_.backend())
        throw Error(ErrorCode::invalid_argument, fmt::format("run kernel '{}'", options_.name),
                    fmt::format("the {} on a different device than the kernel",
                                stream ? "stream is" : "arrays are"));
    using detail::KernelRecipe;
    const auto describe = [&](KernelRecipe& recipe) {
        recipe.kernel("array/statement.cu", options_.name);
        recipe.header("array/statement.cuh");
        recipe.depends_on(hash_);
        call.append_to(recipe.key());
        recipe.text([&] { return statement_source(call, operation_, options_); });
        recipe.options([&](auto& source) { source.options = &options_.compile; });
    };
    const detail::CachedKernel kernel = detail::KernelCache::of(device_).get(device_, describe);
    detail::ArgumentBytes bytes;
    for (const std::size_t index :
         {call.size(), part.first, static_cast<std::size_t>(part.step), part.count})
        detail::append_index(bytes, static_cast<std::ptrdiff_t>(index), call.is_wide());
    call.append_to(bytes, call.is_wide());
    detail::JoinedStreams joined(own, call.operands());
    kernel.launch(own, shape_for(part.count), bytes);
    joined.release();
}

}  // namespace glint
