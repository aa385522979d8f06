// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <apps/glint/start_page.hpp>

namespace glint::apps {

/// The dialogs "New simulation" and "Open file", drawn with Dear ImGui.
class StartDialogs {
public:
    /// `files` are the files that the dialog "Open file" offers.
    explicit StartDialogs(std::vector<std::filesystem::path> files) : files_(std::move(files)) {}

    void open_new() { show(Dialog::new_simulation); }
    void open_file() { show(Dialog::open_file); }

    /// Draws the open dialog, if any. Returns the choice when the user confirms it, else nullopt.
    std::optional<StartChoice> draw();

    bool is_open() const noexcept { return shown_ != Dialog::none; }
    /// The error message of the last choice, which the dialog shows; empty if the choice succeeded.
    const std::string& error() const noexcept { return error_; }

private:
    enum class Dialog { none, new_simulation, open_file };

    void show(Dialog dialog);
    bool draw_new_fields();
    bool draw_file_fields();
    void draw_files();
    std::optional<StartChoice> accept();
    std::string text() const { return text_.data(); }

    std::vector<std::filesystem::path> files_;
    Dialog shown_ = Dialog::none;
    bool opens_ = false;        ///< the dialog opens in the next frame
    bool takes_focus_ = false;  ///< the text field gets the focus in the next frame
    bool is_points_ = false;
    std::array<char, 1024> text_{};
    std::string error_;
};

}  // namespace glint::apps
