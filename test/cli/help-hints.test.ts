// What a mistyped command line is answered with: the name that was meant.
import { expect, test } from 'vitest';
import { config } from '../support/decide.ts';
import { runHere, type World } from '../support/run.ts';

/** The words on stderr; a usage error says nothing on stdout. */
async function told(line: string, world: World = {}): Promise<string> {
  const { code, stdout, stderr } = await runHere(line.split(' '), world);
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  return stderr.trimEnd();
}

const all = async (...lines: string[]): Promise<string> => {
  const answers = await Promise.all(lines.map(async (line) => `$ system1 ${line}\n${await told(line)}`));
  return answers.join('\n');
};

test('commands and topics', async () => {
  expect(
    await all('decid', 'helth', 'provider', 'calib', 'complete', 'help exit', 'help config', 'help env'),
  ).toMatchInlineSnapshot(`
    "$ system1 decid
    system1: unknown command decid
    hint: did you mean decide?
    $ system1 helth
    system1: unknown command helth
    hint: did you mean health?
    $ system1 provider
    system1: unknown command provider
    hint: did you mean providers?
    $ system1 calib
    system1: unknown command calib
    hint: did you mean calibrate?
    $ system1 complete
    system1: unknown command complete
    hint: did you mean completion?
    $ system1 help exit
    system1: help: unknown topic "exit"
    hint: did you mean exit-codes?
    $ system1 help config
    system1: help: unknown topic "config"
    hint: did you mean configuration?
    $ system1 help env
    system1: help: unknown topic "env"
    hint: did you mean environment?"
  `);
});

test('flags', async () => {
  expect(
    await all(
      '--halp',
      '--vers',
      'decide q --contxt x',
      'decide q --min-conf 1',
      'decide q --jsno',
      'health --probee',
      'providers --chian',
      'calibrate x --hlep',
    ),
  ).toMatchInlineSnapshot(`
    "$ system1 --halp
    system1: unknown option --halp
    hint: did you mean --help?
    $ system1 --vers
    system1: unknown option --vers
    hint: did you mean --version?
    $ system1 decide q --contxt x
    system1: unknown option --contxt
    hint: did you mean --context?
    $ system1 decide q --min-conf 1
    system1: unknown option --min-conf
    hint: did you mean --min-confidence?
    $ system1 decide q --jsno
    system1: unknown option --jsno
    hint: did you mean --json?
    $ system1 health --probee
    system1: unknown option --probee
    hint: did you mean --probe?
    $ system1 providers --chian
    system1: unknown option --chian
    hint: did you mean --chain?
    $ system1 calibrate x --hlep
    system1: unknown option --hlep
    hint: did you mean --help?"
  `);
});

test('values of flags', async () => {
  expect(
    await all(
      'decide q --format jsn',
      'decide q --color nevr',
      'decide q -p mock --on-error pas',
      'decide -b x q --fail-on fail,abstain',
      'decide q --exit abstan=0',
      'calibrate x --method temp',
      'calibrate x --by opt',
      'calibrate x --scope modle',
      'completion bahs',
    ),
  ).toMatchInlineSnapshot(`
    "$ system1 decide q --format jsn
    system1: --format: "jsn" is none of text, value, json, jsonl, github, junit, tap
    hint: did you mean json?
    $ system1 decide q --color nevr
    system1: --color: "nevr" is none of auto, always, never
    hint: did you mean never?
    $ system1 decide q -p mock --on-error pas
    system1: --on-error: "pas" is none of pass, block, fail
    hint: did you mean pass?
    $ system1 decide -b x q --fail-on fail,abstain
    system1: --fail-on: "fail" is none of failed, abstained, block
    hint: did you mean failed?
    $ system1 decide q --exit abstan=0
    system1: --exit: unknown result in "abstan=0"
    hint: did you mean abstain?
    $ system1 calibrate x --method temp
    system1: --method: "temp" is none of temperature, none
    hint: did you mean temperature?
    $ system1 calibrate x --by opt
    system1: --by: "opt" is none of none, options
    hint: did you mean options?
    $ system1 calibrate x --scope modle
    system1: --scope: "modle" is none of options, model
    hint: did you mean model?
    $ system1 completion bahs
    system1: completion: unknown shell "bahs"
    hint: did you mean bash?"
  `);
});

