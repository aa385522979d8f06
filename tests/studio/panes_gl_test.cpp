// SPDX-License-Identifier: MIT
#include <glint/studio/views/viewer.hpp>

#include <cmath>
#include <cstring>

#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <glint/app/app.hpp>
#include <glint/app/detail/picture_gui.hpp>
#include <glint/gl/headless_context.hpp>
#include <glint/view/colormap.hpp>
#include <support/backends.hpp>
#include <support/pixels.hpp>

namespace glint::studio {
namespace {

using gl::Action;
using gl::MouseButton;
using test::expect_error;

using test::color;
using test::expect_near;
using test::Rgb;
using test::rgb_at;

int sum(const Rgb& c) { return c[0] + c[1] + c[2]; }

std::size_t different_pixels(const Picture& a, const Picture& b) {
    std::size_t count = 0;
    for (unsigned y = 0; y < a.height; ++y)
        for (unsigned x = 0; x < a.width; ++x) count += rgb_at(a, x, y) != rgb_at(b, x, y);
    return count;
}

const char* const kRamps = R"(#include <glint/sim.cuh>
//@ simulation "Ramps"
struct Ramps {      //@ 8 x 4 of 0.5 mm
    float* level;   //@ 0..7 "Level" as turbo
    float* rows;    //@ 0..3 "Rows" as grey
    float* decades; //@ 1..10000000 log "Decades"
};
struct Block {      //@ 4 x 6 x 8
    float* layer;   //@ 0..7 "Layer" as image
    float* level;   //@ 0..1 "Block level" as volume
    float3* flow;   //@ "Flow" as arrows
};
struct Balls {         //@ 3
    float3* position;  //@ -1..1 m "Position" as points
    float* heat;       //@ 0..2 "Heat" as grey
    float* charge;     //@ 0..2 "Charge" as turbo
};
//@ init
__global__ void fill(int width, int height, float* ramps_level, float* rows, float* decades) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    const int i = c.y * width + c.x;
    ramps_level[i] = c.x;
    rows[i] = c.y;
    decades[i] = powf(10, c.x);
}
//@ init over Block
__global__ void pile(int width, int height, int depth, float* block_level, float* layer,
                     float3* flow) {
    const int3 c = glint::cell();
    if (c.x >= width || c.y >= height || c.z >= depth) return;
    const int i = (c.z * height + c.y) * width + c.x;
    layer[i] = c.z + 0.2f * (c.y - 3);
    block_level[i] = c.x < 2 ? 1.0f : 0.25f;
    flow[i] = make_float3(1, 2, 3);
}
//@ init
__global__ void place(int count, float3* position, float* heat, float* charge) {
    const int i = glint::index();
    if (i >= count) return;
    position[i] = make_float3(0.5f * (i - 1), 0, 0);
    heat[i] = 2;
    charge[i] = 2;
}
)";

class PanesOn : public test::OnEachBackend {
protected:
    PanesOn() {
        viewer_.show({"rows"});
        viewer_.bind_keys(keys_);
    }

    Picture draw(int width = 64, int height = 32) {
        target_.resize(width, height);
        viewer_.draw(target_);
        return target_.read_pixels();
    }
    /// Draws the panes and their overlays.
    Picture draw_all(int width, int height) {
        Picture picture = draw(width, height);
        gui_.draw(picture, [&] { viewer_.draw_overlay(); });
        return picture;
    }
    void send(const std::vector<gl::Event>& events, bool is_left_down = false) {
        viewer_.control(app::Frame({.events = events, .turning = is_left_down}, 1, target_));
    }
    void press(int key, bool control = false) {
        EXPECT_TRUE(keys_.press({static_cast<gl::Key>(key), Action::press, {.control = control}}));
    }
    static gl::MouseButtonEvent button(MouseButton which, Action action, double x, double y) {
        return {which, action, {}, x, y};
    }

