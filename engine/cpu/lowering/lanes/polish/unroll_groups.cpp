#include <glint/cpu/lowering/lanes/polish/unroll_groups.hpp>

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>

namespace glint::cpu {
namespace {

constexpr unsigned kTogether = 4;
// Shorter bodies LLVM unrolls itself, longer ones have enough work that is independent.
constexpr std::size_t kShortest = 16;
constexpr std::size_t kLongest = 160;

// The rounds of a loop that counts from 0 by 1 to a constant; 0 for others.
std::uint64_t rounds_of(const llvm::Loop& loop) {
    const llvm::ICmpInst* compare = loop.getLatchCmpInst();
    if (compare == nullptr || compare->getPredicate() != llvm::CmpInst::ICMP_ULT) return 0;
    const auto* end = llvm::dyn_cast<llvm::ConstantInt>(compare->getOperand(1));
    return end == nullptr ? 0 : end->getZExtValue();
}

void set_unroll_count(llvm::Loop& loop) {
    llvm::LLVMContext& context = loop.getHeader()->getContext();
    auto* count = llvm::ConstantInt::get(llvm::Type::getInt32Ty(context), kTogether);
    llvm::MDNode* hint =
        llvm::MDNode::get(context, {llvm::MDString::get(context, "llvm.loop.unroll.count"),
                                    llvm::ConstantAsMetadata::get(count)});
    llvm::MDNode* hints = llvm::MDNode::getDistinct(context, {nullptr, hint});
    hints->replaceOperandWith(0, hints);
    loop.setLoopID(hints);
}

}  // namespace

void unroll_groups(llvm::Function& function) {
    llvm::DominatorTree dominators(function);
    llvm::LoopInfo loops(dominators);
    for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
        const std::size_t size = loop->getHeader()->size();
        const std::uint64_t rounds = rounds_of(*loop);
        if (loop->getNumBlocks() == 1 && loop->getLoopID() == nullptr && rounds > 0 &&
            rounds % kTogether == 0 && size >= kShortest && size <= kLongest)
            set_unroll_count(*loop);
    }
}

}  // namespace glint::cpu
