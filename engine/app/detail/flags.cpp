#include <glint/app/detail/flags.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint::app {
namespace {

constexpr unsigned kLargestSize = 16384;

[[noreturn]] void refuse(const std::string& flag, const std::string& reason) {
    throw CLI::ValidationError(flag, reason);
}

unsigned parse_size(std::string_view text, std::string_view whole) {
    const auto value = text::parse_unsigned(text);
    if (!value || *value < 1 || *value > kLargestSize)
        refuse("--size",
               fmt::format("'{}' is not WIDTHxHEIGHT, each 1 to {}", whole, kLargestSize));
    return static_cast<unsigned>(*value);
}

void set_size(AppOptions& options, const std::string& text) {
    const std::size_t cross = text.find('x');
    const std::string_view view = text;
    options.width = parse_size(view.substr(0, cross), text);
    options.height = parse_size(cross == text.npos ? "" : view.substr(cross + 1), text);
}

unsigned parse_count(const std::string& flag, const std::string& text, unsigned least) {
    const auto value = text::parse_unsigned(text);
    if (!value || *value < least || *value > 1'000'000'000)
        refuse(flag, fmt::format("'{}' is not a whole number from {} to 1000000000", text, least));
    return static_cast<unsigned>(*value);
}

const std::string& parse_folder(const std::string& flag, const std::string& text) {
    if (text.empty()) refuse(flag, "'' is no folder; '.' is the current one");
    return text;
}

double parse_time_step(const std::string& text) {
    const auto value = text::parse_double(text);
    if (!value || !std::isfinite(*value) || *value <= 0)
        refuse("--dt", fmt::format("'{}' is not a number above 0", text));
    return *value;
}

interop::Sharing parse_sharing(const std::string& text) {
    try {
        return interop::parse_sharing(text);
    } catch (const Error& error) {
        refuse("--share", fmt::format("'{}': {}", text, error.reason()));
    }
}

void add_setting(AppOptions& options, const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == 0 || equals == text.npos)
        refuse("--set", fmt::format("'{}' is not NAME=VALUE", text));
    options.settings.emplace_back(text.substr(0, equals), text.substr(equals + 1));
}

std::vector<std::string> command_names(const CLI::App& program) {
    std::vector<std::string> names;
    for (const CLI::App* command : program.get_subcommands({}))
        names.push_back(command->get_name());
    return names;
}

/// What could stand behind the commands given so far.
std::vector<std::string> known_words(const CLI::App& program) {
    const auto given = program.get_subcommands();
    std::vector<std::string> words =
        given.empty() ? command_names(program) : std::vector<std::string>();
    for (const CLI::Option* option : (given.empty() ? program : *given.front()).get_options())
        if (!option->get_lnames().empty()) words.push_back("--" + option->get_lnames().front());
    return words;
}

std::string range_text(const Parameter& parameter) {
    const Parameter::Annotation& annotation = *parameter.annotation;
    if (parameter.type == ScalarType::boolean) return "";
    return fmt::format("{}..{}{}{}", annotation.minimum, annotation.maximum,
                       annotation.unit.empty() ? "" : " ", annotation.unit);
}

std::string described(const Parameter::Annotation& annotation) {
    return annotation.help.empty() ? annotation.label : annotation.label + ": " + annotation.help;
}

std::string refusal_reason(const CLI::App& program, const CLI::Error& error) {
    const std::vector<std::string> unknown = program.remaining(true);
    if (!unknown.empty()) {
        // These are words as typed: a flag can carry its value.
        const std::string word = unknown.front().substr(0, unknown.front().find('='));
        return fmt::format("'{}' is not known here{}", word,
                           text::did_you_mean(word, known_words(program)));
    }
    const std::vector<std::string> commands = command_names(program);
    if (!commands.empty() && program.get_subcommands().empty())
        return fmt::format("name a command: {}", fmt::join(commands, ", "));
    return error.what();
}

}  // namespace

