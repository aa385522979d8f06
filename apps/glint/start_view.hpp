// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <apps/glint/start_dialogs.hpp>
#include <apps/glint/start_focus.hpp>
#include <apps/glint/start_page.hpp>
#include <glint/app/keys.hpp>
#include <glint/gl/context.hpp>
#include <glint/gl/texture.hpp>

namespace glint::apps {

/// The start page in a window. Dear ImGui draws the page; the mouse and the keyboard control it.
class StartView {
public:
    /// Index of the item that has the focus at first. Two buttons in the header precede the tiles.
    static constexpr std::size_t kFirstTile = 2;

    /// If `error` is not empty, shows it above the tiles. The item with index `focus` gets the
    /// focus. The context and the page must outlive the view.
    StartView(const gl::Context& context, const StartPage& page, std::string error,
              std::size_t focus = kFirstTile);

    /// Binds the keys that move the focus and choose an item. The App must not have a panel.
    void bind(app::Keys& keys);
    /// Draws one frame. Must be called between ImGui's NewFrame() and Render().
    void draw();

    const std::optional<StartChoice>& choice() const noexcept { return choice_; }
    std::size_t focus() const noexcept { return focus_; }  ///< index of the focused item
    std::size_t item_count() const noexcept { return items_.size(); }
    const StartDialogs& dialogs() const noexcept { return dialogs_; }

private:
    /// A button or tile, its action for a click or Enter, and the equivalent command line.
    struct Item {
        ItemBox box;
        std::function<void()> act;
        std::string command;
    };
    struct Drawn {
        float left, top, right, bottom;
        bool is_focused;
        bool is_hovered;
    };

    Drawn add_item(float width, float height, std::function<void()> act, std::string command);
    Drawn add_choice(float width, float height, StartChoice choice);
    void add_button(const char* label, std::function<void()> act, std::string command);
    void move(Arrow arrow);
    void move_by(std::size_t items);
    void set_focus(std::size_t item);
    void activate();
    void draw_header();
    void draw_error();
    void draw_gallery(float width, float height);
    void draw_tile(std::size_t index, float width, float height);
    void draw_side(float height);
    void draw_run(const RecentRun& run);
    void draw_file(const std::string& file);
    void draw_footer();

    const StartPage& page_;
    std::string error_;
    std::vector<std::optional<gl::Texture2D>> thumbnails_;
    StartDialogs dialogs_;
    std::vector<Item> items_;  ///< items of the last frame
    std::vector<Item> next_;   ///< items of the current frame that are drawn so far
    std::size_t focus_;
    bool scrolls_ = true;  ///< if true, scrolls to the focused item
    std::optional<StartChoice> choice_;
};

}  // namespace glint::apps
