// SPDX-License-Identifier: MIT
#include <glint/algorithms/detail/subscripts.hpp>

#include <algorithm>
#include <limits>
#include <optional>
#include <string>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint::detail {
namespace {

std::string texts(std::span<const Shape> shapes) {
    std::string text;
    for (const Shape& shape : shapes) text += (text.empty() ? "" : ", ") + to_string(shape);
    return text;
}

bool contains_label(const Labels& labels, Label label) {
    return std::ranges::find(labels, label) != labels.end();
}

/// The labels of one array in the text: letters, and '...' at most once.
struct Term {
    std::string_view text;
    Labels before{}, after{};
    bool has_dots = false;

    std::size_t named() const { return before.size() + after.size(); }
    /// Returns the labels of all dimensions. '...' stands for `dots` dimensions.
    Labels labels(std::size_t dots) const {
        Labels all = before;
        for (std::size_t i = dots; i-- > 0;) all.push_back(static_cast<Label>(kLetters + i));
        all.insert(all.end(), after.begin(), after.end());
        return all;
    }
};

class Parser {
public:
    Parser(std::string_view text, std::span<const Shape> shapes) : text_(text), shapes_(shapes) {}

    Subscripts parse() {
        const std::size_t arrow = text_.find("->");
        read_operands(text_.substr(0, arrow));
        check_count();
        for (std::size_t i = 0; i < terms_.size(); ++i) add_operand(i);
        if (arrow == std::string_view::npos)
            imply_result();
        else
            add_result(term(text_.substr(arrow + 2)));
        return std::move(subscripts_);
    }

private:
    [[noreturn]] void refuse(const std::string& reason) const {
        throw Error(ErrorCode::invalid_argument,
                    fmt::format("evaluate einsum \"{}\" of shapes {}", text_, texts(shapes_)),
                    reason);
    }

    void read_operands(std::string_view text) {
        for (;;) {
            const std::size_t comma = text.find(',');
            terms_.push_back(term(text.substr(0, comma)));
            if (comma == std::string_view::npos) return;
            text.remove_prefix(comma + 1);
        }
    }

    Term term(std::string_view text) const {
        Term result{.text = text};
        for (std::size_t i = 0; i < text.size(); ++i) {
            if (text[i] == ' ') continue;
            if (text.substr(i, 3) == "...") {
                if (result.has_dots) refuse(fmt::format("'...' appears twice in '{}'", text));
                result.has_dots = true;
                i += 2;
            } else {
                (result.has_dots ? result.after : result.before).push_back(letter(text[i]));
            }
        }
        return result;
    }
    /// Maps letters to labels; capitals come first, as in ASCII.
    Label letter(char c) const {
        if (c >= 'A' && c <= 'Z') return static_cast<Label>(c - 'A');
        if (c >= 'a' && c <= 'z') return static_cast<Label>(26 + c - 'a');
        refuse(fmt::format("'{}' is not a valid subscript. Use letters, '...', ',' and '->'", c));
    }
    static std::string name_of(Label label) {
        if (label >= kLetters) return "...";
        return std::string(1, static_cast<char>(label < 26 ? 'A' + label : 'a' + label - 26));
    }

    void check_count() const {
        if (terms_.size() != shapes_.size())
            refuse(fmt::format("the subscripts describe {}, not {}",
                               text::counted(terms_.size(), "array"), shapes_.size()));
    }

    void add_operand(std::size_t i) {
        const Term& term = terms_[i];
        const std::size_t rank = shapes_[i].rank();
        if (rank < term.named() || (rank > term.named() && !term.has_dots))
            refuse(fmt::format("'{}' names {} of array {}, which has {}", term.text,
                               text::counted(term.named(), "dimension"), i + 1, rank));
        dots_ = std::max(dots_, rank - term.named());
        subscripts_.operands.push_back(term.labels(rank - term.named()));
        for (std::size_t axis = 0; axis < rank; ++axis)
            add_extent(subscripts_.operands.back()[axis], shapes_[i][axis]);
    }
    void add_extent(Label label, std::size_t extent) {
        std::size_t& known = subscripts_.extents[label];
        const bool is_new = !contains_label(seen_, label);
        if (is_new) seen_.push_back(label);
        if (!is_new && known != extent && known != 1 && extent != 1)
            refuse(fmt::format("the extents of '{}' differ: {} and {}", name_of(label),
                               text::counted(known, "element"), extent));
        if (is_new || known == 1) known = extent;
    }

