// SPDX-License-Identifier: MIT
#include <glint/compiler/fatbin.hpp>

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include <glint/backend/architecture.hpp>
#include <glint/backend/module_options.hpp>
#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/run_program.hpp>
#include <glint/compiler/detail/toolkit.hpp>

namespace glint {
namespace {

namespace fs = std::filesystem;

constexpr const char* kOperation = "create a fatbin";

/// Returns the argument of `fatbinary` for one target, such as "--image3=kind=elf,sm=90,file=...".
std::string image_argument(const std::string& target, const Binary& code, const fs::path& folder) {
    driver::Architecture architecture = driver::parse_architecture(target);
    const fs::path file = folder / target;
    write_atomically(file, code.image);
    const bool is_ptx = driver::detect_input(code.image) == driver::LinkInput::ptx;
    architecture.is_virtual = false;  // so that to_string() returns "sm_90"
    return fmt::format("--image3=kind={},sm={},file={}", is_ptx ? "ptx" : "elf",
                       to_string(architecture).substr(3), file.string());
}

std::vector<std::byte> packed(const std::vector<std::string>& images, const fs::path& folder) {
    const fs::path tool = compiler::toolkit_program("fatbinary");
    const fs::path result = folder / "fatbin", words = folder / "words";
    std::vector<std::string> arguments{"-64", "--create=" + result.string()};
    arguments.insert(arguments.end(), images.begin(), images.end());
    if (const int status = run_program(tool, arguments, {.errors = words}); status != 0)
        throw Error(ErrorCode::io, kOperation,
                    fmt::format("{} failed ({}): {}", tool.string(), status, read_text(words)));
    return read_bytes(result);
}

void join(Binary& all, Binary part) {
    all.symbols.merge(part.symbols);
    all.warnings.insert(all.warnings.end(), part.warnings.begin(), part.warnings.end());
    for (std::string& symbol : part.cooperative_kernels)
        if (std::ranges::find(all.cooperative_kernels, symbol) == all.cooperative_kernels.end())
            all.cooperative_kernels.push_back(std::move(symbol));
}

}  // namespace

Binary compile_fatbin(std::span<const std::string> targets, const fs::path& file,
                      const ProgramOptions& options) {
    if (targets.empty())
        throw Error(ErrorCode::invalid_argument, kOperation, "the list of targets is empty");
    const ScratchFolder folder;
    Binary all;
    std::vector<std::string> images;
    for (const std::string& target : targets) {
        if (target == "cpu")
            throw Error(ErrorCode::invalid_argument, kOperation, "'cpu' is not a GPU");
        Binary code = compile(target, file, options);
        images.push_back(image_argument(target, code, folder.path()));
        join(all, std::move(code));
    }
    all.image = packed(images, folder.path());
    return all;
}

}  // namespace glint
