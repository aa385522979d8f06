# SPDX-License-Identifier: MIT
# Types LINE and a tab into an interactive zsh, and prints the resulting line in brackets.
#
# Usage: zsh -f zsh_tab.zsh COMPLETION BIN LINE
# COMPLETION is the folder of _glint, and BIN the folder of the program.
zmodload zsh/zpty || exit 1
rm -f line.txt
cat >settings.zsh <<END_OF_SETTINGS
PS1=
path=(${(q)2} \$path)
fpath=(${(q)1} \$fpath)
autoload -Uz compinit && compinit -u -D
END_OF_SETTINGS
cat >>settings.zsh <<'END_OF_SETTINGS'
tell() {
    print -r -- "[$BUFFER]" >line.new && mv line.new line.txt
    exit
}
zle -N tell
bindkey '^I' complete-word
bindkey '^X' tell
print ready >line.txt
END_OF_SETTINGS

await() {
    repeat 400; do
        [[ -s line.txt ]] && return
        sleep 0.05
    done
    print -u2 "zsh does not answer"
    exit 1
}

TERM=dumb zpty shell zsh -f -i
zpty -w shell 'source ./settings.zsh'
await
rm line.txt
zpty -w -n shell "$3"$'\t\x18'
await
zpty -d shell
cat line.txt
