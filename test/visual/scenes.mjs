// What is looked at on a terminal: the engines that answer, the files in the home folder, and the commands that are typed.

const jsonl = (rows) => rows.map((row) => `${typeof row === 'string' ? row : JSON.stringify(row)}\n`).join('');

/** Probabilities for the options of the scenes; those of others fall off in no order. */
const known = {
  'yes,no': [0.881, 0.119],
  'low,medium,high': [0.13, 0.62, 0.25],
  '請求,技術,営業': [0.71, 0.2, 0.09],
};

function fallingOff(names) {
  const weights = names.map((_, index) => 0.75 ** ((index * 7) % names.length));
  const mass = weights.reduce((a, b) => a + b);
  return weights.map((weight) => weight / mass);
}

/** The handlers of the engines, by name. */
export function enginesOf({ deciding, ollama, fails, silent }) {
  const judge = deciding(({ names, state }) => {
    if (state.includes('unclear') && names.length === 2) return [0.53, 0.47];
    return known[names.join(',')] ?? fallingOff(names);
  });
  const laya = (request, response) =>
    request.method === 'GET'
      ? { body: { status: 'ok', loaded: ['typed-decisions', 'english'] } }
      : judge(request, response);
  const slow = async (request, response) => {
    await new Promise((done) => setTimeout(done, request.body.includes('ages') ? 60_000 : 900));
    return laya(request, response);
  };
  return {
    laya,
    slow,
    silent,
    ollama: ollama({ A: 0.8, B: 0.2 }),
    broken: fails(500, {}, { detail: 'CUDA out of memory. Tried to allocate 2.00 GiB (GPU 0; 7.79 GiB total)' }),
    refusing: fails(401, {}, { detail: 'invalid key' }),
  };
}

const gate = `
[questions.safe]
question = "Is this shell command safe to run?"
expect = "yes"

[questions.team]
question = "Which team owns this?"
options = { "請求" = "payments", "技術" = "bugs", "営業" = "pricing" }

[questions.mood]
question = "Which mood?"
options = ["👨‍👩‍👧 family", "🇩🇪 Flagge", "❤️ love", "nai\u0308ve"]

[questions.urgency]
question = "How urgent is it?"
levels = ["can wait", "this week", "today"]
expect = "today"
`;

const config = (url) => `
fallback = ["ollama"]
[providers.ollama]
model = "m"
[providers.mine]
kind = "systemone"
endpoint = "${url}"
model = "gemma-3-27b-it-qat-q4_0-unquantized-some-long-name.gguf"
`;

/** Files in the home folder, by their paths. */
export const filesOf = ({ labelledRows, urls }) => ({
  '.config/system1/config.toml': config(urls.laya),
  'typo.toml': 'provider = "layla"\n',
  'remote.toml': 'fallback = ["anthropic", "typesafe"]\n',
  'gate.toml': gate,
  'mail.txt': 'My parcel is late again, nobody answers the phone, and I want my money back now!\n',
  'rows.jsonl': jsonl(
    Array.from({ length: 40 }, (_, id) => ({ id: `row-${id}`, context: id % 9 === 4 ? 'unclear' : 'ls' })),
  ),
  'bad-rows.jsonl': jsonl([{ id: 1, context: 'ls' }, { id: 'Beleg-日本-2', context: ' ' }, 'no json', { id: 4 }]),
  'labels.jsonl': jsonl(labelledRows({ count: 900 })),
  'cjk-labels.jsonl': jsonl(labelledRows({ count: 400, options: ['請求', '🇩🇪 Flagge', 'naïve'], more: {} })),
  'bad-labels.jsonl': jsonl([{ context: 'a', label: 'maybe' }, { label: 1 }, 'x']),
  'live-labels.jsonl': jsonl(labelledRows({ count: 40, more: {} }).map(({ probabilities: _, ...row }) => row)),
});

const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(97 + index).repeat(1 + (index % 7)));

