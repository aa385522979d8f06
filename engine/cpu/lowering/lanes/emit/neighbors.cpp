// SPDX-License-Identifier: MIT
#include <glint/cpu/lowering/lanes/emit/neighbors.hpp>

#include <algorithm>
#include <optional>

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/DataLayout.h>

#include <glint/cpu/lowering/lanes/emit/pieces.hpp>

namespace glint::cpu {
namespace {

using llvm::Value;

// Maximum number of adjacent words. Kernels rarely read more.
constexpr std::int64_t kMaxWords = 4;

/// A word in memory. `offset` is its distance from `base`, in words.
struct Word {
    const Value* base;
    std::int64_t offset;
    unsigned bytes;
};

std::optional<Word> word_of(const llvm::LoadInst& load) {
    const llvm::Type* type = load.getType();
    if (!load.isSimple() || !(type->isFloatTy() || type->isDoubleTy() || type->isIntegerTy(32) ||
                              type->isIntegerTy(64)))
        return std::nullopt;
    const std::int64_t bytes = type->getScalarSizeInBits() / 8;
    std::int64_t offset = 0;
    const Value* base = llvm::GetPointerBaseWithConstantOffset(load.getPointerOperand(), offset,
                                                               load.getDataLayout());
    if (offset % bytes != 0 || !llvm::isa<llvm::Instruction>(base)) return std::nullopt;
    return Word{.base = base, .offset = offset / bytes, .bytes = unsigned(bytes)};
}

/// Loads of `count` adjacent words. The first word is `first` words after `base`.
struct Neighbors {
    const Value* base;
    unsigned word_bytes;
    std::int64_t first;
    std::int64_t count = 1;
    llvm::SmallVector<std::pair<const llvm::LoadInst*, std::int64_t>, 4> loads{};

    void add_if_near(const llvm::LoadInst& load, const Word& word) {
        if (word.base != base || word.bytes != word_bytes) return;
        const std::int64_t begin = std::min(first, word.offset);
        const std::int64_t end = std::max(first + count, word.offset + 1);
        if (end - begin > kMaxWords) return;
        first = begin, count = end - begin;
        loads.emplace_back(&load, word.offset);
    }
};

// Returns the loads of words near `word`, from `load` to the next instruction that may write to
// memory.
Neighbors neighbors_of(const llvm::LoadInst& load, const Word& word) {
    Neighbors found{.base = word.base, .word_bytes = word.bytes, .first = word.offset};
    for (const llvm::Instruction* next = &load; !next->mayWriteToMemory() && !next->isTerminator();
         next = next->getNextNode())
        if (const auto* other = llvm::dyn_cast<llvm::LoadInst>(next))
            if (const auto its_word = word_of(*other)) found.add_if_near(*other, *its_word);
    return found;
}

/// An address that is computed from `start` by steps that are equal in all lanes. Only `start`
/// differs between lanes.
struct Path {
    const Value* start;
    llvm::SmallVector<const llvm::GetElementPtrInst*, 4> steps{};  // starts with the last step
};

Path path_to(const LaneValues& values, const Value* address) {
    Path path{.start = address};
    const auto* step = llvm::dyn_cast<llvm::GetElementPtrInst>(address);
    while (step != nullptr && values.shape(step->getPointerOperand()).is_varying() &&
           std::all_of(step->idx_begin(), step->idx_end(),
                       [&](const llvm::Use& index) { return values.shape(index).is_uniform(); })) {
        path.steps.push_back(step);
        path.start = step->getPointerOperand();
        step = llvm::dyn_cast<llvm::GetElementPtrInst>(path.start);
    }
    return path;
}

Value* walk(const LaneBuilder& lanes, const Path& path, Value* address) {
    for (const llvm::GetElementPtrInst* step : llvm::reverse(path.steps)) {
        llvm::SmallVector<Value*, 4> indices;
        for (const llvm::Use& index : step->indices())
            indices.push_back(lanes.values.scalar(index));
        address = lanes.ir.CreateGEP(step->getSourceElementType(), address, indices);
    }
    return address;
}

// Loads adjacent words for each lane. Addresses that differ only by a uniform distance share one
// set of stored addresses. If some lanes are inactive, each load has its own set, because the
// inactive lanes may have addresses that cannot be read.
Pieces load_words(const LaneBuilder& lanes, const Neighbors& words) {
    const auto first = [&](Value* base) {
        return lanes.ir.CreateGEP(
            lanes.ir.getInt8Ty(), base,
            lanes.ir.getInt64(std::uint64_t(words.first * std::int64_t{words.word_bytes})));
    };
    const auto load = [&](llvm::AllocaInst* addresses, PlaceOfStruct place) {
        return load_each(lanes, addresses, words.word_bytes, unsigned(words.count), place);
    };
    if (lanes.mask != nullptr)
        return load(store_addresses(lanes, first(lanes.values.vector(words.base))),
                    [](Value* address) { return address; });
    const Path path = path_to(lanes.values, words.base);
    llvm::AllocaInst*& addresses = lanes.values.stored_addresses(path.start);
    if (addresses == nullptr) addresses = store_addresses(lanes, lanes.values.vector(path.start));
    return load(addresses, [&](Value* address) { return first(walk(lanes, path, address)); });
}

}  // namespace

bool build_neighbor_loads(const LaneBuilder& lanes, const llvm::LoadInst& load) {
    const Value* pointer = load.getPointerOperand();
    const auto word = word_of(load);
    if (!word || !lanes.values.shape(pointer).is_varying() ||
        lanes.values.analyses().memory.element_bytes(pointer) != 0 ||
        comes_from_indices(lanes.values, pointer))
        return false;
    const Neighbors words = neighbors_of(load, *word);
    if (words.loads.size() < 2 || lanes.width() % room_of(unsigned(words.count)) != 0) return false;
    const Pieces pieces = load_words(lanes, words);
    for (const auto& [each, offset] : words.loads)
        lanes.values.define(*each,
                            lanes.ir.CreateBitCast(pieces.take(unsigned(offset - words.first), 1),
                                                   lanes.values.lanes_of(each->getType())));
    return true;
}

bool comes_from_indices(const LaneValues& values, const Value* value, unsigned depth) {
    constexpr unsigned kMaxDepth = 12;
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (instruction == nullptr || !values.shape(value).is_varying()) return true;
    if (instruction->mayReadOrWriteMemory() || llvm::isa<llvm::PHINode>(instruction) ||
        llvm::isa<llvm::ExtractValueInst>(instruction) || depth == kMaxDepth)
        return false;
    return std::all_of(
        instruction->op_begin(), instruction->op_end(),
        [&](const llvm::Use& operand) { return comes_from_indices(values, operand, depth + 1); });
}

}  // namespace glint::cpu
