// SPDX-License-Identifier: MIT
#include <apps/glint/start_view.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <utility>

#include <fmt/format.h>
#include <imgui.h>

#include <glint/base/error.hpp>
#include <glint/base/log.hpp>
#include <glint/base/text.hpp>
#include <glint/formats/png.hpp>

namespace glint::apps {
namespace {

constexpr ImU32 kWhite = IM_COL32(235, 238, 242, 255);
constexpr ImU32 kGray = IM_COL32(150, 158, 168, 255);
constexpr ImU32 kCard = IM_COL32(28, 32, 39, 255);
constexpr ImU32 kHoveredCard = IM_COL32(40, 46, 56, 255);
constexpr ImU32 kAccent = IM_COL32(84, 170, 255, 255);
constexpr ImU32 kErrorText = IM_COL32(255, 132, 120, 255);
constexpr ImU32 kErrorBackground = IM_COL32(66, 26, 26, 255);
constexpr float kRounding = 5;

std::optional<gl::Texture2D> load(const gl::Context& context,
                                  const std::filesystem::path& file) try {
    if (file.empty()) return std::nullopt;
    const Picture picture = read_png(file);
    std::optional<gl::Texture2D> texture(
        std::in_place, context,
        gl::TextureOptions{.width = static_cast<int>(picture.width),
                           .height = static_cast<int>(picture.height)});
    texture->upload(std::span<const std::uint8_t>(picture.rgba));
    return texture;
} catch (const Error& error) {
    log::warning(error.what());
    return std::nullopt;
}

void draw_text(ImVec2 at, ImU32 color, const std::string& text, float width, float height) {
    const ImVec4 clip(at.x, at.y, at.x + width, at.y + height);
    ImGui::GetWindowDrawList()->AddText(ImGui::GetFont(), ImGui::GetFontSize(), at, color,
                                        text.data(), text.data() + text.size(), width, &clip);
}

/// Returns the text if it fits into `lines` lines of this width, else its beginning and "...".
std::string shortened(const std::string& text, float width, int lines) {
    const float height = static_cast<float>(lines) * ImGui::GetFontSize() + 1;
    const auto fits = [&](const std::string& part) {
        return ImGui::CalcTextSize(part.data(), part.data() + part.size(), false, width).y <=
               height;
    };
    if (fits(text)) return text;
    for (std::size_t end = text.rfind(' '); end != text.npos && end > 0;
         end = text.rfind(' ', end - 1))
        if (std::string part = text.substr(0, end) + " ..."; fits(part)) return part;
    return text;
}

float side_width() { return std::min(20 * ImGui::GetFontSize(), ImGui::GetIO().DisplaySize.x / 3); }

/// Returns the text with its first letter in upper case.
std::string capitalized(std::string text) {
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z')
        text[0] = static_cast<char>(text[0] - 'a' + 'A');
    return text;
}

void heading(const char* text) {
    ImGui::TextUnformatted(text);
    ImGui::Spacing();
}

std::int64_t unix_seconds() {
    return std::chrono::duration_cast<std::chrono::seconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

}  // namespace

StartView::StartView(const gl::Context& context, const StartPage& page, std::string error,
                     std::size_t focus)
    : page_(page), error_(std::move(error)), dialogs_(page.files), focus_(focus) {
    for (const StartTile& tile : page.tiles) thumbnails_.push_back(load(context, tile.thumbnail));
}

void StartView::bind(app::Keys& keys) {
    using gl::Key;
    const auto add = [&](Key key, gl::Modifiers modifiers, const char* action,
                         std::function<void()> act, bool repeats = false) {
        keys.add("Start page", {.key = key,
                                .modifiers = modifiers,
                                .action = action,
                                .act = std::move(act),
                                .repeats = repeats});
    };
    const auto add_arrow = [&](Key key, Arrow arrow) {
        add(key, {}, "move the focus", [this, arrow] { move(arrow); }, true);
    };
    add_arrow(Key::left, Arrow::left);
    add_arrow(Key::right, Arrow::right);
    add_arrow(Key::up, Arrow::up);
    add_arrow(Key::down, Arrow::down);
    add(Key::tab, {}, "go to the next item", [this] { move_by(1); }, true);
    add(
        Key::tab, {.shift = true}, "go to the previous item",
        [this] { move_by(items_.size() - 1); }, true);
    add(Key::home, {}, "go to the first simulation", [this] { set_focus(kFirstTile); });
    add(Key::end, {}, "go to the last item", [this] { move_by(items_.size() - 1 - focus_); });
    add(Key::enter, {}, "open", [this] { activate(); });
    add(Key::space, {}, "open", [this] { activate(); });
    add(Key('N'), {.control = true}, "new simulation", [this] { dialogs_.open_new(); });
    add(Key('O'), {.control = true}, "open a file", [this] { dialogs_.open_file(); });
}

void StartView::set_focus(std::size_t item) {
    focus_ = item;
    scrolls_ = true;
}

void StartView::move(Arrow arrow) {
    std::vector<ItemBox> boxes;
    std::ranges::transform(items_, std::back_inserter(boxes), &Item::box);
    set_focus(item_toward(boxes, focus_, arrow));
}

void StartView::move_by(std::size_t items) {
    if (!items_.empty()) set_focus((focus_ + items) % items_.size());
}

void StartView::activate() {
    if (focus_ < items_.size()) items_[focus_].act();
}

StartView::Drawn StartView::add_item(float width, float height, std::function<void()> act,
                                     std::string command) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const std::size_t index = next_.size();
    ImGui::PushID(static_cast<int>(index));
    const bool is_clicked = ImGui::InvisibleButton("item", ImVec2(width, height));
    const bool is_hovered = ImGui::IsItemHovered();
    ImGui::PopID();
    if (is_clicked) focus_ = index;
    const Drawn drawn{.left = at.x,
                      .top = at.y,
                      .right = at.x + width,
                      .bottom = at.y + height,
                      .is_focused = index == focus_,
                      .is_hovered = is_hovered};
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    draw.AddRectFilled(at, ImVec2(drawn.right, drawn.bottom), is_hovered ? kHoveredCard : kCard,
                       kRounding);
    if (drawn.is_focused) {
        draw.AddRect(ImVec2(at.x - 2, at.y - 2), ImVec2(drawn.right + 2, drawn.bottom + 2), kAccent,
                     kRounding + 2, 0, 2.5f);
        const float window = ImGui::GetWindowPos().y;
        const float margin = ImGui::GetFontSize();
        if (std::exchange(scrolls_, false)) {
            if (drawn.top < window + margin)
                ImGui::SetScrollFromPosY(drawn.top - window - margin, 0);
            else if (drawn.bottom > window + ImGui::GetWindowHeight() - margin)
                ImGui::SetScrollFromPosY(drawn.bottom - window + margin, 1);
        }
    }
    if (is_clicked) act();
    next_.push_back(
        {{drawn.left, drawn.top, drawn.right, drawn.bottom}, std::move(act), std::move(command)});
    return drawn;
}

StartView::Drawn StartView::add_choice(float width, float height, StartChoice choice) {
    std::string command = command_of(choice);
    return add_item(
        width, height, [this, choice = std::move(choice)] { choice_ = choice; },
        std::move(command));
}

void StartView::add_button(const char* label, std::function<void()> act, std::string command) {
    const float em = ImGui::GetFontSize();
    const ImVec2 size = ImGui::CalcTextSize(label);
    const Drawn at = add_item(size.x + 1.6f * em, 1.9f * em, std::move(act), std::move(command));
    draw_text(ImVec2(at.left + 0.8f * em, at.top + 0.42f * em), kWhite, label, size.x + 1,
              size.y + 1);
}

void StartView::draw_header() {
    const float em = ImGui::GetFontSize();
    ImGui::SetWindowFontScale(1.6f);
    ImGui::TextUnformatted("glint");
    ImGui::SetWindowFontScale(1);
    ImGui::SameLine(0, em);
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + 0.55f * em);
    ImGui::TextDisabled("GPU simulations to watch and tune");
    ImGui::SameLine(ImGui::GetWindowWidth() - side_width() - 1.4f * em);
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() - 0.45f * em);
    add_button("New simulation...", [this] { dialogs_.open_new(); }, "glint new NAME");
    ImGui::SameLine(0, 0.8f * em);
    add_button("Open file...", [this] { dialogs_.open_file(); }, "glint view FILE");
    ImGui::Dummy(ImVec2(0, 0.4f * em));
}

