// SPDX-License-Identifier: MIT
#include <glint/cpu/lowering/lanes/emit/members.hpp>

#include <optional>
#include <vector>

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/GetElementPtrTypeIterator.h>

#include <glint/cpu/lowering/lanes/emit/pieces.hpp>

namespace glint::cpu {
namespace {

using llvm::Value;

/// A member of a struct that consists of words.
struct Member {
    const Value* pointer;                 ///< address of the member
    const llvm::GetElementPtrInst* base;  ///< address of the struct
    unsigned word_bytes;
    unsigned words;  ///< number of words in the struct
    unsigned word;   ///< index of the member's first word
    unsigned count;  ///< number of words in the member

    bool shares_struct_with(const Member& other) const {
        return base == other.base && word_bytes == other.word_bytes;
    }
};

/// A load or store of a member.
struct MemberAccess {
    const llvm::Instruction* instruction;
    unsigned word;
    unsigned count;
};

using MemberAccesses = llvm::SmallVector<MemberAccess, 8>;

std::uint64_t bytes_of_last_step(const llvm::GetElementPtrInst& step) {
    std::uint64_t bytes = 0;
    for (auto index = llvm::gep_type_begin(step); index != llvm::gep_type_end(step); ++index)
        bytes = index.isStruct()
                    ? 0
                    : index.getSequentialElementStride(step.getDataLayout()).getFixedValue();
    return bytes;
}

// Returns the size of a word in bytes. A double is one word. A 64-bit integer is two words of 4
// bytes, because it is often two 32-bit numbers that a compiler copies together.
unsigned word_bytes_of(const llvm::Type* type) {
    if (type->isDoubleTy()) return 8;
    return type->isFloatTy() || type->isIntegerTy(32) || type->isIntegerTy(64) ? 4 : 0;
}

std::optional<Member> member_at(const Value* pointer, llvm::Type* type) {
    const std::uint64_t word = word_bytes_of(type);
    const auto* last = llvm::dyn_cast<llvm::Instruction>(pointer);
    if (word == 0 || last == nullptr) return std::nullopt;
    std::int64_t offset = 0;
    const llvm::DataLayout& layout = last->getDataLayout();
    const auto* base = llvm::dyn_cast<llvm::GetElementPtrInst>(
        llvm::GetPointerBaseWithConstantOffset(pointer, offset, layout));
    if (base == nullptr || offset < 0) return std::nullopt;
    const std::uint64_t bytes = bytes_of_last_step(*base);
    const std::uint64_t size = layout.getTypeStoreSize(type).getFixedValue();
    const auto begin = static_cast<std::uint64_t>(offset);
    if (bytes % word != 0 || begin % word != 0 || bytes <= size || bytes > kMaxStructBytes ||
        begin + size > bytes)
        return std::nullopt;
    return Member{.pointer = pointer,
                  .base = base,
                  .word_bytes = static_cast<unsigned>(word),
                  .words = static_cast<unsigned>(bytes / word),
                  .word = static_cast<unsigned>(begin / word),
                  .count = static_cast<unsigned>(size / word)};
}

std::optional<Member> member_of(const llvm::Instruction& access) {
    if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&access))
        return load->isSimple() ? member_at(load->getPointerOperand(), load->getType())
                                : std::nullopt;
    if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&access))
        return store->isSimple()
                   ? member_at(store->getPointerOperand(), store->getValueOperand()->getType())
                   : std::nullopt;
    return std::nullopt;
}

// Computes the address of the struct from the address of the member. Use this function if only the
// address of the member is known.
Value* struct_address(const LaneBuilder& lanes, const Member& member, Value* pointer) {
    const auto back = -std::int64_t{member.word_bytes} * member.word;
    return lanes.ir.CreateGEP(lanes.ir.getInt8Ty(), pointer,
                              lanes.ir.getInt64(static_cast<std::uint64_t>(back)));
}

bool is_in_row(const LaneBuilder& lanes, const Member& member) {
    const Shape shape = lanes.values.shape(member.base);
    return !shape.is_varying() && shape.stride == std::int64_t{member.word_bytes} * member.words;
}

// Returns true if the structs are contiguous and it is faster to access them in pieces. If some
// lanes are inactive, this is not faster for large structs, because it needs too much code.
bool is_worth_pieces(const LaneBuilder& lanes, const Member& member) {
    constexpr unsigned kMaxWords = 4;
    return is_in_row(lanes, member) && (lanes.mask == nullptr || member.words <= kMaxWords);
}

bool is_private(const LaneBuilder& lanes, const Value* pointer) {
    return lanes.values.analyses().memory.element_bytes(pointer) != 0;
}

