#include <algorithm>
#include <charconv>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <glint/base/error.hpp>
#include <glint/compiler/compiler_for.hpp>
#include <glint/compiler/nvrtc/nvrtc_api.hpp>
#include <glint/compiler/nvrtc/nvrtc_listing.hpp>
#include <glint/compiler/nvrtc/nvrtc_program.hpp>

namespace glint::compiler {
namespace nvrtc {
namespace {

int capability_of(std::string_view architecture) {
    int capability = 0;
    const std::string_view digits =
        architecture.substr(std::min<std::size_t>(3, architecture.size()));
    const auto [end, error] =
        std::from_chars(digits.data(), digits.data() + digits.size(), capability);
    if (!architecture.starts_with("sm_") || error != std::errc() ||
        end != digits.data() + digits.size())
        throw Error(ErrorCode::invalid_argument, fmt::format("compile for '{}'", architecture),
                    "an architecture is written like sm_90");
    return capability;
}

class NvrtcCompiler final : public SourceCompiler {
public:
    explicit NvrtcCompiler(const std::string& architecture) : architecture_(architecture) {
        const int capability = capability_of(architecture);
        const std::vector<int> known = supported_architectures();
        as_ptx_ = !std::ranges::binary_search(known, capability);
        const auto above = std::ranges::upper_bound(known, capability);
        if (above == known.begin())
            throw Error(ErrorCode::unsupported, "compile for " + architecture,
                        fmt::format("NVRTC {} starts at sm_{}", nvrtc_version(), known.front()));
        target_ = as_ptx_ ? fmt::format("compute_{}", *std::prev(above)) : architecture;
    }

    std::string identity() const override {
        return fmt::format("nvrtc {} {}", nvrtc_version(), target_);
    }

    Binary compile(const Source& source) const override {
        const NvrtcProgram program(source, target_);
        return {.image = as_ptx_ ? program.ptx() : program.cubin(),
                .symbols = program.symbols(source),
                .warnings = program.warnings()};
    }

    Listing inspect(const Source& source, const InspectOptions& options) const override {
        if (as_ptx_)
            throw Error(ErrorCode::unsupported, "compile for " + architecture_,
                        fmt::format("NVRTC {} makes machine code for sm_{} only", nvrtc_version(),
                                    fmt::join(supported_architectures(), ", sm_")));
        return list_kernels(source, target_, options);
    }

private:
    std::string architecture_;
    std::string target_;
    bool as_ptx_ = false;
};

}  // namespace
}  // namespace nvrtc

std::shared_ptr<const SourceCompiler> nvrtc_compiler(const std::string& architecture) {
    return std::make_shared<nvrtc::NvrtcCompiler>(architecture);
}

std::string nvrtc_version() {
    const nvrtc::Api* api = nvrtc::find_api();
    if (!api) return {};
    int major = 0;
    int minor = 0;
    nvrtc::check(api->nvrtcVersion(&major, &minor), "read NVRTC's version");
    return fmt::format("{}.{} ({})", major, minor, api->library.string());
}

}  // namespace glint::compiler