    void imply_result() {
        Labels all;
        for (const Labels& labels : subscripts_.operands)
            all.insert(all.end(), labels.begin(), labels.end());
        for (std::size_t i = dots_; i-- > 0;)
            subscripts_.result.push_back(static_cast<Label>(kLetters + i));
        for (Label label = 0; label < kLetters; ++label)
            if (std::ranges::count(all, label) == 1) subscripts_.result.push_back(label);
    }
    void add_result(const Term& term) {
        if (dots_ > 0 && !term.has_dots)
            refuse(fmt::format("the result does not contain '...', which stands for {}",
                               text::counted(dots_, "dimension")));
        const Labels labels = term.labels(term.has_dots ? dots_ : 0);
        for (const Label label : labels) {
            if (!contains_label(seen_, label))
                refuse(fmt::format("the result contains '{}', but no array does", name_of(label)));
            if (contains_label(subscripts_.result, label))
                refuse(fmt::format("'{}' appears twice in the result", name_of(label)));
            subscripts_.result.push_back(label);
        }
    }

    std::string_view text_;
    std::span<const Shape> shapes_;
    std::vector<Term> terms_;
    Subscripts subscripts_;
    Labels seen_;
    std::size_t dots_ = 0;
};

[[noreturn]] void refuse_tensordot(const Shape& a, const Shape& b, const std::string& reason) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("evaluate tensordot of shapes {} and {}", to_string(a), to_string(b)),
                reason);
}

Labels numbered(std::size_t first, std::size_t count) {
    Labels labels(count);
    for (std::size_t i = 0; i < count; ++i) labels[i] = static_cast<Label>(first + i);
    return labels;
}

/// Returns the number of elements as a double, which cannot overflow.
double size_of(const Subscripts& subscripts, const Labels& labels) {
    double size = 1;
    for (const Label label : labels) size *= static_cast<double>(subscripts.extents[label]);
    return size;
}

std::size_t place_in(const Labels& labels, Label label) {
    return static_cast<std::size_t>(std::ranges::find(labels, label) - labels.begin());
}

/// Sorts labels into the order of `order`. Labels that are missing in `order` come last.
void sort_as(Labels& labels, const Labels& order) {
    std::ranges::stable_sort(labels, {}, [&](Label label) { return place_in(order, label); });
}

}  // namespace

Shape Subscripts::shape_of(const Labels& labels) const {
    Shape shape;
    for (const Label label : labels) shape.append(extents[label]);
    return shape;
}

Subscripts einsum_subscripts(std::string_view text, std::span<const Shape> shapes) {
    return Parser(text, shapes).parse();
}

Subscripts tensordot_subscripts(const Shape& a, const Shape& b,
                                std::span<const std::ptrdiff_t> axes_a,
                                std::span<const std::ptrdiff_t> axes_b) {
    if (axes_a.size() != axes_b.size())
        refuse_tensordot(a, b,
                         fmt::format("the axes name {} of the first array, but {} of the second",
                                     text::counted(axes_a.size(), "dimension"), axes_b.size()));
    Subscripts result{.operands = {numbered(0, a.rank()), numbered(kMaxRank, b.rank())}};
    Labels summed;
    for (std::size_t i = 0; i < axes_a.size(); ++i) {
        const std::size_t left = axis_of(axes_a[i], a.rank()), right = axis_of(axes_b[i], b.rank());
        const auto label = static_cast<Label>(left);
        if (contains_label(summed, label) || result.operands[1][right] < kMaxRank)
            refuse_tensordot(a, b, "a dimension appears twice in the axes");
        if (a[left] != b[right])
            refuse_tensordot(
                a, b,
                fmt::format(
                    "dimension {} of the first array has {}, but dimension {} of the second has {}",
                    left, text::counted(a[left], "element"), right, b[right]));
        result.operands[1][right] = label;
        summed.push_back(label);
    }
    for (std::size_t axis = 0; axis < a.rank(); ++axis) result.extents[axis] = a[axis];
    for (std::size_t axis = 0; axis < b.rank(); ++axis) result.extents[kMaxRank + axis] = b[axis];
    for (const Labels& labels : result.operands)
        for (const Label label : without(labels, summed)) result.result.push_back(label);
    return result;
}