    gl::HeadlessContext context_;
    Device device_ = open();
    test::TemporaryFolder folder_;
    Simulation simulation_{{.device = device_, .file = folder_.write("ramps.cu", kRamps)}};
    Viewer viewer_{simulation_, context_, interop::Sharing::automatic};
    gl::Framebuffer target_{context_, {.width = 64, .height = 32}};
    app::PictureGui gui_;
    app::Keys keys_;
};

TEST_P(PanesOn, ShowSeveralViews) {
    Viewer fresh(simulation_, context_, interop::Sharing::automatic);
    EXPECT_EQ(fresh.pane_count(), 1u);
    EXPECT_EQ(fresh.shown()->name, "level");
    viewer_.show({"Ramps.level"});
    const Picture level = draw();
    viewer_.show({"rows"});
    const Picture rows = draw();
    viewer_.show({"Ramps.level", "rows"});
    const Picture both = draw(130, 32);
    for (unsigned y = 0; y < 32; ++y) {
        for (unsigned x = 0; x < 64; ++x) {
            ASSERT_EQ(rgb_at(both, x, y), rgb_at(level, x, y)) << x << ", " << y;
            ASSERT_EQ(rgb_at(both, 66 + x, y), rgb_at(rows, x, y)) << x << ", " << y;
        }
        EXPECT_EQ(rgb_at(both, 64, y), (Rgb{0, 0, 0}));
        EXPECT_EQ(rgb_at(both, 65, y), (Rgb{0, 0, 0}));
    }
    viewer_.show({"decades", "rows", "Ramps.level", "Block.layer"});
    const Picture four = draw(130, 66);
    expect_near(rgb_at(four, 4, 20), color("viridis", 0), 2);
    expect_near(rgb_at(four, 66 + 20, 4), color("grey", 1), 2);
    expect_near(rgb_at(four, 60, 34 + 20), color("turbo", 1), 2);
    EXPECT_EQ(viewer_.pane(3).shown()->name, "layer");
}

TEST_P(PanesOn, AreFoundByName) {
    expect_error(ErrorCode::not_found, "field or function not found; did you mean 'rows'?",
                 [&] { viewer_.show({"rosw"}); });
    expect_error(ErrorCode::not_found,
                 "field or function not found; available: level, rows, decades, layer, flow, "
                 "position, heat, charge",
                 [&] { viewer_.show({"nothing_like_the_others"}); });
    expect_error(
        ErrorCode::not_found,
        "both 'Ramps' and 'Block' have a field or function of this name. Write 'Ramps.level'",
        [&] { viewer_.show({"level"}); });
    expect_error(ErrorCode::invalid_argument, "the number of views must be from 1 to 4, not 5",
                 [&] { viewer_.show({"rows", "rows", "rows", "rows", "rows"}); });
    viewer_.show({"charge"});  // a list's numbers color its points
    EXPECT_EQ(viewer_.shown()->name, "position");
    EXPECT_EQ(viewer_.active().colored()->name, "charge");
}

TEST_P(PanesOn, SplitKeepsTheActivePaneAndShowsMore) {
    viewer_.split(4, Arrangement::grid);
    EXPECT_EQ(viewer_.pane(0).shown()->full_name, "Ramps.rows");
    EXPECT_EQ(viewer_.pane(1).shown()->full_name, "Ramps.level");
    EXPECT_EQ(viewer_.pane(2).shown()->full_name, "Ramps.decades");
    EXPECT_EQ(viewer_.pane(3).shown()->full_name, "Block.layer");
    viewer_.activate(2);
    viewer_.split(1, Arrangement::grid);
    ASSERT_EQ(viewer_.pane_count(), 1u);
    EXPECT_EQ(viewer_.shown()->full_name, "Ramps.decades");
}

