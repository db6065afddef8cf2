# @head@

# Whether the command is this one, or none yet where none is named. With a number: and the cursor is at that argument at
# the latest.
function __system1_at --argument-names command last
    set -l words (commandline -opc)
    # Variables that are set for the command stand before it.
    while string match -qr '^\w+=' -- "$words[1]"
        set -e words[1]
    end
    if test -z "$command"
        test (count $words) -eq 1
        return
    end
    test "$words[2]" = "$command"; or return 1

    set -l valued @valued@
    set -l position 1
    set -l option
    set -l value
    for word in $words[3..-1]
        set value
        if set -q option[1]
            set value $word
            set option
        else if contains -- $word $valued
            set option $word
        else if not string match -q -- '-*' $word
            set position (math $position + 1)
        end
    end
    # The value of an option is no option itself, whatever it looks like.
    contains -- "$value" $valued; and return 1
    set -q option[1]; and string match -q -- '-*' (commandline -ct); and return 1
    test -z "$last"; or test $position -le $last
end

# The words that may come after the last comma of what is typed.
function __system1_list
    set -l typed (commandline -ct | string replace -r '^(--[a-z-]+=)?["\']?' '')
    set -l before (string replace -r '[^,]*$' '' -- "$typed")
    for word in $argv
        echo "$before$word"
    end
end

complete -c system1 -f
@completions@
