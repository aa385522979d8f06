#include <glint/app/flags.hpp>

#include <cmath>
#include <optional>
#include <vector>

#include <fmt/format.h>

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
        refuse("--size", fmt::format("'{}' is not WIDTHxHEIGHT, each 1 to {}", whole, kLargestSize));
    return static_cast<unsigned>(*value);
}

void set_size(AppOptions& options, const std::string& text) {
    const std::size_t cross = text.find('x');
    const std::string_view view = text;
    options.width = parse_size(view.substr(0, cross), text);
    options.height = parse_size(cross == text.npos ? "" : view.substr(cross + 1), text);
}

unsigned parse_count(const std::string& flag, const std::string& text) {
    const auto value = text::parse_unsigned(text);
    if (!value || *value < 1 || *value > 1'000'000'000)
        refuse(flag, fmt::format("'{}' is not a whole number from 1 to 1000000000", text));
    return static_cast<unsigned>(*value);
}

double parse_time_step(const std::string& text) {
    const auto value = text::parse_double(text);
    if (!value || !std::isfinite(*value) || *value <= 0)
        refuse("--dt", fmt::format("'{}' is not a number above 0", text));
    return *value;
}

void add_setting(AppOptions& options, const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == 0 || equals == text.npos)
        refuse("--set", fmt::format("'{}' is not NAME=VALUE", text));
    options.settings.emplace_back(text.substr(0, equals), text.substr(equals + 1));
}

}  // namespace

void add_flags(CLI::App& command, AppOptions& options) {
    command.add_flag("--headless", options.headless, "run without a display and write images");
    command.add_option_function<std::string>(
        "--frames", [&](const std::string& text) { options.frames = parse_count("--frames", text); },
        "stop after so many frames (headless: 240)");
    command.add_option_function<std::string>(
        "--every", [&](const std::string& text) { options.every = parse_count("--every", text); },
        "headless: write an image each so many frames (four in all)");
    command.add_option_function<std::string>(
        "--size", [&](const std::string& text) { set_size(options, text); },
        "size of the picture, as in 1280x720");
    command.add_option("--out", options.out, "folder of the images")->capture_default_str();
    command.add_option_function<std::string>(
        "--dt", [&](const std::string& text) { options.time_step = parse_time_step(text); },
        "time step, in the simulation's unit");
    command
        .add_option_function<std::vector<std::string>>(
            "--set",
            [&](const std::vector<std::string>& all) {
                for (const std::string& text : all) add_setting(options, text);
            },
            "give a parameter a value, as in --set drag=0.5")
        ->allow_extra_args(false)
        ->take_all();
}

}  // namespace glint::app
