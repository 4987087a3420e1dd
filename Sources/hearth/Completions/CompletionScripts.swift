/// The scripts by which shells ask `hearth` what may follow.
///
/// Each runs `hearth completion words -- WORD...`, which prints a candidate and its meaning, with a tab between them, on
/// each line, and `:files` alone on a line when the name of a file may follow.
enum CompletionScripts {
    static func script(for shell: String) -> String? {
        switch shell {
        case "bash": bash
        case "zsh": zsh
        case "fish": fish
        default: nil
        }
    }

    private static let bash = #"""
        # Completion of hearth's command line for bash.
        _hearth() {
            local current=${COMP_WORDS[COMP_CWORD]} line word
            # With '=' among the word breaks, the value of an option is a word of its own.
            [ "$current" = "=" ] && current=
            COMPREPLY=()
            while IFS= read -r line; do
                if [ "$line" = ":files" ]; then
                    compopt -o filenames 2>/dev/null
                    while IFS= read -r word; do
                        COMPREPLY+=("$word")
                    done < <(compgen -f -- "$current")
                else
                    word=${line%%$'\t'*}
                    [[ $word == *= ]] && compopt -o nospace 2>/dev/null
                    COMPREPLY+=("$(printf '%q' "$word")")
                fi
            done < <(command hearth completion words -- "${COMP_WORDS[@]:1:COMP_CWORD-1}" "$current" 2>/dev/null)
        }
        complete -F _hearth hearth
        """#

    private static let zsh = #"""
        #compdef hearth
        # Completion of hearth's command line for zsh.
        _hearth() {
            local line
            local -a found
            local files=0
            while IFS= read -r line; do
                if [[ $line == ":files" ]]; then
                    files=1
                else
                    found+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
                fi
            done < <(command hearth completion words -- "${(@)words[2,CURRENT-1]}" "${words[CURRENT]}" 2>/dev/null)
            (( ${#found} )) && _describe -V hearth found
            (( files )) && _files
        }
        if [ "$funcstack[1]" = "_hearth" ]; then
            _hearth "$@"
        else
            compdef _hearth hearth
        fi
        """#

    private static let fish = #"""
        # Completion of hearth's command line for fish.
        function __hearth_words
            set -l typed (commandline --tokenize --cut-at-cursor --current-process)
            set -l current (commandline --current-token --cut-at-cursor)
            for line in (command hearth completion words -- $typed[2..] "$current" 2>/dev/null)
                if test "$line" = ":files"
                    __fish_complete_path "$current"
                else
                    echo $line
                end
            end
        end
        complete --command hearth --no-files --keep-order --arguments '(__hearth_words)'
        """#
}
