// The help topics as a user sees them, at the full width of 100 columns.
import { expect, test } from 'vitest';
import { runHere } from '../support/run.ts';

async function shown(topic: string): Promise<string> {
  const { code, stdout, stderr } = await runHere(['help', topic]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

test('exit-codes', async () => {
  expect(await shown('exit-codes')).toMatchInlineSnapshot(`
    "What each exit code means, and how conditions use it

    decide:
      0               pass: yes, a choice or level was picked, or the decision is among --expect
      1               block: no, or the decision is not among --expect
      2               usage, configuration or input error: nothing was asked
      3               abstained, or --dry-run
      4               no provider gave a usable answer
      70              internal error: a bug, please report it
      124             the deadline, or the timeout of the last provider in the chain, passed
      130             interrupted (SIGINT); 143 terminated (SIGTERM): it dies of that same signal

    0 and 1 come from an answer, or from what --on-abstain, --on-error and --exit ask for. With
    --questions the worst of the results counts, 4, 124, 3, 1, 0; 1 only from a question with expect.

    Other commands:
      decide --batch  0 every row answered or abstained, 4 a row failed, 124 the deadline passed; see
                      --fail-on
      health          0 all are up, 4 one is down, 124 --wait ran out
      calibrate       0 fitted, or every --check bound holds; 1 a bound is broken; 3 nothing to store or
                      to check, too few rows, or no certified threshold; 4 and 124 rows that were asked
                      live failed
      others          0, or 2 for a usage error

    Ask so that only a clear yes lets something happen, and never negate. With the engine down, a typo
    in the configuration, or system1 not installed, the condition is then false.

    Examples:
      if system1 decide -q "Is this command safe to run?" -c "$cmd"; then sh -c "$cmd"; fi
      case $(system1 decide "Is this spam?" -f mail.txt) in yes) echo spam ;; no) echo ham ;; esac
      system1 decide "Does this diff hold a secret?" -f change.diff --expect no || exit 2
    "
  `);
});

test('environment', async () => {
  expect(await shown('environment')).toMatchInlineSnapshot(`
    "Every variable that is read

    Settings; a flag wins over them, they win over the file:
      SYSTEM1_PROVIDER                            the primary provider (laya)
      SYSTEM1_FALLBACK                            providers tried after it, in order
      SYSTEM1_TIMEOUT_S                           time for one attempt, in seconds (5)
      SYSTEM1_DEADLINE_S                          time for the whole command, in seconds
      SYSTEM1_MIN_CONFIDENCE                      abstain below this confidence
      SYSTEM1_RETRIES                             further attempts at one provider (1)
      SYSTEM1_FALLBACK_ON_ABSTAIN                 ask the next provider when one abstains (false)
      SYSTEM1_LOCAL_ONLY                          refuse every provider off this machine (false)
      SYSTEM1_CALIBRATIONS                        a folder or one file with calibrations (calibrations)
      SYSTEM1_<PROVIDER>_<KEY>                    a setting of one provider: SYSTEM1_OLLAMA_MODEL

    Keys; they come from the environment alone:
      TYPESAFE_API_KEY                            for https://api.typesafe.ai
      AI_GATEWAY_API_KEY                          for https://ai-gateway.vercel.sh/typesafe
      ANTHROPIC_API_KEY                           for anthropic at https://api.anthropic.com
      SYSTEM1_<PROVIDER>_API_KEY                  for any other provider or host

    Other:
      SYSTEM1_CONFIG                              the configuration file
      HTTPS_PROXY, NO_PROXY                       in either case, for remote https endpoints; loopback
                                                  never goes through a proxy
      NO_COLOR, FORCE_COLOR                       as usual; --color wins over them, and they over
                                                  TERM=dumb
      LC_ALL, LC_CTYPE, LANG                      bars are drawn in UTF-8 where the first that is set
                                                  says so
      CI                                          no spinner and no progress bar
      GITHUB_ACTIONS, TF_BUILD, TEAMCITY_VERSION  one that is set: --format value prints no option that
                                                  its runner would take for a command
      GITHUB_OUTPUT                               with --format github: where the outputs of the step go
      GITHUB_STEP_SUMMARY                         with --format github: where its summary goes
      XDG_CONFIG_HOME                             where system1/config.toml is, if not in ~/.config
      XDG_CACHE_HOME                              where compiled code is kept, if not in ~/.cache
      NODE_DISABLE_COMPILE_CACHE                  1: keep no compiled code

    Blank values count as unset; booleans are true, false, 1 or 0; SYSTEM1_FALLBACK=none empties the
    list.

    Examples:
      SYSTEM1_PROVIDER=ollama SYSTEM1_OLLAMA_MODEL=gemma4:e4b system1 decide "Is this spam?" -f mail.txt
      SYSTEM1_LOCAL_ONLY=1 system1 decide "Is this spam?" -f mail.txt
      SYSTEM1_FALLBACK=none system1 providers --chain
    "
  `);
});

test('configuration', async () => {
  expect(await shown('configuration')).toMatchInlineSnapshot(`
    "The file, its settings, and what wins over what

    --config FILE, else $SYSTEM1_CONFIG, else $XDG_CONFIG_HOME/system1/config.toml, else
    ~/.config/system1/config.toml. Flag, then environment, then file, then default.

    At the top of the file:
      provider                    the primary provider (laya)
      fallback                    providers tried after it, in order
      timeout_s                   time for one attempt, in seconds (5)
      deadline_s                  time for the whole command, in seconds
      min_confidence              abstain below this confidence
      retries                     further attempts at one provider (1)
      fallback_on_abstain         ask the next provider when one abstains (false)
      local_only                  refuse every provider off this machine (false)
      calibrations                a folder or one file with calibrations (calibrations)

    Under [providers.NAME]; a NAME of your own needs kind = "…":
      max_options                 most options in one question
      timeout_s                   time for one attempt, in seconds
      endpoint, not mock          base URL; may carry a path
      model, not mock             the model to ask for
      allow_remote, not mock      consent to send text off this machine (false)
      max_state_tokens, not mock  longest context, in estimated tokens
      api, laya                   the route: /v1/systemone, or the older /predict, which needs an
                                  endpoint (systemone)
      num_ctx, ollama             context window to load the model with, in tokens (8192)
      confidence, mock            probability of the first option (0.9)
      delay_s, mock               seconds until it answers (0)
      fail, mock                  fail with this text in place of an answer
      response, mock              answer with this body, as a System One server would

    A file:
      provider = "laya"
      fallback = ["ollama"]

      [providers.ollama]
      model = "gemma4:e4b"

    Examples:
      system1 providers laya
      system1 providers --chain
      system1 decide "Is this spam?" -f mail.txt --config ci.toml --dry-run
    "
  `);
});

test('providers: a command and a topic, so both', async () => {
  const [command = '', topic] = (await shown('providers')).split('\n\nThe engines');
  const { stdout } = await runHere(['providers', '--help']);
  expect(`${command}\n`).toBe(stdout);
  expect(`The engines${topic}`).toMatchInlineSnapshot(`
    "The engines that are built in, and where each is looked for

    Engines:
      laya       Laya, a local decision model (laya-serve)
      von        Von, a local decision model (von serve)
      systemone  any server of POST /v1/systemone: llama-server, Ollama 0.35 or later, SGLang, …
      ollama     a chat model on an Ollama server, by the probabilities of its answer letters
      typesafe   TypeSafe Jev, hosted: every request leaves the machine and is billed
      anthropic  Claude by Anthropic's API; leaves the machine, billed by the token, confidence
                 self-reported
      mock       asks nobody and picks the first option; for tests of scripts

    Where, and which model, if nothing else is said:
      laya       http://127.0.0.1:8765, typed-decisions
      von        http://127.0.0.1:8777, von-1.3
      systemone  http://127.0.0.1:8790
      ollama     http://127.0.0.1:11434; the model must be named
      typesafe   https://api.typesafe.ai, jev-latest
      anthropic  https://api.anthropic.com, claude-haiku-5-5
      mock       nowhere: nothing is sent

    To start llama-server where systemone is looked for:
      llama-server -hf ggml-org/Laya-GGUF --host 127.0.0.1 --port 8790 -b 2048 -ub 2048

    Naming a hosted provider with -p or 'provider' is consent for its own host; as a fallback it needs
    allow_remote = true, as any other remote host does.

    Examples:
      system1 health --all
      system1 providers ollama
      system1 decide "Is this spam?" -f mail.txt -p ollama -m gemma4:e4b
    "
  `);
});

test('as JSON', async () => {
  const { stdout } = await runHere(['help', 'exit-codes', '--json']);
  expect(JSON.parse(stdout)).toEqual({ topic: 'exit-codes', text: await shown('exit-codes') });
});
