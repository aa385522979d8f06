#include <glint/algorithms/detail/reduction.hpp>

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include <glint/algorithms/detail/reduction_kernel.hpp>
#include <glint/array/detail/evaluate.hpp>
#include <glint/base/ceil_div.hpp>
#include <glint/base/error.hpp>

namespace glint::detail {
namespace {

// One reduction: what its kernels depend on, and what their launches need.
class Launch {
public:
    Launch(Stream& stream, void* to, const AnyExpression& expression, Reduction& reduction,
           const ReductionLoops& loops)
        : stream_(stream),
          to_(to),
          expression_(expression),
          reduction_(reduction),
          what_(loops),
          output_(expression.operands.arrays().size()) {
        work_ = reduction_work(expression, reduction, what_,
                               stream.device().kind() == BackendKind::cpu);
        variant_ = variant_of(expression, what_.loops, 0);
    }

    void run() {
        const CachedKernel kernel =
            KernelCache::of(stream_.device()).get(stream_.device(), key(), [this] {
                return kernel_source(
                    what_.by_columns ? "algorithms/reduce_columns.cu" : "algorithms/reduce_rows.cu",
                    source());
            });
        const bool is_split = work_.splits > 1;
        Allocation partials;
        if (is_split)
            partials = Allocation(stream_, what_.outputs * work_.splits, reduction_.state_bytes);
        ArgumentBytes operands, output, work;
        append_operands(operands, expression_, variant_, what_.loops, 0);
        append_elements(output, to_, what_.loops, output_, variant_.wide);
        append_work(work, partials.data());
        const std::array<void*, 4> arguments{operands.data(), output.data(),
                                             reduction_.members.data(), work.data()};
        launch_blocks(stream_, kernel.module, *kernel.kernel, work_.blocks * work_.splits,
                      work_.threads, arguments);
        if (is_split)
            launch_blocks(stream_, kernel.module, *kernel.module->find_kernel("join"),
                          ceil_div(what_.outputs * work_.join, kBlock), kBlock, arguments);
    }

private:
    static constexpr unsigned kBlock = 256;

    void append_work(ArgumentBytes& bytes, void* partials) const {
        for (const std::size_t size : {what_.outputs, what_.rows, work_.split_size})
            append_index(bytes, size, variant_.wide);
        bytes.append(static_cast<int>(work_.splits));
        bytes.append(static_cast<long long>(what_.count));
        bytes.append(partials);
    }

    ReductionSource source() const {
        return {.expression = expression_,
                .variant = variant_,
                .reduction = reduction_,
                .work = work_,
                .output_step = what_.loops.step(output_),
                .is_flat = what_.rows == 1};
    }

    KernelKey key() const {
        KernelKey key;
        key.append(&reduce_to_new);
        key.append(what_.by_columns);
        append_key(key, source());
        return key;
    }