void add_flags(CLI::App& command, AppOptions& options) {
    const auto add = [&](const char* flag, const char* value, const std::string& help,
                         const std::function<void(const std::string&)>& take) {
        // Given twice, the last one counts, so that a script can add to a command.
        command.add_option_function<std::string>(flag, take, help)->type_name(value)->take_last();
    };
    command.add_flag("--headless", options.headless, "run without a display and write images");
    add("--frames", "N",
        options.frames ? fmt::format("stop after so many frames ({})", options.frames)
                       : "stop after so many frames (headless: 240)",
        [&](const std::string& text) { options.frames = parse_count("--frames", text, 1); });
    add("--every", "K",
        fmt::format("headless: write an image each so many frames; 0: none ({})",
                    options.every ? std::to_string(*options.every) : "four in all"),
        [&](const std::string& text) { options.every = parse_count("--every", text, 0); });
    add("--size", "WxH", fmt::format("size of the picture ({}x{})", options.width, options.height),
        [&](const std::string& text) { set_size(options, text); });
    add("--out", "DIR", fmt::format("folder of the images ({})", options.out.string()),
        [&](const std::string& text) { options.out = parse_folder("--out", text); });
    add("--dt", "S", "time step, in the simulation's unit",
        [&](const std::string& text) { options.time_step = parse_time_step(text); });
    add("--device", "DEVICE",
        fmt::format("where to compute: auto, cuda, cuda:1, cpu, or a GPU's name or UUID ({})",
                    options.device),
        [&](const std::string& text) { options.device = text; });
    add("--share", "WAY",
        fmt::format(
            "how kernels and OpenGL share: auto, exported, registered, staging or host ({})",
            interop::to_string(options.sharing)),
        [&](const std::string& text) { options.sharing = parse_sharing(text); });
    command
        .add_option_function<std::vector<std::string>>(
            "--set",
            [&](const std::vector<std::string>& all) {
                for (const std::string& text : all) add_setting(options, text);
            },
            "give a parameter a value, as in --set drag=0.5")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false)
        ->take_all();
}

Arguments parse_arguments(AppOptions defaults, int argc, const char* const* argv) {
    Arguments found{
        .options = std::move(defaults),
        .program = argc > 0 ? std::filesystem::path(argv[0]).filename().string() : "glint"};
    CLI::App command(found.options.title);
    add_flags(command, found.options);
    command.failure_message(refusal);
    try {
        command.parse(argc, argv);
    } catch (const CLI::CallForHelp& help) {
        command.exit(help);
        // The parameters are known once the program has compiled its kernels.
        found.is_help = found.options.headless = true;
        found.options.every = 0;
    } catch (const CLI::ParseError& error) {
        std::exit(command.exit(error) == 0 ? EXIT_SUCCESS : kWrongUsage);
    }
    return found;
}

std::string parameter_help(const ParameterSet& parameters) {
    std::vector<std::array<std::string, 3>> rows;
    std::array<std::size_t, 2> widths{};
    for (const Parameter& parameter : parameters.list()) {
        if (!parameter.annotation) continue;
        rows.push_back({parameter.name + "=" + parameters.text(parameter.name),
                        range_text(parameter), described(*parameter.annotation)});
        for (std::size_t i = 0; i < widths.size(); ++i)
            widths[i] = std::max(widths[i], rows.back()[i].size());
    }
    std::string help = rows.empty() ? "" : "\nParameters:\n";
    for (const auto& [setting, range, text] : rows)
        help +=
            fmt::format("  --set {:<{}}  {:<{}}  {}\n", setting, widths[0], range, widths[1], text);
    return help;
}

std::string refusal(const CLI::App* command, const CLI::Error& error) {
    return fmt::format("{}: {}\n", std::filesystem::path(command->get_name()).filename().string(),
                       refusal_reason(*command, error));
}

}  // namespace glint::app
