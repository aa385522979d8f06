#include <glint/cpu/lowering/lanes/polish/whole_runs.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/Transforms/Utils/Cloning.h>
#include <llvm/Transforms/Utils/Local.h>

#include <glint/cpu/lowering/lanes/polish/indexed_values.hpp>
#include <glint/cpu/lowering/lanes/polish/row_ends.hpp>
#include <glint/cpu/lowering/lanes/polish/whole_tests.hpp>

namespace glint::cpu {
namespace {

using llvm::Value;

// A row of a strip has some thousand threads, so that numbers of this many bits do not go round if
// they grow by this from group to group.
constexpr std::int64_t kMostStep = 1 << 16;
constexpr unsigned kLeastBits = 32;

/// The ends of the rows of several rounds, which together are one row.
class EndsOfRounds final : public RowEnds {
public:
    EndsOfRounds(llvm::IRBuilder<>& builder, const IndexedValues& values, Value* first, Value* last)
        : RowEnds(builder), values_(values), first_(first), last_(last) {}

private:
    Value* common(Value* value) override { return values_.copy(builder(), value, nullptr); }

    std::pair<Value*, Value*> ends(Value* first, unsigned width) override {
        const std::optional<std::int64_t> step = values_.step(first);
        if (first->getType()->getIntegerBitWidth() < kLeastBits) return {};
        if (!step || *step < 0 || *step > kMostStep) return {};
        Value* begin = values_.copy(builder(), first, first_);
        Value* last = values_.copy(builder(), first, last_);
        if (begin == nullptr || last == nullptr) return {};
        return {begin,
                builder().CreateAdd(last, llvm::ConstantInt::get(last->getType(), width - 1))};
    }

    const IndexedValues& values_;
    Value* first_;
    Value* last_;
};

/// A loop that runs once for each group: `for (index = 0;; index = next) if (next >= end) break;`
class GroupsOfRow {
public:
    GroupsOfRow(const llvm::Loop& loop, llvm::PHINode& index)
        : loop_(loop),
          index_(index),
          header_(*index.getParent()),
          latch_(loop.getLoopLatch()),
          after_(loop.getExitBlock()) {}

    /// Whether it is such a loop, and nothing of it is used elsewhere.
    bool is_simple();
    /// Whether its tests all look at one mask, and what they guard has no other way in.
    bool has_one_test();
    void split_off_whole_groups();

private:
    bool is_used_elsewhere(const llvm::Instruction& instruction) const;
    Value* may_be_out(llvm::IRBuilder<>& builder, Value* end) const;
    Value* next_try(llvm::IRBuilder<>& builder, Value* good, Value* bad) const;
    Value* build_search(llvm::IRBuilder<>& builder);
    llvm::BasicBlock* new_block(const char* name) const;
    llvm::BasicBlock* copy_loop(llvm::BasicBlock& one_group, llvm::BasicBlock& before, Value* end);
    void join(llvm::BasicBlock& start, llvm::BasicBlock& latch, Value& next, Value* end);
    static void replace(llvm::ICmpInst& test, bool answer);

