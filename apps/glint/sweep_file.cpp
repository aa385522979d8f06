// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>
#include <system_error>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include <apps/catalog.hpp>
#include <apps/glint/sweep_request.hpp>
#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/text.hpp>

namespace glint::apps {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMaxBytes = 64'000'000;

/// Reads a sweep file. Errors name the line of the mistake.
class SweepFile {
public:
    explicit SweepFile(fs::path file) : file_(std::move(file)) {}

    SweepRequest read() {
        const toml::table all = parsed();
        for (const auto& [key, node] : all) {
            const toml::table* table = node.as_table();
            if (table && key == "sweep")
                read_sweep(*table);
            else if (table && key == "axes")
                read_axes(*table);
            else if (table && key == "set")
                read_settings(*table);
            else
                refuse(key, unknown(key.str(), {"sweep", "axes", "set"}, "table"));
        }
        if (request_.simulation.empty())
            throw app::WrongOption(file_.string(),
                                   "the table [sweep] does not set 'file', the simulation to run");
        return std::move(request_);
    }

private:
    toml::table parsed() const {
        std::error_code unknown;
        if (const auto bytes = fs::file_size(file_, unknown); !unknown && bytes > kMaxBytes)
            throw app::WrongOption(
                file_.string(),
                fmt::format("the size of the file is {}, but the maximum is {}",
                            text::human_bytes(bytes), text::human_bytes(kMaxBytes)));
        const std::string text = read_text(file_);
        try {
            return toml::parse(text, file_.string());
        } catch (const toml::parse_error& error) {
            throw app::WrongOption(fmt::format("{}:{}", file_.string(), error.source().begin.line),
                                   error.description());
        }
    }

    [[noreturn]] void refuse(const toml::key& key, const std::string& reason) const {
        throw app::WrongOption(fmt::format("{}:{}", file_.string(), key.source().begin.line),
                               reason);
    }

    static std::string unknown(std::string_view name, const std::vector<std::string>& known,
                               std::string_view noun) {
        return fmt::format("{} '{}' not found{}", noun, name, text::did_you_mean(name, known));
    }

    /// Converts a number, string or boolean to the text that a flag would take.
    std::string text_of(const toml::key& key, const toml::node& node) const {
        if (const auto* text = node.as_string()) {
            if (text->get().find('\0') != std::string::npos)
                refuse(key, fmt::format("'{}' contains a NUL byte", key.str()));
            return text->get();
        }
        if (const auto* whole = node.as_integer()) return fmt::format("{}", whole->get());
        if (const auto* number = node.as_floating_point()) return text::shortest(number->get());
        if (const auto* flag = node.as_boolean()) return flag->get() ? "true" : "false";
        refuse(key, fmt::format("'{}' must be a number or a string", key.str()));
    }

    std::vector<std::string> texts_of(const toml::key& key, const toml::node& node) const {
        std::vector<std::string> texts;
        if (const toml::array* all = node.as_array())
            for (const toml::node& each : *all) texts.push_back(text_of(key, each));
        else
            texts.push_back(text_of(key, node));
        return texts;
    }

    /// Visits the entries of a table in the order of the file. (toml++ sorts them by name.)
    template <class Take>
    void in_order(const toml::table& table, const Take& take) const {
        std::vector<std::pair<const toml::key*, const toml::node*>> all;
        for (const auto& [key, node] : table) all.emplace_back(&key, &node);
        std::ranges::sort(all, {}, [](const auto& each) {
            const auto& at = each.first->source().begin;
            return std::pair(at.line, at.column);
        });
        for (const auto& [key, node] : all) take(*key, *node);
    }

    void read_axes(const toml::table& table) {
        in_order(table, [&](const toml::key& key, const toml::node& node) {
            if (const toml::table* structure = node.as_table())
                return in_order(*structure, [&](const toml::key& name, const toml::node& values) {
                    add_axis(fmt::format("{}.{}", key.str(), name.str()), name, values);
                });
            add_axis(std::string(key.str()), key, node);
        });
    }

    void add_axis(const std::string& name, const toml::key& key, const toml::node& node) {
        std::vector<std::string> values;
        const toml::array* all = node.as_array();
        const bool has_vectors = all && !all->empty() && all->front().is_array();
        if (has_vectors)
            for (const toml::node& each : *all)
                values.push_back(fmt::format("{}", fmt::join(texts_of(key, each), ",")));
        else
            values = texts_of(key, node);
        request_.axes.push_back(
            fmt::format("{}={}", name, fmt::join(values, has_vectors ? ":" : ",")));
    }

