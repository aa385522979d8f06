// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include <glint/formats/png.hpp>

struct ImDrawData;
struct ImDrawVert;

namespace glint::app {

/// Opacities of the texels in ImGui's font texture.
struct FontTexels {
    std::vector<unsigned char> opacities;
    int width = 0;
    int height = 0;
};

/// A recorded Dear ImGui overlay. Any thread can draw it over a picture. Private to App.
class OverlayDrawing {
public:
    /// Copies `data`, the output of ImGui::Render().
    OverlayDrawing(const ImDrawData& data, std::shared_ptr<const FontTexels> font);
    OverlayDrawing(const OverlayDrawing&) = delete;
    OverlayDrawing& operator=(const OverlayDrawing&) = delete;
    ~OverlayDrawing();

    void draw_over(Picture& picture) const;

    /// Triangles that are drawn only inside the rectangle `clip`: left, top, right, bottom.
    struct Part {
        std::array<float, 4> clip;
        std::vector<unsigned> indices;
    };

private:
    std::vector<ImDrawVert> vertices_;
    std::vector<Part> parts_;
    std::shared_ptr<const FontTexels> font_;
};

}  // namespace glint::app
