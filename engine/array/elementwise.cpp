#include <glint/array/elementwise.hpp>

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include <glint/array/statement.hpp>
#include <glint/base/error.hpp>
#include <glint/base/files.hpp>

namespace glint {
namespace {

constexpr unsigned kBlockThreads = 256;
constexpr std::size_t kMaxBlocks = 1u << 20;

bool is_name(std::string_view text) {
    const auto is_letter = [](char c) {
        return std::isalpha(static_cast<unsigned char>(c)) || c == '_';
    };
    return !text.empty() && is_letter(text[0]) && std::ranges::all_of(text, [&](char c) {
        return is_letter(c) || std::isdigit(static_cast<unsigned char>(c));
    });
}

// Which of `size` indices a slice means.
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

driver::LaunchShape shape_for(std::size_t count) {
    const std::size_t blocks = std::min((count + kBlockThreads - 1) / kBlockThreads, kMaxBlocks);
    return {.grid = {static_cast<unsigned>(blocks), 1, 1}, .block = {kBlockThreads, 1, 1}};
}

}  // namespace

Elementwise::Elementwise(const Device& device, std::string_view arguments, std::string operation,
                         ElementwiseOptions options)
    : device_(device),
      arguments_(compiler::parse_arguments(arguments)),
      operation_(std::move(operation)),
      options_(std::move(options)) {
    if (!is_name(options_.name))
        throw Error(ErrorCode::invalid_argument, "make an elementwise kernel",
                    fmt::format("'{}' is no name for it", options_.name));
    // Lengths keep texts apart that read alike one behind the other.
    std::string all;
    for (const std::string_view text :
         {arguments, std::string_view(operation_), std::string_view(options_.name),
          std::string_view(options_.preamble), std::string_view(options_.before_loop),
          std::string_view(options_.after_loop)})
        all += fmt::format("{} {}", text.size(), text);
    hash_ = content_hash(all);
}

void Elementwise::run(const Slice& range, std::span<const detail::GivenArgument> given) const {
    const detail::StatementCall call(options_.name, arguments_, given);
    const Range part = range_of(range, call.size());
    if (part.count == 0) return;
    Stream stream = detail::handle_of(call.stream());
    if (stream.device().backend() != device_.backend())
        throw Error(ErrorCode::invalid_argument, fmt::format("run kernel '{}'", options_.name),
                    "its arrays are on another device than the one that it was made for");
    detail::KernelKey key;
    key.append(&range_of);
    key.append(std::as_bytes(std::span(hash_)));
    call.append_to(key);
    const detail::CachedKernel kernel =
        detail::KernelCache::of(device_).get(device_, key, [&]() -> detail::KernelSource {
            return {.file = "array/statement.cu",
                    .kernel = options_.name,
                    .headers = {{"array/statement.cuh", call.source(operation_, options_)}}};
        });
    detail::ArgumentBytes bytes;
    call.append_to(bytes, part.first, part.step, part.count);
    const std::array<void*, 1> arguments{bytes.data()};
    detail::JoinedStreams joined(stream, call.operands());
    stream.state().launch(kernel.module, *kernel.kernel, shape_for(part.count), arguments);
    joined.release();
}

}  // namespace glint