// Returns the loads of members of the same structs, from `first` to the next instruction that may
// write to memory.
MemberAccesses loads_from(const llvm::LoadInst& first, const Member& member) {
    MemberAccesses loads;
    for (const llvm::Instruction* next = &first; !next->mayWriteToMemory() && !next->isTerminator();
         next = next->getNextNode()) {
        if (!llvm::isa<llvm::LoadInst>(next)) continue;
        const auto other = member_of(*next);
        if (other && other->shares_struct_with(member))
            loads.push_back({next, other->word, other->count});
    }
    return loads;
}

void define_loads(const LaneBuilder& lanes, const MemberAccesses& loads, const Pieces& pieces) {
    for (const auto& [load, word, count] : loads)
        lanes.values.define(*load, lanes.ir.CreateBitCast(pieces.take(word, count),
                                                          lanes.values.lanes_of(load->getType())));
}

// Returns the stores to members of the same structs, before and after `store`, up to another memory
// access.
MemberAccesses stores_around(const llvm::StoreInst& store, const Member& member) {
    const auto is_one = [&](const llvm::Instruction& instruction) {
        const auto other = member_of(instruction);
        return llvm::isa<llvm::StoreInst>(instruction) && other &&
               other->shares_struct_with(member);
    };
    const auto belongs = [&](const llvm::Instruction* instruction) {
        return instruction != nullptr && !instruction->isTerminator() &&
               (!instruction->mayReadOrWriteMemory() || is_one(*instruction));
    };
    const llvm::Instruction* first = &store;
    while (belongs(first->getPrevNode())) first = first->getPrevNode();
    MemberAccesses stores;
    for (; belongs(first); first = first->getNextNode())
        if (is_one(*first))
            stores.push_back({first, member_of(*first)->word, member_of(*first)->count});
    return stores;
}

bool covers_each_word_once(const MemberAccesses& stores, unsigned words) {
    std::uint64_t seen = 0;
    unsigned count = 0;
    for (const MemberAccess& store : stores)
        for (unsigned i = 0; i < store.count; ++i, ++count)
            seen |= std::uint64_t{1} << (store.word + i);
    return count == words && seen == (std::uint64_t{1} << words) - 1;
}

std::vector<Value*> stored_words(const LaneBuilder& lanes, const MemberAccesses& stores,
                                 const Pieces& pieces, unsigned words) {
    std::vector<Value*> result(words);
    for (const auto& [instruction, word, count] : stores) {
        const Value* old = llvm::cast<llvm::StoreInst>(instruction)->getValueOperand();
        llvm::Type* number = lanes.values.lanes_of(
            lanes.ir.getIntNTy(unsigned(old->getType()->getPrimitiveSizeInBits())));
        Value* value = lanes.ir.CreateBitCast(lanes.values.vector(old), number);
        for (unsigned i = 0; i < count; ++i) result[word + i] = pieces.word_of(value, i);
    }
    return result;
}

}  // namespace

bool build_member_loads(const LaneBuilder& lanes, const llvm::LoadInst& load) {
    const auto member = member_of(load);
    if (!member || is_private(lanes, load.getPointerOperand()) ||
        lanes.values.shape(load.getPointerOperand()).is_uniform())
        return false;
    const MemberAccesses loads = loads_from(load, *member);
    if (is_worth_pieces(lanes, *member)) {
        Pieces pieces(lanes, member->word_bytes, member->words);
        pieces.load(struct_address(lanes, *member, lanes.values.scalar(member->pointer)));
        define_loads(lanes, loads, pieces);
        return true;
    }
    if (loads.size() < 2 || !lanes.values.shape(member->base).is_varying()) return false;
    if (lanes.width() % room_of(member->words) != 0) return false;
    llvm::AllocaInst* addresses = store_addresses(
        lanes, struct_address(lanes, *member, lanes.values.vector(member->pointer)));
    define_loads(lanes, loads,
                 load_each(lanes, addresses, member->word_bytes, member->words,
                           [](Value* address) { return address; }));
    return true;
}

bool build_member_stores(const LaneBuilder& lanes, const llvm::StoreInst& store) {
    const auto member = member_of(store);
    if (!member || is_private(lanes, store.getPointerOperand()) || !is_worth_pieces(lanes, *member))
        return false;
    const MemberAccesses stores = stores_around(store, *member);
    if (!covers_each_word_once(stores, member->words)) return false;
    if (stores.back().instruction != &store) return true;
    Pieces pieces(lanes, member->word_bytes, member->words);
    pieces.put_together(stored_words(lanes, stores, pieces, member->words));
    pieces.store(struct_address(lanes, *member, lanes.values.scalar(member->pointer)));
    return true;
}

}  // namespace glint::cpu
