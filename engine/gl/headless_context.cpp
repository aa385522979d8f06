// SPDX-License-Identifier: MIT
#include <glint/gl/headless_context.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <glint/base/error.hpp>
#include <glint/base/log.hpp>
#include <glint/gl/detail/context_core.hpp>
#include <glint/gl/detail/egl.hpp>
#include <glint/gl/detail/egl_display.hpp>
#include <glint/gl/drawing_check.hpp>

namespace glint::gl {
namespace {

class HeadlessPlatform : public detail::Platform {
public:
    HeadlessPlatform(const detail::Egl& egl, void* display, bool debug)
        : egl_(egl),
          display_(display),
          context_(detail::create_core_context(egl, display, debug)) {}
    ~HeadlessPlatform() override { egl_.destroy_context(display_, context_); }

    void make_current() override {
        if (egl_.make_current(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, context_)) return;
        const std::string reason = egl_.last_error();
        throw Error(reason == "EGL_CONTEXT_LOST" ? ErrorCode::device_lost : ErrorCode::graphics,
                    "make an OpenGL context current", reason);
    }

    void release_current() noexcept override {
        egl_.make_current(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    }

    Function find(const char* name) const noexcept override { return egl_.get_proc_address(name); }

private:
    const detail::Egl& egl_;
    void* display_;
    void* context_;
};

std::unique_ptr<detail::Platform> open_platform(const HeadlessOptions& options) {
    const detail::Egl& egl = detail::Egl::load();
    std::vector<std::string> failures;
    for (const detail::DisplayCandidate& candidate :
         detail::display_candidates(egl, options.cuda_ordinal, failures)) {
        try {
            auto platform = std::make_unique<HeadlessPlatform>(
                egl, detail::open_display(egl, candidate), options.debug);
            log::debug(fmt::format("headless OpenGL on {}", candidate.name));
            return platform;
        } catch (const Error& failure) {
            failures.push_back(fmt::format("{}: {}", candidate.name, failure.what()));
        }
    }
    throw Error(ErrorCode::unsupported, "open a headless OpenGL 4.5 context",
                fmt::format("every display failed: {}", fmt::join(failures, "; ")));
}

}  // namespace

HeadlessContext::HeadlessContext(const HeadlessOptions& options)
    : Context(open_platform(options), options.debug) {
    check_drawing(*this);
}

HeadlessContext& HeadlessContext::operator=(HeadlessContext&& other) noexcept {
    if (this == &other) return *this;
    end();
    Context::operator=(std::move(other));
    return *this;
}

}  // namespace glint::gl
