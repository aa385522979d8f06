// SPDX-License-Identifier: MIT
#include <glint/formats/png.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <png.h>

#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/text.hpp>
#include <glint/formats/expansion.hpp>

namespace glint {
namespace {

enum class Wanted { rgba8, luminance, gray };

/// Pixels as libpng returns them: `channels` samples each, 8-bit or 16-bit in native order.
struct Raster {
    unsigned width = 0;
    unsigned height = 0;
    unsigned channels = 0;
    unsigned bit_depth = 0;
    std::vector<png_byte> bytes;
};

/// Reads a PNG with libpng. On an error, libpng jumps out of the call without running destructors.
/// Therefore, calls that can fail are made through `attempt`, in functions without local objects
/// that have a destructor.
class PngReader {
public:
    explicit PngReader(const InputFile& file) : file_(file) {
        png_ = png_create_read_struct(PNG_LIBPNG_VER_STRING, this, on_error, on_warning);
        if (png_) info_ = png_create_info_struct(png_);
        if (!info_) out_of_memory();
        png_set_read_fn(png_, this, on_read);
    }
    PngReader(const PngReader&) = delete;
    PngReader& operator=(const PngReader&) = delete;
    ~PngReader() { png_destroy_read_struct(&png_, &info_, nullptr); }

    Raster read(Wanted wanted) {
        require_signature();
        attempt([&] {
            // Texts and color profiles are not used, and could expand to megabytes.
            png_set_keep_unknown_chunks(png_, PNG_HANDLE_CHUNK_NEVER, nullptr, -1);
            png_read_info(png_, info_);
        });
        require_plausible_size();
        if (wanted == Wanted::gray && (png_get_color_type(png_, info_) & PNG_COLOR_MASK_COLOR) != 0)
            file_.fail("the file is a color image, but a grayscale image is required");
        attempt([&] { convert_to(wanted); });
        require_allowed_size(wanted);

        Raster raster = description();
        raster.bytes.reserve(row_bytes() * raster.height);
        if (png_get_interlace_type(png_, info_) == PNG_INTERLACE_NONE)
            read_rows(raster);
        else
            read_interlaced(raster);
        // Read up to the end of the file, because a file that is truncated after the pixels is
        // damaged.
        attempt([&] { png_read_end(png_, nullptr); });
        return raster;
    }

private:
    template <class Step>
    void attempt(Step step) {
        if (!succeeds(step)) file_.fail_at_byte(at_, message_.data());
    }

    template <class Step>
    bool succeeds(Step& step) {
        if (setjmp(png_jmpbuf(png_))) return false;
        step();
        return true;
    }

    [[noreturn]] static void on_error(png_structp png, png_const_charp message) {
        auto& self = *static_cast<PngReader*>(png_get_error_ptr(png));
        std::strncpy(self.message_.data(), message, self.message_.size() - 1);
        png_longjmp(png, 1);
    }

    static void on_warning(png_structp, png_const_charp) {}

    static void on_read(png_structp png, png_bytep target, std::size_t size) {
        auto& self = *static_cast<PngReader*>(png_get_io_ptr(png));
        if (size > self.file_.size() - self.at_) {
            self.at_ = self.file_.size();
            png_error(png, "the file ends inside the image");
        }
        std::memcpy(target, self.file_.content().data() + self.at_, size);
        self.at_ += size;
    }

    [[noreturn]] void out_of_memory() {
        png_destroy_read_struct(&png_, &info_, nullptr);
        throw Error(ErrorCode::out_of_memory, "read an image", "libpng could not be initialized");
    }

    void require_signature() const {
        constexpr std::string_view signature = "\x89PNG\r\n\x1a\n";
        if (!file_.content().starts_with(signature))
            file_.fail_at_byte(0, "the file is not a PNG file");
    }

    /// Rejects images whose header claims more pixels than the file can contain, before any memory
    /// is allocated. Deflate expands one byte to at most 1032 bytes.
    void require_plausible_size() const {
        const double width = png_get_image_width(png_, info_);
        const double height = png_get_image_height(png_, info_);
        const double bits = png_get_bit_depth(png_, info_) * png_get_channels(png_, info_);
        if (width * height * bits / 8 <= 1032.0 * static_cast<double>(file_.size())) return;
        file_.fail(fmt::format("the file has {} bytes, too few for {} x {} pixels", file_.size(),
                               width, height));
    }

    void convert_to(Wanted wanted) {
        if (wanted == Wanted::rgba8) {
            png_set_expand(png_);  // palette to RGB, 1 to 4 bits to 8, a transparent color to alpha
            png_set_scale_16(png_);
            png_set_gray_to_rgb(png_);
            png_set_add_alpha(png_, 0xFF, PNG_FILLER_AFTER);
        } else {
            png_set_palette_to_rgb(png_);
            png_set_expand_gray_1_2_4_to_8(png_);
            png_set_strip_alpha(png_);
            if (std::endian::native == std::endian::little) png_set_swap(png_);
        }
        png_set_interlace_handling(png_);
        png_read_update_info(png_, info_);
    }

