// SPDX-License-Identifier: MIT
#include <apps/glint/disassemble.hpp>

#include <array>
#include <filesystem>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/run_program.hpp>
#include <glint/compiler/detail/toolkit.hpp>

namespace glint::apps {
namespace {

namespace fs = std::filesystem;

struct Tool {
    const char* name;
    const char* option;  ///< option that makes the tool print only code
};

constexpr std::array<Tool, 2> kTools{{{"nvdisasm", "--print-code"}, {"cuobjdump", "--dump-sass"}}};

struct FoundTool {
    fs::path path;
    const char* option;
};

std::optional<FoundTool> find_tool() {
    for (const Tool& tool : kTools)
        if (auto path = compiler::find_toolkit_program(tool.name))
            return FoundTool{std::move(*path), tool.option};
    return std::nullopt;
}

}  // namespace

std::string disassembled(std::span<const std::byte> cubin, const std::string& name) {
    const std::optional<FoundTool> tool = find_tool();
    if (!tool)
        throw Error(ErrorCode::unsupported, "disassemble " + name,
                    "neither nvdisasm nor cuobjdump is in $PATH, $CUDA_HOME/bin or "
                    "/usr/local/cuda/bin. Install the CUDA toolkit's binary utilities");
    const ScratchFolder scratch;
    const fs::path binary = scratch.path() / "code.cubin", text = scratch.path() / "code.txt";
    write_atomically(binary, cubin);
    const int status = run_program(tool->path, {tool->option, binary.string()}, {.out = text});
    if (status != 0)
        throw Error(ErrorCode::io, "disassemble " + name,
                    fmt::format("{} failed with status {}", tool->path.string(), status));
    return read_text(text);
}

}  // namespace glint::apps
