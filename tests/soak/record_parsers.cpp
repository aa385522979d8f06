// SPDX-License-Identifier: MIT
#include "record_parsers.hpp"

#include <cmath>
#include <string>
#include <variant>

#include <glint/studio/declaration/read_declaration.hpp>
#include <glint/studio/keep/bundle.hpp>
#include <glint/studio/keep/checkpoint.hpp>
#include <glint/studio/keep/detail/run_log.hpp>
#include <glint/studio/keep/recording/bookmark_file.hpp>
#include <glint/studio/keep/run_record.hpp>
#include <glint/studio/window/detail/preset.hpp>

#include "input.hpp"
#include "require.hpp"

namespace glint::soak {
namespace {

constexpr std::uint64_t kMaxSteps = std::uint64_t{1} << 53;

/// Parameters of every kind that a preset can set.
const std::vector<ParameterSet>& parameters() {
    static const std::vector<ParameterSet> all =
        studio::read_annotations("a.cu", R"(//@ simulation "A"
struct Params {
    float speed = 0.5f;                  //@ 0..1 "Speed"
    int count = 3;                       //@ 1..100 "Count"
    bool wet = false;                    //@ "Wet"
    float3 tint = {1.0f, 0.5f, 0.0f};    //@ color "Tint"
};
)")
            .declaration.parameters;
    return all;
}

}  // namespace

void run_record(std::string_view bytes) {
    const studio::RunRecord record = studio::parse_run_record(std::string(bytes), "run.json");
    require(record.steps <= kMaxSteps && std::isfinite(record.dt));
    const std::string text = studio::to_json(record);
    require(studio::to_json(studio::parse_run_record(text, "run.json")) == text);
}

void run_log(std::string_view bytes) {
    const studio::ReadLog log = studio::parse_log(bytes, "folder/events.jsonl");
    for (const studio::LogEntry& entry : log.entries) {
        require(entry.step <= kMaxSteps);
        if (const auto* drag = std::get_if<studio::Drag>(&entry.what))
            for (const float each : drag->mouse.place) require(std::isfinite(each));
        if (const auto* text = std::get_if<studio::LoggedVersion>(&entry.what))
            require(text->file.parent_path() == "folder" && text->file.extension() == ".cu");
    }
}

void checkpoint(std::string_view bytes) {
    std::size_t size = 0;
    for (const auto& member : studio::parse_checkpoint(input(bytes), "a.npz").members)
        size += member.header.size() + member.bytes.size();
    require(size <= bytes.size());
}

void checkpoint_about(std::string_view bytes) {
    const auto about = studio::parse_checkpoint_about(std::string(bytes), "checkpoint.json");
    require(about.step <= kMaxSteps && about.log_bytes <= kMaxSteps && std::isfinite(about.dt));
}

void bundle(std::string_view bytes) {
    std::size_t size = 0;
    for (const auto& [name, content] : studio::parse_bundle(input(bytes), "a.zip")) {
        const std::filesystem::path path = std::filesystem::path("folder") / name;
        require(path.lexically_normal() == path && *++path.begin() != "..");
        require(name.find('\0') == name.npos);
        size += content.size();
    }
    require(size <= bytes.size());
}

void bookmarks(std::string_view bytes) {
    const std::string text =
        studio::bookmark_text("A", studio::parse_bookmarks(bytes, "a.bookmarks.toml"));
    require(studio::bookmark_text("A", studio::parse_bookmarks(text, "b.bookmarks.toml")) == text);
}

void preset(std::string_view bytes) {
    const studio::Preset preset = studio::parse_preset(bytes, "a.toml");
    std::vector<ParameterSet> changed = parameters();
    (void)studio::apply_preset(preset, changed);
    const std::string text = studio::preset_text("A", changed);
    std::vector<ParameterSet> again = parameters();
    (void)studio::apply_preset(studio::parse_preset(text, "b.toml"), again);
    require(studio::preset_text("A", again) == text);
}

}  // namespace glint::soak
