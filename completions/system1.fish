# fish completion for system1, generated from its command tree by npm run generate: do not edit.
# Static: at TAB it starts no program, and evaluates nothing of what is typed.

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

    set -l valued -o --option -l --level -c --context -f --context-file --questions -b --batch --output --concurrency --fail-on --min-pass-rate -p --provider -m --model --endpoint --fallback --timeout --deadline --max-requests --min-confidence --expect --on-abstain --on-error --exit --format --color --config --wait --question --group --holdout --method --floor --by --target-accuracy --confidence-level --scope --out --html --svg --max-ece --max-brier --min-accuracy --min-coverage
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
complete -c system1 -n '__system1_at' -s V -l version -d 'show the version'
complete -c system1 -n '__system1_at' -s h -l help -d 'show this help'
complete -c system1 -n '__system1_at' -a 'decide' -d 'ask a question about a text; the answer is on stdout and in the exit code'
complete -c system1 -n '__system1_at' -a 'health' -d 'is each engine up, and ready for the configured model?'
complete -c system1 -n '__system1_at' -a 'providers' -d 'what is configured, where each value came from, what each engine can do'
complete -c system1 -n '__system1_at' -a 'calibrate' -d 'measure an engine on labelled rows, fit a temperature and a threshold'
complete -c system1 -n '__system1_at' -a 'completion' -d 'print the completion file of a shell: bash, zsh or fish'
complete -c system1 -n '__system1_at' -a 'help' -d 'help on a command, or on exit-codes, environment, configuration, providers'

complete -c system1 -n '__system1_at decide' -s o -l option -x -d 'one option; repeat it (2 to 256)'
complete -c system1 -n '__system1_at decide' -s l -l level -x -d 'one level of a scale, lowest first; repeat it (2 to 10)'
complete -c system1 -n '__system1_at decide' -s c -l context -x -d 'what to judge, always literal'
complete -c system1 -n '__system1_at decide' -s f -l context-file -r -F -d 'what to judge, from a file; - is stdin, never read unasked'
complete -c system1 -n '__system1_at decide' -l questions -r -F -d 'named questions: a TOML or JSON file, or the JSON itself'
complete -c system1 -n '__system1_at decide' -s b -l batch -r -F -d 'JSONL rows to ask about, one answer row each; - is stdin'
complete -c system1 -n '__system1_at decide' -l output -r -F -d 'where the answer rows go'
complete -c system1 -n '__system1_at decide' -l resume -d 'go on with an output that exists'
complete -c system1 -n '__system1_at decide' -l retry-failed -d 'with --resume, ask the rows that failed again'
complete -c system1 -n '__system1_at decide' -l overwrite -d 'replace an output that exists'
complete -c system1 -n '__system1_at decide' -l concurrency -x -d 'how much is asked at once (8; 1 to 256)'
complete -c system1 -n '__system1_at decide' -l fail-fast -d 'stop at the first row that failed'
complete -c system1 -n '__system1_at decide' -l fail-on -x -k -a '(__system1_list failed abstained block)' -d 'what counts as well: failed (the default), abstained, block'
complete -c system1 -n '__system1_at decide' -l min-pass-rate -x -d 'exit 0 if this share of rows does not count, such as 0.95'
complete -c system1 -n '__system1_at decide' -s p -l provider -x -k -a 'laya von systemone ollama typesafe anthropic mock' -d 'who is asked first'
complete -c system1 -n '__system1_at decide' -s m -l model -x -d 'its model'
complete -c system1 -n '__system1_at decide' -l endpoint -x -d 'its endpoint'
complete -c system1 -n '__system1_at decide' -l fallback -x -k -a '(__system1_list laya von systemone ollama typesafe anthropic)' -d 'who is tried after it, in order'
complete -c system1 -n '__system1_at decide' -l no-fallback -d 'nobody is tried after it'
complete -c system1 -n '__system1_at decide' -l local-only -d 'refuse every remote provider'
complete -c system1 -n '__system1_at decide' -l allow-remote -d 'consent to a remote --endpoint'
complete -c system1 -n '__system1_at decide' -l timeout -x -d 'for each attempt, such as 5s'
complete -c system1 -n '__system1_at decide' -l deadline -x -d 'for the whole command, such as 800ms'
complete -c system1 -n '__system1_at decide' -l max-requests -x -d 'stop asking after so many requests'
complete -c system1 -n '__system1_at decide' -l min-confidence -x -d 'abstain below it: 0.8, or yes=0.95,no=0.6'
complete -c system1 -n '__system1_at decide' -l expect -x -d 'pass only if this is the decision; repeat it'
complete -c system1 -n '__system1_at decide' -l on-abstain -x -k -a 'pass block fail' -d 'pass, block or fail (the default) when it abstains'
complete -c system1 -n '__system1_at decide' -l on-error -x -k -a 'pass block fail' -d 'pass, block or fail (the default) when nobody answers'
complete -c system1 -n '__system1_at decide' -l check-order -d 'ask options in both orders; abstain when the winners differ'
complete -c system1 -n '__system1_at decide' -l exit -x -d 'other exit codes, such as abstain=0,error=5'
complete -c system1 -n '__system1_at decide' -l no-calibration -d 'take the engine\'s raw probabilities'
complete -c system1 -n '__system1_at decide' -l dry-run -d 'check everything, print the requests, send nothing; exit 3'
complete -c system1 -n '__system1_at decide' -l format -x -k -a 'text value json jsonl github junit tap' -d 'one of text, value, json, jsonl, github, junit, tap'
complete -c system1 -n '__system1_at decide' -l json -d 'short for --format json'
complete -c system1 -n '__system1_at decide' -l color -x -k -a 'auto always never' -d 'one of auto, always, never'
complete -c system1 -n '__system1_at decide' -s v -l verbose -d 'say more on stderr'
complete -c system1 -n '__system1_at decide' -s q -l quiet -d 'nothing on stdout, only errors on stderr'
complete -c system1 -n '__system1_at decide' -l config -r -F -d 'the configuration file'
complete -c system1 -n '__system1_at decide' -s h -l help -d 'show this help'

