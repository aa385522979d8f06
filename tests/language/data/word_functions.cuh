// CUDA's functions on the bytes and half-words of a word, and its dynamic programming functions on
// whole words. Kernels call each of them, and the tests define each by its name.
#pragma once

/// Functions of one word.
#define WORD_FUNCTIONS_OF_1(of)                                                               \
    of(__vabs2) of(__vabsss2) of(__vneg2) of(__vnegss2) of(__vabs4) of(__vabsss4) of(__vneg4) \
        of(__vnegss4)
/// Functions of two words.
#define WORD_FUNCTIONS_OF_2(of)                                                                    \
    of(__vadd2) of(__vsub2) of(__vaddss2) of(__vaddus2) of(__vsubss2) of(__vsubus2) of(__vavgs2)   \
        of(__vavgu2) of(__vhaddu2) of(__vabsdiffs2) of(__vabsdiffu2) of(__vmaxs2) of(__vmaxu2)     \
            of(__vmins2) of(__vminu2) of(__vcmpeq2) of(__vseteq2) of(__vcmpne2) of(__vsetne2) of(  \
                __vcmpges2) of(__vsetges2) of(__vcmpgeu2) of(__vsetgeu2) of(__vcmpgts2)            \
                of(__vsetgts2) of(__vcmpgtu2) of(__vsetgtu2) of(__vcmples2) of(__vsetles2) of(     \
                    __vcmpleu2) of(__vsetleu2) of(__vcmplts2) of(__vsetlts2) of(__vcmpltu2)        \
                    of(__vsetltu2) of(__vsads2) of(__vsadu2) of(__vadd4) of(__vsub4) of(__vaddss4) \
                        of(__vaddus4) of(__vsubss4) of(__vsubus4) of(__vavgs4) of(__vavgu4)        \
                            of(__vhaddu4) of(__vabsdiffs4) of(__vabsdiffu4) of(__vmaxs4)           \
                                of(__vmaxu4) of(__vmins4) of(__vminu4) of(__vcmpeq4) of(__vseteq4) \
                                    of(__vcmpne4) of(__vsetne4) of(__vcmpges4) of(__vsetges4)      \
                                        of(__vcmpgeu4) of(__vsetgeu4) of(__vcmpgts4)               \
                                            of(__vsetgts4) of(__vcmpgtu4) of(__vsetgtu4)           \
                                                of(__vcmples4) of(__vsetles4) of(__vcmpleu4)       \
                                                    of(__vsetleu4) of(__vcmplts4) of(__vsetlts4)   \
                                                        of(__vcmpltu4) of(__vsetltu4) of(__vsads4) \
                                                            of(__vsadu4) of(__vimax_s32_relu)      \
                                                                of(__vimax_s16x2_relu)             \
                                                                    of(__vimin_s32_relu)           \
                                                                        of(__vimin_s16x2_relu)
/// Functions of three words.
#define WORD_FUNCTIONS_OF_3(of)                                                                    \
    of(__vimax3_s32) of(__vimax3_u32) of(__vimax3_s16x2) of(__vimax3_u16x2) of(__vimin3_s32)       \
        of(__vimin3_u32) of(__vimin3_s16x2) of(__vimin3_u16x2) of(__viaddmax_s32)                  \
            of(__viaddmax_u32) of(__viaddmax_s16x2) of(__viaddmax_u16x2) of(__viaddmin_s32)        \
                of(__viaddmin_u32) of(__viaddmin_s16x2) of(__viaddmin_u16x2) of(__vimax3_s32_relu) \
                    of(__vimax3_s16x2_relu) of(__vimin3_s32_relu) of(__vimin3_s16x2_relu)          \
                        of(__viaddmax_s32_relu) of(__viaddmax_s16x2_relu) of(__viaddmin_s32_relu)  \
                            of(__viaddmin_s16x2_relu)
/// Functions of two words that also report, in one bool, which of the two they return.
#define WORD_CHOICES(of) of(__vibmax_s32) of(__vibmax_u32) of(__vibmin_s32) of(__vibmin_u32)
/// Functions of two words that also report, in two bools, which half-words they return.
#define HALF_WORD_CHOICES(of) \
    of(__vibmax_s16x2) of(__vibmax_u16x2) of(__vibmin_s16x2) of(__vibmin_u16x2)
