// SPDX-License-Identifier: MIT
#include <glint/app/panel.hpp>

#include <algorithm>

#include <glint/app/options.hpp>

namespace glint::app {

void Panel::add(ParameterSet& parameters) {
    parameters_.push_back(&parameters);
    std::erase_if(settings_, [&](const auto& setting) {
        const auto& [name, value] = setting;
        const auto found = std::ranges::find_if(parameters.list(), [&](const Parameter& parameter) {
            return parameters.is_called(parameter, name);
        });
        if (found == parameters.list().end()) return false;
        try {
            parameters.set_text(*found, value);
        } catch (const Error& error) {
            throw WrongOption(error);
        }
        return true;
    });
}

void Panel::add(ParameterSet& parameters, Program& program) {
    add(parameters);
    declared_.push_back({&parameters, &program});
}

void Panel::replace(std::vector<ParameterSet*> parameters) {
    for (const Declared& kept : declared_) parameters.push_back(kept.parameters);
    parameters_ = std::move(parameters);
}

void Panel::add_facts(std::function<std::vector<Fact>()> source) {
    sources_.push_back(std::move(source));
}

std::vector<Fact> Panel::facts() const {
    std::vector<Fact> all;
    for (const Declared& source : declared_)
        if (std::string error = source.program->reload_error(); !error.empty())
            all.push_back({"error", std::move(error)});
    for (const auto& source : sources_)
        for (Fact& fact : source()) all.push_back(std::move(fact));
    return all;
}

}  // namespace glint::app