TEST_P(PanesOn, MouseActsOnThePaneUnderIt) {
    viewer_.show({"Ramps.level", "rows"});
    draw(130, 32);
    send({button(MouseButton::left, Action::press, 66 + 8 * 5 + 1, 8 * 2 + 1),
          button(MouseButton::left, Action::release, 66 + 8 * 5 + 1, 8 * 2 + 1)});
    EXPECT_EQ(viewer_.active_index(), 1u);
    EXPECT_FALSE(viewer_.pane(0).picked());
    ASSERT_TRUE(viewer_.picked());
    EXPECT_EQ(viewer_.picked()->at, (std::array<std::size_t, 3>{5, 1, 0}));
    const Picture before = draw(130, 32);
    // Drags by two cells; the drag ends in the other pane.
    send({button(MouseButton::left, Action::press, 66 + 10, 10)}, true);
    send({gl::MouseMoveEvent{60, 18, -16, 8}}, true);
    const Picture after = draw(130, 32);
    for (unsigned x = 0; x < 64; ++x) EXPECT_EQ(rgb_at(after, x, 9), rgb_at(before, x, 9));
    EXPECT_EQ(rgb_at(after, 66 + 20, 20), rgb_at(before, 66 + 36, 12));
    send({button(MouseButton::left, Action::release, 60, 18)});
    // Zooming keeps the position under the cursor, even in a later frame.
    send({gl::MouseMoveEvent{66 + 20, 20, 26, 2}});
    send({gl::ScrollEvent{0, 3}});
    const Picture nearer = draw(130, 32);
    EXPECT_EQ(rgb_at(nearer, 66 + 20, 20), rgb_at(after, 66 + 20, 20));
    EXPECT_NE(different_pixels(nearer, after), 0u);
    press(static_cast<int>(gl::Key::home));
    EXPECT_EQ(different_pixels(draw(130, 32), before), 0u);
}

TEST_P(PanesOn, ChangeColorsAndRanges) {
    expect_near(rgb_at(draw(), 20, 12), color("grey", 2.0f / 3), 2);
    DisplayOverride& look = viewer_.active().look();
    look.colormap = "plasma";
    expect_near(rgb_at(draw(), 20, 12), color("plasma", 2.0f / 3), 2);
    look.range = DisplayOverride::Range::fixed;
    look.low = 1;
    look.high = 5;
    expect_near(rgb_at(draw(), 20, 12), color("plasma", 0.25f), 2);
    look.is_logarithmic = true;
    expect_near(rgb_at(draw(), 20, 12), color("plasma", std::log(2.0f) / std::log(5.0f)), 3);
    look = {.range = DisplayOverride::Range::values};
    EXPECT_EQ((draw(), viewer_.scale().high), 3);
    viewer_.show({"decades"});
    viewer_.active().look().is_logarithmic = false;
    expect_near(rgb_at(draw(), 8 * 6 + 4, 20), color("viridis", 0.1f), 2);
    viewer_.show({"rows"});  // another view, with its own settings
    expect_near(rgb_at(draw(), 20, 12), color("grey", 2.0f / 3), 2);
}

TEST_P(PanesOn, SliceThreeDimensionalGrids) {
    viewer_.show({"Block.layer"});
    expect_near(rgb_at(draw(), 32, 15), color("viridis", 4.0f / 7), 2);  // middle slice along z
    Slice& slice = viewer_.active().choices().slice;
    slice.index = 1;
    expect_near(rgb_at(draw(), 32, 15), color("viridis", 1.0f / 7), 2);
    slice = {.axis = 0, .index = 3};  // y to the right, z up, 4 pixels per cell
    const Picture side = draw();
    for (unsigned z = 0; z < 8; ++z)
        expect_near(rgb_at(side, 33, 4 * (7 - z) + 2), color("viridis", static_cast<float>(z) / 7),
                    2);
    expect_near(rgb_at(side, 42, 4 * 4 + 2), color("viridis", 3.4f / 7), 2);
    const auto picked = viewer_.pick({20 + 4 * 2 + 1, 4 * 5 + 1});
    ASSERT_TRUE(picked);
    EXPECT_EQ(picked->at, (std::array<std::size_t, 3>{3, 2, 2}));
}

