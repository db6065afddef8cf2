// Faults in what the user typed: they are named before anything is asked.
import { describe, expect, it } from 'vitest';
import { refuses, secret } from '../support/faults.ts';
import { runHere } from '../support/run.ts';

const context = ['-c', secret];

describe('flags', () => {
  refuses('invalid_request', [
    { flags: ['--contxt', 'x'], says: 'unknown option --contxt', hint: 'did you mean --context?' },
    { flags: ['--contxt=SECRETCONTEXT'], says: 'unknown option --contxt', hint: 'did you mean --context?' },
    { flags: ['--zzzzzz'], says: 'unknown option --zzzzzz', hint: 'system1 decide --help' },
    { flags: ['-x'], says: 'unknown option -x', hint: 'system1 decide --help' },
    { flags: ['--', 'SECRET', 'SECRET'], says: /too many arguments/, hint: 'put quotes around the question' },
    { flags: [], question: ['-SECRET or not?'], says: 'unknown option', hint: 'goes after --' },
    { flags: [], question: ['-SECRET\nor not'], says: 'unknown option', hint: 'goes after --' },
    { flags: ['-p'], says: "option '-p, --provider <name>' argument missing" },
    {
      flags: ['--format', 'yml'],
      says: /^system1: --format: "yml" is none of text, value, json/,
      hint: '--format text',
    },
    { flags: ['--color', 'allways'], says: /--color: "allways" is none of auto/, hint: 'did you mean always?' },
    {
      flags: ['--timeout', 'soon'],
      says: '--timeout: "soon" is no duration from 1ms to 1440m',
      hint: '800ms, 5s or 2m',
    },
    { flags: ['--timeout', '0'], says: /--timeout: "0" is no duration/, hint: '5s' },
    { flags: ['--timeout', '-1s'], says: /--timeout: "-1s" is no duration/, hint: '5s' },
    { flags: ['--deadline', '25h'], says: /--deadline: "25h" is no duration/, hint: '5s' },
    { flags: ['--deadline', '1441m'], says: /--deadline: "1441m" is no duration/, hint: '5s' },
    { flags: ['--deadline', ''], says: /--deadline: "" is no duration/, hint: '5s' },
    { flags: ['--deadline', '1e3'], says: /--deadline: "1e3" is no duration/, hint: '5s' },
    { flags: ['--max-requests', '0'], says: '--max-requests: "0" is no whole number from 1' },
    { flags: ['--max-requests', '1.5'], says: '--max-requests: "1.5" is no whole number from 1' },
    { flags: ['--exit', 'passs=0'], says: '--exit: unknown result in "passs=0"', hint: 'did you mean pass?' },
    { flags: ['--exit', 'pass=124'], says: '--exit: "pass=124" needs a code from 0 to 123', hint: 'abstain=0' },
    { flags: ['--exit', 'pass'], says: '--exit: "pass" needs a code from 0 to 123', hint: 'abstain=0' },
    { flags: ['--exit', ''], says: '--exit: unknown result in ""', hint: 'pass, block' },
    { flags: ['--allow-remote'], says: /--allow-remote is consent for an --endpoint/, hint: 'add --endpoint URL' },
  ]);
});

describe('options and levels', () => {
  const options = (...names: string[]): string[] => names.flatMap((name) => ['-o', name]);
  const levels = (...names: string[]): string[] => names.flatMap((name) => ['-l', name]);
  const many = (count: number): string[] => Array.from({ length: count }, (_, index) => `n${index}`);

  refuses('invalid_request', [
    { flags: options('a'), says: '1 times --option: a question takes 2 to 256' },
    { flags: options(...many(257)), says: '257 times --option: a question takes 2 to 256' },
    { flags: levels('a'), says: '1 times --level: a question takes 2 to 10' },
    { flags: levels(...many(11)), says: '11 times --level: a question takes 2 to 10' },
    { flags: [...options('a', 'b'), ...levels('c', 'd')], says: '--option and --level exclude each other' },
    { flags: options('a', ' '), says: '--option number 2 is blank' },
    { flags: options('=text', 'b'), says: '--option number 1 is blank' },
    { flags: levels('', 'b'), says: '--level number 1 is blank' },
    { flags: options('a', 'b', ' a =again'), says: '--option "a" is given twice' },
    { flags: options('é', 'e\u0301'), says: /^system1: --option "e." is given twice$/ },
    { flags: options('a\u001b[2J', 'b'), says: '--option number 1 holds a control character' },
    { flags: options('a\nb', 'b'), says: '--option number 1 holds a control character' },
    { flags: options('a\u2028b', 'b'), says: '--option number 1 holds a control character' },
    { flags: options('a', 'b\ud800'), says: /^system1: --option number 2 holds a lone surrogate/ },
    { flags: options('a=\udc00', 'b'), says: /^system1: --option number 1 holds a lone surrogate/ },
  ]);
});