void StartView::draw_error() {
    if (error_.empty()) return;
    const float em = ImGui::GetFontSize();
    const float width = ImGui::GetContentRegionAvail().x;
    const float text_height =
        ImGui::CalcTextSize(error_.c_str(), nullptr, false, width - 2.5f * em).y;
    ImGui::PushStyleColor(ImGuiCol_ChildBg, kErrorBackground);
    ImGui::PushStyleColor(ImGuiCol_Text, kErrorText);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0.8f * em, 0.6f * em));
    if (ImGui::BeginChild("##error", ImVec2(0, std::min(text_height + 1.3f * em, 12 * em)), true,
                          ImGuiWindowFlags_AlwaysUseWindowPadding))
        ImGui::TextWrapped("%s", error_.c_str());
    ImGui::EndChild();
    ImGui::PopStyleVar();
    ImGui::PopStyleColor(2);
    ImGui::Dummy(ImVec2(0, 0.3f * em));
}

void StartView::draw_tile(std::size_t index, float width, float height) {
    const float em = ImGui::GetFontSize();
    const StartTile& tile = page_.tiles[index];
    const Drawn at =
        add_choice(width, height, {.action = StartChoice::Action::run, .what = tile.name});
    const float picture = width * 9 / 16;
    const ImVec2 corner(at.right, at.top + picture);
    if (const auto& texture = thumbnails_[index])
        ImGui::GetWindowDrawList()->AddImageRounded(
            reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(texture->native())),
            ImVec2(at.left, at.top), corner, ImVec2(0, 0), ImVec2(1, 1), IM_COL32_WHITE, kRounding,
            ImDrawFlags_RoundCornersTop);
    const float inner = width - em;
    const ImVec2 text(at.left + em / 2, corner.y + 0.45f * em);
    draw_text(text, kWhite, tile.title.empty() ? tile.name : tile.title, inner, 1.3f * em);
    draw_text(ImVec2(text.x, text.y + 1.25f * em), kGray,
              shortened(capitalized(tile.help), inner, 2), inner, 2.2f * em);
}

