// SPDX-License-Identifier: MIT
#include <glint/app/detail/flags.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <limits>
#include <optional>
#include <sstream>
#include <system_error>
#include <type_traits>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <glint/base/console.hpp>
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
        refuse("--size", fmt::format("'{}' is not of the form WIDTHxHEIGHT with sides from 1 to {}",
                                     whole, kLargestSize));
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
    if (text.empty()) refuse(flag, "the folder name is empty. Use '.' for the current folder");
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
        refuse("--set", fmt::format("'{}' is not of the form NAME=VALUE", text));
    options.settings.emplace_back(text.substr(0, equals), text.substr(equals + 1));
}

template <class T>
    requires std::is_integral_v<T>
T parse_whole(const std::string& flag, const std::string& text) {
    T value{};
    const char* const end = text.data() + text.size();
    const auto [stop, problem] = std::from_chars(text.data(), end, value);
    if (problem != std::errc() || stop != end)
        refuse(flag, fmt::format("'{}' is not a whole number from {} to {}", text,
                                 std::numeric_limits<T>::min(), std::numeric_limits<T>::max()));
    return value;
}

template <class T>
    requires std::is_floating_point_v<T>
T parse_number(const std::string& flag, const std::string& text) {
    const auto value = text::parse_double(text);
    if (!value || !std::isfinite(static_cast<T>(*value)))
        refuse(flag, fmt::format("'{}' is not a number", text));
    return static_cast<T>(*value);
}

template <class T>
T parse_value(const std::string& flag, const std::string& text) {
    if constexpr (std::is_integral_v<T>) {
        return parse_whole<T>(flag, text);
    } else if constexpr (std::is_floating_point_v<T>) {
        return parse_number<T>(flag, text);
    } else {
        return T(text);
    }
}

template <class T>
const char* value_name() {
    if constexpr (std::is_integral_v<T>) {
        return "N";
    } else if constexpr (std::is_floating_point_v<T>) {
        return "X";
    } else {
        return std::is_same_v<T, std::string> ? "TEXT" : "PATH";
    }
}

std::string default_text(bool value) { return value ? "on" : "off"; }
std::string default_text(const std::string& value) { return value.empty() ? "none" : value; }
std::string default_text(const std::filesystem::path& value) {
    return default_text(value.string());
}
template <class T>
    requires(std::is_arithmetic_v<T> && !std::is_same_v<T, bool>)
std::string default_text(T value) {
    return fmt::format("{}", value);
}

std::string wrong_switch(const std::string& text) {
    return text == "true" || text == "false" ? ""
                                             : fmt::format("'{}' is neither true nor false", text);
}

template <class T>
CLI::Option* add_variable(CLI::App& command, const std::string& flag, const std::string& help,
                          T& variable) {
    const std::string text = fmt::format("{} (default: {})", help, default_text(variable));
    if constexpr (std::is_same_v<T, bool>) {
        return command.add_flag(flag, variable, text)->take_last()->check(wrong_switch);
    } else {
        const auto take = [flag, &variable](const std::string& given) {
            variable = parse_value<T>(flag, given);
        };
        return command.add_option_function<std::string>(flag, take, text)
            ->type_name(value_name<T>())
            ->take_last();
    }
}

/// Adds one of the flags that the program itself defines.
void add_own(CLI::App& command, const Flag& own, const std::string& title) {
    const std::string flag = "--" + own.name;
    const auto wrong = [&](const std::string& reason) {
        throw Error(ErrorCode::invalid_argument, fmt::format("add flag '{}'", flag), reason);
    };
    if (command.get_option_no_throw(flag)) wrong("a flag of this name already exists");
    try {
        CLI::Option* option = std::visit(
            [&](auto* variable) { return add_variable(command, flag, own.help, *variable); },
            own.variable);
        option->group(title);
    } catch (const CLI::ConstructionError& error) {
        wrong(error.what());
    }
}

/// Returns the names of the commands that the help shows.
std::vector<std::string> command_names(const CLI::App& program) {
    std::vector<std::string> names;
    for (const CLI::App* command : program.get_subcommands({}))
        if (!command->get_group().empty()) names.push_back(command->get_name());
    return names;
}

/// Returns the commands and flags that are valid after the commands given so far.
std::vector<std::string> known_keywords(const CLI::App& program) {
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
    if (!parameter.choices.empty()) {
        std::vector<std::string> names;
        for (const Parameter::Choice& choice : parameter.choices) names.push_back(choice.name);
        return fmt::format("{}", fmt::join(names, "|"));
    }
    return fmt::format("{}..{}{}{}", annotation.minimum, annotation.maximum,
                       annotation.unit.empty() ? "" : " ", annotation.unit);
}

std::string described(const Parameter::Annotation& annotation) {
    return annotation.help.empty() ? annotation.label : annotation.label + ": " + annotation.help;
}

