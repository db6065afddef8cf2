# @head@
# Written for bash 3.2 too, the one of macOS: no mapfile, no associative arrays, no need of compopt.

# What may stand in the value of an option (COMMAND:OPTION) or as an argument (COMMAND:NUMBER). Fails where there is none.
__system1_value() {
    kind=words offered=''
    case $1 in
@values@
        *) return 1 ;;
    esac
}

__system1_options() {
    kind=words offered=''
    case $1 in
@options@
    esac
}

# Takes a candidate, without what stands before the part of the word that the shell is going to replace.
__system1_reply() {
    local before
    if [[ $head == "$stem"* ]]; then
        before=${head#"$stem"}
        before=${before//\\/}
        COMPREPLY+=("${1#"$before"}")
    else
        COMPREPLY+=("${stem#"$head"}$1")
    fi
}

# Offers what goes with a value; the stem is what stands before it in the same word.
__system1_offer() {
    local stem=$1 value=$2 word
    if [[ $value == [\"\']* ]]; then
        stem+=${value:0:1}
        value=${value:1}
    fi
    if [[ $kind == list ]]; then
        stem+=${value%"${value##*,}"}
        value=${value##*,}
    fi
    if [[ $kind != files ]]; then
        for word in $offered; do
            if [[ $word == "$value"* ]]; then __system1_reply "$word"; fi
        done
    elif [[ $value != *[\$\`]* ]]; then
        # What the shell would expand is left alone: an old compgen runs the substitution in the name of a folder.
        while IFS= read -r word; do
            if [[ -n $word ]]; then __system1_reply "$word"; fi
        done <<<"$(compgen -f -- "$value")"
        # Without compopt, any compgen -f makes the shell take the candidates for files.
        compopt -o filenames 2>/dev/null || compgen -f /non-existing-dir/ >/dev/null || :
    fi
}

_system1() {
    local IFS=$' \t\n' typed=$2 line=${COMP_LINE:0:COMP_POINT} words=() rest word i
    local kind offered command option='' closed='' position=1
    COMPREPLY=()

    # The shell splits words at : and = too. What follows without a blank belongs to the word before.
    for ((i = 0; i <= COMP_CWORD; i++)); do
        rest=${line#"${line%%[![:space:]]*}"}
        word=${COMP_WORDS[i]}
        if ((i == COMP_CWORD)); then word=$rest; fi
        if ((i == 0)) || [[ $rest != "$line" ]]; then
            words+=("$word")
        else
            words[${#words[@]} - 1]+=$word
        fi
        line=${rest#"$word"}
    done

    local last=$((${#words[@]} - 1))
    local current=${words[last]}
    local head=${current%"$typed"}
    if [[ $last -lt 1 || $current != *"$typed" ]]; then return; fi

    if ((last == 1)); then
        kind=words offered='@commands@'
        if [[ $current == -* ]]; then offered='@programOptions@'; fi
        __system1_offer '' "$current"
        return
    fi

    command=${words[1]}
    for ((i = 2; i < last; i++)); do
        word=${words[i]}
        if [[ -n $option ]]; then
            option=''
        elif [[ -n $closed || $word != -?* ]]; then
            position=$((position + 1))
        elif [[ $word == -- ]]; then
            closed=yes
        else
            # Switches may share a word with an option: -vp laya.
            while [[ $word == -[@switches@]?* ]]; do word=-${word:2}; done
            if __system1_value "$command:$word"; then option=$word; fi
        fi
    done

    if [[ -n $option ]]; then
        __system1_value "$command:$option"
        __system1_offer '' "$current"
    elif [[ -z $closed && $current == --*=* ]]; then
        if __system1_value "$command:${current%%=*}"; then __system1_offer "${current%%=*}=" "${current#*=}"; fi
    elif [[ -z $closed && $current == -* ]]; then
        __system1_options "$command"
        __system1_offer '' "$current"
    elif __system1_value "$command:$position"; then
        __system1_offer '' "$current"
    elif [[ -z $closed ]]; then
        __system1_options "$command"
        __system1_offer '' "$current"
    fi
}

complete -F _system1 system1
