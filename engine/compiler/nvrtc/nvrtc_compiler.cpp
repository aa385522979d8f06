// SPDX-License-Identifier: MIT
#include <algorithm>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <glint/backend/architecture.hpp>
#include <glint/backend/source/detail/saved_files.hpp>
#include <glint/base/error.hpp>
#include <glint/compiler/detail/compiler_for.hpp>
#include <glint/compiler/detail/ptx_order.hpp>
#include <glint/compiler/detail/ptx_variables.hpp>
#include <glint/compiler/nvrtc/nvrtc_api.hpp>
#include <glint/compiler/nvrtc/nvrtc_listing.hpp>
#include <glint/compiler/nvrtc/nvrtc_program.hpp>
#include <glint/compiler/nvrtc/standard_headers.hpp>
#include <glint/cuda/ptx.hpp>

namespace glint::compiler {
namespace nvrtc {
namespace {

using driver::Architecture;

std::pair<int, int> version_of(const Api& api) {
    int major = 0, minor = 0;
    check(api.nvrtcVersion(&major, &minor), "read NVRTC's version");
    return {major, minor};
}

void keep(const SavedFiles& kept, const NvrtcProgram& program, BinaryKind kind, bool has_cubin) {
    if (!kept) return;
    kept.write("log", to_string(program.run()));
    if (kind == BinaryKind::ltoir) return kept.write("ltoir", program.ltoir());
    kept.write("ptx", program.ptx());
    if (has_cubin) kept.write("cubin", program.cubin());
}

std::vector<std::string> since_13(const char* flag) {
    const Api* api = find_api();
    if (!api || version_of(*api).first < 13) return {};
    return {flag};
}

class NvrtcCompiler final : public SourceCompiler {
public:
    explicit NvrtcCompiler(const std::string& name)
        : asked_(driver::parse_architecture(name)), target_(asked_) {
        const std::vector<int> known = supported_architectures();
        const auto above = std::ranges::upper_bound(known, asked_.capability);
        if (above == known.begin())
            throw Error(ErrorCode::unsupported, "compile for " + name,
                        fmt::format("NVRTC {} supports only sm_{} and later", nvrtc_version(),
                                    known.front()));
        if (!std::ranges::binary_search(known, asked_.capability))
            target_ = {.capability = *std::prev(above), .is_virtual = true};
    }

    std::string identity() const override {
        return fmt::format("nvrtc {} {} {}", nvrtc_version(), to_string(target_),
                           standard_headers_hash());
    }

    Binary compile(const Source& source) const override {
        const std::string target = to_string(target_for(source.kind));
        const SavedFiles kept(source, target);
        try {
            const NvrtcProgram program(source, target);
            keep(kept, program, source.kind, target.starts_with("sm_"));
            return binary_of(program, source);
        } catch (const CompileError& error) {
            if (kept) kept.write("log", to_string(error.run()));
            throw;
        }
    }

    BinaryKind shareable_kind() const override { return BinaryKind::ptx; }

    std::vector<std::byte> share_variables(const Binary& binary,
                                           const FindVariable& find) const override {
        const std::string ptx = with_shared_variables(
            {reinterpret_cast<const char*>(binary.image.data()), binary.image.size()}, find);
        const auto bytes = std::as_bytes(std::span(ptx));
        return {bytes.begin(), bytes.end()};
    }

    Listing inspect(const Source& source, const InspectOptions& options) const override {
        if (target_.is_virtual)
            throw Error(
                ErrorCode::unsupported, "compile for " + to_string(asked_),
                fmt::format("NVRTC {} generates machine code only for sm_{}", nvrtc_version(),
                            fmt::join(supported_architectures(), ", sm_")));
        return list_kernels(source, to_string(target_), options);
    }

private:
    // Returns the target for this kind. For PTX, a virtual architecture compiles faster.
    Architecture target_for(BinaryKind kind) const {
        Architecture target = target_;
        if (kind == BinaryKind::ptx) target.is_virtual = true;
        return target;
    }

    Binary binary_of(const NvrtcProgram& program, const Source& source) const {
        Binary binary{.image = image_of(program, source.kind),
                      .symbols = program.symbols(source),
                      .warnings = program.warnings()};
        if (source.kind != BinaryKind::ltoir) look_into_ptx(program, binary);
        if (target_.is_virtual && !asked_.is_virtual)
            binary.warnings.push_back(
                {.severity = Diagnostic::Severity::warning,
                 .file = "nvrtc",
                 .message = fmt::format("NVRTC does not support {} and generates PTX for {}, which "
                                        "the driver must compile",
                                        to_string(asked_), to_string(target_))});
        return binary;
    }

    // Sets the properties that are in the PTX but not in the cubin.
    static void look_into_ptx(const NvrtcProgram& program, Binary& binary) {
        const std::vector<std::byte> bytes = program.ptx();
        const std::string_view ptx(reinterpret_cast<const char*>(bytes.data()), bytes.size());
        binary.cooperative_kernels = driver::cooperative_kernels_in_ptx(ptx);
        binary.unordered_kernels = unordered_kernels_in_ptx(ptx);
    }

    std::vector<std::byte> image_of(const NvrtcProgram& program, BinaryKind kind) const {
        if (kind == BinaryKind::ltoir) return program.ltoir();
        return kind == BinaryKind::ptx || target_.is_virtual ? program.ptx() : program.cubin();
    }

    Architecture asked_;
    Architecture target_;  // virtual if NVRTC does not know `asked_`
};

}  // namespace
}  // namespace nvrtc

std::shared_ptr<const SourceCompiler> nvrtc_compiler(const std::string& architecture) {
    return std::make_shared<nvrtc::NvrtcCompiler>(architecture);
}

std::string nvrtc_version() {
    const nvrtc::Api* api = nvrtc::find_api();
    if (!api) return {};
    const auto [major, minor] = nvrtc::version_of(*api);
    return fmt::format("{}.{} ({})", major, minor, api->library.string());
}

std::vector<std::string> lean_nvrtc_flags() { return nvrtc::since_13("--minimal"); }
std::vector<std::string> parallel_nvrtc_flags() { return nvrtc::since_13("--split-compile=0"); }

}  // namespace glint::compiler