test('providers', async () => {
  expect(
    await all(
      'decide q -p olama',
      'decide q --fallback anthropc',
      'health system',
      'providers laja',
      'calibrate x -p vno',
    ),
  ).toMatchInlineSnapshot(`
    "$ system1 decide q -p olama
    system1: unknown provider "olama" (provider, flag)
    hint: did you mean ollama?
    $ system1 decide q --fallback anthropc
    system1: unknown provider "anthropc" (fallback, flag)
    hint: did you mean anthropic?
    $ system1 health system
    system1: unknown provider "system"
    hint: did you mean systemone?
    $ system1 providers laja
    system1: unknown provider "laja"
    hint: did you mean laya?
    $ system1 calibrate x -p vno
    system1: unknown provider "vno"
    hint: did you mean von?"
  `);
});

test('options of --expect and --min-confidence', async () => {
  expect(
    await all(
      'decide q -p mock --expect ye',
      'decide q -p mock --expect yse',
      'decide q -p mock -o billing -o sales --expect bill',
      'decide q -p mock -l low -l high --expect hihg',
      'decide q -p mock --min-confidence nno=0.9',
    ),
  ).toMatchInlineSnapshot(`
    "$ system1 decide q -p mock --expect ye
    system1: --expect: "ye" is no option of the question
    hint: did you mean yes?
    $ system1 decide q -p mock --expect yse
    system1: --expect: "yse" is no option of the question
    hint: did you mean yes?
    $ system1 decide q -p mock -o billing -o sales --expect bill
    system1: --expect: "bill" is no option of the question
    hint: did you mean billing?
    $ system1 decide q -p mock -l low -l high --expect hihg
    system1: --expect: "hihg" is no option of the question
    hint: did you mean high?
    $ system1 decide q -p mock --min-confidence nno=0.9
    system1: --min-confidence: "nno" is no option of the question
    hint: did you mean no?"
  `);
});

test('keys of the configuration and of a questions file, and variables', async () => {
  const files = [
    'provder = "laya"',
    'timeout = 3',
    'fallback_on = true',
    '[provider.ollama]',
    '[providers.olama]',
    '[providers.ollama]\nmodle = "m"',
    '[providers.gpu]\nkind = "system"',
    '[providers.laya]\nallow_remot = true',
  ];
  const answers = await Promise.all(
    files.map(async (text) => {
      const stderr = await told('decide q', config(text));
      return `${text.replace('\n', ' ⏎ ')}\n${stderr.replace(/\S*\/(?=config\.toml)/, '')}`;
    }),
  );
  answers.push(await told('decide --questions {"questions":{"a":{"question":"q","expct":"yes"}}}'));
  answers.push(await told('decide q', { env: { SYSTEM1_LOCAL_ONYL: '1' } }));
  expect(answers.join('\n')).toMatchInlineSnapshot(`
    "provder = "laya"
    system1: config.toml:1: provder is no setting
    hint: did you mean provider?
    timeout = 3
    system1: config.toml:1: timeout is no setting
    hint: did you mean timeout_s?
    fallback_on = true
    system1: config.toml:1: fallback_on is no setting
    hint: did you mean fallback_on_abstain?
    [provider.ollama]
    system1: config.toml:1: provider must be a text, not a table
    hint: the settings of a provider go under [providers.NAME]
    [providers.olama]
    system1: config.toml:1: providers.olama is not built in and has no kind
    hint: did you mean ollama?
    [providers.ollama] ⏎ modle = "m"
    system1: config.toml:2: providers.ollama.modle is no setting
    hint: did you mean model?
    [providers.gpu] ⏎ kind = "system"
    system1: config.toml:2: providers.gpu.kind must be one of laya, von, systemone, ollama, typesafe, anthropic, mock, not "system"
    hint: did you mean systemone?
    [providers.laya] ⏎ allow_remot = true
    system1: config.toml:2: providers.laya.allow_remot is no setting
    hint: did you mean allow_remote?
    system1: --questions: questions.a.expct is no key of a questions file
    hint: did you mean expect?
    system1: SYSTEM1_LOCAL_ONYL is no variable of system1
    hint: did you mean SYSTEM1_LOCAL_ONLY?"
  `);
});
