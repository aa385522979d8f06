// SPDX-License-Identifier: MIT
#include <apps/glint/commands.hpp>

#include <algorithm>
#include <cstdlib>
#include <optional>

#include <fmt/format.h>

#include <apps/catalog.hpp>
#include <apps/glint/view_text.hpp>
#include <glint/app/detail/flags.hpp>
#include <glint/base/console.hpp>
#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/replace_file.hpp>
#include <glint/base/text.hpp>
#include <glint/studio/run/order_check.hpp>

namespace glint::apps {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kExtension = ".cu";
constexpr std::string_view kTitle = "TITLE";
constexpr const char* kCheckedArchitecture = "compute_80";

/// Returns the mistakes that NVRTC finds, or nullopt if NVRTC is missing. NVRTC needs no GPU.
std::optional<std::vector<studio::Mistake>> mistakes_for_gpus(
    const fs::path& file, const studio::ReadOptions& options) try {
    return studio::check_for(kCheckedArchitecture, file, options);
} catch (const Error& error) {
    if (error.code() != ErrorCode::unsupported) throw;
    return std::nullopt;
}

/// Returns true if one of glint's classes runs the simulation: either the entry has a class, or a
/// catalog entry for the same file has one.
bool is_of_a_class(const Entry& entry) {
    if (entry.make) return true;
    return std::ranges::any_of(catalog(), [&](const Entry& own) {
        std::error_code absent;
        return own.make && fs::equivalent(own.file, entry.file, absent);
    });
}

/// Returns text such as "1 structure, 2 kernels and 1 function, compiled for the CPU and GPUs".
std::string summary_of(const fs::path& file, const studio::ReadOptions& options, bool is_for_gpus) {
    const studio::Declaration declaration =
        studio::read_declaration(file.string(), read_text(file), options);
    return fmt::format(
        "{}, {} and {}, compiled for {}{}",
        text::counted(declaration.structures.size(), "structure"),
        text::counted(declaration.passes.size(), "kernel"),
        text::counted(declaration.derived.size(), "function"),
        is_for_gpus ? "the CPU and GPUs" : "the CPU (not for GPUs: NVRTC is not installed)",
        options.has_host ? ". Races were not checked, because host code launches the kernels" : "");
}

std::string title_from_name(std::string_view name) {
    std::string title = quotable(std::string(name));
    std::ranges::replace(title, '_', ' ');
    title[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(title[0])));
    return title;
}

}  // namespace

int show_parameters(const RunSpec& spec) {
    const Entry entry = find_entry(spec.simulation);
    const studio::Declaration declaration = studio::read_declaration(
        entry.file.string(), read_text(entry.file), {.has_host = entry.make != nullptr});
    for (const ParameterSet& parameters : declaration.parameters)
        console::print("{}", app::parameter_help(parameters));
    return EXIT_SUCCESS;
}

int check(const std::string& name, bool has_host) {
    const Entry entry = find_entry(name);
    const fs::path& file = entry.file;
    const studio::ReadOptions options{.has_host = has_host || is_of_a_class(entry)};
    std::vector<studio::Mistake> mistakes = studio::check(Device::open("cpu"), file, options);
    bool is_for_gpus = false;
    if (mistakes.empty()) {
        auto found = mistakes_for_gpus(file, options);
        is_for_gpus = found.has_value();
        mistakes = std::move(found).value_or(std::vector<studio::Mistake>());
    }
    if (mistakes.empty() && !options.has_host) mistakes = studio::order_mistakes(file);
    if (mistakes.empty()) {
        console::print("{}: no errors in {}\n", file.string(),
                       summary_of(file, options, is_for_gpus));
        return EXIT_SUCCESS;
    }
    console::say("{}\n", studio::DeclarationError(file.string(), std::move(mistakes)).what());
    return EXIT_FAILURE;
}

fs::path write_starter(const std::string& name, const std::string& kind) {
    fs::path file = name;
    if (file.extension() != kExtension) file += kExtension;
    // Without "./", commands would parse a name that begins with "-" as a flag.
    if (file.native().starts_with('-')) file = "." / file;
    if (std::ranges::any_of(file.native(), [](unsigned char c) { return c < ' ' || c == 0x7f; }))
        throw app::WrongOption(Error(ErrorCode::invalid_argument,
                                     fmt::format("write '{}'", file.string()),
                                     "a simulation name must not contain control characters"));
    std::error_code ignored;
    if (fs::exists(file, ignored))
        throw Error(ErrorCode::io, fmt::format("write '{}'", file.string()),
                    "the file already exists");
    std::string text = read_text(resource("apps/starters/" + kind + std::string(kExtension)));
    const auto replace = [&](std::string_view what, const std::string& with) {
        for (std::size_t at = text.find(what); at != text.npos;
             at = text.find(what, at + with.size()))
            text.replace(at, what.size(), with);
    };
    replace("NAME.cu", file.filename().string());
    replace(kTitle, title_from_name(file.stem().string()));
    replace_file(file, std::as_bytes(std::span(text)));
    return file;
}

int make_new(const std::string& name, const std::string& kind) {
    const fs::path file = write_starter(name, kind);
    console::print("wrote {}. Run the simulation with: glint run {}\n", file.string(),
                   file.string());
    return EXIT_SUCCESS;
}

}  // namespace glint::apps