    Stream& stream_;
    void* to_;
    const AnyExpression& expression_;
    Reduction& reduction_;
    ReductionLoops what_;
    std::size_t output_;
    ReductionWork work_;
    ExpressionVariant variant_;
};

// C's order among the dimensions that are reduced, or are not; 0 along the others.
Strides strides_within(const Shape& shape, const PerAxis<bool>& reduced, bool kind) {
    Strides strides;
    for (std::size_t axis = 0; axis < shape.rank(); ++axis) strides.append(0);
    std::ptrdiff_t stride = 1;
    for (std::size_t axis = shape.rank(); axis-- > 0;) {
        if (reduced[axis] != kind) continue;
        strides[axis] = stride;
        stride *= static_cast<std::ptrdiff_t>(shape[axis]);
    }
    return strides;
}

void check_count(const Reduction& reduction, const Shape& shape, const ReductionLoops& loops) {
    if (reduction.takes_none || loops.count > 0 || loops.outputs == 0) return;
    throw Error(ErrorCode::invalid_argument,
                fmt::format("{} of an array of shape {}", reduction.name, to_string(shape)),
                "there are no elements, and no result without them");
}

}  // namespace

std::string reduction_source(std::string_view name, std::string_view kind,
                             std::initializer_list<ElementType> types, std::string_view argument) {
    std::string headers, arguments;
    for (const ElementType& type : types) {
        // A struct of the user's can only be what the expression's source has declared.
        if (type.header.starts_with("#include")) headers += type.header;
        arguments += (arguments.empty() ? "" : ", ") + std::string(type.name);
    }
    if (!argument.empty()) arguments += ", " + std::string(argument);
    if (!arguments.empty()) arguments = "<" + arguments + ">";
    return fmt::format(
        "{}#include <glint/expression/reductions.cuh>\n\nnamespace glint::expression {{\n"
        "struct {} : {}{} {{}};\n}}  // namespace glint::expression\n",
        headers, name, kind, arguments);
}

std::string written_operator(std::string_view name, std::string_view code,
                             const ElementType& type) {
    return fmt::format(
        "namespace glint::expression {{\nstruct {2} {{\n"
        "    __device__ {0} operator()(const {0}& a, const {0}& b) const {{ return {1}; }}\n}};\n"
        "}}  // namespace glint::expression\n",
        type.name, code, name);
}

const Stream& first_stream(const OperandList& operands) {
    if (!operands.streams().empty()) return *operands.streams()[0];
    throw Error(ErrorCode::invalid_argument, "reduce an expression",
                "it has no array that tells the stream to do it on");
}

Layout numbers_within(const Shape& shape, const Along& along) {
    return {shape, strides_within(shape, reduced_axes(along, shape.rank()), true)};
}

PerAxis<bool> reduced_axes(const Along& along, std::size_t rank) {
    PerAxis<bool> reduced;
    for (std::size_t axis = 0; axis < rank; ++axis) reduced.append(along.all);
    for (const std::ptrdiff_t number : along.axes) {
        const std::size_t axis = axis_of(number, rank);
        if (reduced[axis])
            throw Error(ErrorCode::invalid_argument,
                        fmt::format("reduce along dimension {}", number), "it is named twice");
        reduced[axis] = true;
    }
    return reduced;
}

std::size_t axes_behind_weights(const Shape& values, const Shape& weights, const Along& along) {
    if (weights == values) return 0;
    if (weights.rank() == 1 && along.axes.rank() == 1) {
        const std::size_t axis = axis_of(along.axes[0], values.rank());
        if (values[axis] == weights[0]) return values.rank() - 1 - axis;
    }
    throw Error(ErrorCode::invalid_argument,
                fmt::format("average an array of shape {}", to_string(values)),
                fmt::format("its weights have shape {}; one for each element is meant, or one for "
                            "each index along the only dimension that is reduced",
                            to_string(weights)));
}

Shape reduced_shape(const Shape& shape, const Along& along, Keepdims keep) {
    const PerAxis<bool> reduced = reduced_axes(along, shape.rank());
    Shape kept;
    for (std::size_t axis = 0; axis < shape.rank(); ++axis) {
        if (!reduced[axis])
            kept.append(shape[axis]);
        else if (keep == Keepdims::yes)
            kept.append(1);
    }
    return kept;
}

void add_reduction(OperandList& operands, std::size_t first, const Reduction& reduction,
                   const Along& along, const Shape& shape, const Shape& result) {
    ArgumentBytes members = reduction.members;
    const auto* const bytes = static_cast<const std::byte*>(members.data());
    operands.add_reduction({.source = reduction.source,
                            .text = reduction.text,
                            .members = {bytes, bytes + members.size()},
                            .first = first,
                            .last = operands.arrays().size(),
                            .shape = shape,
                            .result = result,
                            .reduced = reduced_axes(along, shape.rank()),
                            .state_bytes = reduction.state_bytes,
                            .alignment = reduction.result.alignment});
}

std::shared_ptr<ArrayStorage> reduce_to_new(const AnyExpression& expression, Reduction reduction,
                                            const Along& along) {
    const Shape& shape = expression.shape;
    const PerAxis<bool> reduced = reduced_axes(along, shape.rank());
    const ReductionLoops loops =
        reduction_loops(expression, reduced, strides_within(shape, reduced, false));
    check_count(reduction, shape, loops);
    auto storage = allocate(first_stream(expression.operands), Shape(loops.outputs),
                            reduction.result.size_bytes);
    if (loops.outputs == 0) return storage;
    JoinedStreams joined(storage->stream, expression.operands);
    Launch(storage->stream, storage->memory.data(), expression, reduction, loops).run();
    joined.release();
    return storage;
}

}  // namespace glint::detail
