// SPDX-License-Identifier: MIT
#include <apps/glint/completion.hpp>

#include <algorithm>

#include <CLI/CLI.hpp>

#include <apps/catalog.hpp>
#include <apps/validation/validations.hpp>
#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/studio/declaration/read_declaration.hpp>

namespace glint::apps {
namespace {

using Words = std::vector<std::string>;

Words command_names(const CLI::App& program) {
    Words names;
    for (const CLI::App* command : program.get_subcommands([](const CLI::App*) { return true; }))
        if (!command->get_group().empty()) names.push_back(command->get_name());
    return names;
}

Words option_names(const CLI::App& command) {
    Words names;
    for (const CLI::Option* option : command.get_options())
        for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    return names;
}

Words simulation_names() {
    Words names;
    for (const Entry& entry : catalog()) names.push_back(entry.name);
    return names;
}

Words validation_names() {
    Words names;
    for (const Validation& each : validations()) names.emplace_back(each.name);
    return names;
}

/// Returns words such as "speed=", one per parameter of the simulation. Returns an empty list if
/// the file cannot be read.
Words parameter_names(const std::string& simulation) try {
    const Entry entry = find_entry(simulation);
    Words names;
    for (const ParameterSet& parameters :
         studio::read_annotations(entry.file.string(), read_text(entry.file))
             .declaration.parameters)
        for (const Parameter& parameter : parameters.list()) names.push_back(parameter.name + "=");
    return names;
} catch (const std::exception&) {
    return {};
}

/// Returns all words that can replace the last word.
Words candidates(const CLI::App& program, const Words& words) {
    if (words.size() < 2) return command_names(program);
    const auto all =
        program.get_subcommands([&](const CLI::App* each) { return each->get_name() == words[0]; });
    if (all.empty()) return {};
    const std::string& last = words.back();
    const std::string& before = words[words.size() - 2];
    const bool takes_simulation = words[0] == "run" || words[0] == "sweep" || words[0] == "check";
    if (before == "--set") return takes_simulation ? parameter_names(words[1]) : Words{};
    if (before == "--device") return {"auto", "cpu", "cuda"};
    if (last.starts_with('-')) return option_names(*all[0]);
    if (words[0] == "validate" && words.size() == 2) return validation_names();
    if (!takes_simulation) return {};
    if (words.size() == 2) return simulation_names();
    return words[0] == "sweep" && !before.starts_with('-') ? parameter_names(words[1]) : Words{};
}

}  // namespace

std::vector<std::string> completions(const CLI::App& program, const Words& words) {
    Words found = candidates(program, words);
    const std::string typed = words.empty() ? std::string() : words.back();
    std::erase_if(found, [&](const std::string& name) { return !name.starts_with(typed); });
    std::ranges::sort(found);
    return found;
}

}  // namespace glint::apps
