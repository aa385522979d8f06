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

/// A reduction written by the user in CUDA C++.
template <class T>
struct ReductionCode {
    T neutral{};                   ///< neutral element; may be combined any number of times
    std::string reduce = "a + b";  ///< combines two Ts `a` and `b`, in any order
    std::string map = "x[i]";      ///< the value for index `i`, computed from the arguments
    std::string arguments = "const float* x";  ///< parameter list, as for an Elementwise
    std::string finish = "a";                  ///< the result from the reduced `a` and `count`
    std::string preamble{};                    ///< earlier code: includes, functions, types
    std::string name = "reduction";            ///< name in messages
    ProgramOptions compile{};                  ///< compile options; leave `instantiations` empty
};

namespace detail {

/// The code strings and names of a ReductionKernel.
struct ReductionTexts {
    std::string type, type_header, reduce, map, arguments, finish, preamble, name;
};
struct WrittenReduction {
    ReductionTexts texts;
    ProgramOptions compile{};
    std::vector<compiler::KernelArgument> arguments{};
    std::string key{};  ///< two keys are equal if code and options are equal
};
/// Throws like text_arguments.
WrittenReduction written_reduction(ReductionTexts texts, const ProgramOptions& compile);

/// The stream of a reduction, and the array of one element that receives the result. If `stream` is
/// null, uses the stream of the first argument. If `result` is null, allocates memory.
struct ReductionTarget {
    const Stream* stream = nullptr;
    const GivenArgument* result = nullptr;
};

/// Returns the newly allocated memory of the result, or null if `target` has an array for the
/// result.
std::shared_ptr<ArrayStorage> reduce_written(const WrittenReduction& code, const ElementType& type,
                                             ArgumentBytes& neutral,
                                             std::span<const GivenArgument> given,
                                             const ReductionTarget& target);

}  // namespace detail

/// A reduction whose code is given as text. The code is compiled at the first call on a device.
///
///     const ReductionKernel<float> dot({.map = "x[i] * y[i]",
///                                       .arguments = "const float* x, const float* y"});
///     const float product = dot(x, y).item();
///
/// Arguments are like those of an Elementwise: arrays with any strides, which broadcast, `raw`
/// arrays that the code indexes freely, and values. Several threads may call the same object.
template <class T>
class ReductionKernel {
public:
    /// Throws Error(bad_input) for an invalid parameter list.
    explicit ReductionKernel(const ReductionCode<T>& code)
        : neutral_(code.neutral),
          code_(detail::written_reduction(
              {std::string(kType.name), std::string(kType.header), code.reduce, code.map,
               code.arguments, code.finish, code.preamble, code.name},
              code.compile)) {}

    /// Queues the reduction over the indices of its array arguments, on the stream of the first
    /// array, and returns an array without dimensions. Numbers are converted to the declared types.
    /// Like an Elementwise, throws Error(invalid_argument), naming the argument, if arguments do
    /// not match the parameter list. Throws Error(compile) for code that does not compile.
    template <class... Arguments>
    Array<T> operator()(const Arguments&... arguments) const {
        return reduce(nullptr, arguments...);
    }
    /// Queues the reduction on `stream`. This stream and those of the arrays wait for each other.
    template <class... Arguments>
    Array<T> operator()(Stream& stream, const Arguments&... arguments) const {
        return reduce(&stream, arguments...);
    }
    /// Writes to the only element of `result`, an array or a view, on the stream of `result` or on
    /// the given stream. Throws Error(invalid_argument) unless `result` has exactly one element.
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