void StartView::draw_gallery(float width, float height) {
    const float em = ImGui::GetFontSize();
    if (ImGui::BeginChild("##gallery", ImVec2(width, height))) {
        const float gap = 0.9f * em;
        // Leaves 4 pixels for the frame around the focused item.
        const float room = ImGui::GetContentRegionAvail().x - 4;
        const auto columns = static_cast<std::size_t>(std::max(1.0f, (room + gap) / (15 * em)));
        const auto count = static_cast<float>(columns);
        const float tile = (room - (count - 1) * gap) / count;
        ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, ImVec2(gap, gap));
        ImGui::SetCursorPos(ImVec2(2, 3));
        for (std::size_t i = 0; i < page_.tiles.size(); ++i) {
            if (i % columns != 0)
                ImGui::SameLine();
            else
                ImGui::SetCursorPosX(2);
            draw_tile(i, tile, tile * 9 / 16 + 4.2f * em);
        }
        ImGui::Dummy(ImVec2(0, 2));
        ImGui::PopStyleVar();
    }
    ImGui::EndChild();
}

void StartView::draw_run(const RecentRun& run) {
    const float em = ImGui::GetFontSize();
    const float width = ImGui::GetContentRegionAvail().x - 2;
    const std::string age = age_text(run.started, unix_seconds());
    ImGui::TextUnformatted(run.folder.filename().string().c_str());
    ImGui::SameLine(width - ImGui::CalcTextSize(age.c_str()).x);
    ImGui::TextDisabled("%s", age.c_str());
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 2);
    const std::string folder = run.folder.string();
    const auto add = [&](const std::string& label, StartChoice::Action action) {
        const StartChoice choice{.action = action, .what = folder};
        add_button(label.c_str(), [this, choice] { choice_ = choice; }, command_of(choice));
        ImGui::SameLine(0, 0.6f * em);
    };
    if (run.has_log) add("Replay", StartChoice::Action::replay);
    if (run.checkpoint)
        add(fmt::format("Resume at {}", *run.checkpoint), StartChoice::Action::resume);
    ImGui::SetCursorPosY(ImGui::GetCursorPosY() + 0.4f * em);
    const std::string steps = run.checkpoint  ? std::string()
                              : run.has_ended ? text::counted(run.steps, "step")
                                              : std::string("unfinished");
    ImGui::TextDisabled("%s", steps.c_str());
    ImGui::Dummy(ImVec2(0, 0.2f * em));
}