TEST_P(PanesOn, ShowVolumesThroughATransferFunction) {
    viewer_.show({"Block.level"});
    const Picture empty = [&] {
        viewer_.active().choices().volume.density = 1e-6f;
        return draw(96, 64);
    }();
    VolumeOptions& volume = viewer_.active().choices().volume;
    volume.density = 50;
    const std::size_t all = different_pixels(draw(96, 64), empty);
    volume.opacity_begin = 0.5f;  // half of the block has an opacity of 0.25
    const std::size_t half = different_pixels(draw(96, 64), empty);
    EXPECT_GT(half, 100u);
    EXPECT_LT(half, all * 9 / 10);
    volume.opacity_begin = 0;
    volume.density = 0.4f;
    const Picture thin = draw(96, 64);
    volume.opacity_end = 0.25f;  // now the whole block is as opaque as its highest values
    EXPECT_GT(different_pixels(draw(96, 64), thin), all / 2);
    viewer_.active().look().view = View::surface;
    const Picture surface = draw(96, 64);
    volume.level = 0.9f;
    EXPECT_GT(different_pixels(draw(96, 64), surface), 50u);
    viewer_.active().look().view = View::image;
    EXPECT_TRUE(viewer_.active().is_flat());
    // The cells with x = 0 and 1 have the highest values.
    expect_near(rgb_at(draw(96, 64), 48 - 10, 32), color("viridis", 1), 2);
}

TEST_P(PanesOn, ColorPointsByAnyField) {
    viewer_.show({"position"});
    viewer_.active().choices().radius = 0.2f;
    const Picture gray = draw(96, 64);
    const Rgb ball = rgb_at(gray, 48, 32);
    EXPECT_EQ(ball[0], ball[1]);
    EXPECT_GT(sum(ball), 300);
    viewer_.active().choices().colors = "Balls.charge";
    const Rgb red = rgb_at(draw(96, 64), 48, 32);
    EXPECT_GT(red[0], 4 * red[2]);
    viewer_.active().look().colormap = "grey";
    EXPECT_EQ(different_pixels(draw(96, 64), gray), 0u);
    viewer_.active().choices().radius = 0.05f;
    EXPECT_GT(different_pixels(draw(96, 64), gray), 60u);
}

TEST_P(PanesOn, DrawOverlaysInTheirPanes) {
    viewer_.has_status() = false;
    viewer_.show({"Ramps.level", "rows"});
    const Picture plain = draw(642, 240);
    for (std::size_t i : {0u, 1u}) viewer_.pane(i).choices().overlay = {false, false, false, false};
    EXPECT_EQ(different_pixels(draw_all(642, 240), plain), 0u);
    const auto changed = [&](unsigned begin, unsigned end) {
        const Picture picture = draw_all(642, 240);
        std::size_t count = 0;
        for (unsigned y = 0; y < 240; ++y)
            for (unsigned x = 0; x < 642; ++x)
                if (rgb_at(picture, x, y) != rgb_at(plain, x, y)) {
                    EXPECT_GE(x, begin);
                    EXPECT_LT(x, end);
                    ++count;
                }
        return count;
    };
    OverlayOptions& right = viewer_.pane(1).choices().overlay;
    right.color_bar = true;
    const std::size_t bar = changed(540, 642);
    EXPECT_GT(bar, 2000u);
    right = {.color_bar = false, .axes = false, .box = false, .scale_bar = true};
    EXPECT_GT(changed(540, 642), 500u);
    right = {.color_bar = false, .axes = false, .box = true, .scale_bar = false};
    EXPECT_GT(changed(322, 642), 500u);
    viewer_.show({"Block.level"});
    OverlayOptions& options = viewer_.active().choices().overlay;
    options = {false, false, false, false};
    const Picture volume = draw(320, 240);
    options.box = true;
    const std::size_t box = different_pixels(draw_all(320, 240), volume);
    EXPECT_GT(box, 400u);
    options.axes = true;
    EXPECT_GT(different_pixels(draw_all(320, 240), volume), box + 200);
}

