// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

struct GladGLContext;

namespace glint::gl::detail {

/// An OpenGL context as its window system provides it. The destructor destroys the context.
class Platform {
public:
    using Function = void (*)();

    Platform() = default;
    Platform(const Platform&) = delete;
    Platform& operator=(const Platform&) = delete;
    virtual ~Platform() = default;

    /// Makes the context current on the calling thread. Throws Error(graphics) with the window
    /// system's reason if this fails.
    virtual void make_current() = 0;
    virtual void release_current() noexcept = 0;
    virtual Function find(const char* name) const noexcept = 0;
};

/// Makes no context current on the calling thread. Call this before other code makes a context
/// current: GLX aborts the process if the thread still holds an EGL context.
void release_current_context() noexcept;

/// State shared by all copies of a Context and all objects created in it.
class ContextCore {
public:
    ContextCore(std::unique_ptr<Platform> platform, bool debug);
    ContextCore(const ContextCore&) = delete;
    ContextCore& operator=(const ContextCore&) = delete;
    ~ContextCore();

    void make_current();
    void release_current();
    void end() noexcept;
    bool alive() const noexcept { return platform_ != nullptr; }
    Platform& platform() const;

    const GladGLContext& functions();
    const GladGLContext* functions_if_alive() noexcept;

    const std::string& renderer() const noexcept { return renderer_; }
    const std::string& vendor() const noexcept { return vendor_; }
    const std::string& version() const noexcept { return version_; }
    bool has_extension(std::string_view name) const { return extensions_.contains(name); }

    void check(std::string_view operation);

    std::optional<std::string> loss();
    void require_not_lost();

    /// Handles one message from the driver. Logs the message; if it reports an error, also stores
    /// it for `check`.
    void take_message(unsigned source, unsigned type, std::string_view text);

private:
    void require_alive() const;
    void load_functions();
    void read_identity();
    void collect_messages();
    void drain_error_flags();

    std::shared_ptr<Platform> platform_;  // the only strong reference; threads hold weak references
    std::unique_ptr<GladGLContext> functions_;
    std::uint64_t id_;
    bool debug_;
    std::string renderer_;
    std::string vendor_;
    std::string version_;
    std::set<std::string, std::less<>> extensions_;
    std::vector<std::string> errors_;
    bool out_of_memory_ = false;
    std::optional<std::string> loss_;  // stored, because the driver reports the loss only once
};

}  // namespace glint::gl::detail
