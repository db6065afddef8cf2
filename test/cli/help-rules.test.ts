// What holds for the help of every command and topic, and that its examples work as they stand.
import { describe, expect, test } from 'vitest';
import { topicNames } from '../../src/commands/help/options.ts';
import { renderTopic } from '../../src/commands/help/topic.ts';
import { topicNamed } from '../../src/commands/help/topics.ts';
import { buildProgram } from '../../src/program.ts';
import { fakeIo } from '../support/io.ts';
import { runShell } from '../support/shell.ts';

const program = await buildProgram(fakeIo(), undefined, () => {});
program.configureOutput({ getOutHelpWidth: () => 100 });
const commands = [program, ...program.commands.filter((command) => 'examples' in command)] as (typeof program)[];
const topics = topicNames.map(topicNamed);

test('every command has a purpose of one line, and options in groups', () => {
  expect(commands).toHaveLength(1 + program.commands.length);
  for (const command of commands) {
    expect(command.description()).toMatch(/^.{20,95}$/);
    const ungrouped = command.options.filter((option) => option.helpGroupHeading === undefined && !option.hidden);
    expect(ungrouped.map(({ long }) => long)).toEqual(command === program ? ['--version'] : []);
  }
});

test('every option and argument is told in one line of at most 100 columns', () => {
  for (const command of program.commands) {
    command.configureOutput({ getOutHelpWidth: () => 1000 });
    const lines = command.helpInformation().split('\n');
    expect(lines.filter((line) => line.length > 100)).toEqual([]);
  }
});

test('every command and topic has three examples, of at most 100 columns', () => {
  for (const { examples } of [...commands, ...topics]) {
    expect(examples.length).toBeGreaterThanOrEqual(3);
    expect(examples.filter((line) => line.length > 98 || !line.includes('system1 '))).toEqual([]);
  }
});

test('no line of a topic is wider than 100 columns', () => {
  const lines = topics.flatMap((topic) => renderTopic(topic, 100).split('\n'));
  expect(lines.filter((line) => line.length > 100)).toEqual([]);
});

describe('every example is understood, in bash', () => {
  const examples = new Set([...commands, ...topics].flatMap((documented) => documented.examples));
  const setUp = `
    echo 'You have won!' >mail.txt
    echo '+ rm -rf /' >change.diff
    echo '[questions.safe]' >gate.toml
    echo 'question = "Safe?"' >>gate.toml
    echo 'provider = "mock"' >ci.toml
    for i in 1 2 3; do echo '{"context": "'$i'"}'; done >mails.jsonl
    for i in $(seq 80); do
      echo '{"id": '$i', "question": "Spam?", "label": "yes", "probabilities": {"yes": 0.9, "no": 0.1}}'
    done >labels.jsonl
    mkdir -p .config/fish/completions
    cmd='echo ls'
    git() { echo '+ rm -rf /'; }
    less() { cat; }
    # What system1 itself came to, whatever the line makes of it.
    system1() { command system1 "$@"; local code=$?; echo "code $code" >&2; return $code; }
  `;
  const nobody = Object.fromEntries(
    ['LAYA', 'VON', 'SYSTEMONE', 'OLLAMA'].map((name) => [`SYSTEM1_${name}_ENDPOINT`, 'http://127.0.0.1:1']),
  );
  const env = { ...nobody, SYSTEM1_PROVIDER: 'mock', SYSTEM1_RETRIES: '0', SYSTEM1_OLLAMA_MODEL: 'm' };

  test.concurrent.each([...examples].map((line) => [line]))('%s', async (line) => {
    const answers = line.includes('calibrate answers.jsonl') ? 'cp labels.jsonl answers.jsonl' : '';
    const { stderr } = await runShell(`${setUp}\n${answers}\n${line}`, env);
    const codes = [...stderr.matchAll(/^code (\d+)$/gm)].map(([, code]) => Number(code));
    expect(codes.length, stderr).toBeGreaterThan(0);
    expect(
      codes.filter((code) => ![0, 1, 3, 4].includes(code)),
      stderr,
    ).toEqual([]);
    expect(stderr).not.toMatch(/bash: /);
  });
});
