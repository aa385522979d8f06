# SPDX-License-Identifier: MIT
# ctest runs this before each run, once per test program: it adds one ctest entry per suite of
# googletest cases. Input: GLINT_PROGRAM (path), GLINT_NAME (prefix of the entries), GLINT_PROPERTIES.
execute_process(COMMAND ${GLINT_PROGRAM} --gtest_list_tests
    OUTPUT_VARIABLE listed RESULT_VARIABLE status TIMEOUT 60)
if(NOT status EQUAL 0)
    # ctest reports the missing program as a test that did not run.
    add_test(${GLINT_NAME} ${GLINT_PROGRAM})
    return()
endif()
string(REGEX MATCHALL "[^\n]+" lines "${listed}")
set(suites)
foreach(line IN LISTS lines)
    if(line MATCHES "^([^ ]+)\\.")
        set(suite ${CMAKE_MATCH_1})
        list(APPEND suites ${suite})
        set(cases_${suite} 0)
    elseif(line MATCHES "^  ")
        math(EXPR cases_${suite} "${cases_${suite}} + 1")
    endif()
endforeach()
foreach(suite IN LISTS suites)
    set(test ${GLINT_NAME}.${suite})
    add_test(${test} ${GLINT_PROGRAM} --gtest_filter=${suite}.*)
    # Suites with many cases start first. A suite counts as skipped if every case was skipped; the
    # pattern does not match if a case failed, because googletest lists failures last.
    set_tests_properties(${test} PROPERTIES COST ${cases_${suite}}
        SKIP_REGULAR_EXPRESSION "PASSED  \\] 0 tests\\.\n(\\[  SKIPPED \\][^\n]*\n)+$"
        ${GLINT_PROPERTIES})
endforeach()
