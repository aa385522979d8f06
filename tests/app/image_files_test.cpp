// SPDX-License-Identifier: MIT
#include <glint/app/detail/image_files.hpp>

#include <base/scratch.hpp>

namespace glint::app {
namespace {

const Picture kGray{.width = 1, .height = 1, .rgba = {9, 9, 9, 255}};

TEST(ImageFiles, AreNamedByTitleAndFrame) {
    const test::TemporaryFolder folder;
    ImageFiles files({.title = "Gray Scott", .out = folder.path() / "new" / "folder"});
    EXPECT_EQ(files.stem(), "gray_scott");
    files.write(7, kGray);
    files.write(1'234'567, kGray);
    ASSERT_EQ(files.written().size(), 2u);
    EXPECT_EQ(files.written()[0], folder.path() / "new/folder/gray_scott-000007.png");
    EXPECT_EQ(files.written()[1].filename(), "gray_scott-1234567.png");
    EXPECT_EQ(read_png(files.written()[0]).rgba, kGray.rgba);
}

TEST(ImageFiles, CheckTheFolderWithoutCreatingIt) {
    const test::TemporaryFolder folder;
    const auto wanted = folder.path() / "a" / "b";
    EXPECT_NO_THROW(ImageFiles({.out = wanted}).require_folder());
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "a"));
}

TEST(ImageFiles, RefuseAFolderUnderAFile) {
    const test::TemporaryFolder folder;
    const auto file = folder.write("file", "text");
    for (const auto& wanted : {file, file / "below"})
        test::expect_error(ErrorCode::io, "'" + file.string() + "' is not a folder",
                           [&] { ImageFiles({.out = wanted}).require_folder(); });
}

TEST(ImageFiles, CountOnlyWrittenFiles) {
    const test::TemporaryFolder folder;
    ImageFiles files({.out = folder.write("file", "text")});
    EXPECT_THROW(files.write(1, kGray), Error);
    EXPECT_TRUE(files.written().empty());
}

}  // namespace
}  // namespace glint::app