    void read_settings(const toml::table& table) {
        in_order(table, [&](const toml::key& key, const toml::node& node) {
            const auto set = [&](const std::string& name, const toml::node& value) {
                request_.passed.emplace_back(
                    "--set", fmt::format("{}={}", name, fmt::join(texts_of(key, value), ",")));
            };
            const std::string name(key.str());
            if (const toml::table* structure = node.as_table())
                for (const auto& [member, value] : *structure)
                    set(fmt::format("{}.{}", name, member.str()), value);
            else
                set(name, node);
        });
    }

    void read_sweep(const toml::table& table) {
        in_order(table, [&](const toml::key& key, const toml::node& node) { take(key, node); });
    }

    std::uint64_t number(const toml::key& key, const toml::node& node, std::size_t most) const {
        const auto* whole = node.as_integer();
        if (!whole || whole->get() < 1)
            refuse(key, fmt::format("'{}' must be a positive whole number", key.str()));
        const auto value = static_cast<std::uint64_t>(whole->get());
        if (value > most) refuse(key, fmt::format("'{}' must be at most {}", key.str(), most));
        return value;
    }

    void take(const toml::key& key, const toml::node& node) {
        const std::string_view name = key.str();
        if (name == "file") {
            const std::string text = text_of(key, node);
            const std::string found = find_simulation(text, file_.parent_path());
            request_.simulation =
                text.ends_with(".cu") ? (file_.parent_path() / text).string() : found;
        } else if (name == "out") {
            request_.out = file_.parent_path() / text_of(key, node);
        } else if (name == "jobs") {
            request_.jobs = number(key, node, kMaxJobs);
        } else if (name == "samples") {
            request_.samples = number(key, node, studio::Cases::kMax);
        } else if (name == "sample-seed") {
            request_.sample_seed = number(key, node, std::numeric_limits<std::size_t>::max());
        } else if (name == "latin") {
            if (!node.is_boolean()) refuse(key, "'latin' must be true or false");
            request_.is_latin = node.as_boolean()->get();
        } else if (name == "timeout") {
            request_.timeout_s = node.value<double>();
            if (const double seconds = request_.timeout_s.value_or(0);
                !std::isfinite(seconds) || seconds <= 0)
                refuse(key, "'timeout' must be a positive number of seconds");
        } else {
            hand_on(key, node);
        }
    }

    void hand_on(const toml::key& key, const toml::node& node) {
        std::vector<std::string> known{"file",        "out",   "jobs",   "samples",
                                       "sample-seed", "latin", "timeout"};
        for (const ForwardedFlag& each : kForwardedFlags) known.emplace_back(each.name);
        const auto found = std::ranges::find(
            kForwardedFlags, key.str(),
            [](const ForwardedFlag& each) { return std::string_view(each.name); });
        if (found == kForwardedFlags.end() || key == "set")
            refuse(key, unknown(key.str(), known, "setting"));
        const std::vector<std::string> values = texts_of(key, node);
        if (!found->is_repeatable && values.size() != 1)
            refuse(key, fmt::format("'{}' must have exactly one value", key.str()));
        for (const std::string& value : values)
            request_.passed.emplace_back(std::string("--") + found->name, value);
    }

    fs::path file_;
    SweepRequest request_;
};

std::string name_of_axis(const std::string& axis) { return axis.substr(0, axis.find('=')); }

}  // namespace

SweepRequest read_sweep_file(const SweepRequest& given) {
    SweepRequest request = SweepFile(given.simulation).read();
    for (const std::string& axis : given.axes) {
        const auto found = std::ranges::find(request.axes, name_of_axis(axis), name_of_axis);
        if (found == request.axes.end())
            request.axes.push_back(axis);
        else
            *found = axis;
    }
    // The command line comes last, because the last value of a repeated flag takes effect.
    request.passed.insert(request.passed.end(), given.passed.begin(), given.passed.end());
    if (given.out) request.out = given.out;
    if (given.jobs) request.jobs = given.jobs;
    if (given.timeout_s) request.timeout_s = given.timeout_s;
    if (given.samples) request.samples = given.samples;
    if (given.is_latin) request.is_latin = given.is_latin;
    if (given.sample_seed) request.sample_seed = given.sample_seed;
    request.retry = given.retry;
    request.commands = given.commands;
    request.collect = given.collect;
    request.json = given.json;
    return request;
}

}  // namespace glint::apps
