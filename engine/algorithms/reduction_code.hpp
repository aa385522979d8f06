// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <glint/algorithms/detail/reduced.hpp>
#include <glint/array/detail/given_argument.hpp>
#include <glint/compiler/argument_list.hpp>
#include <glint/compiler/program.hpp>

namespace glint {

/// A reduction in CUDA C++ of the user's.
template <class T>
struct ReductionCode {
    T neutral{};                   ///< changes nothing; taken any number of times
    std::string reduce = "a + b";  ///< of two Ts `a` and `b`, in any order
    std::string map = "x[i]";      ///< what is reduced, of the index `i` and the arguments
    std::string arguments = "const float* x";  ///< as of an Elementwise
    std::string finish = "a";                  ///< of the reduced T `a` and the `count` of indices
    std::string preamble{};                    ///< comes before: includes, functions, types
    std::string name = "reduction";            ///< as messages call it
    ProgramOptions compile{};                  ///< as a Program is compiled; no `instantiations`
};

namespace detail {

/// The texts that a ReductionKernel is made of.
struct ReductionTexts {
    std::string type, type_header, reduce, map, arguments, finish, preamble, name;
};
struct WrittenReduction {
    ReductionTexts texts;
    ProgramOptions compile{};
    std::vector<compiler::KernelArgument> arguments{};
    std::string key{};  ///< the same for the same texts and options
};
/// Throws as text_arguments.
WrittenReduction written_reduction(ReductionTexts texts, const ProgramOptions& compile);

/// Where a reduction is done, and the array of one element that gets its result; null for the
/// stream of the first argument, and for new memory.
struct ReductionTarget {
    const Stream* stream = nullptr;
    const GivenArgument* result = nullptr;
};

/// Gives the new memory, or null where none was needed.
std::shared_ptr<ArrayStorage> reduce_written(const WrittenReduction& code, const ElementType& type,
                                             ArgumentBytes& neutral,
                                             std::span<const GivenArgument> given,
                                             const ReductionTarget& target);

}  // namespace detail

/// A reduction whose code is given as text; compiled at its first call on a device.
///
///     const ReductionKernel<float> dot({.map = "x[i] * y[i]",
///                                       .arguments = "const float* x, const float* y"});
///     const float product = dot(x, y).item();
///
/// Arguments are those of an Elementwise: arrays of any strides, which broadcast, `raw` ones that
/// the text indexes as it likes, and values. Safe to call from many threads.
template <class T>
class ReductionKernel {
public:
    /// Throws Error(bad_input) for a list of arguments that is none.
    explicit ReductionKernel(const ReductionCode<T>& code)
        : neutral_(code.neutral),
          code_(detail::written_reduction(
              {std::string(kType.name), std::string(kType.header), code.reduce, code.map,
               code.arguments, code.finish, code.preamble, code.name},
              code.compile)) {}

    /// Queues the reduction over the indices of the arrays among the arguments, on the stream of
    /// the first, and gives an array without dimensions. Numbers become what the list says.
    /// Throws Error(invalid_argument), naming the argument, for what does not fit the list, as an
    /// Elementwise does, and Error(compile) for what does not compile.
    template <class... Arguments>
    Array<T> operator()(const Arguments&... arguments) const {
        return reduce(nullptr, arguments...);
    }
    /// Queues the reduction on another stream, which waits for those of the arrays, and they for
    /// it.
    template <class... Arguments>
    Array<T> operator()(Stream& stream, const Arguments&... arguments) const {
        return reduce(&stream, arguments...);
    }
    /// Sets the only element of `result`, an array or a view, instead, on its stream or another.
    /// Throws Error(invalid_argument) if it has more, or none.
    template <Viewable Result, class... Arguments>
    void into(Result&& result, const Arguments&... arguments) const {
        reduce_into(nullptr, detail::view_of(result), arguments...);
    }
    template <Viewable Result, class... Arguments>
    void into(Stream& stream, Result&& result, const Arguments&... arguments) const {
        reduce_into(&stream, detail::view_of(result), arguments...);
    }

private:
    static constexpr const detail::ElementType& kType = detail::kElementType<T>;

    template <class... Arguments>
    std::shared_ptr<detail::ArrayStorage> run(const detail::ReductionTarget& target,
                                              const Arguments&... arguments) const {
        const std::array<detail::GivenArgument, sizeof...(Arguments)> given{
            detail::given_argument(arguments)...};
        detail::ArgumentBytes neutral;
        neutral.append(std::as_bytes(std::span(&neutral_, 1)), kType.alignment);
        return detail::reduce_written(code_, kType, neutral, given, target);
    }
    template <class... Arguments>
    Array<T> reduce(const Stream* stream, const Arguments&... arguments) const {
        detail::Made<T> made;
        made.storage = run({.stream = stream}, arguments...);
        return made;
    }
    template <class... Arguments>
    void reduce_into(const Stream* stream, const ArrayView<T>& result,
                     const Arguments&... arguments) const {
        const detail::GivenArgument given = detail::given_argument(result);
        run({.stream = stream ? stream : given.stream, .result = &given}, arguments...);
    }

    T neutral_;
    detail::WrittenReduction code_;
};

}  // namespace glint
