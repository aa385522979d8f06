// SPDX-License-Identifier: MIT
#include <glint/gl/detail/egl_display.hpp>

#include <array>
#include <optional>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include <glint/base/error.hpp>

namespace glint::gl::detail {
namespace {

/// Returns true if `name` is one of the words in `list`. EGL may return null instead of a list.
bool lists_extension(const char* list, std::string_view name) {
    const std::string words = fmt::format(" {} ", list ? list : "");
    return words.find(fmt::format(" {} ", name)) != std::string::npos;
}

std::vector<EGLDeviceEXT> all_devices(const Egl& egl) {
    EGLint count = 0;
    if (!egl.query_devices || !egl.query_devices(0, nullptr, &count)) return {};
    std::vector<EGLDeviceEXT> devices(static_cast<std::size_t>(count));
    egl.query_devices(count, devices.data(), &count);
    return devices;
}

std::optional<EGLAttrib> cuda_ordinal_of(const Egl& egl, EGLDeviceEXT device) {
    if (!egl.query_device_string || !egl.query_device_attribute) return std::nullopt;
    const char* extensions = egl.query_device_string(device, EGL_EXTENSIONS);
    if (!lists_extension(extensions, "EGL_NV_device_cuda")) return std::nullopt;
    EGLAttrib ordinal = 0;
    if (!egl.query_device_attribute(device, EGL_CUDA_DEVICE_NV, &ordinal)) return std::nullopt;
    return ordinal;
}

std::vector<DisplayCandidate> cuda_devices(const Egl& egl, int wanted_ordinal) {
    std::vector<DisplayCandidate> found;
    const std::vector<EGLDeviceEXT> devices = all_devices(egl);
    for (std::size_t i = 0; i < devices.size(); ++i) {
        const auto ordinal = cuda_ordinal_of(egl, devices[i]);
        if (!ordinal || (wanted_ordinal >= 0 && *ordinal != wanted_ordinal)) continue;
        found.push_back({DisplayCandidate::Kind::device, devices[i],
                         fmt::format("NVIDIA EGL device {} (CUDA device {})", i, *ordinal)});
    }
    return found;
}

std::string missing_device(const Egl& egl, int ordinal) {
    const std::string wanted =
        ordinal < 0 ? std::string("an NVIDIA device") : fmt::format("CUDA device {}", ordinal);
    return fmt::format("none of the {} EGL devices is {}", all_devices(egl).size(), wanted);
}

EGLDisplay get_display(const Egl& egl, const DisplayCandidate& candidate) {
    switch (candidate.kind) {
        case DisplayCandidate::Kind::device:
            return egl.get_platform_display(EGL_PLATFORM_DEVICE_EXT, candidate.device, nullptr);
        case DisplayCandidate::Kind::surfaceless:
            return egl.get_platform_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY,
                                            nullptr);
        case DisplayCandidate::Kind::standard: return egl.get_display(EGL_DEFAULT_DISPLAY);
    }
    return EGL_NO_DISPLAY;
}

void require_extension(const Egl& egl, EGLDisplay display, const char* name) {
    if (lists_extension(egl.query_string(display, EGL_EXTENSIONS), name)) return;
    throw Error(ErrorCode::unsupported, "create an OpenGL context",
                fmt::format("the EGL display does not support {}", name));
}

}  // namespace

std::vector<DisplayCandidate> display_candidates(const Egl& egl, int cuda_ordinal,
                                                 std::vector<std::string>& failures) {
    std::vector<DisplayCandidate> candidates;
    if (egl.get_platform_display) candidates = cuda_devices(egl, cuda_ordinal);
    if (candidates.empty()) failures.push_back(missing_device(egl, cuda_ordinal));
    const char* extensions = egl.query_string(EGL_NO_DISPLAY, EGL_EXTENSIONS);
    if (egl.get_platform_display && lists_extension(extensions, "EGL_MESA_platform_surfaceless")) {
        candidates.push_back(
            {DisplayCandidate::Kind::surfaceless, nullptr, "Mesa without a display"});
    } else {
        failures.emplace_back("EGL does not support EGL_MESA_platform_surfaceless");
    }
    candidates.push_back({DisplayCandidate::Kind::standard, nullptr, "EGL's default display"});
    return candidates;
}

EGLDisplay open_display(const Egl& egl, const DisplayCandidate& candidate) {
    const EGLDisplay display = get_display(egl, candidate);
    if (display == EGL_NO_DISPLAY) {
        throw Error(ErrorCode::unsupported, "get an EGL display", egl.last_error());
    }
    if (!egl.initialize(display, nullptr, nullptr)) {
        throw Error(ErrorCode::unsupported, "initialize an EGL display", egl.last_error());
    }
    return display;
}

EGLContext create_core_context(const Egl& egl, EGLDisplay display, bool debug) {
    require_extension(egl, display, "EGL_KHR_surfaceless_context");
    require_extension(egl, display, "EGL_KHR_no_config_context");
    if (!egl.bind_api(EGL_OPENGL_API)) {
        throw Error(ErrorCode::unsupported, "select desktop OpenGL", egl.last_error());
    }
    std::vector<EGLint> attributes{EGL_CONTEXT_MAJOR_VERSION,
                                   4,
                                   EGL_CONTEXT_MINOR_VERSION,
                                   5,
                                   EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                   EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                   EGL_CONTEXT_OPENGL_DEBUG,
                                   debug ? EGL_TRUE : EGL_FALSE,
                                   EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY,
                                   EGL_LOSE_CONTEXT_ON_RESET,
                                   EGL_NONE};
    const auto create = [&] {
        return egl.create_context(display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, attributes.data());
    };
    EGLContext context = create();
    if (context == EGL_NO_CONTEXT) {  // the driver may not support reset notification
        attributes.resize(attributes.size() - 3);
        attributes.push_back(EGL_NONE);
        context = create();
    }
    if (context != EGL_NO_CONTEXT) return context;
    throw Error(ErrorCode::unsupported, "create an OpenGL 4.5 core context", egl.last_error());
}

}  // namespace glint::gl::detail
