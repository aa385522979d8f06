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

/// One line of the panel: a label and its value.
struct Fact {
    std::string label;
    std::string value;
};

/// Draws with Dear ImGui over a frame's picture.
using Overlay = std::function<void()>;

/// Overlays drawn over frames.
struct Overlays {
    Overlay window;    ///< over the picture in a window
    Overlay pictures;  ///< over saved pictures
};

/// A section of the panel: parameters as widgets, and facts that are queried every frame.
class Panel {
public:
    /// A parameter set and the program whose source declares it. Both are reloaded together.
    struct Declared {
        ParameterSet* parameters;
        Program* program;
    };
    using Settings = std::vector<std::pair<std::string, std::string>>;

    Panel(std::string title, Settings& settings) : title_(std::move(title)), settings_(settings) {}

    /// Shows the annotated parameters. Changes go directly into `parameters`, which the caller
    /// keeps alive. Values for them from --set are applied now.
    /// Throws WrongOption for an invalid value.
    void add(ParameterSet& parameters);

    /// Also reloads `program`, whose source declares `parameters`, when its file is saved, at the
    /// start of a frame in a window. Values that were set stay, new members get their widgets, and
    /// kernels in use continue with the new code. If the file does not compile, or the host cannot
    /// continue with it (see Program::reload_if_changed), the panel and the log show the reason and
    /// the old code stays in use. The caller keeps both alive.
    void add(ParameterSet& parameters, Program& program);

    /// Shows these parameters instead of all that were added without a program.
    void replace(std::vector<ParameterSet*> parameters);

    /// Calls `source` for lines each time the panel is drawn.
    void add_facts(std::function<std::vector<Fact>()> source);

    /// Calls `widgets` after the parameters each time the panel is drawn, in an ImGui window.
    void add_widgets(Overlay widgets) { widgets_.push_back(std::move(widgets)); }

    const std::string& title() const noexcept { return title_; }
    std::span<ParameterSet* const> parameters() const noexcept { return parameters_; }
    std::span<const Overlay> widgets() const noexcept { return widgets_; }
    std::span<const Declared> declared() const noexcept { return declared_; }
    /// Returns the errors of programs that do not compile, then the facts from the sources.
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
