// SPDX-License-Identifier: MIT
#include <glint/compiler/detail/include_scan.hpp>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <base/scratch.hpp>

namespace glint::compiler {
namespace {

namespace fs = std::filesystem;

class IncludeScans : public testing::Test {
protected:
    IncludeScan scan(std::string_view text, const std::vector<std::string>& folders = {}) const {
        return scan_includes(text, folder_.path(), folders);
    }
    std::vector<std::string> names(const IncludeScan& scan) const {
        std::vector<std::string> found;
        for (const IncludedFile& file : scan.files)
            found.push_back(fs::relative(file.path, fs::canonical(folder_.path())).string());
        return found;
    }
    using Names = std::vector<std::string>;

    test::TemporaryFolder folder_;
};

TEST_F(IncludeScans, FollowNestedHeaders) {
    folder_.write("a.cuh", "#include \"deep/b.cuh\"\n");
    folder_.write("deep/b.cuh", "#include \"c.cuh\"\nint b;");
    folder_.write("deep/c.cuh", "int c;");
    const IncludeScan found = scan("#include \"a.cuh\"\n");
    EXPECT_EQ(names(found), (Names{"a.cuh", "deep/b.cuh", "deep/c.cuh"}));
    EXPECT_EQ(found.files[2].text, "int c;");
    EXPECT_TRUE(found.complete);
}

TEST_F(IncludeScans, ListEachHeaderOnceEvenInCycles) {
    folder_.write("a.cuh", "#include \"b.cuh\"\n#include \"a.cuh\"\n");
    folder_.write("b.cuh", "#include \"a.cuh\"\n");
    EXPECT_EQ(names(scan("#include \"b.cuh\"\n#include \"./a.cuh\"\n#include \"b.cuh\"\n")),
              (Names{"b.cuh", "a.cuh"}));
}

TEST_F(IncludeScans, SearchFoldersInOrder) {
    folder_.write("one/h.cuh", "1");
    folder_.write("two/h.cuh", "2");
    const std::string one = (folder_.path() / "one").string(),
                      two = (folder_.path() / "two").string();
    EXPECT_EQ(names(scan("#include <h.cuh>\n", {one, two})), (Names{"one/h.cuh"}));
    EXPECT_EQ(names(scan("#include <h.cuh>\n", {two, one})), (Names{"two/h.cuh"}));
    EXPECT_EQ(names(scan("#include \"h.cuh\"\n", {two})), (Names{"two/h.cuh"}));
}

TEST_F(IncludeScans, QuotesSearchTheFoldersOfTheFileFirst) {
    folder_.write("h.cuh", "beside");
    folder_.write("one/h.cuh", "1");
    const std::vector<std::string> folders{(folder_.path() / "one").string()};
    EXPECT_EQ(names(scan("#include \"h.cuh\"\n", folders)), (Names{"h.cuh"}));
    EXPECT_EQ(names(scan("#include <h.cuh>\n", folders)), (Names{"one/h.cuh"}));
}

TEST_F(IncludeScans, MacroIncludesMakeTheScanIncomplete) {
    EXPECT_FALSE(scan("#define H \"h.cuh\"\n#include H\n").complete);
    folder_.write("h.cuh", "#include OTHER\n");
    EXPECT_FALSE(scan("#include \"h.cuh\"\n").complete);
    EXPECT_TRUE(scan("#define H \"h.cuh\"\n").complete);
}

TEST_F(IncludeScans, IgnoreLineComments) {
    folder_.write("h.cuh", "");
    EXPECT_TRUE(scan("// #include \"h.cuh\"\nint x; // #include <h.cuh>\n").files.empty());
}

TEST_F(IncludeScans, RecognizeEveryIncludeSpelling) {
    for (const char* name : {"a.cuh", "b.cuh", "c.cuh", "d.cuh"}) folder_.write(name, "");
    EXPECT_EQ(names(scan("  #  include \"a.cuh\"  // why\r\n"
                         "#include\"b.cuh\"\n"
                         "#if 0\n\t#include \"c.cuh\"\n#endif\n"
                         "#include \"d.cuh\"")),
              (Names{"a.cuh", "b.cuh", "c.cuh", "d.cuh"}));
}

// A compiler would block on the pipe.
TEST_F(IncludeScans, RefuseSpecialFiles) {
    ASSERT_EQ(::mkfifo((folder_.path() / "pipe.cuh").c_str(), 0600), 0);
    fs::create_directory(folder_.path() / "folder.cuh");
    test::expect_error(ErrorCode::io, "the path refers to a pipe, not to a regular file",
                       [&] { scan("#include \"pipe.cuh\"\n"); });
    EXPECT_EQ(scan("#include \"folder.cuh\"\n").missing,
              (std::vector<fs::path>{folder_.path() / "folder.cuh"}));
}

TEST_F(IncludeScans, UseAbsolutePathsInTheTexts) {
    const std::string top =
        folder_.write("a.cuh", "int a;\n#include  <b.cuh> // why\nint c;").string();
    const std::string below = folder_.write("deep/b.cuh", "#include <none>\nint b;").string();
    const IncludeScan found = scan("int x;\n # include \"./a.cuh\"\r\n#include \"none.cuh\"\n",
                                   {(folder_.path() / "deep").string()});
    EXPECT_EQ(found.text, "int x;\n # include \"" + top + "\"\r\n#include \"none.cuh\"\n");
    ASSERT_EQ(found.files.size(), 2u);
    EXPECT_EQ(found.files[0].text, "int a;\n#include  \"" + below + "\" // why\nint c;");
    EXPECT_EQ(found.files[1].text, "#include <none>\nint b;");
}

TEST_F(IncludeScans, KeepTheNamesOfGivenTexts) {
    const std::string file = folder_.write("file.cuh", "").string();
    const std::vector<std::pair<std::string, std::string>> given{
        {"unused.cuh", "#include <file.cuh>"}, {"text.cuh", "#include <file.cuh>\n"}};
    const std::vector<std::string> folders{folder_.path().string()};
    const IncludeScan found = scan_includes("#include <text.cuh>\n", {}, folders, given);
    EXPECT_EQ(found.text, "#include <text.cuh>\n");
    ASSERT_EQ(found.headers.size(), 2u);
    EXPECT_EQ(found.headers[0], given[0]);
    EXPECT_EQ(found.headers[1].second, "#include \"" + file + "\"\n");
    EXPECT_EQ(names(found), (Names{"file.cuh"}));
}

TEST_F(IncludeScans, UnusualPathsMakeTheScanIncomplete) {
    folder_.write("quo\"ted/a.cuh", "");
    const IncludeScan found = scan("#include <a.cuh>\n", {(folder_.path() / "quo\"ted").string()});
    EXPECT_EQ(found.text, "#include <a.cuh>\n");
    EXPECT_FALSE(found.complete);
}

TEST_F(IncludeScans, OmitMissingHeaders) {
    const IncludeScan found =
        scan("#include <cuda_fp16.h>\n#include \"late.cuh\"\n#include \"\n#include\n");
    EXPECT_TRUE(found.files.empty());
    EXPECT_TRUE(found.complete);
    EXPECT_EQ(found.missing, (std::vector<fs::path>{folder_.path() / "late.cuh"}));
}

}  // namespace
}  // namespace glint::compiler
