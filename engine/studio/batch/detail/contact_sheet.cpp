// SPDX-License-Identifier: MIT
#include <glint/studio/batch/detail/contact_sheet.hpp>

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <imgui.h>

#include <glint/app/detail/picture_gui.hpp>
#include <glint/base/ceil_div.hpp>
#include <glint/base/error.hpp>

namespace glint::studio {
namespace {

using SheetColor = std::array<std::uint8_t, 3>;

constexpr SheetColor kPaper{20, 22, 26};
constexpr SheetColor kNoPicture{38, 40, 46};
constexpr SheetColor kFailedPicture{64, 30, 32};
constexpr ImU32 kTitleInk = IM_COL32(240, 242, 245, 255);
constexpr ImU32 kLabelInk = IM_COL32(200, 205, 212, 255);
constexpr ImU32 kReasonInk = IM_COL32(255, 170, 155, 255);
constexpr ImU32 kShade = IM_COL32(20, 8, 8, 190);
constexpr unsigned kCellGap_px = 6;
constexpr unsigned kSheetMargin_px = 14;
constexpr unsigned kLine_px = 18;
constexpr unsigned kLetter_px = 9;
constexpr std::size_t kMaxSide_px = 65'535;

void fill_rectangle(Picture& picture, std::size_t left, std::size_t top, std::size_t width,
                    std::size_t height, const SheetColor& color) {
    for (std::size_t y = top; y < top + height; ++y)
        for (std::size_t x = left; x < left + width; ++x) {
            std::uint8_t* to = &picture.rgba[(y * picture.width + x) * 4];
            std::ranges::copy(color, to);
            to[3] = 255;
        }
}

void place_picture(Picture& sheet, const Picture& picture, std::size_t left, std::size_t top) {
    const std::size_t row = std::size_t(4) * picture.width;
    for (std::size_t y = 0; y < picture.height; ++y)
        std::copy_n(&picture.rgba[y * row], row, &sheet.rgba[((top + y) * sheet.width + left) * 4]);
}

std::size_t longest(const std::vector<std::string>& texts) {
    std::size_t most = 0;
    for (const std::string& text : texts) most = std::max(most, text.size());
    return most;
}

/// Layout of the sheet, in pixels.
class SheetLayout {
public:
    explicit SheetLayout(const ContactSheet& sheet) : sheet_(sheet) {
        rows_ = ceil_div(sheet.cells.size(), sheet.columns);
        std::size_t lines = 0;
        for (const ContactCell& cell : sheet.cells) lines = std::max(lines, cell.caption.size());
        caption_ = lines * kLine_px;
        left_ = kSheetMargin_px;
        const std::size_t letters = std::max(longest(sheet.row_labels), sheet.down.size());
        if (!sheet.row_labels.empty()) left_ += letters * kLetter_px + kCellGap_px;
        top_ = kSheetMargin_px + (sheet.title.empty() ? 0 : kLine_px + kCellGap_px);
        if (!sheet.column_labels.empty()) top_ += 2 * kLine_px;
    }

    std::size_t rows() const { return rows_; }
    std::size_t left(std::size_t column) const { return left_ + column * step_x(); }
    std::size_t top(std::size_t row) const { return top_ + row * step_y(); }
    std::size_t width() const {
        const std::size_t letters = sheet_.title.size() * kLetter_px + 2 * kSheetMargin_px;
        return std::max(left(sheet_.columns) - kCellGap_px + kSheetMargin_px, letters);
    }
    std::size_t height() const { return top(rows_) - kCellGap_px + kSheetMargin_px; }

private:
    std::size_t step_x() const { return sheet_.cell_width + kCellGap_px; }
    std::size_t step_y() const { return sheet_.cell_height + caption_ + kCellGap_px; }

    const ContactSheet& sheet_;
    std::size_t rows_ = 0;
    std::size_t caption_ = 0;
    std::size_t left_ = 0;
    std::size_t top_ = 0;
};

/// Draws text at a position. `from` selects the point of the text that is placed at `x`: 0 is the
/// left end, 0.5 the center, and 1 the right end.
void write_text(float x, float y, const std::string& text, float from, ImU32 ink) {
    const float width = ImGui::CalcTextSize(text.c_str()).x;
    ImGui::GetForegroundDrawList()->AddText(ImVec2(std::round(x - from * width), y), ink,
                                            text.c_str());
}

class SheetWriter {
public:
    SheetWriter(const ContactSheet& sheet, const SheetLayout& layout)
        : sheet_(sheet), layout_(layout) {}

