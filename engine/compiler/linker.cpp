// SPDX-License-Identifier: MIT
#include <glint/compiler/linker.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <glint/backend/architecture.hpp>
#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/text.hpp>
#include <glint/compiler/detail/binary_cache.hpp>
#include <glint/compiler/detail/compiler_for.hpp>
#include <glint/compiler/detail/definitions.hpp>
#include <glint/compiler/detail/nvjitlink.hpp>
#include <glint/compiler/detail/toolkit.hpp>

namespace glint {
namespace {

using By = LinkOptions::By;

// Returns `architecture`. Throws Error for "cpu" and for a text that is not an architecture.
std::string checked(std::string_view architecture) {
    if (architecture == "cpu")
        throw Error(ErrorCode::unsupported, "link device code",
                    "the CPU has no linker, and compiles a source together with all functions that "
                    "the source calls. Combine the sources with #include");
    return to_string(driver::parse_architecture(architecture));
}

std::string key_of(const std::vector<std::string>& options,
                   const std::vector<driver::LinkPart>& parts) {
    std::string all = "nvJitLink " + compiler::nvjitlink_version();
    for (const std::string& option : options) all += '\n' + option;
    for (const driver::LinkPart& part : parts) {
        const auto* bytes = reinterpret_cast<const char*>(part.bytes.data());
        all += fmt::format("\n{} {} {}\n", to_string(part.kind), part.name, part.bytes.size());
        all.append(bytes, part.bytes.size());
    }
    return content_hash(all);
}

}  // namespace

Linker::Linker(const Device& device)
    : architecture_(checked(compiler::target_of(device))), device_(device) {}

Linker::Linker(std::string_view architecture) : architecture_(checked(architecture)) {}

std::string Linker::operation() const {
    return fmt::format("link {} for {}", text::counted(parts_.size(), "part"), architecture_);
}

Linker& Linker::add(std::span<const std::byte> bytes, std::string name, LinkInput kind) {
    if (kind == LinkInput::detect) kind = driver::detect_input(bytes);
    if (kind == LinkInput::detect)
        throw Error(ErrorCode::bad_input, fmt::format("add '{}' to a link", name),
                    "the input is not a cubin, PTX, LTO-IR, fatbin, object or library");
    parts_.push_back({kind, {bytes.begin(), bytes.end()}, std::move(name)});
    return *this;
}

Linker& Linker::add(const Binary& binary, std::string name) {
    add(binary.image, std::move(name));
    symbols_.insert(binary.symbols.begin(), binary.symbols.end());
    cooperative_kernels_.insert(cooperative_kernels_.end(), binary.cooperative_kernels.begin(),
                                binary.cooperative_kernels.end());
    return *this;
}

Linker& Linker::add_file(const std::filesystem::path& file, LinkInput kind) {
    return add(read_bytes(file), file.string(), kind);
}

Linker& Linker::add_device_runtime() {
    return add_file(compiler::toolkit_library("libcudadevrt.a"), LinkInput::library);
}

std::vector<driver::LinkPart> Linker::parts() const {
    std::vector<driver::LinkPart> views;
    for (const Part& part : parts_) views.push_back({part.kind, part.bytes, part.name});
    return views;
}

bool Linker::has(LinkInput kind) const {
    return std::ranges::any_of(parts_, [&](const Part& part) { return part.kind == kind; });
}

Binary Linker::link(const LinkOptions& options) const {
    if (parts_.empty())
        throw Error(ErrorCode::invalid_state, operation(), "nothing was added to link");
    return {
        .image = way(options) == By::driver ? link_by_driver(options) : link_by_nvjitlink(options),
        .symbols = symbols_,
        .warnings = {},
        .cooperative_kernels = cooperative_kernels_};
}

By Linker::way(const LinkOptions& options) const {
    const bool needs_library = has(LinkInput::ltoir) || options.kind != BinaryKind::native ||
                               options.fast_math || !options.kernels.empty() ||
                               !options.nvjitlink_flags.empty();
    By by = options.by;
    if (by == By::best)
        by = compiler::nvjitlink_version().empty() && device_ && !needs_library ? By::driver
                                                                                : By::nvjitlink;
    if (by == By::driver && needs_library)
        throw Error(ErrorCode::unsupported, operation(),
                    "the driver does not support LTO-IR, fast_math, kernels, PTX output or flags. "
                    "Use nvJitLink");
    if (by == By::driver && !device_)
        throw Error(ErrorCode::unsupported, operation(),
                    "the driver links only for an open device");
    return by;
}

std::vector<std::string> Linker::nvjitlink_options(const LinkOptions& options) const {
    std::vector<std::string> all{"-arch=" + architecture_};
    const auto add_if = [&](bool wanted, const char* option) {
        if (wanted) all.emplace_back(option);
    };
    add_if(has(LinkInput::ltoir), "-lto");
    add_if(options.kind == BinaryKind::ptx, "-ptx");
    add_if(!options.optimized, "-O0");
    add_if(options.debug, "-g");
    add_if(options.line_info, "-lineinfo");
    for (const char* flag : {"-ftz=1", "-prec-div=0", "-prec-sqrt=0", "-fma=1"})
        add_if(options.fast_math, flag);
    if (options.max_registers > 0)
        all.push_back(fmt::format("-maxrregcount={}", options.max_registers));
    for (const std::string& kernel : options.kernels) all.push_back("-kernels-used=" + kernel);
    all.insert(all.end(), options.nvjitlink_flags.begin(), options.nvjitlink_flags.end());
    return all;
}

std::vector<std::byte> Linker::link_by_nvjitlink(const LinkOptions& options) const {
    if (options.kind == BinaryKind::ltoir ||
        (options.kind == BinaryKind::ptx && !has(LinkInput::ltoir)))
        throw Error(
            ErrorCode::unsupported, operation(),
            "the output must be machine code. PTX requires an input of LTO-IR");
    const std::vector<driver::LinkPart> all = parts();
    const std::vector<std::string> flags = nvjitlink_options(options);
    // Only actual linking writes to the log. If a log is requested, the cache is therefore not
    // used.
    const compiler::BinaryCache cache(options.log ? std::nullopt : cache_folder());
    const std::string key = key_of(flags, all);
    compiler::CachedBinary cached = cache.load_or_claim(key);
    if (cached.binary) return std::move(cached.binary->image);
    try {
        compiler::check_definitions(all, operation());
    } catch (const Error& error) {
        if (options.log) *options.log = error.reason();
        throw;
    }
    std::vector<std::byte> image = compiler::nvjitlink(all, flags, options.log);
    cache.store(key, {.image = image, .symbols = {}, .warnings = {}});
    return image;
}

std::vector<std::byte> Linker::link_by_driver(const LinkOptions& options) const {
    return device_->backend()->link(parts(), {.max_registers = options.max_registers,
                                              .optimisation = options.optimized ? 4u : 0u,
                                              .debug = options.debug,
                                              .line_info = options.line_info,
                                              .verbose = options.log != nullptr,
                                              .log = options.log});
}

}  // namespace glint