    const llvm::Loop& loop_;
    llvm::PHINode& index_;
    llvm::BasicBlock& header_;
    llvm::BasicBlock* latch_;
    llvm::BasicBlock* after_;
    Value* next_ = nullptr;
    Value* end_ = nullptr;
    Value* after_end_ = nullptr;
    Value* one_ = nullptr;
    llvm::SmallVector<WholeTest, 16> tests_;
};

bool GroupsOfRow::is_used_elsewhere(const llvm::Instruction& instruction) const {
    return std::any_of(instruction.user_begin(), instruction.user_end(),
                       [&](const llvm::User* user) {
                           return !loop_.contains(llvm::cast<llvm::Instruction>(user));
                       });
}

bool GroupsOfRow::is_simple() {
    const llvm::ICmpInst* compare = loop_.getLatchCmpInst();
    if (loop_.getHeader() != &header_ || latch_ == nullptr || latch_ == &header_ ||
        loop_.getExitingBlock() != latch_ || after_ == nullptr || compare == nullptr ||
        compare->getPredicate() != llvm::CmpInst::ICMP_ULT)
        return false;
    next_ = compare->getOperand(0);
    end_ = compare->getOperand(1);
    const bool counts = index_.getNumIncomingValues() == 2 &&
                        index_.getIncomingValueForBlock(latch_) == next_ &&
                        loop_.isLoopInvariant(end_) && !loop_.isLoopInvariant(next_);
    const bool carries = std::distance(header_.phis().begin(), header_.phis().end()) > 1;
    if (!counts || carries || !after_->phis().empty()) return false;
    return llvm::none_of(loop_.blocks(), [&](const llvm::BasicBlock* block) {
        return llvm::any_of(*block, [&](const llvm::Instruction& instruction) {
            return is_used_elsewhere(instruction);
        });
    });
}

bool GroupsOfRow::has_one_test() {
    tests_ = whole_tests_in(loop_.getBlocks());
    if (tests_.empty()) return false;
    return llvm::all_of(tests_, [&](const WholeTest& each) {
        const auto* branch =
            llvm::dyn_cast<llvm::BranchInst>(each.test->getParent()->getTerminator());
        return each.mask == tests_.front().mask && branch != nullptr && branch->isConditional() &&
               branch->getCondition() == each.test &&
               branch->getSuccessor(0)->getSinglePredecessor() != nullptr;
    });
}

// Whether some lane of the groups from `index` to before `end` may not run; nullptr if nobody can
// tell.
Value* GroupsOfRow::may_be_out(llvm::IRBuilder<>& builder, Value* end) const {
    const IndexedValues values(loop_, index_);
    Value* last = builder.CreateSub(end, one_);
    Value* some = EndsOfRounds(builder, values, &index_, last).may_hold(tests_.front().mask);
    return some == nullptr ? nullptr : builder.CreateFreeze(some);
}

// The ends that most rows have come first: this very group, and the last one of the row. (That of
// the row was tried before.) Then comes bisection.
Value* GroupsOfRow::next_try(llvm::IRBuilder<>& builder, Value* good, Value* bad) const {
    Value* middle = builder.CreateLShr(builder.CreateAdd(good, bad), 1);
    Value* last = builder.CreateSelect(builder.CreateICmpEQ(bad, end_),
                                       builder.CreateSub(end_, one_), middle);
    return builder.CreateSelect(builder.CreateICmpEQ(good, &index_),
                                builder.CreateAdd(&index_, one_), last);
}

// Where the groups that run whole from `index` on end. `builder` stands in a new block, and then
// where that is known; if nobody can tell, the result is nullptr.
Value* GroupsOfRow::build_search(llvm::IRBuilder<>& builder) {
    llvm::BasicBlock* search = builder.GetInsertBlock();
    const auto number = [&](Value* first) {
        llvm::PHINode* phi = builder.CreatePHI(index_.getType(), 2);
        phi->addIncoming(first, &header_);
        return phi;
    };
    llvm::PHINode* good = number(&index_);  // up to there they do
    llvm::PHINode* bad = number(after_end_);
    llvm::PHINode* end = number(end_);
    Value* out = may_be_out(builder, end);
    if (out == nullptr) return nullptr;
    Value* next_good = builder.CreateSelect(out, good, end);
    Value* next_bad = builder.CreateSelect(out, end, bad);
    good->addIncoming(next_good, search);
    bad->addIncoming(next_bad, search);
    end->addIncoming(next_try(builder, next_good, next_bad), search);
    llvm::BasicBlock* found = new_block("found");
    Value* is_exact = builder.CreateICmpULE(builder.CreateSub(next_bad, next_good), one_);
    builder.CreateCondBr(is_exact, found, search);
    builder.SetInsertPoint(found);
    return next_good;
}

void GroupsOfRow::split_off_whole_groups() {
    llvm::Instruction* body = &*header_.getFirstNonPHIIt();
    llvm::IRBuilder<> builder(body);
    one_ = llvm::ConstantInt::get(index_.getType(), 1);
    after_end_ = builder.CreateAdd(end_, one_);
    llvm::BasicBlock* search = new_block("search");
    builder.SetInsertPoint(search);
    if (Value* end = build_search(builder)) {
        llvm::BasicBlock* one_group = header_.splitBasicBlock(body, "one.group");
        header_.getTerminator()->setSuccessor(0, search);
        llvm::BasicBlock* whole_groups = copy_loop(*one_group, *builder.GetInsertBlock(), end);
        builder.CreateCondBr(builder.CreateICmpEQ(end, &index_), one_group, whole_groups);
    } else {
        builder.CreateUnreachable();  // nor does anybody come here
    }
    llvm::removeUnreachableBlocks(*header_.getParent());
}

llvm::BasicBlock* GroupsOfRow::new_block(const char* name) const {
    return llvm::BasicBlock::Create(header_.getContext(), name, header_.getParent());
}

// A loop from `index` to `end` that has no tests; from then on groups run one by one, with masks.
llvm::BasicBlock* GroupsOfRow::copy_loop(llvm::BasicBlock& one_group, llvm::BasicBlock& before,
                                         Value* end) {
    llvm::Function* function = header_.getParent();
    llvm::BasicBlock* start = new_block("whole.groups");
    llvm::IRBuilder<> builder(start);
    llvm::PHINode* index = builder.CreatePHI(index_.getType(), 2, "whole.group");
    llvm::ValueToValueMapTy copies;
    copies[&index_] = index;
    llvm::SmallVector<llvm::BasicBlock*, 16> blocks;
    const auto copy = [&](llvm::BasicBlock& block) {
        blocks.push_back(llvm::CloneBasicBlock(&block, copies, ".whole", function));
        copies[&block] = blocks.back();
    };
    copy(one_group);
    for (llvm::BasicBlock* block : loop_.blocks())
        if (block != &header_) copy(*block);
    llvm::remapInstructionsInBlocks(blocks, copies);
    builder.CreateBr(blocks.front());
    index->addIncoming(&index_, &before);
    index->addIncoming(copies[next_], llvm::cast<llvm::BasicBlock>(copies[latch_]));
    join(*start, *llvm::cast<llvm::BasicBlock>(copies[latch_]), *copies[next_], end);
    for (const WholeTest& each : tests_) {
        replace(*llvm::cast<llvm::ICmpInst>(copies[each.test]), false);
        replace(*each.test, true);
    }
    return start;
}

// Both loops go on where the next group is taken.
void GroupsOfRow::join(llvm::BasicBlock& start, llvm::BasicBlock& latch, Value& next, Value* end) {
    llvm::BasicBlock* join = new_block("next.group");
    llvm::IRBuilder<> builder(join);
    llvm::PHINode* index = builder.CreatePHI(index_.getType(), 2);
    index->addIncoming(next_, latch_);
    index->addIncoming(end, &latch);
    builder.CreateCondBr(builder.CreateICmpULT(index, end_), &header_, after_);
    index_.removeIncomingValue(latch_);
    index_.addIncoming(index, join);
    latch_->getTerminator()->eraseFromParent();
    builder.SetInsertPoint(latch_);
    builder.CreateBr(join);
    latch.getTerminator()->eraseFromParent();
    builder.SetInsertPoint(&latch);
    builder.CreateCondBr(builder.CreateICmpULT(&next, end), &start, join);
}

void GroupsOfRow::replace(llvm::ICmpInst& test, bool answer) {
    llvm::BasicBlock* block = test.getParent();
    test.replaceAllUsesWith(llvm::ConstantInt::getBool(test.getContext(), answer));
    test.eraseFromParent();
    llvm::ConstantFoldTerminator(block);
}

}  // namespace

void run_whole_groups(llvm::PHINode& index) {
    llvm::DominatorTree dominators(*index.getFunction());
    const llvm::LoopInfo loops(dominators);
    const llvm::Loop* loop = loops.getLoopFor(index.getParent());
    if (loop == nullptr) return;
    GroupsOfRow groups(*loop, index);
    if (groups.is_simple() && groups.has_one_test()) groups.split_off_whole_groups();
}

}  // namespace glint::cpu
