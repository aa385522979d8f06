// SPDX-License-Identifier: MIT
#include <apps/glint/listing_text.hpp>

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include <glint/base/text.hpp>

namespace glint::apps {
namespace {

using compiler::KernelListing;
using compiler::Listing;

using Row = std::array<std::string, 6>;

// Returns true if the column contains numbers: all columns except the first and the last.
constexpr bool is_number(std::size_t column) { return column > 0 && column + 1 < Row().size(); }

std::string lowering_of(const KernelListing& kernel) {
    if (kernel.lowering.empty()) return "-";
    if (kernel.lane_count == 0) return kernel.lowering;
    return fmt::format("{} ({})", kernel.lowering, kernel.lane_count);
}

Row row_of(const KernelListing& kernel) {
    return {signature_of(kernel),
            kernel.registers ? fmt::format("{}", *kernel.registers) : "-",
            kernel.local_bytes ? text::human_bytes(*kernel.local_bytes) : "-",
            text::human_bytes(kernel.static_shared_bytes),
            fmt::format("{}", kernel.max_threads_per_block),
            lowering_of(kernel)};
}

std::string row_line(const Row& row, const std::array<std::size_t, 6>& widths) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i)
        line += is_number(i) ? fmt::format("  {:>{}}", row[i], widths[i])
                             : fmt::format("{}{:<{}}", i == 0 ? "" : "  ", row[i], widths[i]);
    return line.erase(line.find_last_not_of(' ') + 1) + '\n';
}

std::string blocks_of(const KernelListing& kernel) {
    return fmt::format("blocks of {} x {} x {}", kernel.block.x, kernel.block.y, kernel.block.z);
}

std::string explanation_of(const KernelListing& kernel) {
    if (kernel.lowering.empty())
        return fmt::format(
            "{} cannot run in {}, because the kernel's maximum is {} threads per block\n",
            kernel.name, blocks_of(kernel), kernel.max_threads_per_block);
    std::string text =
        fmt::format("{} runs in {} as {}\n", kernel.name, blocks_of(kernel), lowering_of(kernel));
    for (const compiler::Obstacle& obstacle : kernel.obstacles)
        text += fmt::format("  not as {}: {}\n", obstacle.lowering, obstacle.reason);
    return text;
}

// Formats code below a heading. `comment` is the character that starts a comment in this language.
std::string code_of(const KernelListing& kernel, const std::string& code, char comment) {
    return fmt::format("{} {} in {}: {}\n{}\n", comment, kernel.name, blocks_of(kernel),
                       lowering_of(kernel), code);
}

std::string in_quotes(std::string_view text) {
    std::string result = "\"";
    for (const char c : text) {
        const auto code = static_cast<unsigned char>(c);
        if (c == '"' || c == '\\')
            (result += '\\') += c;
        else if (code < 0x20)
            result += fmt::format("\\u{:04x}", code);
        else
            result += c;
    }
    return result + '"';
}

template <class Values, class Text>
std::string array_of(const Values& values, const Text& text) {
    std::string result = "[";
    for (const auto& value : values) {
        if (result.size() > 1) result += ", ";
        result += text(value);
    }
    return result + ']';
}

template <class Number>
std::string number_or_null(const std::optional<Number>& value) {
    return value ? fmt::format("{}", *value) : "null";
}

std::string obstacle_json(const compiler::Obstacle& obstacle) {
    return fmt::format(R"({{"lowering": {}, "reason": {}}})", in_quotes(obstacle.lowering),
                       in_quotes(obstacle.reason));
}

std::string kernel_json(const KernelListing& kernel, const CodeChoice& choice) {
    std::string text = fmt::format(
        R"({{"name": {}, "symbol": {}, "parameters": {}, "registers": {}, "local_bytes": {}, )"
        R"("static_shared_bytes": {}, "max_threads_per_block": {}, "runs_as": {}, "lanes": {}, )"
        R"("obstacles": {})",
        in_quotes(kernel.name), in_quotes(kernel.symbol), array_of(kernel.parameters, in_quotes),
        number_or_null(kernel.registers), number_or_null(kernel.local_bytes),
        kernel.static_shared_bytes, kernel.max_threads_per_block,
        kernel.lowering.empty() ? "null" : in_quotes(kernel.lowering), kernel.lane_count,
        array_of(kernel.obstacles, obstacle_json));
    if (choice.llvm) text += ", \"llvm\": " + in_quotes(kernel.llvm);
    if (choice.assembly) text += ", \"asm\": " + in_quotes(kernel.assembly);
    return text + '}';
}

}  // namespace

std::string listing_table(const Listing& listing) {
    if (listing.kernels.empty())
        return "no kernels found. To instantiate a template, use --kernel 'NAME<ARGUMENTS>'\n";
    std::vector<Row> rows{{"kernel", "registers", "local", "shared", "threads", "runs as"}};
    for (const KernelListing& kernel : listing.kernels) rows.push_back(row_of(kernel));
    std::array<std::size_t, 6> widths{};
    for (const Row& row : rows)
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
    std::string table;
    for (const Row& row : rows) table += row_line(row, widths);
    return table;
}

std::string explanation(const Listing& listing) {
    std::string text;
    for (const KernelListing& kernel : listing.kernels) text += '\n' + explanation_of(kernel);
    return text;
}

std::string code_text(const Listing& listing, const CodeChoice& choice, const std::string& sass) {
    std::string text;
    if (choice.ptx) text += listing.ptx;
    if (choice.sass) text += sass;
    for (const KernelListing& kernel : listing.kernels) {
        if (choice.llvm) text += code_of(kernel, kernel.llvm, ';');
        if (choice.assembly) text += code_of(kernel, kernel.assembly, '#');
    }
    return text;
}

std::string listing_json(const Listing& listing, const std::string& target,
                         const CodeChoice& choice, const std::string& sass) {
    std::string text = fmt::format(
        R"({{"target": {}, "kernels": {})", in_quotes(target),
        array_of(listing.kernels, [&](const auto& kernel) { return kernel_json(kernel, choice); }));
    if (choice.ptx) text += ", \"ptx\": " + in_quotes(listing.ptx);
    if (choice.sass) text += ", \"sass\": " + in_quotes(sass);
    return text + "}\n";
}

}  // namespace glint::apps