    void write_edges() const {
        const auto middle = [](std::size_t from, std::size_t size) {
            return static_cast<float>(from) + static_cast<float>(size) / 2;
        };
        write_text(kSheetMargin_px, kSheetMargin_px - 4, sheet_.title, 0, kTitleInk);
        const float labels = static_cast<float>(layout_.top(0)) - kLine_px;
        const float edge = static_cast<float>(layout_.left(0)) - kCellGap_px;
        if (!sheet_.across.empty())
            write_text(middle(layout_.left(0), layout_.left(sheet_.columns) - layout_.left(0)),
                       labels - kLine_px, sheet_.across, 0.5f, kTitleInk);
        for (std::size_t i = 0; i < sheet_.column_labels.size(); ++i)
            write_text(middle(layout_.left(i), sheet_.cell_width), labels, sheet_.column_labels[i],
                       0.5f, kLabelInk);
        if (!sheet_.row_labels.empty()) write_text(edge, labels, sheet_.down, 1, kTitleInk);
        for (std::size_t i = 0; i < sheet_.row_labels.size(); ++i)
            write_text(edge, middle(layout_.top(i), sheet_.cell_height) - kLine_px / 2.0f,
                       sheet_.row_labels[i], 1, kLabelInk);
    }

    void write_cell(std::size_t index, bool has_picture) const {
        const ContactCell& cell = sheet_.cells[index];
        const auto left = static_cast<float>(layout_.left(index % sheet_.columns));
        const auto top = static_cast<float>(layout_.top(index / sheet_.columns));
        const auto width = static_cast<float>(sheet_.cell_width);
        const auto height = static_cast<float>(sheet_.cell_height);
        ImDrawList& list = *ImGui::GetForegroundDrawList();
        list.PushClipRect(ImVec2(left, top), ImVec2(left + width, top + height));
        if (!cell.reason.empty()) write_reason(list, cell.reason, has_picture, left, top);
        list.PopClipRect();
        list.PushClipRect(ImVec2(left - kCellGap_px / 2.0f, top),
                          ImVec2(left + width + kCellGap_px / 2.0f, top + 2 * height + 200));
        for (std::size_t i = 0; i < cell.caption.size(); ++i)
            write_text(left + width / 2, top + height + static_cast<float>(i * kLine_px),
                       cell.caption[i], 0.5f, kLabelInk);
        list.PopClipRect();
    }

private:
    void write_reason(ImDrawList& list, const std::string& reason, bool has_picture, float left,
                      float top) const {
        const auto width = static_cast<float>(sheet_.cell_width);
        const float wrapped = width - 2 * kCellGap_px;
        const ImVec2 size = ImGui::CalcTextSize(reason.c_str(), nullptr, false, wrapped);
        const float first =
            has_picture ? top + static_cast<float>(sheet_.cell_height) - size.y - 2 * kCellGap_px
                        : top;
        if (has_picture)
            list.AddRectFilled(ImVec2(left, std::max(first, top)),
                               ImVec2(left + width, top + static_cast<float>(sheet_.cell_height)),
                               kShade);
        list.AddText(ImGui::GetFont(), ImGui::GetFontSize(),
                     ImVec2(left + kCellGap_px, std::max(first, top) + kCellGap_px), kReasonInk,
                     reason.c_str(), nullptr, wrapped);
    }

