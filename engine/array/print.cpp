// SPDX-License-Identifier: MIT
#include <glint/array/print.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace glint::detail {
namespace {

using Texts = std::vector<std::string>;

void align_right(Texts& texts) {
    std::size_t width = 0;
    for (const std::string& text : texts) width = std::max(width, text.size());
    for (std::string& text : texts) text.insert(0, width - text.size(), ' ');
}

// Pads with trailing spaces so that decimal points line up.
void align_points(Texts& texts) {
    const auto fraction_length = [](const std::string& text) {
        const std::size_t point = text.find('.');
        return point == std::string::npos ? 0 : text.size() - point;
    };
    std::size_t most = 0;
    for (const std::string& text : texts) most = std::max(most, fraction_length(text));
    for (std::string& text : texts)
        if (text.find('.') != std::string::npos) text.append(most - fraction_length(text), ' ');
    align_right(texts);
}

// True if numbers are printed in scientific notation. As in NumPy, this applies if values are very
// large, very small or far apart.
template <class T>
bool needs_exponents(const std::vector<T>& values) {
    double least = std::numeric_limits<double>::max(), most = 0;
    for (const T value : values) {
        const double size = std::abs(static_cast<double>(value));
        if (!std::isfinite(size) || size == 0) continue;
        least = std::min(least, size);
        most = std::max(most, size);
    }
    return most > 0 && (most >= 1e8 || least < 1e-4 || most / least > 1000);
}

template <class T>
std::string with_point(T value, int precision) {
    std::string text = fmt::format("{}", value);
    const std::size_t point = text.find('.');
    if (point == std::string::npos) return text + '.';
    if (text.size() - point - 1 > static_cast<std::size_t>(precision)) {
        text = fmt::format("{:.{}f}", value, precision);
        if (precision == 0) return text + '.';
        text.resize(text.find_last_not_of('0') + 1);
    }
    return text;
}

// Number of digits after the first one that are needed to distinguish the number from all others of
// its type.
template <class T>
int fraction_digits(T value) {
    std::string text = fmt::format("{}", std::abs(value));
    text.resize(std::min(text.find('e'), text.size()));
    std::erase(text, '.');
    text.erase(0, text.find_first_not_of('0'));
    const std::size_t last = text.find_last_not_of('0');
    return last == std::string::npos ? 0 : static_cast<int>(last);
}

template <class T>
std::string with_exponent(T value, int digits) {
    std::string text = fmt::format("{:.{}e}", value, digits);
    if (digits == 0) text.insert(text.find('e'), ".");
    return text;
}

template <class T>
Texts printed_reals(const std::vector<T>& values, int precision) {
    const bool scientific = needs_exponents(values);
    int digits = 0;
    for (const T value : values)
        if (std::isfinite(value)) digits = std::max(digits, fraction_digits(value));
    Texts texts;
    for (const T value : values)
        texts.push_back(!std::isfinite(value) ? fmt::format("{}", value)
                        : scientific          ? with_exponent(value, std::min(digits, precision))
                                              : with_point(value, precision));
    if (scientific)
        align_right(texts);
    else
        align_points(texts);
    return texts;
}

std::string trimmed(const std::string& text) {
    const std::size_t first = text.find_first_not_of(' ');
    return text.substr(first, text.find_last_not_of(' ') + 1 - first);
}

template <class T>
Texts printed_pairs(const std::vector<std::complex<T>>& values, int precision) {
    std::vector<T> real, imaginary;
    for (const std::complex<T>& value : values) {
        real.push_back(value.real());
        imaginary.push_back(std::abs(value.imag()));
    }
    Texts texts = printed_reals(real, precision);
    const Texts others = printed_reals(imaginary, precision);
    for (std::size_t i = 0; i < texts.size(); ++i)
        texts[i] = trimmed(texts[i]) + (std::signbit(values[i].imag()) ? '-' : '+') +
                   trimmed(others[i]) + 'j';
    align_right(texts);
    return texts;
}

template <class T>
Texts printed_all(const std::vector<T>& values) {
    Texts texts;
    for (const T value : values) texts.push_back(fmt::format("{}", value));
    align_right(texts);
    return texts;
}

// Writes the nested brackets and elements of all dimensions.
class Brackets {
public:
    Brackets(const Shape& shape, const Shape& shown, const Texts& cells,
             const PrintOptions& options)
        : shape_(shape), shown_(shown), cells_(cells), options_(options) {}

    std::string text() {
        put(0);
        return std::move(text_);
    }

private:
    void put(std::size_t axis) {
        if (axis == shape_.rank()) {
            text_ += cells_[next_++];
            return;
        }
        text_ += '[';
        for (std::size_t i = 0; i < shown_[axis]; ++i) {
            if (i > 0) separate(axis, next_width(axis));
            if (shown_[axis] < shape_[axis] && i == shown_[axis] / 2) {
                text_ += "...";
                separate(axis, next_width(axis));
            }
            put(axis + 1);
        }
        text_ += ']';
    }

    std::size_t next_width(std::size_t axis) const {
        return axis + 1 == shape_.rank() ? cells_[next_].size() : 0;
    }

    // Separates elements of a row by a space, or by a line break if the line would become too long.
    void separate(std::size_t axis, std::size_t next_width) {
        const std::size_t inside = shape_.rank() - 1 - axis;
        const std::size_t begin = text_.rfind('\n') + 1;  // 0 before the first line break
        const bool fits = text_.size() - begin + 2 + next_width <= options_.line_width;
        if (inside == 0 && fits) {
            text_ += ' ';
            return;
        }
        text_.append(std::max<std::size_t>(inside, 1), '\n');
        text_.append(axis + 1, ' ');
    }

    const Shape &shape_, &shown_;
    const Texts& cells_;
    const PrintOptions& options_;
    std::string text_;
    std::size_t next_ = 0;  // index of the next cell
};

}  // namespace

std::vector<std::string> printed(const std::vector<bool>& values) {
    Texts texts;
    for (const bool value : values) texts.emplace_back(value ? "true" : "false");
    align_right(texts);
    return texts;
}
std::vector<std::string> printed(const std::vector<long long>& values) {
    return printed_all(values);
}
std::vector<std::string> printed(const std::vector<unsigned long long>& values) {
    return printed_all(values);
}
std::vector<std::string> printed(const std::vector<float>& values, int precision) {
    return printed_reals(values, precision);
}
std::vector<std::string> printed(const std::vector<double>& values, int precision) {
    return printed_reals(values, precision);
}
std::vector<std::string> printed(const std::vector<std::complex<float>>& values, int precision) {
    return printed_pairs(values, precision);
}
std::vector<std::string> printed(const std::vector<std::complex<double>>& values, int precision) {
    return printed_pairs(values, precision);
}

std::string bracketed(const Shape& shape, const Shape& shown, const std::vector<std::string>& cells,
                      const PrintOptions& options) {
    if (shape.size() == 0) return "[]";
    return Brackets(shape, shown, cells, options).text();
}

}  // namespace glint::detail