/** The commands of each scene. */
export function scenesOf(urls) {
  const laya = (url) => `SYSTEM1_RETRIES=0 SYSTEM1_LAYA_ENDPOINT=${url}`;
  const nowhere = 'http://127.0.0.1:1';
  /** Shows what stands there in the midst of the work. */
  const after = (time, command) =>
    `${laya(urls.slow)} ${command} & disown; sleep ${time}; kill -KILL $!; sleep 0.2; echo`;
  return {
    decide: [
      'system1 decide "Is the customer angry?" -f mail.txt',
      'system1 decide "Is the customer angry?" -f mail.txt --expect no',
      'system1 decide "Which team?" -o 請求 -o 技術 -o 営業 -f mail.txt',
      'system1 decide "Which?" -o "👨‍👩‍👧 family" -o "🇩🇪 Flagge" -o "❤️ love" -o "nai\u0308ve" -o "日本語" -f mail.txt',
      'system1 decide "How risky is this change?" -l low -l medium -l high -f mail.txt --expect low',
      'system1 decide "Is it safe?" -c unclear',
      'system1 decide "Is it safe?" -c unclear --on-abstain block',
      'system1 decide "Is it safe?" -c "これは日本語の文章です、安全ですか"',
    ],
    many: [
      `system1 decide "Which?" ${letters.map((name) => `-o ${name}`).join(' ')} -f mail.txt`,
      'system1 decide "Which?" -o "Donaudampfschifffahrtsgesellschaftskapitänswitwe" -o "escalate to the second line of support" -c x',
    ],
    questions: [
      'system1 decide --questions gate.toml -f mail.txt',
      'system1 decide --questions gate.toml -f mail.txt | cat',
    ],
    failed: [
      `${laya(urls.broken)} system1 decide "Is it safe?" -c ls --no-fallback`,
      `${laya(nowhere)} system1 decide "Is it safe?" -c ls -v`,
      `${laya(nowhere)} SYSTEM1_OLLAMA_ENDPOINT=${urls.broken} system1 decide "Is it safe?" -c ls -v`,
      `${laya(urls.silent)} system1 decide "Is it safe?" -c ls --no-fallback --timeout 400ms`,
      `${laya(urls.broken)} system1 decide --questions gate.toml -c ls --no-fallback`,
    ],
    errors: [
      'system1',
      'system1 decid "Is it safe?"',
      'system1 decide "Is it safe?" -c "$unset"',
      'system1 decide "Is it safe?" -c ls --expect maybe',
      'system1 decide "Is it safe?" -c ls --provder laya',
      'system1 decide "Is it safe?" -c ls --config typo.toml',
      'system1 decide "Is it safe?" -c ls --config missing.toml',
      'system1 decide Is it safe? -c ls',
      'system1 calibrate bad-labels.jsonl',
      'system1 decide "Is it safe?" -p anthropic -c ls',
    ],
    batch: [
      'system1 decide "Is it safe?" --batch rows.jsonl --output out.jsonl',
      'system1 decide "Is it safe?" --batch rows.jsonl --output out.jsonl',
      'system1 decide "Is it safe?" --batch bad-rows.jsonl --output bad.jsonl',
      `${laya(urls.slow)} system1 decide "Is it safe?" --batch rows.jsonl --output slow.jsonl --no-fallback --deadline 2s`,
    ],
    progress: [
      after(1, 'system1 decide "Is it safe?" -c ages'),
      after(3, 'system1 decide "Is it safe?" --batch rows.jsonl --output slow.jsonl --concurrency 1'),
      after(4, 'system1 calibrate live-labels.jsonl --provider laya --concurrency 2'),
      after(1, 'system1 health --wait 5s von'),
    ],
    health: [
      'system1 health',
      'system1 health --all --probe',
      `${laya(urls.broken)} system1 health laya`,
      `${laya(urls.refusing)} system1 health laya mine`,
    ],
    providers: ['system1 providers', 'system1 providers --chain', 'system1 providers --chain --config remote.toml'],
    provider: ['system1 providers laya', 'system1 providers mine'],
    calibrate: ['system1 calibrate labels.jsonl --target-accuracy 0.9', 'system1 providers laya'],
    check: [
      'system1 calibrate labels.jsonl >stored',
      'system1 calibrate labels.jsonl --check --max-ece 0.01 --min-accuracy 0.5',
    ],
    'calibrate-cjk': ['system1 calibrate cjk-labels.jsonl'],
    help: ['system1 --help', 'system1 decide --help', 'system1 health --help'],
    topics: ['exit-codes', 'environment', 'configuration', 'providers'].map((topic) => `system1 help ${topic}`),
    streams: [
      'system1 decide "Is the customer angry?" -f mail.txt | cat',
      'system1 decide "Is it safe?" -c unclear | cat',
      'system1 decide "Is the customer angry?" -f mail.txt --json | cat',
      'system1 health | cat',
      'CI=true system1 decide "Is the customer angry?" -v -f mail.txt 2>&1 | cat',
      'NO_COLOR=1 system1 decide "Is the customer angry?" -f mail.txt',
      'LC_ALL=C system1 decide "Which team?" -o 請求 -o 技術 -o 営業 -f mail.txt',
    ],
  };
}
