// SPDX-License-Identifier: MIT
#include <glint/cuda/cuda_loading.hpp>

#include <array>
#include <cstdint>
#include <string_view>

#include <fmt/format.h>

#include <glint/backend/architecture.hpp>
#include <glint/base/error.hpp>

namespace glint::driver::cuda {
namespace {

// Returns a CUjit_target: the capability plus an offset for the feature set. Older versions of
// cuda.h do not define the offsets.
unsigned target_of(const std::string& text) {
    const Architecture architecture = parse_architecture(text);
    const unsigned base = architecture.features == 'a'   ? 0x10000u
                          : architecture.features == 'f' ? 0x20000u
                                                         : 0u;
    return base + static_cast<unsigned>(architecture.capability);
}

CUjit_cacheMode cache_mode(ModuleOptions::Caching caching) {
    return caching == ModuleOptions::Caching::l2 ? CU_JIT_CACHE_OPTION_CG : CU_JIT_CACHE_OPTION_CA;
}

/// The options and the log buffers, in the driver's format. This object must outlive the call or
/// the link that uses it.
class JitOptions {
public:
    explicit JitOptions(const ModuleOptions& options) {
        add(CU_JIT_ERROR_LOG_BUFFER, errors_.data());
        add(CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, errors_.size());
        add(CU_JIT_INFO_LOG_BUFFER, information_.data());
        add(CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES, information_.size());
        add_limits(options);
        if (options.debug) add(CU_JIT_GENERATE_DEBUG_INFO, 1);
        if (options.line_info) add(CU_JIT_GENERATE_LINE_INFO, 1);
        if (options.verbose) add(CU_JIT_LOG_VERBOSE, 1);
        if (!options.architecture.empty()) add(CU_JIT_TARGET, target_of(options.architecture));
        if (options.caching != ModuleOptions::Caching::automatic)
            add(CU_JIT_CACHE_MODE, cache_mode(options.caching));
    }
    JitOptions(const JitOptions&) = delete;
    JitOptions& operator=(const JitOptions&) = delete;

    void add(CUjit_option option, std::uintptr_t value) {
        options_.push_back(option);
        values_.push_back(reinterpret_cast<void*>(value));
    }

    unsigned size() const { return static_cast<unsigned>(options_.size()); }
    CUjit_option* options() { return options_.data(); }
    void** values() { return values_.data(); }
    std::string_view errors() const { return errors_.data(); }

    void copy_log(std::string* to) const {
        if (to) *to = fmt::format("{}{}", information_.data(), errors_.data());
    }

private:
    void add(CUjit_option option, char* buffer) {
        add(option, reinterpret_cast<std::uintptr_t>(buffer));
    }

    // Omits options with default values, because explicit values could conflict with other options.
    void add_limits(const ModuleOptions& options) {
        if (options.max_registers > 0) add(CU_JIT_MAX_REGISTERS, options.max_registers);
        if (options.threads_per_block > 0) add(CU_JIT_THREADS_PER_BLOCK, options.threads_per_block);
        if (options.optimisation != ModuleOptions().optimisation)
            add(CU_JIT_OPTIMIZATION_LEVEL, options.optimisation);
    }

    std::array<char, 8192> errors_{};
    std::array<char, 16384> information_{};
    std::vector<CUjit_option> options_;
    std::vector<void*> values_;
};

CUjitInputType input_type(LinkInput kind) {
    switch (kind) {
        case LinkInput::cubin: return CU_JIT_INPUT_CUBIN;
        case LinkInput::ptx: return CU_JIT_INPUT_PTX;
        case LinkInput::fatbin: return CU_JIT_INPUT_FATBINARY;
        case LinkInput::object: return CU_JIT_INPUT_OBJECT;
        case LinkInput::library: return CU_JIT_INPUT_LIBRARY;
        case LinkInput::ltoir:
        case LinkInput::detect: break;
    }
    throw Error(ErrorCode::unsupported, "link device code",
                fmt::format("the driver does not link {}", to_string(kind)));
}

/// A link by the driver's linker.
class Link {
public:
    explicit Link(const ModuleOptions& options) : options_(options) {
        check(api().cuLinkCreate(options_.size(), options_.options(), options_.values(), &state_),
              "start linking device code");
    }
    ~Link() { api().cuLinkDestroy(state_); }
    Link(const Link&) = delete;
    Link& operator=(const Link&) = delete;

    void add(const LinkPart& part) {
        // PTX is text and must end in a zero byte. The span may lack that byte, so append one.
        std::vector<std::byte> bytes(part.bytes.begin(), part.bytes.end());
        if (part.kind == LinkInput::ptx) bytes.push_back(std::byte{0});
        const CUresult result =
            api().cuLinkAddData(state_, input_type(part.kind), bytes.data(), bytes.size(),
                                part.name.c_str(), 0, nullptr, nullptr);
        require(result, fmt::format("link {} '{}'", to_string(part.kind), part.name));
    }

    std::vector<std::byte> complete() {
        void* cubin = nullptr;
        std::size_t size = 0;
        require(api().cuLinkComplete(state_, &cubin, &size), "link device code");
        const auto* bytes = static_cast<const std::byte*>(cubin);
        return {bytes, bytes + size};
    }

    const JitOptions& options() const { return options_; }

private:
    void require(CUresult result, const std::string& operation) const {
        if (result == CUDA_SUCCESS) return;
        fail(result, fmt::format("{}{}{}", operation, options_.errors().empty() ? "" : ": ",
                                 options_.errors()));
    }

    JitOptions options_;
    CUlinkState state_ = nullptr;
};

}  // namespace

CUmodule load_image(std::span<const std::byte> image, const ModuleOptions& options) {
    // PTX is text and must end in a zero byte. The span may lack that byte, so append one.
    std::vector<std::byte> terminated(image.begin(), image.end());
    terminated.push_back(std::byte{0});
    JitOptions jit(options);
    if (options.prefer_binary) jit.add(CU_JIT_FALLBACK_STRATEGY, CU_PREFER_BINARY);
    CUmodule module = nullptr;
    const CUresult result = api().cuModuleLoadDataEx(&module, terminated.data(), jit.size(),
                                                     jit.options(), jit.values());
    jit.copy_log(options.log);
    if (result != CUDA_SUCCESS)
        fail(result, fmt::format("load a module of {} bytes{}{}", image.size(),
                                 jit.errors().empty() ? "" : ": ", jit.errors()));
    return module;
}

std::vector<std::byte> link_parts(std::span<const LinkPart> parts, const ModuleOptions& options) {
    Link link(options);
    try {
        for (const LinkPart& part : parts) link.add(part);
        std::vector<std::byte> cubin = link.complete();
        link.options().copy_log(options.log);
        return cubin;
    } catch (const Error&) {
        link.options().copy_log(options.log);
        throw;
    }
}

}  // namespace glint::driver::cuda
