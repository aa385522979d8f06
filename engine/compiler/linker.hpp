// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <glint/backend/module_options.hpp>
#include <glint/compiler/compile.hpp>

namespace glint {

using driver::LinkInput;

struct LinkOptions {
    enum class By {
        best,       ///< nvJitLink, or the driver if that is missing
        nvjitlink,  ///< the toolkit's library, which supports LTO-IR and needs no GPU
        driver,     ///< the linker in the CUDA driver, which needs no toolkit
    };

    unsigned max_registers = 0;  ///< per thread; 0: no limit
    bool optimized = true;
    bool debug = false;      ///< include debug information
    bool line_info = false;  ///< include source lines, for profilers
    bool fast_math = false;  ///< see ProgramOptions::fast_math; only for LTO-IR with nvJitLink
    /// Symbols of the LTO-IR kernels to keep; others may be removed. Empty: all. Only for
    /// nvJitLink.
    std::vector<std::string> kernels{};
    /// Output: machine code, or PTX (only from LTO-IR with nvJitLink).
    BinaryKind kind = BinaryKind::native;
    By by = By::best;
    std::vector<std::string> nvjitlink_flags{};  ///< as documented by nvJitLink
    std::string* log = nullptr;                  ///< receives the linker's output, even if it fails
};

/// Links relocatable device code: sources compiled separately with `relocatable`, LTO-IR, PTX, and
/// nvcc's objects and libraries. A part can use symbols defined in another part after declaring
/// them `extern __device__`.
///
///     Linker linker(device);
///     linker.add(compile(device, "main.cu", {.relocatable = true}), "main.cu");
///     linker.add_file("physics.a");
///     Module module(device, linker.link().image);
///
/// Supported only on CUDA. On the CPU the constructor throws Error(unsupported), because the CPU
/// compiler compiles a source together with all functions that it calls. Not thread-safe.
class Linker {
public:
    /// Links for the architecture of `device`.
    explicit Linker(const Device& device);
    /// Links for an architecture such as "sm_90"; needs no GPU. Throws Error(invalid_argument) if
    /// `architecture` has another format.
    explicit Linker(std::string_view architecture);

    /// Adds a part, called `name` in messages. Throws Error(bad_input) if the type of the part must
    /// be detected but is not recognized.
    Linker& add(std::span<const std::byte> bytes, std::string name,
                LinkInput kind = LinkInput::detect);
    /// Adds a binary. The result then has its instantiations and cooperative kernels too.
    Linker& add(const Binary& binary, std::string name);
    /// Throws Error(not_found) if the file does not exist.
    Linker& add_file(const std::filesystem::path& file, LinkInput kind = LinkInput::detect);
    /// Adds the toolkit's library for kernels that launch kernels. Throws Error(unsupported) if
    /// there is no toolkit.
    Linker& add_device_runtime();

    /// Links all parts; uses the disk cache if possible. Throws Error(compile) with the linker's
    /// output if they do not link, Error(unsupported) if no linker supports the request, and
    /// Error(invalid_state) if nothing was added.
    Binary link(const LinkOptions& options = {}) const;

private:
    struct Part {
        LinkInput kind;
        std::vector<std::byte> bytes;
        std::string name;
    };

    std::string operation() const;
    std::vector<driver::LinkPart> parts() const;
    bool has(LinkInput kind) const;
    LinkOptions::By way(const LinkOptions& options) const;
    std::vector<std::string> nvjitlink_options(const LinkOptions& options) const;
    std::vector<std::byte> link_by_nvjitlink(const LinkOptions& options) const;
    std::vector<std::byte> link_by_driver(const LinkOptions& options) const;

    std::string architecture_;
    std::optional<Device> device_;
    std::vector<Part> parts_;
    std::map<std::string, std::string> symbols_;
    std::vector<std::string> cooperative_kernels_;
};

}  // namespace glint