describe('verdicts', () => {
  const choice = ['-o', 'billing', '-o', 'sales'];
  const number = '--min-confidence takes one number from 0 to 1, or NAME=P,…';

  refuses('invalid_request', [
    { flags: ['--min-confidence', '1.1'], says: number, hint: 'yes=0.95,no=0.6' },
    { flags: ['--min-confidence', '-0.1'], says: number, hint: '0.8' },
    { flags: ['--min-confidence', 'high'], says: number, hint: '0.8' },
    { flags: ['--min-confidence', ''], says: number, hint: '0.8' },
    ...['1.01', 'x0.5', '0.5x', '0,5', '1e1', 'yes', 'yes=', 'yes=2', 'yes=0.5,', 'yes=0.5,no'].map((text) => ({
      flags: ['--min-confidence', text],
      says: number,
      hint: 'for example 0.8, or yes=0.95,no=0.6',
    })),
    { flags: ['--min-confidence', '=0.5'], says: '--min-confidence: "" is no option of the question', hint: 'yes, no' },
    { flags: ['--min-confidence', 'yes=0.5, yes=0.6'], says: '--min-confidence names "yes" twice' },
    {
      flags: ['--min-confidence', 'yess=0.9'],
      says: '--min-confidence: "yess" is no option of the question',
      hint: 'yes?',
    },
    {
      flags: ['--expect', 'maybe'],
      says: '--expect: "maybe" is no option of the question',
      hint: 'options are yes, no',
    },
    { flags: [...choice, '--expect', 'sale'], says: '--expect: "sale" is no option of the question', hint: 'sales?' },
    {
      flags: ['--on-error', 'pas'],
      says: '--on-error: "pas" is none of pass, block, fail',
      hint: 'did you mean pass?',
    },
    { flags: ['--on-abstain', 'yes'], says: '--on-abstain: "yes" is none of pass, block, fail', hint: 'for example' },
    {
      flags: [...choice, '--on-abstain', 'pass'],
      says: '--on-abstain needs a verdict to stand in for',
      hint: '--expect',
    },
    { flags: [...choice, '--on-error', 'fail'], says: '--on-error needs a verdict to stand in for', hint: '--expect' },
  ]);
});

describe('question and context', () => {
  refuses('invalid_request', [
    { flags: [], question: [], says: 'there is no question', hint: 'system1 decide' },
    { flags: context, question: [' \n'], says: 'there is no question', hint: 'system1 decide' },
    { flags: context, question: ['SECRET \ud800'], says: /^system1: the question holds a lone surrogate/ },
    { flags: ['-c', ''], says: '-c: the context is blank', hint: 'leave it out' },
    { flags: ['-c', ' \t\n'], says: '-c: the context is blank', hint: 'leave it out' },
    { flags: ['-c', 'SECRET \ud800'], says: /^system1: the context holds a lone surrogate/ },
    { flags: ['-c', '-'], says: '-c takes the text itself, and - is none', hint: 'read stdin with -f -' },
    { flags: [...context, '-f', '~/mail.txt'], says: '-c and -f exclude each other', files: { 'mail.txt': 'SECRET' } },
    { flags: ['-f', '-'], stdin: ' \n', says: '-f: the context is blank', hint: 'leave it out' },
    { flags: ['-f', '-'], tty: ['stdin'], says: 'stdin is a terminal, not a text', hint: 'pipe a text in' },
    { flags: ['-f', '~/empty'], files: { empty: '' }, says: '-f: the context is blank', hint: 'leave it out' },
    { flags: ['-f', '~/none.txt'], says: /^system1: cannot read .*none\.txt: no such file or directory$/ },
    {
      flags: ['-f', '~/mail.txt/x'],
      files: { 'mail.txt': 'x' },
      says: /mail\.txt\/x: not a directory$/,
    },
    { flags: ['-f', '~/'], says: /^system1: .* is a folder$/, hint: 'name a file' },
    { flags: ['-f', '/dev/zero'], says: '/dev/zero is larger than 64 MiB' },
  ]);
});

describe('command lines that are no decide', () => {
  it.each([
    [['Is SECRET fine?'], 'unknown command', 'to ask: system1 decide "QUESTION"'],
    [['decid', 'SECRET'], 'unknown command decid', 'did you mean decide?'],
    [['--bogus'], 'unknown option --bogus', 'options go after the command: system1 decide …'],
    [['help', 'exit-code'], 'help: unknown topic "exit-code"', 'did you mean exit-codes?'],
    [['health', 'larya'], 'unknown provider "larya"', 'did you mean laya?'],
    [['providers', '--chian'], 'unknown option --chian', 'did you mean --chain?'],
  ])('%j', async (argv, says, hint) => {
    const { code, stdout, stderr } = await runHere(argv);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr.split('\n')).toEqual([`system1: ${says}`, `hint: ${hint}`, '']);
  });
});

it('lets --exit name the code, and neither --on-error nor --on-abstain cover the fault', async () => {
  const flags = ['decide', 'q', '--exit', 'usage=9', '--on-error', 'pass', '--on-abstain', 'pass'];
  for (const fault of [['-c', ''], ['-p', 'larya'], ['--bogus'], ['--json', '-c', '']]) {
    expect(await runHere([...flags, ...fault])).toMatchObject({ code: 9 });
  }
});
