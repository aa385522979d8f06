#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <type_traits>

#include <glint/algorithms/reduced.hpp>

namespace glint {

/// A reduction in CUDA C++ of the user's.
template <class T>
struct ReductionCode {
    T neutral{};                   ///< changes nothing; taken any number of times
    std::string reduce = "a + b";  ///< of two Ts `a` and `b`, in any order
    std::string map = "x[i]";      ///< what is reduced, of the index `i` and the arguments
    std::string arguments = "const float* x";  ///< as of a function: pointers and values
    std::string finish = "a";                  ///< of the reduced T `a` and the `count` of indices
    std::string preamble{};                    ///< comes before: includes, functions, types
};

namespace detail {

/// The texts that a ReductionKernel is made of.
struct ReductionTexts {
    std::string type, type_header, reduce, map, arguments, finish, preamble;
};
struct WrittenReduction {
    ReductionTexts texts;
    std::size_t argument_count = 0;
    std::string key{};  ///< the same for the same texts
};
WrittenReduction written_reduction(ReductionTexts texts);

/// The arguments of one call: their bytes one behind the other, and the arrays among them.
class CodeArguments {
public:
    template <class A>
    void add(const A& argument) {
        if constexpr (ArrayLike<A>) {
            const auto view = node_of(argument);
            view.collect(arrays_);
            append(static_cast<const void*>(view.span().data()), alignof(void*));
        } else {
            static_assert(std::is_trivially_copyable_v<A> && !std::is_pointer_v<A>,
                          "arguments are arrays, contiguous views and values");
            append(argument, kElementAlignment<A>);
        }
        ++count_;
    }
    const OperandList& arrays() const noexcept { return arrays_; }
    ArgumentBytes& bytes() noexcept { return bytes_; }
    std::size_t count() const noexcept { return count_; }
    /// Of a struct with a char behind them, whose place tells how long they are.
    std::size_t struct_bytes() const noexcept {
        return (bytes_.size() / alignment_ + 1) * alignment_;
    }

private:
    template <class A>
    void append(const A& value, std::size_t alignment) {
        bytes_.append(std::as_bytes(std::span(&value, 1)), alignment);
        alignment_ = std::max(alignment_, alignment);
    }

    OperandList arrays_;
    ArgumentBytes bytes_;
    std::size_t count_ = 0;
    std::size_t alignment_ = 1;
};

std::shared_ptr<ArrayStorage> reduce_written(const WrittenReduction& code, const ElementType& type,
                                             ArgumentBytes& neutral, CodeArguments& arguments);

}  // namespace detail

/// A reduction whose code is given as text; compiled at its first call on a device.
///
///     const ReductionKernel<float> dot({.map = "x[i] * y[i]",
///                                       .arguments = "const float* x, const float* y"});
///     const float product = dot(x, y).item();
///
/// Safe to call from many threads.
template <class T>
class ReductionKernel {
public:
    explicit ReductionKernel(const ReductionCode<T>& code)
        : neutral_(code.neutral),
          code_(detail::written_reduction({std::string(kType.name), std::string(kType.header),
                                           code.reduce, code.map, code.arguments, code.finish,
                                           code.preamble})) {}

    /// Queues the reduction over the indices of the arrays among the arguments, on the stream of
    /// the first, and gives an array without dimensions. Arrays go to pointers, other values as
    /// they are; their types must be those that the code declares, of which sizes are checked.
    /// Throws Error(invalid_argument) for another number of arguments than declared, no array among
    /// them, or arrays of different sizes, and Error(compile) for what does not compile.
    template <class... Arguments>
    Array<T> operator()(const Arguments&... arguments) const {
        detail::CodeArguments all;
        (all.add(arguments), ...);
        detail::ArgumentBytes neutral;
        neutral.append(std::as_bytes(std::span(&neutral_, 1)), kType.alignment);
        detail::Made<T> made;
        made.storage = detail::reduce_written(code_, kType, neutral, all);
        return made;
    }

private:
    static constexpr const detail::ElementType& kType = detail::kElementType<T>;

    T neutral_;
    detail::WrittenReduction code_;
};

}  // namespace glint