TEST_P(PanesOn, BookmarksRestoreViews) {
    viewer_.show({"position"});
    const Picture here = draw(96, 64);
    press('3', true);
    EXPECT_TRUE(viewer_.has_bookmark(2));
    send({button(MouseButton::left, Action::press, 20, 20)}, true);
    send({gl::MouseMoveEvent{50, 30, 30, 10}}, true);
    send({button(MouseButton::left, Action::release, 50, 30)});
    send({gl::ScrollEvent{0, 4}});
    viewer_.active().look().colormap = "turbo";
    EXPECT_GT(different_pixels(draw(96, 64), here), 20u);
    viewer_.choose(0);
    press('4', true);
    press('5');  // the bookmark is empty
    EXPECT_EQ(viewer_.shown()->full_name, "Ramps.level");
    press('3');
    EXPECT_EQ(viewer_.shown()->full_name, "Balls.position");
    EXPECT_EQ(different_pixels(draw(96, 64), here), 0u);
    press('4');
    EXPECT_EQ(viewer_.shown()->full_name, "Ramps.level");
}

TEST_P(PanesOn, FlyThroughSpace) {
    viewer_.show({"Block.level"});
    (void)draw(96, 64);
    const glm::vec3 before = viewer_.active().choices().orbit.eye();
    viewer_.active().fly({.right_up_ahead = {0, 0, 1}, .time = Seconds(0.5)});
    EXPECT_EQ(viewer_.active().choices().orbit.eye(), before);  // not flying yet
    press('F');
    ASSERT_TRUE(viewer_.active().choices().is_flying);
    const view::OrbitCameraOptions pose = viewer_.active().choices().orbit.pose();
    viewer_.active().fly({.right_up_ahead = {0, 0, 1}, .time = Seconds(0.5)});
    const glm::vec3 ahead = viewer_.active().choices().orbit.eye() - before;
    EXPECT_NEAR(glm::length(ahead), 0.25f * pose.distance_m, 1e-4f * pose.distance_m);
    EXPECT_NEAR(glm::dot(glm::normalize(ahead), glm::normalize(pose.target - before)), 1, 1e-5);
    const glm::vec3 there = viewer_.active().choices().orbit.eye();
    viewer_.active().fly({.right_up_ahead = {0, 0, -1}, .is_fast = true, .time = Seconds(0.125)});
    EXPECT_LT(glm::distance(viewer_.active().choices().orbit.eye(), before), 1e-3f);
    viewer_.active().fly({.right_up_ahead = {0, 0, 1}, .time = Seconds(0.5)});
    send({button(MouseButton::left, Action::press, 20, 20)}, true);
    send({gl::MouseMoveEvent{50, 30, 30, 10}}, true);  // turns the camera without moving it
    (void)draw(96, 64);
    EXPECT_LT(glm::distance(viewer_.active().choices().orbit.eye(), there), 1e-3f);
    send({button(MouseButton::left, Action::release, 50, 30),
          gl::KeyEvent{static_cast<gl::Key>('W'), Action::press, {}}},
         false);
    const glm::vec3 start = viewer_.active().choices().orbit.eye();
    send({});
    EXPECT_NE(viewer_.active().choices().orbit.eye(), start);
    send({gl::KeyEvent{static_cast<gl::Key>('W'), Action::release, {}}});
    const glm::vec3 end = viewer_.active().choices().orbit.eye();
    send({});
    EXPECT_EQ(viewer_.active().choices().orbit.eye(), end);
}

