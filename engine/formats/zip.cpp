// SPDX-License-Identifier: MIT
#include <glint/formats/zip.hpp>

#include <algorithm>
#include <limits>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <zip.h>

#include <glint/base/error.hpp>
#include <glint/formats/expansion.hpp>

namespace glint {
namespace {

struct Failure : zip_error_t {
    Failure() { zip_error_init(this); }
    Failure(const Failure&) = delete;
    Failure& operator=(const Failure&) = delete;
    ~Failure() { zip_error_fini(this); }
};

[[noreturn]] void refuse_writing(zip_error_t* error) {
    throw Error(ErrorCode::invalid_argument, "create a .zip archive", zip_error_strerror(error));
}

void add_up(std::size_t& sum, std::size_t bytes) {
    sum += std::min(bytes, std::numeric_limits<std::size_t>::max() - sum);
}

/// Reads up to `size` bytes; stops at an error. Reads in chunks, so that memory is touched only for
/// content that exists, even if the size in the header is wrong.
std::string read_all(zip_file_t* file, std::size_t size) {
    constexpr std::size_t kChunkBytes = 1 << 20;
    std::string content;
    content.reserve(size);
    for (zip_int64_t count = 1; count > 0 && content.size() < size;) {
        const std::size_t used = content.size();
        content.resize(std::min(size, used + kChunkBytes));
        count = zip_fread(file, content.data() + used, content.size() - used);
        content.resize(used + static_cast<std::size_t>(std::max<zip_int64_t>(count, 0)));
    }
    return content;
}

}  // namespace

void ZipReader::Close::operator()(::zip* archive) const { zip_discard(archive); }

ZipReader::ZipReader(const InputFile& file) : file_(file) {
    if (file.size() == 0) file.fail("the file is empty");  // libzip accepts an empty file
    Failure failure;
    zip_source_t* source =
        zip_source_buffer_create(file.content().data(), file.size(), 0, &failure);
    archive_.reset(zip_open_from_source(source, ZIP_RDONLY, &failure));
    if (!archive_) {
        zip_source_free(source);
        file.fail(
            fmt::format("the file is not a valid .zip archive ({})", zip_error_strerror(&failure)));
    }
    std::size_t stored_bytes = 0;
    for (zip_int64_t i = 0; i < zip_get_num_entries(archive_.get(), 0); ++i) {
        zip_stat_t entry{};
        zip_stat_index(archive_.get(), static_cast<zip_uint64_t>(i), ZIP_FL_ENC_RAW, &entry);
        index_.try_emplace(entry.name, entry.index);
        add_up(stored_bytes, entry.comp_size);
        if (entry.comp_method != ZIP_CM_STORE) add_up(expanded_bytes_, entry.size);
    }
    // If entries shared bytes, a small archive could claim any amount of content.
    if (stored_bytes > file.size())
        file.fail("the entries of the archive are larger than the file");
}

std::vector<std::string> ZipReader::names() const {
    std::vector<std::string> names;
    for (zip_int64_t i = 0; i < zip_get_num_entries(archive_.get(), 0); ++i)
        names.emplace_back(
            zip_get_name(archive_.get(), static_cast<zip_uint64_t>(i), ZIP_FL_ENC_RAW));
    return names;
}

bool ZipReader::has(std::string_view name) const { return index_.contains(name); }

std::string ZipReader::read(std::string_view name) const {
    const auto found = index_.find(name);
    if (found == index_.end())
        throw Error(ErrorCode::not_found, fmt::format("find '{}' in a .zip archive", name),
                    fmt::format("the archive contains {}", fmt::join(names(), ", ")));
    const auto fail = [&](std::string_view reason) {
        file_.fail(fmt::format("entry '{}': {}", name, reason));
    };
    zip_stat_t entry{};
    zip_stat_index(archive_.get(), found->second, 0, &entry);
    if (entry.comp_method != ZIP_CM_STORE && entry.comp_method != ZIP_CM_DEFLATE)
        fail(fmt::format("compression method {} is not supported", entry.comp_method));
    const std::uint64_t most = entry.comp_method == ZIP_CM_STORE ? 1 : 1032;  // maximum ratio
    if (entry.size / most > entry.comp_size) fail("the size in the header is wrong");
    if (entry.comp_method != ZIP_CM_STORE && expanded_bytes_ > expansion_limit(file_.size()))
        file_.fail(expansion_refusal(expanded_bytes_, file_.size()));
    const std::unique_ptr<zip_file_t, decltype(&zip_fclose)> file(
        zip_fopen_index(archive_.get(), found->second, 0), &zip_fclose);
    if (!file) fail(zip_error_strerror(zip_get_error(archive_.get())));
    std::string content = read_all(file.get(), entry.size);
    char rest = 0;
    const zip_int64_t rest_bytes = zip_fread(file.get(), &rest, 1);  // verifies the checksum
    if (rest_bytes < 0) fail(zip_error_strerror(zip_file_get_error(file.get())));
    if (content.size() < entry.size || rest_bytes > 0) fail("the size in the header is wrong");
    return content;
}

std::string zip_archive(std::span<const ZipEntry> entries, bool compressed) {
    constexpr zip_uint16_t kFirstOfJanuary1980 = 0x21;  // the earliest date that ZIP supports
    if (entries.empty()) return "PK\x05\x06" + std::string(18, '\0');  // libzip writes nothing
    Failure failure;
    const std::unique_ptr<zip_source_t, decltype(&zip_source_free)> output(
        zip_source_buffer_create(nullptr, 0, 0, &failure), &zip_source_free);
    std::unique_ptr<::zip, decltype(&zip_discard)> archive(
        zip_open_from_source(output.get(), ZIP_TRUNCATE, &failure), &zip_discard);
    if (!archive) refuse_writing(&failure);
    zip_source_keep(output.get());
    for (const ZipEntry& entry : entries) {
        zip_source_t* content =
            zip_source_buffer(archive.get(), entry.content.data(), entry.content.size(), 0);
        const zip_int64_t added = zip_file_add(archive.get(), entry.name.c_str(), content, 0);
        if (added < 0) {
            zip_source_free(content);
            refuse_writing(zip_get_error(archive.get()));
        }
        const auto index = static_cast<zip_uint64_t>(added);
        zip_set_file_compression(archive.get(), index, compressed ? ZIP_CM_DEFLATE : ZIP_CM_STORE,
                                 6);
        zip_file_set_dostime(archive.get(), index, 0, kFirstOfJanuary1980, 0);
    }
    if (zip_close(archive.get()) != 0) refuse_writing(zip_get_error(archive.get()));
    archive.release();
    zip_stat_t whole{};
    zip_source_stat(output.get(), &whole);
    std::string bytes(whole.size, '\0');
    zip_source_open(output.get());
    zip_source_read(output.get(), bytes.data(), bytes.size());
    zip_source_close(output.get());
    return bytes;
}

}  // namespace glint