    const ContactSheet& sheet_;
    const SheetLayout& layout_;
};

/// Scales the picture down to fit into `width` x `height` pixels. Keeps the aspect ratio.
Picture shrunk_to_fit(const Picture& picture, unsigned width, unsigned height) {
    const double scale = std::min({1.0, static_cast<double>(width) / picture.width,
                                   static_cast<double>(height) / picture.height});
    const auto side = [&](unsigned length) {
        return std::max(static_cast<unsigned>(std::lround(length * scale)), 1u);
    };
    return reduced(picture, side(picture.width), side(picture.height));
}

/// Draws the picture of a cell into the sheet, or a plain rectangle if the cell does not have a
/// picture. Returns true if the cell has a picture.
bool draw_sheet_cell(Picture& picture, const ContactSheet& sheet, const SheetLayout& layout,
                     std::size_t index) {
    const std::size_t left = layout.left(index % sheet.columns);
    const std::size_t top = layout.top(index / sheet.columns);
    const auto found = sheet.picture_of ? sheet.picture_of(index) : std::nullopt;
    if (!found) {
        fill_rectangle(picture, left, top, sheet.cell_width, sheet.cell_height,
                       sheet.cells[index].has_failed ? kFailedPicture : kNoPicture);
        return false;
    }
    const Picture small = shrunk_to_fit(*found, sheet.cell_width, sheet.cell_height);
    place_picture(picture, small, left + (sheet.cell_width - small.width) / 2,
                  top + (sheet.cell_height - small.height) / 2);
    return true;
}

}  // namespace

Picture reduced(const Picture& picture, unsigned width, unsigned height) {
    if (width == 0 || height == 0 || width > picture.width || height > picture.height)
        throw Error(ErrorCode::invalid_argument, "scale down an image",
                    fmt::format("the size of {} x {} pixels is not between 1 x 1 and {} x {}",
                                width, height, picture.width, picture.height));
    if (width == picture.width && height == picture.height) return picture;
    Picture small{.width = width, .height = height, .rgba = {}};
    small.rgba.resize(std::size_t(4) * width * height);
    const auto first = [](std::size_t i, unsigned from, unsigned to) { return i * from / to; };
    for (std::size_t y = 0; y < height; ++y)
        for (std::size_t x = 0; x < width; ++x) {
            const std::size_t x0 = first(x, picture.width, width);
            const std::size_t x1 = std::max(first(x + 1, picture.width, width), x0 + 1);
            const std::size_t y0 = first(y, picture.height, height);
            const std::size_t y1 = std::max(first(y + 1, picture.height, height), y0 + 1);
            std::array<std::size_t, 4> sums{};
            for (std::size_t v = y0; v < y1; ++v)
                for (std::size_t u = x0; u < x1; ++u)
                    for (std::size_t c = 0; c < 4; ++c)
                        sums[c] += picture.rgba[(v * picture.width + u) * 4 + c];
            const std::size_t count = (x1 - x0) * (y1 - y0);
            for (std::size_t c = 0; c < 4; ++c)
                small.rgba[(y * width + x) * 4 + c] =
                    static_cast<std::uint8_t>((sums[c] + count / 2) / count);
        }
    return small;
}

Picture contact_sheet(const ContactSheet& sheet) {
    const auto refuse = [](const std::string& reason) {
        throw Error(ErrorCode::invalid_argument, "draw a contact sheet", reason);
    };
    if (sheet.columns == 0 || sheet.cells.empty()) refuse("the contact sheet has no cells");
    const SheetLayout layout(sheet);
    if (layout.width() > kMaxSide_px || layout.height() > kMaxSide_px)
        refuse(fmt::format(
            "the contact sheet would have {} x {} pixels, but the maximum is {} per side",
            layout.width(), layout.height(), kMaxSide_px));
    Picture picture{.width = static_cast<unsigned>(layout.width()),
                    .height = static_cast<unsigned>(layout.height()),
                    .rgba = {}};
    picture.rgba.resize(std::size_t(4) * picture.width * picture.height);
    fill_rectangle(picture, 0, 0, picture.width, picture.height, kPaper);
    app::PictureGui gui;
    const SheetWriter writer(sheet, layout);
    gui.draw(picture, [&] { writer.write_edges(); });
    // Draws row by row, so that Dear ImGui's 16-bit indices suffice for the text.
    for (std::size_t row = 0; row < layout.rows(); ++row) {
        const std::size_t first = row * sheet.columns;
        const std::size_t last = std::min(first + sheet.columns, sheet.cells.size());
        std::vector<bool> has_picture;
        for (std::size_t i = first; i < last; ++i)
            has_picture.push_back(draw_sheet_cell(picture, sheet, layout, i));
        gui.draw(picture, [&] {
            for (std::size_t i = first; i < last; ++i) writer.write_cell(i, has_picture[i - first]);
        });
    }
    return picture;
}

}  // namespace glint::studio