Subscripts tensordot_subscripts(const Shape& a, const Shape& b, std::size_t count) {
    if (count > a.rank() || count > b.rank())
        refuse_tensordot(a, b,
                         fmt::format("both arrays need at least {} to sum over",
                                     text::counted(count, "dimension")));
    PerAxis<std::ptrdiff_t> axes_a, axes_b;
    for (std::size_t i = 0; i < count; ++i) {
        axes_a.append(static_cast<std::ptrdiff_t>(a.rank() - count + i));
        axes_b.append(static_cast<std::ptrdiff_t>(i));
    }
    return tensordot_subscripts(a, b, {axes_a.begin(), count}, {axes_b.begin(), count});
}

NamedLayout named(const Layout& layout, const Labels& labels) {
    NamedLayout result;
    for (std::size_t axis = 0; axis < layout.rank(); ++axis) {
        if (layout.shape[axis] == 1) continue;
        const std::size_t place = place_in(result.labels, labels[axis]);
        if (place < result.labels.size()) {
            result.layout.strides[place] += layout.strides[axis];
        } else {
            result.layout.shape.append(layout.shape[axis]);
            result.layout.strides.append(layout.strides[axis]);
            result.labels.push_back(labels[axis]);
        }
    }
    return result;
}

Labels without(const Labels& labels, const Labels& kept) {
    Labels result;
    std::ranges::copy_if(labels, std::back_inserter(result),
                         [&](Label label) { return !contains_label(kept, label); });
    return result;
}

Labels needed(const Subscripts& subscripts, std::span<const Labels> operands, std::size_t first,
              std::size_t second) {
    Labels result = subscripts.result;
    for (std::size_t i = 0; i < operands.size(); ++i)
        if (i != first && i != second)
            result.insert(result.end(), operands[i].begin(), operands[i].end());
    return result;
}

Pair cheapest(const Subscripts& subscripts, std::span<const Labels> operands) {
    Pair best;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < operands.size(); ++i) {
        for (std::size_t j = i + 1; j < operands.size(); ++j) {
            const Labels kept = needed(subscripts, operands, i, j);
            const Labels product =
                roles_of(operands[i], operands[j], kept, subscripts.result).product();
            if (product.size() > kMaxRank) continue;
            const double growth = size_of(subscripts, product) - size_of(subscripts, operands[i]) -
                                  size_of(subscripts, operands[j]);
            if (growth < least) {
                least = growth;
                best = {i, j};
            }
        }
    }
    return best;
}

Labels Roles::product() const {
    Labels all = both;
    all.insert(all.end(), first.begin(), first.end());
    all.insert(all.end(), second.begin(), second.end());
    return all;
}

Roles roles_of(const Labels& a, const Labels& b, const Labels& kept, const Labels& result) {
    Roles roles{.first = without(a, b), .second = without(b, a)};
    for (const Label label : a)
        if (contains_label(b, label))
            (contains_label(kept, label) ? roles.both : roles.summed).push_back(label);
    sort_as(roles.both, result);
    sort_as(roles.first, result);
    sort_as(roles.second, result);
    roles.is_swapped = !roles.first.empty() && !roles.second.empty() &&
                       place_in(result, roles.second[0]) < place_in(result, roles.first[0]);
    return roles;
}

Layout ordered(const NamedLayout& from, const Labels& order) {
    Layout result;
    for (const Label label : order) {
        const std::size_t place = place_in(from.labels, label);
        const bool is_there = place < from.labels.size();
        result.shape.append(is_there ? from.layout.shape[place] : 1);
        result.strides.append(is_there ? from.layout.strides[place] : 0);
    }
    return result;
}

}  // namespace glint::detail
