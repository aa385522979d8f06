// SPDX-License-Identifier: MIT
#include "text_parsers.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>

#include <glint/app/detail/flags.hpp>
#include <glint/backend/source/compile_error.hpp>
#include <glint/base/console.hpp>
#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <glint/compiler/argument_list.hpp>
#include <glint/compiler/detail/declared_parameters.hpp>
#include <glint/compiler/detail/definitions.hpp>
#include <glint/compiler/detail/include_scan.hpp>
#include <glint/compiler/detail/reflection.hpp>
#include <glint/compiler/nvrtc/nvrtc_log.hpp>
#include <glint/compiler/nvrtc/ptx_entries.hpp>
#include <glint/compiler/nvrtc/resource_usage.hpp>
#include <glint/cuda/cubin.hpp>
#include <glint/cuda/ptx.hpp>

#include "require.hpp"

namespace glint::soak {
namespace {

/// Sets a parameter from `text`, such as "drag=0.5". Parsing the parameter's printed value must
/// give the same value.
void set_and_read(ParameterSet& set, std::string_view text) {
    const std::size_t equals = std::min(text.find('='), text.size());
    const std::string name(text.substr(0, equals));
    try {
        set.set_text(name, text.substr(std::min(equals + 1, text.size())));
    } catch (const Error&) {
        return;
    }
    const std::string printed = set.text(name);
    set.set_text(name, printed);
    require(set.text(name) == printed);
}

void require_sound_parameters(const ParameterSet& set) {
    for (const Parameter& parameter : set.list()) {
        require(parameter.components >= 1 && parameter.components <= 4);
        require(parameter.offset + parameter.components * size_of(parameter.type) <=
                set.bytes().size());
        for (unsigned i = 0; i < parameter.components; ++i)
            require(std::isfinite(set.get(parameter.name, i)));
    }
}

}  // namespace

void annotations(std::string_view bytes) {
    ParameterSet set = compiler::reflect_parameters("fuzzed.cu", bytes, "Params");
    require_sound_parameters(set);
    std::vector<std::string> names;
    for (const Parameter& parameter : set.list()) names.push_back(parameter.name);
    for (const std::string& name : names) set_and_read(set, name + "=" + set.text(name));
}

void settings(std::string_view bytes) {
    static const ParameterSet known = compiler::reflect_parameters("known.cu", R"(
struct Wind {
    float speed = 1.0f;  //@ 0..4 m/s "Speed"
};
struct Params {
    float drag = 0.4f;                 //@ 0..4 1/s "Drag": slows each particle
    double fine = 1e-3;                //@ 0.0001..100 log "Fine"
    float3 wind = {0.0f, 0.0f, 0.0f};  //@ -1..1 m/s "Wind"
    bool frozen = false;               //@ "Frozen"
    int octaves = 3;
    unsigned char level = 7;  //@ 0..255 "Level"
    long long seed = -1;
    int taps[3] = {1, 2, 1};
    __half small = 0.5f;  //@ 0..1 "Small"
    Wind gust;
};
)",
                                                                   "Params");
    ParameterSet set = known;
    for (const std::string_view line : text::split(bytes, '\n')) set_and_read(set, line);
    require_sound_parameters(set);
}

// Command-line arguments, one per line.
void flags(std::string_view bytes) {
    std::vector<std::string> words;
    for (const std::string_view line : text::split(bytes, '\n')) words.emplace_back(line);
    std::ranges::reverse(words);  // CLI11 parses a vector in reverse order
    app::AppOptions options;
    CLI::App command("fuzzed", "program");
    app::add_flags(command, options);
    try {
        command.parse(words);
    } catch (const CLI::Error& error) {
        app::refusal(&command, error);
        return;
    }
    require(options.width >= 1 && options.height >= 1);
    require(std::isfinite(options.time_step) && options.time_step > 0);
}

void includes(std::string_view bytes) {
    const std::pair<std::string, std::string> headers[] = {
        {"given.cuh", "#pragma once\n#include \"other.cuh\"\n"},
        {"other.cuh", "#include <given.cuh>\n"}};
    const std::vector<std::string> folders{"/nowhere/at/all"};
    const auto scan = compiler::scan_includes(bytes, "/nowhere", folders, headers);
    require(scan.files.size() + scan.missing.size() <= bytes.size());
}

void arguments(std::string_view bytes) {
    std::string list;
    const auto found = compiler::parse_arguments(bytes);
    for (const auto& argument : found)
        list += (list.empty() ? "" : ", ") + compiler::to_string(argument);
    require(compiler::parse_arguments(list) == found);
}

// The first line is the name of the kernel.
void declared_parameters(std::string_view bytes) {
    const std::size_t end = std::min(bytes.find('\n'), bytes.size());
    compiler::declared_parameters(bytes.substr(end), bytes.substr(0, end));
    compiler::declared_parameters(bytes, "f");
}

// Line, column, source line, file and message, each in a separate line.
void diagnostics(std::string_view bytes) {
    std::vector<std::string_view> lines = text::split(bytes, '\n');
    lines.resize(5);
    compiler::Diagnostic diagnostic;
    diagnostic.line = static_cast<unsigned>(text::parse_unsigned(lines[0]).value_or(0));
    diagnostic.column = static_cast<unsigned>(text::parse_unsigned(lines[1]).value_or(0));
    diagnostic.source_line = lines[2];
    diagnostic.file = lines[3];
    diagnostic.message = lines[4];
    const std::string shown = compiler::to_string(diagnostic);
    require(shown.find(diagnostic.message) != shown.npos);
    const compiler::CompileError error("fuzzed.cu", {diagnostic});
    // The error ends with the diagnostic, if that has no control characters and is not too long.
    if (console::message_text(shown) == shown) require(error.reason().ends_with(shown));
}

#ifdef GLINT_SOAK_NVRTC
void nvrtc_log(std::string_view bytes) {
    for (const auto& diagnostic : compiler::nvrtc::parse_log(bytes))
        compiler::to_string(diagnostic);
    compiler::nvrtc::resource_usage(bytes);
}

void ptx(std::string_view bytes) {
    compiler::nvrtc::ptx_entries(bytes);
    compiler::definitions_in_ptx(bytes);
    driver::cooperative_kernels_in_ptx(bytes);
}
#endif

void cubin(std::string_view bytes) {
    const auto all = std::as_bytes(std::span(bytes));
    driver::variables_in_cubin(all);
    driver::definitions_in_cubin(all);
}

}  // namespace glint::soak