complete -c system1 -n '__system1_at health' -l all -d 'also every other local engine at its default place'
complete -c system1 -n '__system1_at health' -l wait -x -d 'look again until all are up, at most so long, such as 60s'
complete -c system1 -n '__system1_at health' -l probe -d 'ask a question too: do order and labels sway the answer? hosted: by name only'
complete -c system1 -n '__system1_at health' -l timeout -x -d 'for each look, such as 5s'
complete -c system1 -n '__system1_at health' -l local-only -d 'refuse every remote provider'
complete -c system1 -n '__system1_at health' -l format -x -k -a 'text json' -d 'one of text, json'
complete -c system1 -n '__system1_at health' -l json -d 'short for --format json'
complete -c system1 -n '__system1_at health' -l color -x -k -a 'auto always never' -d 'one of auto, always, never'
complete -c system1 -n '__system1_at health' -s v -l verbose -d 'say more on stderr'
complete -c system1 -n '__system1_at health' -s q -l quiet -d 'nothing on stdout, only errors on stderr'
complete -c system1 -n '__system1_at health' -l config -r -F -d 'the configuration file'
complete -c system1 -n '__system1_at health' -s h -l help -d 'show this help'
complete -c system1 -n '__system1_at health' -k -a 'laya von systemone ollama typesafe anthropic mock'

complete -c system1 -n '__system1_at providers' -l chain -d 'the order that decide would use, and why a provider would be skipped'
complete -c system1 -n '__system1_at providers' -l format -x -k -a 'text json' -d 'one of text, json'
complete -c system1 -n '__system1_at providers' -l json -d 'short for --format json'
complete -c system1 -n '__system1_at providers' -l color -x -k -a 'auto always never' -d 'one of auto, always, never'
complete -c system1 -n '__system1_at providers' -s v -l verbose -d 'say more on stderr'
complete -c system1 -n '__system1_at providers' -s q -l quiet -d 'nothing on stdout, only errors on stderr'
complete -c system1 -n '__system1_at providers' -l config -r -F -d 'the configuration file'
complete -c system1 -n '__system1_at providers' -s h -l help -d 'show this help'
complete -c system1 -n '__system1_at providers 1' -k -a 'laya von systemone ollama typesafe anthropic mock'