const char* const kDragged = R"(#include <glint/sim.cuh>
//@ simulation "Dragged"
struct Block {     //@ 8 x 6 x 4 of 0.5 m
    float* level;  //@ 0..1 "Level" as volume
    float3* last;  //@ "Last" as none
};
//@ drag
__global__ void press(int width, int height, int depth, float3 mouse, float3* last) {
    const int3 c = glint::cell();
    if (c.x < width && c.y < height && c.z < depth) last[(c.z * height + c.y) * width + c.x] = mouse;
}
)";

TEST_P(PanesOn, DragsIn3DAndOnSlicesUseCells) {
    Simulation block({.device = device_, .file = folder_.write("dragged.cu", kDragged)});
    Viewer viewer(block, context_, interop::Sharing::automatic);
    target_.resize(96, 64);
    viewer.draw(target_);
    const auto drag = [&](double x, double y, MouseButton which) {
        const bool is_left = which == MouseButton::left;
        const std::vector<gl::Event> press{button(which, Action::press, x, y)};
        const std::vector<gl::Event> move{gl::MouseMoveEvent{x, y, 8, 0}};
        const std::vector<gl::Event> release{button(which, Action::release, x + 8, y)};
        viewer.control(app::Frame({.events = press, .turning = is_left}, 1, target_));
        viewer.control(app::Frame({.events = move, .turning = is_left}, 1, target_));
        viewer.control(app::Frame({.events = release}, 1, target_));
    };
    const auto last = [&] {
        std::array<float, 3> place{};
        const auto bytes = block.element({0, 1}, {0, 0, 0});
        std::memcpy(place.data(), bytes.data(), sizeof(place));
        return glm::vec3(place[0], place[1], place[2]);
    };
    // The mouse is over the camera's target, the center of the box.
    const float yaw = viewer.active().choices().orbit.pose().yaw_rad;
    drag(48, 32, MouseButton::left);
    EXPECT_LT(glm::distance(last(), glm::vec3(4, 3, 2)), 1e-3f);
    EXPECT_EQ(viewer.active().choices().orbit.pose().yaw_rad, yaw);  // the camera stays
    drag(48, 32, MouseButton::right);
    EXPECT_NE(viewer.active().choices().orbit.pose().yaw_rad, yaw);
    const glm::vec3 target = viewer.active().choices().orbit.pose().target;
    drag(48, 32, MouseButton::middle);
    EXPECT_NE(viewer.active().choices().orbit.pose().target, target);
    viewer.active().look().view = View::image;
    viewer.active().choices().slice = {.axis = 1, .index = 5};  // 8 x 4 cells of 12 pixels
    viewer.draw(target_);
    drag(30, 20, MouseButton::left);
    EXPECT_LT(glm::distance(last(), glm::vec3(2.5f, 5.5f, (56 - 20) / 12.0f)), 1e-3f);
    drag(30, 20, MouseButton::right);  // drags by 8 pixels
    EXPECT_NEAR(viewer.active().choices().plane->center.x, 4 - 8 / 12.0, 1e-6);
}

TEST_P(PanesOn, DropRemovedFields) {
    const auto file = folder_.write("list.cu", R"(#include <glint/sim.cuh>
//@ simulation "List"
struct Params {
    int length = 9;  //@ 1..100 "Length"
};
struct List {      //@ length x 2
    float* level;  //@ 0..1 "Level"
};
//@ step
__global__ void rise(int width, int height, float* level) {
    const int2 c = glint::cell();
    if (c.x < width && c.y < height) level[c.y * width + c.x] += 1;
}
)");
    Simulation list({.device = device_, .file = file});
    Viewer viewer(list, context_, interop::Sharing::automatic);
    viewer.draw(target_);
    viewer.active().set_picked({0, {8, 1, 0}});
    viewer.draw(target_);
    EXPECT_TRUE(viewer.picked());
    list.parameters()[0].set("length", 5);
    list.reset();
    viewer.draw(target_);
    EXPECT_FALSE(viewer.picked());
}

INSTANTIATE_TEST_SUITE_P(Backends, PanesOn, test::each_backend(), test::name);

}  // namespace
}  // namespace glint::studio
