// SPDX-License-Identifier: MIT
#include <glint/compiler/compile.hpp>

#include <utility>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/compiler/detail/build.hpp>
#include <glint/compiler/detail/compiler_for.hpp>
#include <glint/compiler/make_source.hpp>

namespace glint {
namespace {

namespace fs = std::filesystem;

compiler::IncludeScan includes_of(const compiler::Source& source, const fs::path& folder) {
    return compiler::scan_includes(source.text, folder, source.include_folders, source.headers);
}

Binary compile_source(std::string_view target, compiler::Source source, const fs::path& folder,
                      BinaryKind kind) {
    if (!source.architecture.empty())
        throw Error(
            ErrorCode::invalid_argument, fmt::format("compile {} for '{}'", source.name, target),
            fmt::format("the options already specify the architecture '{}'", source.architecture));
    source.kind = kind;
    return compiler::load_or_compile(*compiler::compiler_for(target), source,
                                     includes_of(source, folder))
        .binary;
}

}  // namespace

Binary compile(std::string_view target, const fs::path& file, const ProgramOptions& options,
               BinaryKind kind) {
    const fs::path folder = file.parent_path();
    return compile_source(target,
                          compiler::make_source(file.string(), read_text(file), folder, options),
                          folder, kind);
}

Binary compile(const Device& device, const fs::path& file, const ProgramOptions& options,
               BinaryKind kind) {
    ProgramOptions rest = options;
    const std::string asked = std::exchange(rest.architecture, {});
    return compile(asked.empty() ? compiler::target_of(device) : asked, file, rest, kind);
}

Binary compile_text(std::string_view target, std::string name, std::string text,
                    const ProgramOptions& options, BinaryKind kind) {
    return compile_source(
        target, compiler::make_source(std::move(name), std::move(text), {}, options), {}, kind);
}

Binary compile_text(const Device& device, std::string name, std::string text,
                    const ProgramOptions& options, BinaryKind kind) {
    compiler::Source source = compiler::make_source(std::move(name), std::move(text), {}, options);
    if (const std::string asked = std::exchange(source.architecture, {}); !asked.empty())
        return compile_source(asked, std::move(source), {}, kind);
    source.kind = kind;
    return compiler::load_or_compile(device, source, includes_of(source, {})).binary;
}

}  // namespace glint