complete -c system1 -n '__system1_at calibrate' -s p -l provider -x -k -a 'laya von systemone ollama typesafe anthropic mock' -d 'who answered them, or is to be asked'
complete -c system1 -n '__system1_at calibrate' -s m -l model -x -d 'its model'
complete -c system1 -n '__system1_at calibrate' -l question -x -d 'for rows without one'
complete -c system1 -n '__system1_at calibrate' -l group -x -d 'rows that share this field stay on one side of the split'
complete -c system1 -n '__system1_at calibrate' -l skip-bad -d 'leave bad rows out, and count them'
complete -c system1 -n '__system1_at calibrate' -l concurrency -x -d 'requests at once, 1 to 256 (8)'
complete -c system1 -n '__system1_at calibrate' -l max-requests -x -d 'stop asking after so many requests'
complete -c system1 -n '__system1_at calibrate' -l check-order -d 'ask options in both orders, as decide does'
complete -c system1 -n '__system1_at calibrate' -l local-only -d 'refuse a remote provider'
complete -c system1 -n '__system1_at calibrate' -l skip-failed -d 'leave rows out that failed'
complete -c system1 -n '__system1_at calibrate' -l holdout -x -d 'share of the rows to report on; 0: all rows for both (0.5)'
complete -c system1 -n '__system1_at calibrate' -l method -x -k -a 'temperature none' -d 'temperature (the default), or none to measure only'
complete -c system1 -n '__system1_at calibrate' -l floor -x -k -a 'auto' -d 'least probability that counts; auto (the default) goes by the decimals'
complete -c system1 -n '__system1_at calibrate' -l by -x -k -a 'none options' -d 'options: a temperature for each number of options; none (the default)'
complete -c system1 -n '__system1_at calibrate' -l force -d 'fit on few rows, and store a temperature that is not shown to help'
complete -c system1 -n '__system1_at calibrate' -l target-accuracy -x -d 'the lowest threshold whose accepted answers are that accurate, for sure'
complete -c system1 -n '__system1_at calibrate' -l confidence-level -x -d 'how sure (0.95)'
complete -c system1 -n '__system1_at calibrate' -l scope -x -k -a 'options model' -d 'use it for this option list (options), or for the whole model'
complete -c system1 -n '__system1_at calibrate' -l out -r -F -d 'write the calibration to this file'
complete -c system1 -n '__system1_at calibrate' -l dry-run -d 'store nothing'
complete -c system1 -n '__system1_at calibrate' -l html -r -F -d 'write a report with charts'
complete -c system1 -n '__system1_at calibrate' -l svg -r -F -d 'write the reliability diagram'
complete -c system1 -n '__system1_at calibrate' -l check -d 'measure it on these rows, without those that it was fitted on'
complete -c system1 -n '__system1_at calibrate' -l max-ece -x -d 'exit 1 if the calibration error is larger'
complete -c system1 -n '__system1_at calibrate' -l max-brier -x -d 'exit 1 if the Brier score is larger'
complete -c system1 -n '__system1_at calibrate' -l min-accuracy -x -d 'exit 1 if fewer answers are right'
complete -c system1 -n '__system1_at calibrate' -l min-coverage -x -d 'exit 1 if fewer answers reach the threshold'
complete -c system1 -n '__system1_at calibrate' -l format -x -k -a 'text json' -d 'one of text, json'
complete -c system1 -n '__system1_at calibrate' -l json -d 'short for --format json'
complete -c system1 -n '__system1_at calibrate' -l color -x -k -a 'auto always never' -d 'one of auto, always, never'
complete -c system1 -n '__system1_at calibrate' -s v -l verbose -d 'say more on stderr'
complete -c system1 -n '__system1_at calibrate' -s q -l quiet -d 'nothing on stdout, only errors on stderr'
complete -c system1 -n '__system1_at calibrate' -l config -r -F -d 'the configuration file'
complete -c system1 -n '__system1_at calibrate' -s h -l help -d 'show this help'
complete -c system1 -n '__system1_at calibrate 1' -F

complete -c system1 -n '__system1_at completion' -l format -x -k -a 'text json' -d 'one of text, json'
complete -c system1 -n '__system1_at completion' -l json -d 'short for --format json'
complete -c system1 -n '__system1_at completion' -l color -x -k -a 'auto always never' -d 'one of auto, always, never'
complete -c system1 -n '__system1_at completion' -s v -l verbose -d 'say more on stderr'
complete -c system1 -n '__system1_at completion' -s q -l quiet -d 'nothing on stdout, only errors on stderr'
complete -c system1 -n '__system1_at completion' -l config -r -F -d 'the configuration file'
complete -c system1 -n '__system1_at completion' -s h -l help -d 'show this help'
complete -c system1 -n '__system1_at completion 1' -k -a 'bash zsh fish'

complete -c system1 -n '__system1_at help' -l format -x -k -a 'text json' -d 'one of text, json'
complete -c system1 -n '__system1_at help' -l json -d 'short for --format json'
complete -c system1 -n '__system1_at help' -l color -x -k -a 'auto always never' -d 'one of auto, always, never'
complete -c system1 -n '__system1_at help' -s v -l verbose -d 'say more on stderr'
complete -c system1 -n '__system1_at help' -s q -l quiet -d 'nothing on stdout, only errors on stderr'
complete -c system1 -n '__system1_at help' -l config -r -F -d 'the configuration file'
complete -c system1 -n '__system1_at help' -s h -l help -d 'show this help'
complete -c system1 -n '__system1_at help 1' -k -a 'exit-codes environment configuration providers decide health calibrate completion help'
