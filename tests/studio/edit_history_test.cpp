// SPDX-License-Identifier: MIT
#include <glint/studio/window/detail/edit_history.hpp>

#include <gtest/gtest.h>

#include <app/slider.hpp>

namespace glint::studio {
namespace {

class Edits : public testing::Test {
protected:
    static ParameterSet first(double maximum = 10) {
        std::vector<Parameter> list{test::slider("speed", 1, maximum, 0),
                                    test::slider("drag", 2, 10, 4), test::slider("tint", 0, 10, 8)};
        list[0].annotation->label = "Speed";
        list[2].components = 3;
        return {"Params", list, 20};
    }
    double speed() const { return sets_[0].get("speed"); }
    /// A simulated frame in which a parameter is set.
    void frame(const char* name, double value, bool is_held = false, unsigned component = 0) {
        sets_[0].set(name, value, component);
        history_.watch(sets_, is_held);
    }
    void release() { history_.watch(sets_, false); }
    bool undo() { return history_.undo(sets_); }
    bool redo() { return history_.redo(sets_); }

    std::vector<ParameterSet> sets_{first(),
                                    ParameterSet("Other", {test::slider("speed", 5, 10, 0)}, 4)};
    EditHistory history_{sets_};
};

TEST_F(Edits, AreUndoneAndRedoneInOrder) {
    frame("speed", 3);
    frame("drag", 4);
    frame("speed", 7);
    EXPECT_TRUE(undo());
    EXPECT_EQ(speed(), 3);
    EXPECT_TRUE(undo());
    EXPECT_EQ(sets_[0].get("drag"), 2);
    EXPECT_TRUE(redo());
    EXPECT_EQ(sets_[0].get("drag"), 4);
    EXPECT_TRUE(undo());
    EXPECT_TRUE(undo());
    EXPECT_EQ(speed(), 1);
    EXPECT_FALSE(undo());
    for (int i = 0; i < 3; ++i) EXPECT_TRUE(redo());
    EXPECT_EQ(speed(), 7);
    EXPECT_FALSE(redo());
}

TEST_F(Edits, OneDragIsOneEdit) {
    for (int i = 2; i < 9; ++i) frame("speed", i, true);
    release();
    for (int i = 2; i < 5; ++i) frame("speed", i, true);
    release();
    EXPECT_EQ(history_.to_undo(), "Speed 4 -> 8");
    EXPECT_TRUE(undo());
    EXPECT_EQ(speed(), 8);
    EXPECT_EQ(history_.to_undo(), "Speed 8 -> 1");
    EXPECT_TRUE(undo());
    EXPECT_EQ(speed(), 1);
    EXPECT_EQ(history_.to_undo(), "");
    EXPECT_EQ(history_.to_redo(), "Speed 1 -> 8");
}

TEST_F(Edits, SimultaneousChangesAreOneEdit) {
    sets_[0].set("tint", 0.5, 2);
    sets_[0].set("drag", 9);
    frame("speed", 3);
    EXPECT_EQ(history_.to_undo(), "3 parameters");
    EXPECT_TRUE(undo());
    EXPECT_EQ(sets_[0].text("tint"), "0,0,0");
    EXPECT_EQ(sets_[0].get("drag"), 2);
    EXPECT_EQ(speed(), 1);
    EXPECT_FALSE(undo());
}

TEST_F(Edits, EditsAfterAnUndoDiscardRedo) {
    frame("speed", 3);
    frame("speed", 4);
    undo();
    frame("drag", 6);
    EXPECT_FALSE(redo());
    EXPECT_TRUE(undo());
    EXPECT_TRUE(undo());
    EXPECT_EQ(speed(), 1);
}

TEST_F(Edits, UnwatchedEditsAreUndoneToo) {
    sets_[0].set("speed", 6);
    EXPECT_TRUE(undo());
    EXPECT_EQ(speed(), 1);
}

TEST_F(Edits, EqualNamesAreDistinguished) {
    sets_[1].set("speed", 9);
    release();
    frame("speed", 3);
    EXPECT_TRUE(undo());
    EXPECT_EQ(speed(), 1);
    EXPECT_EQ(sets_[1].get("speed"), 9);
    EXPECT_TRUE(undo());
    EXPECT_EQ(sets_[1].get("speed"), 5);
}

TEST_F(Edits, ReloadKeepsEditsThatStillFit) {
    frame("speed", 8);
    frame("drag", 5);
    frame("speed", 3);
    sets_.pop_back();
    sets_[0] = first(4);  // its maximum speed is 4
    sets_[0].set("speed", 3);
    history_.rebase(sets_);
    EXPECT_TRUE(undo());  // skips speed 8, which is out of range, and drag 2, which is already set
    EXPECT_EQ(speed(), 1);
    EXPECT_FALSE(undo());
}

}  // namespace
}  // namespace glint::studio
