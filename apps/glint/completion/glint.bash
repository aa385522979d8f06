# SPDX-License-Identifier: MIT
# Completion of `glint` for bash, which loads this file by itself where bash-completion is installed.
_glint() {
    local IFS=$'\n'
    # "--set speed=2" comes as three words: the value is not completed.
    COMPREPLY=($(glint complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
    [[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace
}
complete -o default -F _glint glint
