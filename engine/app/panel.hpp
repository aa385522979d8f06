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

/// A line of the panel with a label and a value.
struct Fact {
    std::string label;
    std::string value;
};

/// A function that draws over the picture of a frame with Dear ImGui.
using Overlay = std::function<void()>;

/// The overlays that are drawn over each frame.
struct Overlays {
    Overlay window;    ///< over the picture in a window
    Overlay pictures;  ///< over saved pictures
};

/// A section of the panel. It shows parameters as widgets, and facts that are computed for every
/// frame.
class Panel {
public:
    /// A parameter set and the program whose source declares the parameters. The two are reloaded
    /// together.
    struct Declared {
        ParameterSet* parameters;
        Program* program;
    };
    using Settings = std::vector<std::pair<std::string, std::string>>;

    Panel(std::string title, Settings& settings) : title_(std::move(title)), settings_(settings) {}

    /// Shows the annotated parameters. The widgets write directly to `parameters`, which must
    /// outlive the panel. Values given by --set are applied now.
    /// Throws WrongOption if such a value is invalid.
    void add(ParameterSet& parameters);

    /// Shows the annotated parameters. `program` is the program whose source declares `parameters`;
    /// the program is reloaded when its file is saved. In a window, reloading happens at the start
    /// of a frame. Parameters keep their values, new members get widgets, and kernels continue with
    /// the new code. If the file does not compile or the host code does not fit the new code (see
    /// Program::reload_if_changed), the panel and the log show the reason, and the old code stays
    /// in use. `parameters` and `program` must outlive the panel.
    void add(ParameterSet& parameters, Program& program);

    /// Shows `parameters` instead of all parameters that were added without a program.
    void replace(std::vector<ParameterSet*> parameters);

    /// Calls `source` each time the panel is drawn and shows the returned lines.
    void add_facts(std::function<std::vector<Fact>()> source);

    /// Calls `widgets` each time the panel is drawn, after the parameters. `widgets` can draw with
    /// ImGui.
    void add_widgets(Overlay widgets) { widgets_.push_back(std::move(widgets)); }

    const std::string& title() const noexcept { return title_; }
    std::span<ParameterSet* const> parameters() const noexcept { return parameters_; }
    std::span<const Overlay> widgets() const noexcept { return widgets_; }
    std::span<const Declared> declared() const noexcept { return declared_; }
    /// Returns the errors of programs that do not compile, followed by the facts of all sources.
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