    std::size_t row_bytes() const { return png_get_rowbytes(png_, info_); }

    /// Checks the memory for the pixels against `expansion_limit`. Low bit depths can expand to 32
    /// bits per pixel, and luminances need floats as well.
    void require_allowed_size(Wanted wanted) const {
        const std::size_t width = png_get_image_width(png_, info_);
        const std::size_t height = png_get_image_height(png_, info_);
        const std::size_t floats = wanted == Wanted::luminance ? sizeof(float) * width : 0;
        const std::size_t expanded = height * (row_bytes() + floats);
        if (expanded <= expansion_limit(file_.size())) return;
        file_.fail(expansion_refusal(expanded, file_.size()));
    }

    Raster description() const {
        return {png_get_image_width(png_, info_),
                png_get_image_height(png_, info_),
                png_get_channels(png_, info_),
                png_get_bit_depth(png_, info_),
                {}};
    }

    /// Allocates memory row by row, so that a truncated file does not allocate memory for rows that
    /// it lacks.
    void read_rows(Raster& raster) {
        for (std::size_t y = 0; y < raster.height; ++y) {
            raster.bytes.resize((y + 1) * row_bytes());
            attempt([&] { png_read_row(png_, raster.bytes.data() + y * row_bytes(), nullptr); });
        }
    }

    void read_interlaced(Raster& raster) {
        raster.bytes.resize(row_bytes() * raster.height);
        std::vector<png_bytep> rows(raster.height);
        for (std::size_t y = 0; y < rows.size(); ++y)
            rows[y] = raster.bytes.data() + y * row_bytes();
        attempt([&] { png_read_image(png_, rows.data()); });
    }

    const InputFile& file_;
    std::size_t at_ = 0;
    std::array<char, 256> message_{};
    png_structp png_ = nullptr;
    png_infop info_ = nullptr;
};

float sample(const Raster& raster, std::size_t index) {
    if (raster.bit_depth == 8) return static_cast<float>(raster.bytes[index]) / 255.0f;
    std::uint16_t value;
    std::memcpy(&value, raster.bytes.data() + 2 * index, 2);
    return static_cast<float>(value) / 65535.0f;
}

float luminance(const Raster& raster, std::size_t pixel) {
    const std::size_t first = pixel * raster.channels;
    if (raster.channels < 3) return sample(raster, first);
    return 0.2126f * sample(raster, first) + 0.7152f * sample(raster, first + 1) +
           0.0722f * sample(raster, first + 2);
}

void require_pixels(const std::string& operation, const Picture& image) {
    const std::size_t needed = std::size_t{4} * image.width * image.height;
    if (needed != 0 && image.rgba.size() == needed) return;
    throw Error(ErrorCode::invalid_argument, operation,
                fmt::format("an image of {} x {} pixels does not match {} of data", image.width,
                            image.height, text::counted(image.rgba.size(), "byte")));
}

std::vector<std::byte> encoded(const std::string& operation, const Picture& image) {
    require_pixels(operation, image);
    png_image description{};
    description.version = PNG_IMAGE_VERSION;
    description.width = image.width;
    description.height = image.height;
    description.format = PNG_FORMAT_RGBA;
    // This is three to six times faster than the default, and most files are also smaller.
    description.flags = PNG_IMAGE_FLAG_FAST;

    std::vector<std::byte> bytes(PNG_IMAGE_PNG_SIZE_MAX(description));
    png_alloc_size_t size = bytes.size();
    if (!png_image_write_to_memory(&description, bytes.data(), &size, 0, image.rgba.data(), 0,
                                   nullptr))
        throw Error(ErrorCode::io, operation, description.message);
    bytes.resize(size);
    return bytes;
}

}  // namespace

Picture parse_png(const InputFile& file) {
    Raster raster = PngReader(file).read(Wanted::rgba8);
    return {raster.width, raster.height, std::move(raster.bytes)};
}

Picture read_png(const std::filesystem::path& path) {
    return parse_png(InputFile("read image", path));
}

ScalarField parse_png_luminance(const InputFile& file) {
    const Raster raster = PngReader(file).read(Wanted::luminance);
    ScalarField field{raster.width, raster.height, {}};
    field.values.resize(std::size_t{raster.width} * raster.height);
    for (std::size_t i = 0; i < field.values.size(); ++i) field.values[i] = luminance(raster, i);
    return field;
}

GrayPicture parse_png_gray(const InputFile& file) {
    const Raster raster = PngReader(file).read(Wanted::gray);
    GrayPicture picture{raster.width, raster.height, raster.bit_depth, {}};
    const auto bytes = std::as_bytes(std::span(raster.bytes));
    picture.values.assign(bytes.begin(), bytes.end());
    return picture;
}

void write_png(const std::filesystem::path& path, const Picture& image) {
    write_atomically(path, encoded(fmt::format("write image '{}'", path.string()), image));
}

std::vector<std::byte> encode_png(const Picture& image) { return encoded("encode a PNG", image); }

}  // namespace glint
