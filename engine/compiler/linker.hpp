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
        best,       ///< nvJitLink, or the driver if nvJitLink is missing
        nvjitlink,  ///< the toolkit's library: supports LTO-IR, needs no GPU
        driver,     ///< the CUDA driver's linker: needs no toolkit
    };

    unsigned max_registers = 0;  ///< per thread; 0 for no limit
    bool optimized = true;
    bool debug = false;      ///< true to include debug information
    bool line_info = false;  ///< true to include source lines, for profilers
    bool fast_math = false;  ///< as in ProgramOptions; only for LTO-IR with nvJitLink
    /// Symbols of the LTO-IR kernels that the result must contain. The linker may remove all other
    /// kernels. If empty, the result contains all kernels. Only for nvJitLink.
    std::vector<std::string> kernels{};
    /// Kind of the output: machine code, or PTX (only from LTO-IR with nvJitLink).
    BinaryKind kind = BinaryKind::native;
    By by = By::best;
    std::vector<std::string> nvjitlink_flags{};  ///< see nvJitLink's documentation
    std::string* log = nullptr;                  ///< receives the linker's output, even on failure
};

/// Links parts of relocatable device code into one binary. A part is a source compiled with
/// `relocatable`, LTO-IR, PTX, or an object or library of nvcc. If a part declares a symbol
/// `extern __device__`, it can use the definition in another part.
///
///     Linker linker(device);
///     linker.add(compile(device, "main.cu", {.relocatable = true}), "main.cu");
///     linker.add_file("physics.a");
///     Module module(device, linker.link().image);
///
/// Supported only on CUDA. On the CPU, the constructor throws Error(unsupported), because the CPU
/// compiler compiles a source together with all functions that it calls. Not thread-safe.
class Linker {
public:
    /// Creates a linker for the architecture of `device`.
    explicit Linker(const Device& device);
    /// Creates a linker for an architecture such as "sm_90". Needs no GPU. Throws
    /// Error(invalid_argument) if `architecture` has another format.
    explicit Linker(std::string_view architecture);

    /// Adds a part. Messages refer to the part as `name`. Throws Error(bad_input) if `kind` is
    /// `detect` and the type of `bytes` is not recognized.
    Linker& add(std::span<const std::byte> bytes, std::string name,
                LinkInput kind = LinkInput::detect);
    /// Adds a binary. The result of link() includes its list of instantiations and cooperative
    /// kernels.
    Linker& add(const Binary& binary, std::string name);
    /// Adds the content of a file. Throws Error(not_found) if the file does not exist.
    Linker& add_file(const std::filesystem::path& file, LinkInput kind = LinkInput::detect);
    /// Adds the toolkit's device runtime, which kernels need to launch other kernels. Throws
    /// Error(unsupported) without a CUDA toolkit.
    Linker& add_device_runtime();

    /// Links all parts. Uses the disk cache if possible. Throws Error(compile) with the linker's
    /// output if linking fails, Error(unsupported) if no linker supports the options, and
    /// Error(invalid_state) if no part was added.
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
