# SPDX-License-Identifier: MIT
# Completion of `glint` for bash. If bash-completion is installed, bash loads this file by itself.
_glint() {
    local IFS=$'\n'
    # Bash splits "speed=2" into three words, so the value is not completed.
    COMPREPLY=($(glint complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
    [[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace
}
complete -o default -F _glint glint
