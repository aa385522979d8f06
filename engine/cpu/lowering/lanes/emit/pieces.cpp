// SPDX-License-Identifier: MIT
#include <glint/cpu/lowering/lanes/emit/pieces.hpp>

#include <llvm/Support/MathExtras.h>

namespace glint::cpu {

using llvm::Value;

// --- contiguous structs ---

Value* Pieces::take(unsigned word, unsigned count) const {
    if (count == 1) return take_word(word);
    llvm::Type* wide = lanes_.values.lanes_of(lanes_.ir.getIntNTy(2 * bits()));
    Value* high = lanes_.ir.CreateZExt(take_word(word + 1), wide);
    return lanes_.ir.CreateOr(lanes_.ir.CreateZExt(take_word(word), wide),
                              lanes_.ir.CreateShl(high, bits()));
}

Value* Pieces::word_of(Value* number, unsigned word) const {
    return lanes_.ir.CreateTrunc(lanes_.ir.CreateLShr(number, word * bits()), type());
}

// Returns the word with index `word` of each lane's struct.
Value* Pieces::take_word(unsigned word) const {
    Value* result = llvm::PoisonValue::get(type());
    const unsigned width = lanes_.width();
    for (unsigned p = 0; p < words_; ++p) {
        llvm::SmallVector<int, 64> order;
        for (unsigned lane = 0; lane < width; ++lane) {
            const unsigned place = lane * words_ + word;
            order.push_back(int(place / width == p ? width + place % width : lane));
        }
        result = lanes_.ir.CreateShuffleVector(result, pieces_[p], order);
    }
    return result;
}

void Pieces::put_together(llvm::ArrayRef<Value*> words) {
    const unsigned width = lanes_.width();
    for (unsigned p = 0; p < words_; ++p) {
        Value* piece = llvm::PoisonValue::get(type());
        for (unsigned word = 0; word < words_; ++word) {
            llvm::SmallVector<int, 64> order;
            for (unsigned i = 0; i < width; ++i) {
                const unsigned place = p * width + i;
                order.push_back(int(place % words_ == word ? width + place / words_ : i));
            }
            piece = lanes_.ir.CreateShuffleVector(piece, words[word], order);
        }
        pieces_.push_back(piece);
    }
}

void Pieces::load(Value* first) {
    for (unsigned p = 0; p < words_; ++p) {
        Value* mask = mask_of(p);
        add(mask == nullptr ? lanes_.ir.CreateAlignedLoad(type(), place(first, p), alignment())
                            : static_cast<Value*>(lanes_.ir.CreateMaskedLoad(
                                  type(), place(first, p), alignment(), mask)));
    }
}

void Pieces::store(Value* first) const {
    for (unsigned p = 0; p < words_; ++p) {
        if (Value* mask = mask_of(p))
            lanes_.ir.CreateMaskedStore(pieces_[p], place(first, p), alignment(), mask);
        else
            lanes_.ir.CreateAlignedStore(pieces_[p], place(first, p), alignment());
    }
}

Value* Pieces::place(Value* first, unsigned piece) const {
    return lanes_.ir.CreateConstGEP1_64(lanes_.ir.getInt8Ty(), first,
                                        std::uint64_t{word_bytes_} * piece * lanes_.width());
}

Value* Pieces::mask_of(unsigned piece) const {
    if (lanes_.mask == nullptr) return nullptr;
    llvm::SmallVector<int, 64> order;
    for (unsigned i = 0; i < lanes_.width(); ++i)
        order.push_back(int((piece * lanes_.width() + i) / words_));
    return lanes_.ir.CreateShuffleVector(lanes_.mask, order);
}

// --- structs that are loaded one by one ---

namespace {

class EachStruct {
public:
    EachStruct(const LaneBuilder& lanes, llvm::AllocaInst* addresses, unsigned word_bytes,
               unsigned words, PlaceOfStruct place)
        : lanes_(lanes),
          addresses_(addresses),
          word_bytes_(word_bytes),
          words_(words),
          room_(room_of(words)),
          place_(place) {}

