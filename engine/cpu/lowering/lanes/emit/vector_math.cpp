// SPDX-License-Identifier: MIT
#include <array>
#include <optional>
#include <string>
#include <vector>

#include <llvm/ADT/StringMap.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>

#include <glint/cpu/codegen/host_target.hpp>
#include <glint/cpu/codegen/vector_library.hpp>
#include <glint/cpu/lowering/lanes/emit/lane_builder.hpp>

namespace glint::cpu {
namespace {

using llvm::Value;

// Returns the C name of a math intrinsic for double, or an empty string for other intrinsics.
llvm::StringRef intrinsic_name(llvm::Intrinsic::ID id) {
    switch (id) {
        case llvm::Intrinsic::sin: return "sin";
        case llvm::Intrinsic::cos: return "cos";
        case llvm::Intrinsic::tan: return "tan";
        case llvm::Intrinsic::asin: return "asin";
        case llvm::Intrinsic::acos: return "acos";
        case llvm::Intrinsic::atan: return "atan";
        case llvm::Intrinsic::sinh: return "sinh";
        case llvm::Intrinsic::cosh: return "cosh";
        case llvm::Intrinsic::tanh: return "tanh";
        case llvm::Intrinsic::exp: return "exp";
        case llvm::Intrinsic::exp2: return "exp2";
        case llvm::Intrinsic::exp10: return "exp10";
        case llvm::Intrinsic::log: return "log";
        case llvm::Intrinsic::log2: return "log2";
        case llvm::Intrinsic::log10: return "log10";
        case llvm::Intrinsic::pow: return "pow";
        default: return "";
    }
}

// Returns the C name of a math function, for example "sinf" for a call of sinf(float) or of LLVM's
// sine intrinsic for floats. Returns an empty string for other calls.
std::string scalar_name(const llvm::CallInst& call) {
    const bool single = call.getType()->isFloatTy();
    if ((!single && !call.getType()->isDoubleTy()) || call.getCalledFunction() == nullptr)
        return {};
    if (call.getIntrinsicID() == llvm::Intrinsic::not_intrinsic)
        return call.doesNotAccessMemory() ? call.getCalledFunction()->getName().str()
                                          : std::string();
    const llvm::StringRef name = intrinsic_name(call.getIntrinsicID());
    return name.empty() ? std::string() : name.str() + (single ? "f" : "");
}

bool has_one_type(const llvm::CallInst& call) {
    return std::all_of(call.arg_begin(), call.arg_end(), [&](const llvm::Use& operand) {
        return operand->getType() == call.getType();
    });
}

/// Divides a vector into pieces of the size that a library function processes, and joins the
/// results of the function.
class LanePieces {
public:
    LanePieces(llvm::IRBuilder<>& builder, unsigned width, unsigned piece)
        : builder_(builder), width_(width), piece_(piece) {}

    unsigned count() const { return width_ / piece_; }

    Value* cut(Value* vector, unsigned index) const {
        return count() == 1 ? vector : builder_.CreateShuffleVector(vector, range(index));
    }

    // Joins pairs of adjacent vectors until one vector is left. The number of vectors is a power of
    // two.
    Value* join(std::vector<Value*> parts) const {
        while (parts.size() > 1) {
            const auto size =
                llvm::cast<llvm::FixedVectorType>(parts[0]->getType())->getNumElements();
            llvm::SmallVector<int, 64> all;
            for (unsigned i = 0; i < 2 * size; ++i) all.push_back(static_cast<int>(i));
            for (std::size_t i = 0; i < parts.size() / 2; ++i)
                parts[i] = builder_.CreateShuffleVector(parts[2 * i], parts[2 * i + 1], all);
            parts.resize(parts.size() / 2);
        }
        return parts[0];
    }

private:
    llvm::SmallVector<int, 16> range(unsigned index) const {
        llvm::SmallVector<int, 16> elements;
        for (unsigned i = 0; i < piece_; ++i)
            elements.push_back(static_cast<int>(index * piece_ + i));
        return elements;
    }

    llvm::IRBuilder<>& builder_;
    unsigned width_;
    unsigned piece_;
};

/// A library function that computes a call for several lanes. The function may take doubles
/// although the call has floats.
struct Choice {
    std::optional<VectorFunction> function;
    bool in_double = false;
};

// Chooses a library function. If the function for floats is not accurate enough, uses the function
// for doubles and rounds its result. This is practically exact, and still much faster than one call
// per lane.
Choice choose(const llvm::CallInst& call, const std::string& name, unsigned width) {
    const auto arity = static_cast<unsigned>(call.arg_size());
    const auto bits = static_cast<unsigned>(call.getType()->getPrimitiveSizeInBits());
    if (auto found = find_vector_function(name, arity, bits, width, call.hasApproxFunc()))
        return {.function = std::move(found)};
    if (bits == 64) return {};
    return {
        .function = find_vector_function(name.substr(0, name.size() - 1), arity, 64, width, true),
        .in_double = true};
}

}  // namespace

Value* build_vector_math(const LaneBuilder& lanes, const llvm::CallInst& call) {
    const std::string name = scalar_name(call);
    if (name.empty() || !has_one_type(call)) return nullptr;
    const auto [found, in_double] = choose(call, name, lanes.width());
    if (!found) return nullptr;
    const LanePieces pieces(lanes.ir, lanes.width(), found->width);
    llvm::Type* own = llvm::FixedVectorType::get(call.getType(), found->width);
    llvm::Type* type = in_double ? own->getWithNewType(lanes.ir.getDoubleTy()) : own;
    const llvm::SmallVector<llvm::Type*, 2> types(call.arg_size(), type);
    llvm::FunctionCallee function =
        lanes.runtime_function(found->name, llvm::FunctionType::get(type, types, false));
    llvm::cast<llvm::Function>(function.getCallee())->setDoesNotAccessMemory();
    llvm::cast<llvm::Function>(function.getCallee())->setDoesNotThrow();
    std::vector<Value*> parts;
    for (unsigned i = 0; i < pieces.count(); ++i) {
        llvm::SmallVector<Value*, 2> operands;
        for (const Value* operand : call.args())
            operands.push_back(
                lanes.ir.CreateFPExt(pieces.cut(lanes.values.vector(operand), i), type));
        parts.push_back(lanes.ir.CreateFPTrunc(lanes.ir.CreateCall(function, operands), own));
    }
    return pieces.join(std::move(parts));
}

}  // namespace glint::cpu
