// SPDX-License-Identifier: MIT
#include <glint/interop/sharing.hpp>

#include <array>

#include <fmt/format.h>

#include <glint/base/error.hpp>

namespace glint::interop {
namespace {

constexpr std::array kCudaWays{Sharing::exported, Sharing::registered, Sharing::staging,
                               Sharing::host};
constexpr std::array kCpuWays{Sharing::host, Sharing::staging};

}  // namespace

std::string_view to_string(Sharing sharing) noexcept {
    switch (sharing) {
        case Sharing::automatic: return "auto";
        case Sharing::exported: return "exported";
        case Sharing::registered: return "registered";
        case Sharing::staging: return "staging";
        case Sharing::host: return "host";
    }
    return "unknown";
}

Sharing parse_sharing(std::string_view text) {
    for (const Sharing way : {Sharing::automatic, Sharing::exported, Sharing::registered,
                              Sharing::staging, Sharing::host})
        if (text == to_string(way)) return way;
    throw Error(ErrorCode::invalid_argument, fmt::format("use sharing method '{}'", text),
                "the sharing method is unknown. Use auto, exported, registered, staging or host");
}

std::span<const Sharing> sharing_methods(BackendKind kind) noexcept {
    if (kind == BackendKind::cuda) return kCudaWays;
    return kCpuWays;
}

}  // namespace glint::interop
