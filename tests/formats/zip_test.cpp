// SPDX-License-Identifier: MIT
#include <glint/formats/zip.hpp>

#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <formats/bytes.hpp>
#include <formats/zip_bytes.hpp>
#include <glint/base/pending_file.hpp>
#include <glint/formats/zip_writer.hpp>

namespace glint {
namespace {

using test::bytes;
using test::expect_error;
using test::kInExtraField;
using test::wide_numbers;
using test::zip_bytes;
using test::ZipClaims;

InputFile archive_of(std::string content) {
    return InputFile::of_content("read archive", std::move(content));
}

const std::vector<ZipEntry>& entries() {
    static const std::vector<ZipEntry> entries{{"a.txt", "first"},
                                               {"empty", ""},
                                               {"folder/long", std::string(100'000, 'x') + "end"},
                                               {"\xc3\xa9 in UTF-8", "second"},
                                               {"\xe9 in Latin-1", "third"}};
    return entries;
}

TEST(Zip, RoundTripsEntries) {
    for (const bool compressed : {false, true}) {
        const std::string content = zip_archive(entries(), compressed);
        EXPECT_EQ(content.size() < 1000, compressed);
        const InputFile file = archive_of(content);
        const ZipReader zip(file);
        EXPECT_EQ(zip.names(), (std::vector<std::string>{"a.txt", "empty", "folder/long",
                                                         "\xc3\xa9 in UTF-8", "\xe9 in Latin-1"}));
        for (const ZipEntry& entry : entries()) EXPECT_EQ(zip.read(entry.name), entry.content);
        EXPECT_TRUE(zip.has("empty"));
        EXPECT_FALSE(zip.has("long"));
    }
}

TEST(Zip, MayBeEmpty) {
    const InputFile file = archive_of(zip_archive({}, true));
    EXPECT_TRUE(ZipReader(file).names().empty());
}

TEST(Zip, MissingEntriesAreRefused) {
    const InputFile none = archive_of("PK no archive");
    expect_error(ErrorCode::bad_input, "the file is not a valid .zip archive (Not a zip archive)",
                 [&] { ZipReader zip(none); });
    const InputFile empty = archive_of("");
    expect_error(ErrorCode::bad_input, "the file is empty", [&] { ZipReader zip(empty); });
    const InputFile file =
        archive_of(zip_archive(std::vector<ZipEntry>{{"a.txt", ""}, {"c.txt", ""}}, false));
    expect_error(ErrorCode::not_found, "the archive contains a.txt, c.txt",
                 [&] { ZipReader(file).read("b.txt"); });
}

TEST(Zip, DetectsDamage) {
    std::string content = zip_archive(entries(), false);
    content[content.find("first")] = 'F';
    const InputFile changed = archive_of(content);
    expect_error(ErrorCode::bad_input, "entry 'a.txt': CRC error",
                 [&] { ZipReader(changed).read("a.txt"); });
    EXPECT_EQ(ZipReader(changed).read("empty"), "");
}

std::string only_entry(const std::string& archive) {
    const InputFile file = archive_of(archive);
    return ZipReader(file).read("x");
}

constexpr std::uint32_t kChecksumOfAbc = 0x352441c2;

ZipClaims claims_of_abc() {
    return {.stored = "abc", .checksum = kChecksumOfAbc, .stored_bytes = 3, .content_bytes = 3};
}

// The extra field contains only numbers that do not fit into 32 bits, in this order.
TEST(Zip, Reads64BitNumbers) {
    ZipClaims claims = claims_of_abc();
    EXPECT_EQ(only_entry(zip_bytes(claims)), "abc");
    claims.content_bytes = kInExtraField;
    claims.extra = wide_numbers(3);
    EXPECT_EQ(only_entry(zip_bytes(claims)), "abc");
    claims.stored_bytes = kInExtraField;
    claims.extra = wide_numbers(3, 3);
    EXPECT_EQ(only_entry(zip_bytes(claims)), "abc");
    claims.header_at = kInExtraField;
    claims.extra = wide_numbers(3, 3, 0);
    EXPECT_EQ(only_entry(zip_bytes(claims)), "abc");
    claims.content_bytes = claims.stored_bytes = 3;
    claims.extra = wide_numbers(0);
    EXPECT_EQ(only_entry(zip_bytes(claims)), "abc");
    claims.header_at = 0;
    claims.extra = wide_numbers(7, 7, 7);  // replaces numbers that do fit
    EXPECT_EQ(only_entry(zip_bytes(claims)), "abc");
}

TEST(Zip, Finds64BitNumbersAfterOtherExtraFields) {
    ZipClaims claims = claims_of_abc();
    claims.content_bytes = kInExtraField;
    const std::string other = bytes(std::uint16_t{0x5455}, std::uint16_t{5}) + "times";
    const std::string empty = bytes(std::uint16_t{0x7075}, std::uint16_t{0});
    claims.extra = other + empty + wide_numbers(3);
    EXPECT_EQ(only_entry(zip_bytes(claims)), "abc");
    claims.extra = other + wide_numbers(3) + other + empty;
    EXPECT_EQ(only_entry(zip_bytes(claims)), "abc");
}

void expect_refused(const ZipClaims& claims, std::string_view reason) {
    expect_error(ErrorCode::bad_input, reason, [&] { only_entry(zip_bytes(claims)); });
}

TEST(Zip, RefusesImpossibleSizes) {
    ZipClaims claims = claims_of_abc();
    claims.content_bytes = kInExtraField;
    for (const std::uint64_t size : {2, 4}) {
        claims.extra = wide_numbers(size);
        expect_refused(claims, "entry 'x': the size in the header is wrong");
    }
    claims = claims_of_abc();
    claims.stored_bytes = claims.content_bytes = 1'000;
    expect_refused(claims, "the entries of the archive are larger than the file");
    claims = claims_of_abc();
    claims.header_at = 5;
    EXPECT_THROW(only_entry(zip_bytes(claims)), Error);
    claims = claims_of_abc();
    claims.local_name_bytes = 60'000;
    EXPECT_THROW(only_entry(zip_bytes(claims)), Error);
}

// Local headers may have their own extra fields.
TEST(Zip, FindsContentAfterAnExtraField) {
    ZipClaims claims = claims_of_abc();
    claims.local_extra = bytes(std::uint16_t{0x5455}, std::uint16_t{5}) + "times";
    EXPECT_EQ(only_entry(zip_bytes(claims)), "abc");
}

TEST(Zip, RefusesUnsupportedCompression) {
    ZipClaims claims = claims_of_abc();
    claims.flags = 1;
    expect_refused(claims, "entry 'x': No password provided");
    claims.flags = 0x0802;  // UTF-8 names, and compression level bits
    EXPECT_EQ(only_entry(zip_bytes(claims)), "abc");
    claims.method = 12;
    expect_refused(claims, "entry 'x': compression method 12 is not supported");
    claims.method = 8;
    expect_refused(claims, "entry 'x': CRC error");
    const std::string whole = zip_bytes(claims_of_abc());
    EXPECT_THROW(only_entry(whole.substr(0, whole.size() - 1)), Error);
}

TEST(Zip, RefusesCompressedContentsOfAnotherSize) {
    const std::string_view deflated("\x4b\x4c\x4a\x06\x00", 5);  // "abc", compressed
    ZipClaims claims{.stored = deflated,
                     .method = 8,
                     .checksum = kChecksumOfAbc,
                     .stored_bytes = 5,
                     .content_bytes = 3};
    EXPECT_EQ(only_entry(zip_bytes(claims)), "abc");
    for (const std::uint32_t size : {2u, 4u}) {
        claims.content_bytes = size;
        expect_refused(claims, "entry 'x': the size in the header is wrong");
    }
}

TEST(Zip, Reads64BitDirectories) {
    using u16 = std::uint16_t;
    const std::string plain = zip_bytes(claims_of_abc());
    const std::uint64_t directory_at = plain.find("PK\x01\x02"), end = plain.find("PK\x05\x06");
    const auto read = [&](std::uint64_t count, std::uint64_t at, std::uint64_t end_at) {
        return only_entry(plain.substr(0, end) + "PK\x06\x06" +
                          bytes(std::uint64_t{44}, u16{45}, u16{45}, 0u, 0u, count, count) +
                          bytes(end - directory_at, at) + "PK\x06\x07" + bytes(0u, end_at, 1u) +
                          "PK\x05\x06" + bytes(u16{0}, u16{0}, u16{0xffff}, u16{0xffff}) +
                          bytes(kInExtraField, kInExtraField, u16{0}));
    };
    EXPECT_EQ(read(1, directory_at, end), "abc");
    EXPECT_THROW(read(1, directory_at, end + 1), Error);
    for (const std::uint64_t count : {std::uint64_t{0}, std::uint64_t{1} << 40, ~std::uint64_t{0}})
        EXPECT_THROW(read(count, directory_at, end), Error);
    for (const std::uint64_t beyond : {std::uint64_t{1} << 32, ~std::uint64_t{0}})
        EXPECT_THROW(read(1, beyond, end), Error);
}

TEST(Zip, MayEndWithAComment) {
    std::string archive = zip_bytes(claims_of_abc());
    archive.replace(archive.size() - 2, 2, bytes(std::uint16_t{5}) + "words");
    EXPECT_EQ(only_entry(archive), "abc");
}

TEST(Zip, MayHaveMoreThan65535Entries) {
    std::vector<ZipEntry> many(70'000);
    for (std::size_t i = 0; i < many.size(); ++i) many[i].name = std::to_string(i);
    const InputFile file = archive_of(zip_archive(many, false));
    EXPECT_EQ(ZipReader(file).names().size(), many.size());
    EXPECT_EQ(ZipReader(file).read("69999"), "");
    many.push_back(many.front());
    expect_error(ErrorCode::invalid_argument, "File already exists",
                 [&] { zip_archive(many, false); });
}

// A small-scale version of archives over 4 GB.
TEST(Zip, Writes64BitNumbersWhereNeeded) {
    const test::TemporaryFolder folder;
    const auto content = [](int i) {
        return std::string(30 * static_cast<std::size_t>(i), static_cast<char>('a' + i));
    };
    for (const std::uint64_t wide_from : {0u, 50u, 100u, 300u, 600u}) {
        SCOPED_TRACE(wide_from);
        PendingFile pending(folder.path() / "a.zip");
        ZipWriter writer(pending, {.wide_from = wide_from});
        for (int i = 0; i < 5; ++i) writer.add(std::to_string(i), content(i));
        writer.finish();
        pending.finish();
        const InputFile file("read archive", folder.path() / "a.zip");
        const ZipReader archive(file);
        ASSERT_EQ(archive.names().size(), 5u);
        for (int i = 0; i < 5; ++i) EXPECT_EQ(archive.read(std::to_string(i)), content(i));
        EXPECT_TRUE(is_sealed(file.content()));
    }
}

TEST(Zip, TruncatedOrChangedArchivesAreNotSealed) {
    const test::TemporaryFolder folder;
    PendingFile pending(folder.path() / "a.zip");
    ZipWriter writer(pending, {});
    writer.add("a", "some text");
    writer.finish();
    pending.finish();
    const InputFile file("read archive", folder.path() / "a.zip");
    const std::string whole(file.content());
    ASSERT_TRUE(is_sealed(whole));
    EXPECT_FALSE(is_sealed(""));
    EXPECT_FALSE(is_sealed(whole.substr(whole.size() - 10)));
    EXPECT_FALSE(is_sealed(whole.substr(0, whole.size() - 1)));
    std::string changed = whole;
    changed[35] ^= 1;
    EXPECT_FALSE(is_sealed(changed));
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
