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
        best,       ///< nvJitLink, or the driver where that is missing
        nvjitlink,  ///< the toolkit's library, which knows LTO-IR and needs no GPU
        driver,     ///< the linker in the CUDA driver, which needs no toolkit
    };

    unsigned max_registers = 0;  ///< of each thread; 0: no limit
    bool optimised = true;
    bool debug = false;      ///< with what a debugger needs
    bool line_info = false;  ///< with source lines, for profilers
    bool fast_math = false;  ///< of LTO-IR: as ProgramOptions::fast_math; nvJitLink's alone
    /// Symbols of the kernels of LTO-IR that are wanted, others may go; empty: all. nvJitLink's
    /// alone.
    std::vector<std::string> kernels{};
    /// What to make: machine code or, of LTO-IR alone and by nvJitLink, PTX.
    BinaryKind kind = BinaryKind::native;
    By by = By::best;
    std::vector<std::string> nvjitlink_flags{};  ///< as nvJitLink documents them
    std::string* log = nullptr;  ///< receives what the linker said, also when it fails
};

/// Puts relocatable device code together: sources compiled apart with `relocatable`, LTO-IR, PTX,
/// nvcc's objects and libraries. What one part declares `extern __device__`, another defines.
///
///     Linker linker(device);
///     linker.add(compile(device, "main.cu", {.relocatable = true}), "main.cu");
///     linker.add_file("physics.a");
///     Module module(device, linker.link().image);
///
/// For CUDA alone: the CPU compiles a source with all that it calls, so there a Linker is
/// Error(unsupported). Not safe to use from several threads at once.
class Linker {
public:
    /// For the architecture of `device`.
    explicit Linker(const Device& device);
    /// For an architecture such as "sm_90"; needs no GPU. Throws Error(invalid_argument) for other
    /// text.
    explicit Linker(std::string_view architecture);

    /// Adds a part, which messages call `name`. Throws Error(bad_input) if it has to be detected
    /// what the bytes are and they are nothing known.
    Linker& add(std::span<const std::byte> bytes, std::string name,
                LinkInput kind = LinkInput::detect);
    /// The instantiations and cooperative kernels of `binary` are among those of the result.
    Linker& add(const Binary& binary, std::string name);
    /// Throws Error(not_found) if the file is not there.
    Linker& add_file(const std::filesystem::path& file, LinkInput kind = LinkInput::detect);
    /// Adds the toolkit's library for kernels that launch kernels.
    /// Throws Error(unsupported) where there is no toolkit.
    Linker& add_device_runtime();

    /// Links all parts; the result comes out of the disk cache if it can. Throws Error(compile)
    /// with the linker's words if they do not fit together; Error(unsupported) if there is no
    /// linker for what is asked, and Error(invalid_state) if nothing was added.
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
