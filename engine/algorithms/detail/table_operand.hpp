// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include <glint/array/array_view.hpp>

namespace glint::detail {

template <class T>
const ElementType& pointer_type() {
    static const std::string name = "const " + std::string(kElementType<T>.name) + "*";
    static const ElementType type{name, kElementType<T>.header, sizeof(void*), alignof(void*)};
    return type;
}

[[noreturn]] void refuse_table(const Layout& layout, const char* operation);

/// A one-dimensional view that an expression's device code reads at arbitrary positions.
///
/// The view must not be empty. The expression must not be assigned to a part of the view, because
/// the evaluation does not detect that overlap.
template <class T>
class TableOperand {
public:
    /// Throws Error(invalid_argument), with `operation`, unless the view has one dimension.
    TableOperand(const ArrayView<const T>& view, const char* operation) : view_(view) {
        if (view.rank() != 1) refuse_table(view.layout(), operation);
    }

    const ArrayView<const T>& view() const noexcept { return view_; }

    /// Adds only the first element as an operand. That is enough for the streams to wait for each
    /// other.
    void collect(OperandList& operands) const {
        operands.add({.data = view_.data(), .layout = {}, .type = kElementType<T>}, view_.stream());
        operands.add_scalar(view_.data());
        operands.add_scalar(static_cast<long long>(view_.size()));
        operands.add_scalar(static_cast<long long>(view_.strides()[0]));
    }

    struct Names {
        std::string data, count, stride;
    };
    static Names write(SourceWriter& writer) {
        writer.array();
        Names names;
        names.data = writer.scalar(pointer_type<T>());
        names.count = writer.scalar(kElementType<long long>);
        names.stride = writer.scalar(kElementType<long long>);
        return names;
    }

private:
    ArrayView<const T> view_;
};

}  // namespace glint::detail
