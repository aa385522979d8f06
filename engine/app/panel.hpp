#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <glint/base/parameters.hpp>

namespace glint::app {

/// One line of the panel: what is shown, and its value.
struct Fact {
    std::string label;
    std::string value;
};

/// A section of the panel: parameters as widgets, and facts that are asked for each frame.
class Panel {
public:
    Panel(std::string title, std::vector<std::pair<std::string, std::string>>& settings)
        : title_(std::move(title)), settings_(settings) {}

    /// Shows the annotated parameters; changes go straight into `parameters`, which the caller
    /// keeps alive. Values given with --set for them are applied now.
    /// Throws Error(invalid_argument) for a value that does not fit.
    void add(ParameterSet& parameters);

    /// Asks `source` for lines each time that the panel is drawn.
    void add_facts(std::function<std::vector<Fact>()> source);

    const std::string& title() const noexcept { return title_; }
    std::span<ParameterSet* const> parameters() const noexcept { return parameters_; }
    std::vector<Fact> facts() const;

private:
    std::string title_;
    std::vector<std::pair<std::string, std::string>>& settings_;
    std::vector<ParameterSet*> parameters_;
    std::vector<std::function<std::vector<Fact>()>> sources_;
};

}  // namespace glint::app
