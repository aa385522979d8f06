// Functions of a single thread, for the tests of lanes. The host evaluates them again, thread by
// thread. All numbers are unsigned, so that all compilers must give the same results.
#pragma once

#if defined(__CUDACC__) || defined(__CUDA__)
#define GLINT_BODY __device__ inline
#else
#define GLINT_BODY inline
#endif

namespace bodies {

using Number = unsigned int;

/// A pseudorandom number computed from `x`.
GLINT_BODY Number mix(Number x) {
    x ^= x >> 16;
    x *= 0x7feb352du;
    x ^= x >> 15;
    x *= 0x846ca68bu;
    return x ^ x >> 16;
}

// --- branches that diverge and reconverge ---

GLINT_BODY Number if_else(Number i) {
    Number result = i;
    if (i % 3 == 0)
        result = 7 * i;
    else if (i % 3 == 1 && mix(i) % 2 == 0)
        result += 1000;
    else
        result ^= 0xff;
    return result + (i > 40 ? 1 : 2);
}

/// Values selected by the lowest bit of an index.
GLINT_BODY Number odd_or_even(Number i) {
    return (i & 1) * 5 + (i & (i & 1)) + ((i | 38) & 3) * 100;
}

GLINT_BODY Number nested_ifs(Number i) {
    Number result = 1;
    if (i & 1) {
        if (i & 2) {
            result = 10;
            if (i & 4) result += mix(i);
        } else {
            result = 20;
        }
        result *= 3;
    } else if (i & 8) {
        result = i & 2 ? 40 : 50 + i;
    }
    return result;
}

GLINT_BODY Number switch_with_shared_tails(Number i) {
    Number result = 0;
    switch (mix(i) % 9) {
        case 0: result = 1; break;
        case 1: result = i; [[fallthrough]];
        case 2: result += 100; break;
        case 3: return 12345;
        case 4:
        case 5: result = i * i; break;
        case 8: result = 3; [[fallthrough]];
        default: result += 7;
    }
    return result + i;
}

GLINT_BODY Number leave_early(Number i) {
    if (i % 5 == 0) return 1;
    if (mix(i) % 4 == 0) return 2 + i;
    if (i % 7 == 3) return 3;
    return 4 * i;
}

GLINT_BODY Number jumps(Number i) {
    Number result = i;
    if (i % 4 == 0) goto middle;
    result += 10;
    if (i % 4 == 1) goto last;
middle:
    result *= 3;
last:
    return result + 1;
}

// --- loops that lanes leave at different times ---

GLINT_BODY Number loop_of_own_length(Number i) {
    Number sum = 0;
    for (Number k = 0; k < mix(i) % 13; ++k) sum += k * i + 1;
    return sum;
}

GLINT_BODY Number collatz(Number i) {
    Number steps = 0;
    for (Number x = i + 1; x != 1; x = x % 2 ? 3 * x + 1 : x / 2) ++steps;
    return steps;
}

GLINT_BODY Number do_while(Number i) {
    Number x = mix(i) % 200, rounds = 0;
    do {
        x = x * 5 % 211;
        ++rounds;
    } while (x > 40 && rounds < 25);
    return x + 1000 * rounds;
}

GLINT_BODY Number breaks_and_continues(Number i) {
    Number sum = 0;
    for (Number a = 0; a < 4 + i % 3; ++a) {
        if (a == i % 4) continue;
        for (Number b = 0; b < 6; ++b) {
            if ((a + b + i) % 5 == 0) continue;
            Number c = 0;
            while (true) {
                if (++c > b + i % 2) break;
                if ((c + i) % 3 == 0) continue;
                sum += 1 + a * b * c;
            }
            if (sum > 150 + i) break;
        }
        if (sum > 300) break;
        sum += 2;
    }
    return sum;
}

GLINT_BODY Number return_inside_loops(Number i) {
    for (Number a = 0; a < 5; ++a)
        for (Number b = 0; b < 5; ++b) {
            if (mix(a * 5 + b + i) % 23 == 0) return 100 * a + b;
            if ((a ^ b) == i % 64) return 9000 + a;
        }
    return i;
}

/// The final values of several loop variables; each lane leaves the loop in a different round.
GLINT_BODY Number results_of_a_loop(Number i) {
    Number x = i, last = 0, before = 7, round = 0;
    for (; round < 20; ++round) {
        before = last;
        last = mix(x + round);
        if (last % 6 == 0) break;
        x += last & 15;
    }
    return x + 3 * last + 5 * before + 7 * round;
}

/// A loop with two breaks, after which the code continues in different places.
GLINT_BODY Number several_exits(Number i) {
    Number k = 0;
    for (; k < 30; ++k) {
        if (mix(i + k) % 11 == 0) break;
        if (mix(i ^ k) % 13 == 0) {
            k += 500;
            break;
        }
    }
    return k < 30 ? k + i : k >= 500 ? k * 2 : 77;
}

/// The result of one loop controls the next loop in each lane.
GLINT_BODY Number loop_after_loop(Number i) {
    Number first = 0;
    while (mix(i + first) % 5 != 0 && first < 12) ++first;
    Number sum = 0;
    for (Number k = first; k < 12; k += 1 + (i & 1)) sum += mix(k) % 10;
    return sum * 16 + first;
}

// --- values that are uniform across lanes ---

GLINT_BODY Number uniform_loops(Number i) {
    Number sum = 0;
    for (Number a = 0; a < 7; ++a)
        for (Number b = a; b < 7; ++b) sum = sum * 3 + (i & b) + a;
    return sum;
}

GLINT_BODY Number uniform_in_diverging_loop(Number i) {
    Number sum = 0, uniform = 1;
    for (Number k = 0; k < 10; ++k) {
        uniform = uniform * 5 + k;
        if (mix(i) % 10 == k) break;
        sum += uniform & 31;
    }
    return sum + uniform;
}

GLINT_BODY Number diverging_in_uniform_loop(Number i) {
    Number sum = 0;
    for (Number k = 0; k < 5; ++k) {
        for (Number n = 0; n < (i + k) % 4; ++n) sum += n + 1;
        if (mix(i + k) % 3 == 0) sum ^= k;
    }
    return sum;
}

// --- each thread's own memory ---

GLINT_BODY Number histogram(Number i) {
    Number counts[8] = {};
    for (Number k = 0; k < 20 + i % 3; ++k) ++counts[mix(i + k) % 8];
    Number sum = 0;
    for (Number k = 0; k < 8; ++k) sum = sum * 5 + counts[k];
    return sum;
}

GLINT_BODY Number sorted(Number i) {
    unsigned short keys[9];
    for (Number k = 0; k < 9; ++k) keys[k] = static_cast<unsigned short>(mix(9 * i + k));
    for (Number a = 1; a < 9; ++a) {
        const unsigned short key = keys[a];
        Number b = a;
        for (; b > 0 && keys[b - 1] > key; --b) keys[b] = keys[b - 1];
        keys[b] = key;
    }
    return keys[0] + 3u * keys[4] + 5u * keys[8];
}

/// Only some lanes refill the array in the middle.
GLINT_BODY Number filled_again(Number i) {
    Number values[24];
    for (Number k = 0; k < 24; ++k) values[k] = i + k;
    if (mix(i) % 2)
        for (Number k = 4; k < 20; ++k) values[k] = 0;
    return values[mix(i) % 24] + 3 * values[i % 7] + values[23];
}

struct Particle {
    Number place[3];
    unsigned char kind;
    unsigned long long weight;
};

GLINT_BODY Number sum_of(const Particle* particles, Number count) {
    if (count == 0) return 0;
    const Particle& last = particles[count - 1];
    return last.place[count % 3] + last.kind + static_cast<Number>(last.weight >> 20) +
           sum_of(particles, count - 1);
}

/// An array of structs whose address is passed to a recursive function.
GLINT_BODY Number escaping(Number i) {
    Particle particles[5];
    for (Number k = 0; k < 5; ++k) {
        Particle& particle = particles[(k + i) % 5];
        for (Number axis = 0; axis < 3; ++axis) particle.place[axis] = mix(i + 3 * k + axis) % 100;
        particle.kind = static_cast<unsigned char>(i + k);
        particle.weight = (1ull << 20) * (i + k) + 5;
    }
    return sum_of(particles, 3 + i % 3);
}

/// Writes a value as one type and reads its bytes.
GLINT_BODY Number bytes_of(Number i) {
    Number words[4];
    for (Number k = 0; k < 4; ++k) words[k] = mix(i + k);
    const auto* bytes = reinterpret_cast<const unsigned char*>(words);
    Number sum = 0;
    for (Number k = 0; k < 16; k += 1 + i % 3) sum = sum * 7 + bytes[k];
    return sum;
}

// --- division ---

GLINT_BODY Number signed_division(Number i) {
    const int least = -2147483647 - 1;
    const int numbers[] = {least, least + 1, -17, -16, -1, 0, 1, 5, 1000000007, 2147483647};
    const int left = numbers[mix(i) % 10];
    int right = numbers[mix(i + 77) % 10];
    if (right == 0 || (left == least && right == -1)) right = 1;
    return static_cast<Number>(left / right) * 31u + static_cast<Number>(left % right);
}

GLINT_BODY Number unsigned_division(Number i) {
    const Number numbers[] = {0xffffffffu, 0xfffffffeu, 0x80000000u, 0x7fffffffu, 3, 2, 1, 65537};
    const Number left = i % 3 ? numbers[mix(i) % 8] : mix(i), right = numbers[mix(i + 9) % 8];
    return left / right * 31 + left % right;
}

GLINT_BODY Number long_division(Number i) {
    const unsigned long long left = (1ull << 63) + mix(i) * 0x100000001ull;
    const long long right = static_cast<long long>(mix(i + 5)) - 0x80000000ll;
    if (right == 0) return 0;
    const auto quotient = static_cast<long long>(left) / right;
    const auto rest = static_cast<long long>(left) % right;
    const unsigned long long other = left / (mix(i) % 1000 + 1);
    return static_cast<Number>(quotient) + 3 * static_cast<Number>(rest) +
           static_cast<Number>(other) + static_cast<Number>(other >> 32);
}

/// Lanes with divisor 0 do not divide.
GLINT_BODY Number guarded_division(Number i) {
    const Number divisor = i % 4;
    Number sum = 0;
    for (Number k = 0; k < 3; ++k)
        if (divisor != 0) sum += (i + k) / divisor + (i * k) % divisor;
    return sum;
}

GLINT_BODY Number narrow_division(Number i) {
    const auto left = static_cast<signed char>(mix(i)), right = static_cast<signed char>(i | 1);
    const auto wide = static_cast<short>(mix(i + 3));
    return static_cast<Number>(left / right) + 100 * static_cast<Number>(left % right) +
           static_cast<Number>(wide % right);
}

// --- functions that are called for one lane after another ---

/// Consecutive numbers divided by one number: within and across its multiples, below zero, and
/// where the numbers wrap around.
GLINT_BODY Number divided_rows(Number i, Number by) {
    const int shifted = static_cast<int>(i) - 40;
    const int signed_by = static_cast<int>(by | 1);
    const long long far = 1000000000ll * by + i;
    return (i + 5) % by + 1000 * ((i * 3 + 7) / by) + (i - 20) % by + (i - 20) / by +
           static_cast<Number>(shifted % signed_by) + static_cast<Number>(shifted / signed_by) +
           static_cast<Number>(far % (by + 100000ll));
}

GLINT_BODY Number common_divisor(Number a, Number b) {
    return b == 0 ? a : 1 + common_divisor(b, a % b);
}

GLINT_BODY Number recursive(Number i) {
    return i % 3 == 1 ? i : common_divisor(mix(i) % 1000 + 1, i + 1);
}

}  // namespace bodies

/// Lists all bodies, for the host and for kernels.
// clang-format off
#define GLINT_EACH_BODY(DO)                                                                       \
    DO(if_else) DO(odd_or_even) DO(nested_ifs) DO(switch_with_shared_tails) DO(leave_early)       \
    DO(jumps) DO(loop_of_own_length) DO(collatz) DO(do_while) DO(breaks_and_continues)            \
    DO(return_inside_loops) DO(results_of_a_loop) DO(several_exits) DO(loop_after_loop)           \
    DO(uniform_loops) DO(uniform_in_diverging_loop) DO(diverging_in_uniform_loop) DO(histogram)   \
    DO(sorted) DO(filled_again) DO(escaping) DO(bytes_of) DO(signed_division)                     \
    DO(unsigned_division) DO(long_division) DO(guarded_division) DO(narrow_division) DO(recursive)
// clang-format on