    /// Returns a vector with the structs of `count` lanes, starting at lane `first`.
    Value* together(unsigned first, unsigned count) {
        return word_bytes_ == 4 && words_ == 2 ? pairs(first, count) : joined(first, count);
    }

private:
    // Loads each pair of words as a double. A single instruction then moves the pair from memory to
    // its position in the vector.
    Value* pairs(unsigned first, unsigned count) {
        llvm::IRBuilder<>& ir = lanes_.ir;
        Value* all = llvm::PoisonValue::get(llvm::FixedVectorType::get(ir.getDoubleTy(), count));
        for (unsigned i = 0; i < count; ++i)
            all = ir.CreateInsertElement(all, load(first + i, ir.getDoubleTy()), i);
        return ir.CreateBitCast(all, llvm::FixedVectorType::get(ir.getInt32Ty(), count * room_));
    }

    Value* joined(unsigned first, unsigned count) {
        if (count == 1) return padded(first);
        Value* low = joined(first, count / 2);
        Value* high = joined(first + count / 2, count / 2);
        llvm::SmallVector<int, 64> all;
        for (unsigned i = 0; i < count * room_; ++i) all.push_back(int(i));
        return lanes_.ir.CreateShuffleVector(low, high, all);
    }

    Value* padded(unsigned lane) {
        Value* words =
            load(lane, llvm::FixedVectorType::get(lanes_.ir.getIntNTy(8 * word_bytes_), words_));
        if (words_ == room_) return words;
        llvm::SmallVector<int, 16> order;
        for (unsigned i = 0; i < room_; ++i) order.push_back(i < words_ ? int(i) : -1);
        return lanes_.ir.CreateShuffleVector(words, order);
    }

    Value* load(unsigned lane, llvm::Type* type) {
        llvm::IRBuilder<>& ir = lanes_.ir;
        Value* address =
            ir.CreateLoad(ir.getPtrTy(), ir.CreateConstGEP1_64(ir.getPtrTy(), addresses_, lane));
        return ir.CreateAlignedLoad(type, place_(address), llvm::Align(word_bytes_));
    }

    const LaneBuilder& lanes_;
    llvm::AllocaInst* addresses_;
    unsigned word_bytes_;
    unsigned words_;
    unsigned room_;
    PlaceOfStruct place_;
};

}  // namespace

llvm::AllocaInst* store_addresses(const LaneBuilder& lanes, Value* pointers) {
    if (lanes.mask != nullptr) {
        // Inactive lanes read this memory. The result is not used.
        llvm::AllocaInst* nowhere = lanes.slots.memory(
            llvm::ArrayType::get(lanes.ir.getInt8Ty(), kMaxStructBytes), "nowhere");
        pointers = lanes.ir.CreateSelect(lanes.mask, pointers, lanes.values.splat(nowhere));
    }
    llvm::AllocaInst* addresses =
        lanes.slots.memory(llvm::ArrayType::get(lanes.ir.getPtrTy(), lanes.width()), "structs");
    addresses->setAlignment(llvm::Align(64));
    lanes.ir.CreateAlignedStore(pointers, addresses, addresses->getAlign());
    return addresses;
}

unsigned room_of(unsigned words) { return unsigned(llvm::PowerOf2Ceil(words)); }

Pieces load_each(const LaneBuilder& lanes, llvm::AllocaInst* addresses, unsigned word_bytes,
                 unsigned words, PlaceOfStruct place) {
    EachStruct each(lanes, addresses, word_bytes, words, place);
    const unsigned room = room_of(words), lanes_each = lanes.width() / room;
    Pieces pieces(lanes, word_bytes, room);
    for (unsigned p = 0; p < room; ++p) pieces.add(each.together(p * lanes_each, lanes_each));
    return pieces;
}

}  // namespace glint::cpu