void StartView::draw_file(const std::string& file) {
    const float em = ImGui::GetFontSize();
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 2);
    const float width = ImGui::GetContentRegionAvail().x - 4;
    const Drawn at =
        add_choice(width, 1.7f * em, {.action = StartChoice::Action::run, .what = file});
    draw_text(ImVec2(at.left + 0.6f * em, at.top + 0.32f * em), kWhite, file, width - em,
              1.3f * em);
}

void StartView::draw_side(float height) {
    if (ImGui::BeginChild("##side", ImVec2(0, height))) {
        heading("Recent runs");
        if (page_.runs.empty()) ImGui::TextDisabled("No runs in ./runs yet");
        for (const RecentRun& run : page_.runs) draw_run(run);
        ImGui::Dummy(ImVec2(0, ImGui::GetFontSize() / 2));
        heading("Simulations in this folder");
        if (page_.files.empty()) ImGui::TextDisabled("No .cu files yet");
        for (const std::filesystem::path& file : page_.files) draw_file(file.string());
    }
    ImGui::EndChild();
}

void StartView::draw_footer() {
    ImGui::Dummy(ImVec2(0, 0.2f * ImGui::GetFontSize()));
    constexpr const char* kKeys =
        "Arrows, Tab: move    Enter: open    Ctrl+N: new    Ctrl+O: file    Escape: quit";
    const std::string command = focus_ < next_.size() ? next_[focus_].command : "";
    ImGui::TextUnformatted(command.c_str());
    ImGui::SameLine(ImGui::GetWindowWidth() - ImGui::CalcTextSize(kKeys).x -
                    1.4f * ImGui::GetFontSize());
    ImGui::TextDisabled("%s", kKeys);
}

void StartView::draw() {
    const float em = ImGui::GetFontSize();
    const ImVec2 size = ImGui::GetIO().DisplaySize;
    next_.clear();
    ImGui::SetNextWindowPos(ImVec2(0, 0));
    ImGui::SetNextWindowSize(size);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(1.4f * em, em));
    ImGui::Begin("start page", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus);
    ImGui::PopStyleVar(2);
    draw_header();
    draw_error();
    const float height = ImGui::GetContentRegionAvail().y - 2.4f * em;
    draw_gallery(ImGui::GetContentRegionAvail().x - side_width() - 1.2f * em, height);
    ImGui::SameLine(0, 1.2f * em);
    draw_side(height);
    draw_footer();
    if (auto chosen = dialogs_.draw()) choice_ = std::move(chosen);
    ImGui::End();
    std::swap(items_, next_);
    focus_ = std::min(focus_, items_.size() - 1);
}

}  // namespace glint::apps
