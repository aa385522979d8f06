// SPDX-License-Identifier: MIT
#include <glint/app/keys.hpp>

#include <base/scratch.hpp>

namespace glint::app {
namespace {

gl::KeyEvent pressed(gl::Key key, gl::Modifiers modifiers = {},
                     gl::Action action = gl::Action::press) {
    return {key, action, modifiers};
}

class KeysTest : public testing::Test {
protected:
    void bind(gl::Key key, const char* action, int& count, gl::Modifiers modifiers = {},
              bool repeats = false) {
        keys_.add("Group", {.key = key,
                            .modifiers = modifiers,
                            .action = action,
                            .act = [&count] { ++count; },
                            .repeats = repeats});
    }
    Keys keys_;
};

TEST_F(KeysTest, RunActionsForTheExactModifiers) {
    int plain = 0, together = 0;
    bind(gl::Key('Z'), "plain", plain);
    bind(gl::Key('Z'), "together", together, {.control = true});
    EXPECT_TRUE(keys_.press(pressed(gl::Key('Z'))));
    EXPECT_TRUE(keys_.press(pressed(gl::Key('Z'), {.control = true})));
    EXPECT_TRUE(keys_.press(pressed(gl::Key('Z'), {.control = true})));
    EXPECT_FALSE(keys_.press(pressed(gl::Key('Z'), {.shift = true})));
    EXPECT_FALSE(keys_.press(pressed(gl::Key('Y'))));
    EXPECT_EQ(plain, 1);
    EXPECT_EQ(together, 2);
}

TEST_F(KeysTest, RepeatIfRequested) {
    int once = 0, often = 0;
    bind(gl::Key('A'), "once", once);
    bind(gl::Key('B'), "often", often, {}, true);
    for (const gl::Action action :
         {gl::Action::press, gl::Action::repeat, gl::Action::repeat, gl::Action::release}) {
        keys_.press(pressed(gl::Key('A'), {}, action));
        keys_.press(pressed(gl::Key('B'), {}, action));
    }
    EXPECT_EQ(once, 1);
    EXPECT_EQ(often, 3);
}

TEST_F(KeysTest, CanBeBoundByCharacter) {
    int count = 0;
    keys_.add("Group",
              {.key = gl::Key::f1, .action = "help", .act = [&] { ++count; }, .character = U'?'});
    EXPECT_TRUE(keys_.type(U'?'));
    EXPECT_TRUE(keys_.press(pressed(gl::Key::f1)));
    EXPECT_FALSE(keys_.type(U'!'));
    EXPECT_EQ(count, 2);
    EXPECT_EQ(keys_.groups()[0].rows[0].keys, "F1, ?");
}

TEST_F(KeysTest, DuplicateBindingsAreRefused) {
    int count = 0;
    bind(gl::Key('Z'), "undo", count, {.control = true});
    test::expect_error(ErrorCode::invalid_argument, "the key is already bound to 'undo'",
                       [&] { bind(gl::Key('Z'), "other", count, {.control = true}); });
}

TEST_F(KeysTest, AreListedInGroupsWithOneRowPerAction) {
    int count = 0;
    bind(gl::Key('Y'), "redo", count, {.control = true});
    bind(gl::Key('Z'), "redo", count, {.shift = true, .control = true});
    keys_.describe("Mouse", "wheel", "zoom");
    bind(gl::Key::page_up, "older", count);
    ASSERT_EQ(keys_.groups().size(), 2u);
    ASSERT_EQ(keys_.groups()[0].rows.size(), 2u);
    EXPECT_EQ(keys_.groups()[0].rows[0].keys, "Ctrl+Y, Ctrl+Shift+Z");
    EXPECT_EQ(keys_.groups()[0].rows[1].keys, "Page Up");
    EXPECT_EQ(keys_.groups()[1].title, "Mouse");
    EXPECT_EQ(keys_.groups()[1].rows[0].action, "zoom");
}

TEST(KeyNames, MatchTheKeyboard) {
    EXPECT_EQ(to_string(gl::Key('Q')), "Q");
    EXPECT_EQ(to_string(gl::Key::f12), "F12");
    EXPECT_EQ(to_string(gl::Key::space), "Space");
    EXPECT_EQ(to_string(gl::Key('1'), {.shift = true, .control = true, .alt = true}),
              "Ctrl+Alt+Shift+1");
    EXPECT_EQ(to_string(gl::Key(348)), "key 348");
}

}  // namespace
}  // namespace glint::app
