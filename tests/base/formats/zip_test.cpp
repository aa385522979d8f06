#include <glint/base/formats/zip.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <base/formats/bytes.hpp>
#include <base/scratch.hpp>

namespace glint {
namespace {

using test::expect_error;

InputFile archive_of(std::string content) {
    return InputFile::of_content("read archive", std::move(content));
}

const std::vector<ZipEntry>& entries() {
    static const std::vector<ZipEntry> entries{
        {"a.txt", "first"}, {"empty", ""}, {"folder/long", std::string(100'000, 'x') + "end"}};
    return entries;
}

TEST(Zip, KeepsWhatIsPutIn) {
    for (const bool compressed : {false, true}) {
        const std::string content = zip_archive(entries(), compressed);
        EXPECT_EQ(content.size() < 1000, compressed);
        const InputFile file = archive_of(content);
        const ZipReader zip(file);
        EXPECT_EQ(zip.names(), (std::vector<std::string>{"a.txt", "empty", "folder/long"}));
        for (const ZipEntry& entry : entries()) EXPECT_EQ(zip.read(entry.name), entry.content);
        EXPECT_TRUE(zip.has("empty"));
        EXPECT_FALSE(zip.has("long"));
    }
}

TEST(Zip, MayBeEmpty) {
    const InputFile file = archive_of(zip_archive({}, true));
    EXPECT_TRUE(ZipReader(file).names().empty());
}

TEST(Zip, RefusesWhatIsNotThere) {
    const InputFile none = archive_of("PK no archive");
    expect_error(ErrorCode::bad_input, "byte 0: this is no .zip archive",
                 [&] { ZipReader zip(none); });
    const InputFile file = archive_of(zip_archive(entries(), false));
    expect_error(ErrorCode::not_found, "it has a.txt, empty, folder/long",
                 [&] { ZipReader(file).read("b.txt"); });
}

TEST(Zip, NoticesDamage) {
    std::string content = zip_archive(entries(), false);
    content[content.find("first")] = 'F';
    const InputFile changed = archive_of(content);
    expect_error(
        ErrorCode::bad_input,
        fmt::format("byte {}: entry 'a.txt': its checksum is wrong", content.find("PK\x01\x02")),
        [&] { ZipReader(changed).read("a.txt"); });
    EXPECT_EQ(ZipReader(changed).read("empty"), "");
}

TEST(Zip, SurvivesAnyDamage) {
    const std::vector<ZipEntry> few{{"a", "some text, some text, some text"}, {"b", "more"}};
    test::expect_damage_is_survived("a.zip", zip_archive(few, true), [](const auto& path) {
        const InputFile file("read archive", path);
        const ZipReader zip(file);
        for (const std::string& name : zip.names()) zip.read(name);
    });
}

}  // namespace
}  // namespace glint
