// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

namespace glint::app {

/// An ImGui context in glint's style. Private to App.
class ImGuiSession {
public:
    /// `scale` multiplies the sizes of all fonts and widgets.
    explicit ImGuiSession(float scale);

    /// Makes this context the current ImGui context.
    void use() const;

private:
    struct ContextDeleter {
        void operator()(void* context) const noexcept;
    };
    std::unique_ptr<void, ContextDeleter> context_;
};

}  // namespace glint::app
