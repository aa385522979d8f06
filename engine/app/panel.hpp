// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <glint/base/parameters.hpp>
#include <glint/compiler/program.hpp>

namespace glint::app {

/// One line of the panel: what is shown, and its value.
struct Fact {
    std::string label;
    std::string value;
};

/// Draws with Dear ImGui over a frame's picture.
using Overlay = std::function<void()>;

/// What is drawn over frames.
struct Overlays {
    Overlay window;    ///< over what is seen in a window
    Overlay pictures;  ///< over pictures that are kept
};

/// A section of the panel: parameters as widgets, and facts that are asked for each frame.
class Panel {
public:
    /// Parameters, and the program whose source declares them: reloaded together.
    struct Declared {
        ParameterSet* parameters;
        Program* program;
    };
    using Settings = std::vector<std::pair<std::string, std::string>>;

    Panel(std::string title, Settings& settings) : title_(std::move(title)), settings_(settings) {}

    /// Shows the annotated parameters; changes go straight into `parameters`, which the caller
    /// keeps alive. Values given with --set for them are applied now.
    /// Throws WrongOption for a value that does not fit.
    void add(ParameterSet& parameters);

    /// Also takes `program`, whose source declares `parameters`, into use again each time that its
    /// file is saved, at the start of a frame in a window. Values that were set stay, new members
    /// get their widgets, and kernels in use go on with the new code. While the file does not
    /// compile, or the host cannot go on with it (see Program::reload_if_changed), the panel and
    /// the log say why and the old code runs on. The caller keeps both.
    void add(ParameterSet& parameters, Program& program);

    /// Shows these in place of all that were added without a program.
    void replace(std::vector<ParameterSet*> parameters);

    /// Asks `source` for lines each time that the panel is drawn.
    void add_facts(std::function<std::vector<Fact>()> source);

    /// Calls `widgets` behind the parameters each time that the panel is drawn, in an ImGui window.
    void add_widgets(Overlay widgets) { widgets_.push_back(std::move(widgets)); }

    const std::string& title() const noexcept { return title_; }
    std::span<ParameterSet* const> parameters() const noexcept { return parameters_; }
    std::span<const Overlay> widgets() const noexcept { return widgets_; }
    std::span<const Declared> declared() const noexcept { return declared_; }
    /// What the sources say, after the errors of programs that do not compile.
    std::vector<Fact> facts() const;

private:
    std::string title_;
    Settings& settings_;
    std::vector<ParameterSet*> parameters_;
    std::vector<Declared> declared_;
    std::vector<Overlay> widgets_;
    std::vector<std::function<std::vector<Fact>()>> sources_;
};

}  // namespace glint::app
