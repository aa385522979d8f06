// SPDX-License-Identifier: MIT
#include <glint/compiler/make_source.hpp>

#include <cstdlib>
#include <string_view>

#include <glint/base/byte_order_mark.hpp>
#include <glint/base/debug_mode.hpp>
#include <glint/base/files.hpp>
#include <glint/base/text.hpp>

namespace glint::compiler {
namespace {

// Returns the words in the environment variable `variable`, followed by `more`.
std::vector<std::string> flags(const char* variable, const std::vector<std::string>& more) {
    std::vector<std::string_view> words;
    if (const char* text = std::getenv(variable)) text::split_words(text, words);
    std::vector<std::string> all(words.begin(), words.end());
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

}  // namespace

Source make_source(std::string name, std::string text, const std::filesystem::path& folder,
                   const ProgramOptions& options) {
    Source source;
    source.name = std::move(name);
    source.text = without_byte_order_mark(text);
    source.instantiations = options.instantiations;
    source.defines = options.defines;
    source.fast_math = options.fast_math;
    source.debug = options.debug || is_debug_mode();
    if (source.debug) source.defines.emplace_back("GLINT_DEBUG", "1");
    source.cpu_lowering = options.cpu_lowering;
    source.headers = options.headers;
    source.language_standard = options.language_standard;
    source.max_registers = options.max_registers;
    source.architecture = options.architecture;
    source.relocatable = options.relocatable;
    source.nvrtc_flags = flags("GLINT_NVRTC_FLAGS", options.nvrtc_flags);
    source.clang_flags = flags("GLINT_CLANG_FLAGS", options.clang_flags);
    source.log_warnings = options.log_warnings;
    if (!folder.empty()) source.include_folders.push_back(folder.string());
    for (const std::filesystem::path& extra : options.include_folders)
        source.include_folders.push_back(extra.string());
    source.include_folders.push_back(resource("kernels").string());
    return source;
}

}  // namespace glint::compiler