std::string refusal_reason(const CLI::App& program, const CLI::Error& error) {
    const std::vector<std::string> commands = command_names(program);
    const bool needs_command = !commands.empty() && program.get_subcommands().empty();
    const std::vector<std::string> unknown = program.remaining(true);
    if (!unknown.empty()) {
        // The arguments are unparsed, so a flag may be followed by '=' and a value.
        const std::string word = unknown.front().substr(0, unknown.front().find('='));
        return fmt::format("unknown {} '{}'{}",
                           needs_command && !word.starts_with('-') ? "command" : "argument", word,
                           text::did_you_mean(word, known_keywords(program)));
    }
    if (needs_command)
        return fmt::format("a command is missing. The commands are {}", fmt::join(commands, ", "));
    return error.what();
}

}  // namespace

void add_flags(CLI::App& command, AppOptions& options) {
    const auto add = [&](const char* flag, const char* value, const std::string& help,
                         const std::function<void(const std::string&)>& take) {
        // If a flag is given twice, the last value is used. A script can therefore append a flag to
        // a command.
        command.add_option_function<std::string>(flag, take, help)->type_name(value)->take_last();
    };
    command.add_flag("--headless", options.headless, "run without a display and write images");
    add("--frames", "N",
        options.frames
            ? fmt::format("stop after N frames (default: {})", options.frames)
            : "stop after N frames (default: 240 in headless mode, no limit in a window)",
        [&](const std::string& text) { options.frames = parse_count("--frames", text, 1); });
    add("--every", "N",
        fmt::format(
            "in headless mode, write an image every N frames and at the last frame, or no images "
            "if N is 0 (default: {})",
            options.every ? std::to_string(*options.every) : "4 images in total"),
        [&](const std::string& text) { options.every = parse_count("--every", text, 0); });
    add("--size", "WxH",
        fmt::format("size of the window or of the images, in pixels (default: {}x{})",
                    options.width, options.height),
        [&](const std::string& text) { set_size(options, text); });
    add("--out", "DIR",
        options.out.empty() ? "output folder (default: a new folder in runs/)"
                            : fmt::format("output folder (default: {})", options.out.string()),
        [&](const std::string& text) { options.out = parse_folder("--out", text); });
    add("--dt", "S",
        fmt::format("time step, in the simulation's time unit (default: {})",
                    options.time_step > 0 ? fmt::format("{:.4g}", options.time_step)
                                          : "set by the simulation"),
        [&](const std::string& text) { options.time_step = parse_time_step(text); });
    add("--seed", "S", fmt::format("random seed for the initial state (default: {})", options.seed),
        [&](const std::string& text) { options.seed = parse_whole<unsigned>("--seed", text); });
    add("--device", "DEVICE",
        fmt::format(
            "compute device: auto, cuda, cuda:1, cpu, or a GPU's name or UUID (default: {})",
            options.device),
        [&](const std::string& text) { options.device = text; });
    add("--share", "METHOD",
        fmt::format("method of sharing memory with OpenGL: auto, exported, registered, staging or "
                    "host (default: {})",
                    interop::to_string(options.sharing)),
        [&](const std::string& text) { options.sharing = parse_sharing(text); });
    command
        .add_option_function<std::vector<std::string>>(
            "--set",
            [&](const std::vector<std::string>& all) {
                for (const std::string& text : all) add_setting(options, text);
            },
            "set a parameter, such as drag=0.5 (may be repeated)")
        ->type_name("NAME=VALUE")
        ->allow_extra_args(false)
        ->take_all();
    for (const Flag& flag : options.flags) add_own(command, flag, options.title);
}

namespace {

/// Prints the help or the error message of CLI11 and returns its exit status.
int exit_with(const CLI::App& command, const CLI::Error& error) {
    std::ostringstream out, err;
    const int status = command.exit(error, out, err);
    console::print_text(out.str());
    console::say_text(err.str());
    return status;
}

}  // namespace

Arguments parse_arguments(AppOptions defaults, int argc, const char* const* argv) {
    Arguments found{.options = std::move(defaults), .are_given = true};
    CLI::App command(found.options.title);
    command.set_help_flag("-h,--help", "show this help");
    add_flags(command, found.options);
    command.failure_message(refusal);
    try {
        command.parse(argc, argv);
    } catch (const CLI::CallForHelp& help) {
        exit_with(command, help);
        // The help also lists parameters, which are known only after the program has compiled its
        // kernels. Therefore, the program runs headless up to its first frame.
        found.is_help = found.options.headless = true;
        found.options.every = 0;
    } catch (const CLI::ParseError& error) {
        throw Exit{exit_with(command, error) == 0 ? EXIT_SUCCESS : kWrongUsage};
    }
    return found;
}

std::string parameter_help(const ParameterSet& parameters) {
    std::vector<std::array<std::string, 3>> rows;
    std::array<std::size_t, 2> widths{};
    for (const Parameter& parameter : parameters.list()) {
        if (!parameter.annotation) continue;
        rows.push_back({parameter.name + "=" + parameters.text(parameter), range_text(parameter),
                        described(*parameter.annotation)});
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
    return console::printable(
        fmt::format("{}: {}\n", std::filesystem::path(command->get_name()).filename().string(),
                    refusal_reason(*command, error)));
}

}  // namespace glint::app
