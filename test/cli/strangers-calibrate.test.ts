// Text from strangers in what `calibrate` writes: the report on a terminal, as JSON, HTML and SVG, the store, the kept answers.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { actingIn, expectInert, isName, strangers } from '../support/acting.ts';
import { jsonl, parseRows } from '../support/batch.ts';
import { withEngines } from '../support/decide.ts';
import { type Workshop, workshop } from '../support/labelled.ts';
import { all, elementsOf, parseXml, textOf } from '../support/xml.ts';

/** As many as a report lists. */
const listed = 10;
const groups = Array.from({ length: Math.ceil(strangers.length / listed) }, (_, at) =>
  strangers.slice(at * listed, (at + 1) * listed),
);

const nameIn = (text: string): string => (isName(text) ? text : 'first');

/** Answers that are sure and wrong, so that the report lists them, among some that are right. */
const recorded = (texts: readonly string[], who: object): string =>
  jsonl([
    ...texts.map((text) => ({
      ...{ id: text, question: text, context: text, options: [nameIn(text), 'other'], label: 'other', [text]: text },
      ...{ probabilities: { [nameIn(text)]: 0.99, other: 0.01 }, ...who },
    })),
    ...Array.from({ length: 20 }, (_, at) => ({
      ...{ id: at, question: 'q', options: ['a', 'b'], label: 'a', probabilities: { a: 0.9, b: 0.1 }, ...who },
    })),
  ]);

async function calibrate(shop: Workshop, rows: string, ...flags: readonly string[]) {
  const [html, svg] = [join(shop.folder, 'report.html'), join(shop.folder, 'report.svg')];
  const argv = ['calibrate', shop.file('labels.jsonl', rows), '--html', html, '--svg', svg, '-v', ...flags];
  const ended = await withEngines({}, argv, { env: shop.env });
  return { ...ended, html: readFileSync(html, 'utf8'), svg: readFileSync(svg, 'utf8') };
}

/** Fails when a drawing or a page has an element that could do something, or text that would act where it is printed. */
function expectPlain(markup: string): void {
  const elements = elementsOf(parseXml(markup));
  const active = [
    'script',
    'link',
    'img',
    'image',
    'iframe',
    'object',
    'embed',
    'use',
    'a',
    'form',
    'foreignObject',
    'skipped',
  ];
  expect(elements.filter(({ name }) => active.includes(name))).toEqual([]);
  const attributes = elements.flatMap((element) => Object.entries(element.attributes));
  expect(attributes.filter(([name]) => /^on|src|href|^style$/.test(name))).toEqual([]);
  expectInert(markup);
}

describe('as id, label, decision, question and text of rows that are sure and wrong', () => {
  it.each(groups.map((texts) => [texts]))('%j', async (texts) => {
    using shop = workshop();
    const rows = recorded(texts, { provider: 'laya', model: 'typed-decisions' });
    const shown = await calibrate(shop, rows, '--method', 'none', '--holdout', '0', '--color', 'always');
    expect(shown.code).toBe(0);
    expectInert(shown.stderr);
    expectInert(shown.stdout);
    expect(shown.stdout.match(/^ *\d+ +99\.0%/gm)).toHaveLength(texts.length);
    expectPlain(shown.html);
    expectPlain(shown.svg);
    const { stdout } = await calibrate(shop, rows, '--method', 'none', '--holdout', '0', '--json');
    expectInert(stdout);
    const told: { id: string; decision: string }[] = JSON.parse(stdout).confident_and_wrong;
    expect(new Set(told.map(({ id, decision }) => `${id} ${decision}`))).toEqual(
      new Set(texts.map((text) => `${text} ${nameIn(text)}`)),
    );
  });
});

describe('as the model that answered', () => {
  it.each(strangers.map((text) => [text]))('%j', async (text) => {
    using shop = workshop();
    const { code, stdout, stderr, html, svg } = await calibrate(
      shop,
      recorded([], { provider: 'laya', model: text }),
      '--force',
    );
    expect([0, 3]).toContain(code);
    expectInert(stdout);
    expectInert(stderr);
    expectPlain(html);
    expectPlain(svg);
    // Nothing is written but into the folders that were named, and under a plain name.
    const stored = readdirSync(shop.folder, { recursive: true, encoding: 'utf8' }).sort();
    const others = stored.filter((name) => !/^system1(?:\/calibrations(?:\/laya-[a-z0-9.-]+\.json)?)?$/.test(name));
    expect(others).toEqual(['labels.jsonl', 'report.html', 'report.svg']);
    const listed = await withEngines({}, ['providers', 'laya'], { env: shop.env });
    expectInert(listed.stdout + listed.stderr);
  });

  it('of rows that are asked live', async () => {
    using shop = workshop();
    const rows = shop.file(
      'labels.jsonl',
      jsonl(strangers.map((text) => ({ id: text, question: 'q', context: text, label: 'yes' }))),
    );
    const answers = { decision: { type: 'choice', choice: 'yes', probabilities: { yes: 0.9, no: 0.1 } } };
    const model = strangers.join('');
    const argv = ['calibrate', rows, '-p', 'systemone', '-v'];
    const { stdout, stderr, sent } = await withEngines({ systemone: () => ({ body: { model, answers } }) }, argv, {
      env: shop.env,
    });
    expectInert(stdout + stderr);
    const asked = sent['systemone']?.map(({ body }) => JSON.parse(body).state);
    expect(new Set(asked)).toEqual(new Set(strangers));
    expect(
      parseRows(readFileSync(`${rows}.answers.jsonl`, 'utf8'))
        .map(({ id }) => id)
        .sort(),
    ).toEqual([...strangers].sort());
  });
});

it('what is spelled out in a report can still be told apart', async () => {
  using shop = workshop();
  const texts = ['a\x1b[1mb', 'a[1mb', '\u202eab', 'ab', '##[x]', '# #[x]'];
  const { html, stdout } = await calibrate(
    shop,
    recorded(texts, { provider: 'laya', model: 'm' }),
    '--method',
    'none',
    '--holdout',
    '0',
  );
  const cells = all(parseXml(html), 'td').map(textOf);
  for (const shown of ['a\\x1b[1mb', 'a[1mb', '\\u202eab', 'ab', '#\\x23[x]', '# #[x]']) {
    expect(cells).toContain(shown);
    expect(stdout).toContain(shown);
  }
  expect(actingIn(html)).toEqual([]);
});
