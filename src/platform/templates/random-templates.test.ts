// Random templates with random values: nothing crashes, nothing is above its bound, and no text that was accepted becomes
// something that runs. What comes of it is judged by a parser, not by the rules that accepted it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse, type DefaultTreeAdapterTypes as Tree } from 'parse5';
import { type Random, randomOf } from '../../../tests/support/fuzz/random.ts';
import { seed } from '../../../tests/support/seed.ts';
import { outputMax, type RenderOrder } from './order.ts';
import { checkTemplate, renderMany } from './render.ts';

const times = Number(process.env.TENOR_TEMPLATES ?? 300);
const together = 100;

const names = ['a', 'b', 'a.b', 'list', 'n', 'person.name.firstName', 'loan["id"]', 'list[0]', 'nothing'] as const;
const values = [
  ...[
    '<script>alert(1)</script>',
    '" onclick="alert(1)',
    "' onload='alert(1)",
    'javascript:alert(1)',
    '-->',
    '</style>',
  ],
  ...[
    'img src=x onerror=alert(1)',
    '}}{{ 7*7 }}',
    '{% raw %}',
    'x'.repeat(3_000),
    '\u0000',
    '\ue003',
    '&lt;script&gt;',
    '`',
  ],
] as const;
const filters = [
  ...[
    'money',
    'date',
    "date('short')",
    'percent',
    'mask',
    'link',
    'color',
    "plural('a', 'b')",
    'upper',
    'default("x")',
  ],
  ...[
    'e',
    'safe',
    'tojson',
    'join("<")',
    'replace("x", "<")',
    'lines',
    'length',
    'indent(4)',
    'nope',
    'map("safe")',
    'title',
  ],
] as const;
const markup = [
  ...[
    '<p>',
    '</p>',
    '<b title="',
    '">',
    '" ',
    "'",
    '<a href="',
    '<a href="https://',
    '<img src="',
    '<td style="',
    'color: ',
    '; ',
  ],
  ...[
    '<style>',
    '</style>',
    '<!--',
    '-->',
    '<',
    '>',
    '=',
    ' onclick=',
    '<script>',
    '</script>',
    'javascript:',
    'url(',
    '<title>',
  ],
  ...[
    '</title>',
    '<svg>',
    '<!DOCTYPE html>',
    '&lt;',
    '/',
    'x',
    ' ',
    '\n',
    '<ul><li>',
    '</li></ul>',
    '</',
    '<br/>',
    'u',
    'rl(',
  ],
] as const;

function expression(random: Random): string {
  const filtered = Array.from({ length: random.between(0, 2) }, () => ` | ${random.pick(filters)}`).join('');
  const name = random.pick([
    ...names,
    '"<b>"',
    '1 + 1',
    'range(3)',
    '{"a": 1}',
    '["x"]',
    'a if b else n',
    'a ~ b',
  ] as const);
  return name + filtered;
}

function piece(random: Random): string {
  const which = random.between(0, 19);
  if (which < 9) return random.pick(markup);
  if (which < 13) return `{{ ${expression(random)} }}`;
  if (which === 13) return `{{- ${expression(random)} -}}`;
  if (which === 14) return `{% if ${expression(random)} %}${some(random)}{% else %}${some(random)}{% endif %}`;
  if (which === 15) return `{% for one in list %}${some(random)}{{ one }}{% endfor %}`;
  if (which === 16) return `{% set c = ${expression(random)} %}`;
  if (which === 17)
    return random.pick(['{#', '#}', '{# x #}', '{% raw %}', '{% endraw %}', '{%', '%}', '{{', '}}'] as const);
  if (which === 18) return `<p>{{ ${expression(random)} }}</p>`;
  return random.pick(['{% if a %}', '{% endif %}', '{% for x in a %}', '{% endfor %}', '{% elif b %}'] as const);
}

const some = (random: Random): string => Array.from({ length: random.between(0, 3) }, () => piece(random)).join('');

function aTemplate(random: Random): string {
  // Half of them are likely to be accepted.
  const isTame = random.chance(0.5);
  const pieces = Array.from({ length: random.between(1, 12) }, () => {
    if (!isTame) return piece(random);
    const inside = random.pick(['{{ a }}', '{% if a %}x{% endif %}', '{{ n | money }}', '{# x #}'] as const);
    return random.pick([
      `<p title="${inside}">{{ ${random.pick(names)} }}</p>`,
      `{% if ${random.pick(names)} %}<b>{{ a }}</b>{% endif %}`,
      `{% for one in list %}<li style="color: {{ one | color }}">{{ one }}</li>{% endfor %}`,
      `<a href="{{ ${random.pick(names)} | link }}">{{ b }}</a>`,
      `<a href='https://{{ a }}'>${inside}</a>`,
      random.pick(markup),
    ] as const);
  });
  return pieces.join('');
}

const aContext = (random: Random) => ({
  a: random.pick(values),
  b: random.pick([...values, 3, null] as const),
  n: random.pick([1, 2.5, '3.10', null, 'x'] as const),
  list: Array.from({ length: random.between(0, 20) }, () => random.pick(values)),
  person: { name: { firstName: random.pick(values) } },
  loan: random.pick([null, { id: random.pick(values) }] as const),
  c: random.pick(values),
});

test(`${times} random templates run nothing, crash nothing and keep their bounds`, async () => {
  let accepted = 0;
  for (let first = 0; first < times; first += together) {
    const orders: (RenderOrder & { readonly source: { readonly html: string } })[] = [];
    for (let i = first; i < Math.min(times, first + together); i += 1) {
      const random = randomOf(seed, i);
      const html = aTemplate(random);
      const source = { subjectLine: null, text: html, html };
      const { problems } = await checkTemplate({
        source,
        known: { a: null },
        takesOthers: true,
        allowsRemoteImages: false,
      });
      const mode = random.chance(0.3) ? 'strict' : 'lenient';
      // What is refused is rendered all the same: a text of an older release may be there.
      orders.push({
        key: `${i}${problems.length > 0 ? ' refused' : ''}`,
        source,
        context: aContext(random),
        mode,
        language: 'en',
        timezone: 'UTC',
      });
    }
    for (const [i, said] of (await renderMany(orders)).entries()) {
      const { key, source } = orders[i] as (typeof orders)[number];
      if ('failed' in said) continue;
      assert.ok((said.html?.length ?? 0) + (said.text?.length ?? 0) <= outputMax);
      if (key.endsWith('refused')) continue;
      accepted += 1;
      const runs = runningIn(parse(said.html ?? ''));
      assert.equal(runs, undefined, `${key}: ${source.html}\nbecomes\n${said.html}`);
    }
  }
  assert.ok(accepted > times / 10, `only ${accepted} were accepted`);
});

const acting = new Set([
  'script',
  'iframe',
  'object',
  'embed',
  'form',
  'svg',
  'math',
  'base',
  'link',
  'input',
  'video',
  'audio',
]);

/** Something in a page that would run, fetch or send. */
function runningIn(node: Tree.Node): string | undefined {
  if ('tagName' in node) {
    if (acting.has(node.tagName)) return `<${node.tagName}>`;
    for (const { name, value } of node.attrs) {
      if (name.startsWith('on')) return name;
      if (/^\s*(javascript|vbscript|data):/i.test(value) && ['href', 'src', 'action'].includes(name)) return value;
      if (name === 'src') return `src ${value}`;
      if (name === 'style' && /url|expression|@import/i.test(value)) return value;
    }
  }
  const inside = 'childNodes' in node ? node.childNodes : [];
  for (const one of inside) {
    const found = runningIn(one);
    if (found !== undefined) return found;
  }
  return undefined;
}
