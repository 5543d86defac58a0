// What a template gives, and where its bounds are.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { NotRendered, Rendered, Rendering, RenderOrder, TemplatePart } from './order.ts';
import { checkTemplate, renderMany } from './render.ts';

const order = (
  source: Partial<Record<TemplatePart, string>>,
  context: object = {},
  more: object = {},
): RenderOrder => ({
  key: JSON.stringify(source),
  source: { subjectLine: null, text: null, html: null, ...source },
  context: context as RenderOrder['context'],
  mode: 'lenient',
  language: 'en',
  timezone: 'America/New_York',
  ...more,
});

const renderTemplate = async (one: RenderOrder) => (await renderMany([one]))[0] as Rendering;

async function rendered(one: RenderOrder): Promise<Rendered> {
  const said = await renderTemplate(one);
  assert.ok(!('failed' in said), JSON.stringify(said));
  return said;
}

async function failed(one: RenderOrder): Promise<NotRendered> {
  const said = await renderTemplate(one);
  assert.ok('failed' in said, JSON.stringify(said));
  return said.failed;
}

const textOf = async (text: string, context: object = {}, more: object = {}) =>
  (await rendered(order({ text }, context, more))).text;

describe('a template', () => {
  test('escapes what it prints in HTML and nowhere else, and a subject line is one line', async () => {
    const all = { subjectLine: '{{ x }}', text: '{{ x }}', html: '<p>{{ x }}</p>' };
    const { subjectLine, text, html } = await rendered(order(all, { x: '<b>\r\nBcc: a@b.example' }));
    assert.equal(subjectLine, '<b> Bcc: a@b.example');
    assert.equal(text, '<b>\r\nBcc: a@b.example');
    assert.match(html ?? '', /^<p>&lt;b&gt;/);
    const { html: safe } = await rendered(
      order({ html: '{{ x | safe }}{{ x | tojson }}{{ [x] | map("safe") | join }}' }, { x: '<' }),
    );
    assert.equal(safe, '&lt;&lt;&lt;');
  });

  test('gives each part what it names itself: another part may give the same name a value of its own', async () => {
    const html = '{{ loan.nickname }}{% for loan in loans %}, {{ loan.id }}{% endfor %}';
    const context = { loan: { id: 'LN-1', nickname: 'The roof' }, loans: [{ id: 'LN-2' }] };
    const made = await rendered(order({ subjectLine: '{{ loan.id }}', html }, context));
    assert.deepEqual([made.subjectLine, made.html], ['LN-1', 'The roof, LN-2']);
  });

  test('is given all of an object that it goes through, and else what it names of it', async () => {
    const context = { o: { a: 1, b: [2, null], c: null } };
    const shown = (text: string) => textOf(text, context);
    assert.equal(await shown('{{ o.a }}{{ o.c }}{{ o.gone }}{{ o.gone.deep }}'), '1');
    assert.equal((await failed(order({ text: '{{ o.a }}{{ o.items() }}' }, context))).kind, 'syntax');
    assert.equal(await shown('{{ o.a }} {% for name in o %}{{ name }}{% endfor %}'), '1 ab');
    assert.equal(await shown('{% set name = "b" %}{{ o.a }} {{ o[name] | length }}'), '1 2');
    assert.equal(await shown('{% if o.c is defined %}there{% endif %}{{ o | length }}'), '2');
  });

  test('says the same of an object that several messages are about', async () => {
    const company = { name: 'Acme', papers: null };
    const one = (x: string) => order({ text: '{{ company.name }} {{ company.papers }}{{ x }}' }, { company, x });
    const made = await renderMany([one('a'), one('b'), order({ text: '{{ company.name }}' }, { company })]);
    assert.deepEqual(
      made.map((message) => ('text' in message ? message.text : message)),
      ['Acme a', 'Acme b', 'Acme'],
    );
  });

  test('has filters for money, days, shares, masks and plurals in the language of the reader', async () => {
    const context = {
      a: '1234.5',
      n: -3,
      day: '2026-11-05',
      at: '2026-11-05T02:00:00Z',
      r: '0.1499',
      card: '4000123456789',
    };
    const text =
      '{{ a | money }}, {{ n | money }}, {{ day | date }}, {{ day | date("short") }}, {{ at | date }}, {{ r | percent }}, {{ card | mask }}';
    assert.equal(
      await textOf(text, context),
      '$1,234.50, -$3.00, November 5, 2026, Nov 5, 2026, November 4, 2026, 14.99%, ••••6789',
    );
    const inSpanish = await textOf('{{ a | money }}, {{ day | date }}, {{ day | date("short") }}', context, {
      language: 'es',
    });
    assert.equal(inSpanish, '$1,234.50, 5 de noviembre de 2026, 5 nov 2026');
    assert.equal(await textOf('{{ 1 | plural("day", "days") }}, {{ "2" | plural("day", "days") }}'), '1 day, 2 days');
    assert.equal(
      await textOf('{{ "x" | money }}, {{ "soon" | date }}, {{ "" | percent }}.'),
      'x, soon, .',
      'what is none stays',
    );
    const links =
      '{{ "https://a.example/?b" | link }} {{ "javascript:1" | link }} {{ "red" | color("#ffffff") }} {{ none | color }}';
    assert.equal(await textOf(links), 'https://a.example/?b # #ffffff #1a1a1a');
  });

  test('what fails for want of a value names it', async () => {
    const said = await failed(order({ text: 'Dear {{ name }},\n{% for one in body | lines %}{{ one }}{% endfor %}' }));
    assert.deepEqual([said.kind, said.name, said.line], ['failed', 'body', 2]);
    assert.match(said.message, /; `body` has no value$/);
    const another = await failed(order({ text: '{{ body }}\n{{ name | int }}' }, { name: 'Ada' }));
    assert.equal(another.name, null, JSON.stringify(another));
  });

  test('leaves empty what has no value, and says what that was', async () => {
    const { text, missing } = await rendered(
      order(
        { text: '{{ a.b.c }}|{{ n }}|{{ n | money }}|{% for x in l %}{{ x.q }}{% endfor %}' },
        { n: null, l: [{}] },
      ),
    );
    assert.equal(text, '|||');
    assert.deepEqual(missing, ['a.b.c', 'n']);
  });

  test('fails strictly where something without a value is printed, with its place', async () => {
    const strictly = (text: string, context: object = {}) => order({ text }, context, { mode: 'strict' });
    const { kind, line, column, name } = await failed(strictly('Dear\n  {{ a.b }}', { a: {} }));
    assert.deepEqual([kind, line, column, name], ['undefined', 2, 6, 'a.b']);
    assert.equal((await failed(strictly('{{ n | money }}', { n: null }))).name, 'n');
    assert.equal((await rendered(strictly('{% if n and n.x %}{{ n.x }}{% endif %}ok', { n: null }))).text, 'ok');
  });

  test('has no way to what else the message knows, or to other templates', async () => {
    assert.equal((await failed(order({ text: '{{ debug() }}' }, { secret: 'x' }))).kind, 'syntax');
    assert.equal((await failed(order({ text: '{% include "1.text.txt" %}{{ x }}' }))).kind, 'failed');
    const { message } = await failed(order({ text: '{{ name | int }}' }, { name: 'Ada Lovelace' }));
    assert.equal(message.includes('Ada'), false, 'a failure repeats no value');
  });
});

describe('the bounds of a template', () => {
  const doubled = `{% set x = "0123456789" %}${'{% set x = x ~ x %}'.repeat(40)}{{ x | length }}`;

  test('forty doublings of a text end in the bound of the memory, and others go on', async () => {
    const orders = [
      order({ text: 'a' }),
      order({ text: doubled }),
      order({ text: 'b' }),
      order({ text: doubled }),
      order({ text: 'c' }),
    ];
    const said = (await renderMany(orders)).map((one) => ('failed' in one ? one.failed.kind : one.text));
    assert.deepEqual(said, ['a', 'tooLarge', 'b', 'tooLarge', 'c']);
  });

  test('a loop ends after its steps, a text at its length, a context at its size and depth', async () => {
    const loops = '{% for a in range(9999) %}{% for b in range(9999) %}{% endfor %}{% endfor %}';
    assert.equal((await failed(order({ text: loops }))).kind, 'tooSlow');
    assert.equal(
      (await failed(order({ text: '{% for a in range(99) %}{{ x }}{% endfor %}' }, { x: 'x'.repeat(20_000) }))).kind,
      'tooLarge',
    );
    assert.equal((await failed(order({ text: '' }, { x: 'x'.repeat(200_000) }))).kind, 'tooLarge');
    let deep: object = {};
    for (let i = 0; i < 10; i += 1) deep = { deep };
    assert.equal((await failed(order({ text: '' }, deep))).kind, 'tooLarge');
    for (let i = 0; i < 100_000; i += 1) deep = { deep };
    assert.equal((await failed(order({ text: '' }, { deep }))).kind, 'tooLarge');
    assert.equal((await failed(order({ text: 'x'.repeat(200_001) }))).kind, 'tooLarge');
  });

  test('what takes long without steps is stopped, and others go on', async () => {
    // Each replace looks through a long text for what is almost there everywhere.
    const almost = `${'a'.repeat(5_000)}b`;
    const slow = `{% set x = t %}${'{% set y = x | replace(n, "") %}'.repeat(2_000)}done`;
    const [one, other] = await renderMany([
      order({ text: slow }, { t: 'a'.repeat(150_000), n: almost }),
      order({ text: 'b' }),
    ]);
    assert.ok(one !== undefined && (!('failed' in one) || ['tooSlow', 'tooLarge'].includes(one.failed.kind)));
    assert.deepEqual(other, { subjectLine: null, text: 'b', html: null, missing: [] });
  });

  test('so many templates are kept compiled, and all go on', async () => {
    const many = Array.from({ length: 700 }, (_, i) => order({ text: `${i} {{ x }}` }, { x: 'y' }));
    for (const round of [many, many.toReversed()]) {
      const said = await renderMany(round);
      assert.deepEqual(
        said.map((one) => ('failed' in one ? one.failed : one.text)),
        round.map(({ source }) => source.text?.replace('{{ x }}', 'y')),
      );
    }
  });
});

describe('what HTML may have', () => {
  const problems = async (html: string, allowsRemoteImages = false) => {
    const source = { subjectLine: null, text: null, html };
    const { problems: found } = await checkTemplate({ source, known: null, takesOthers: true, allowsRemoteImages });
    return found.map(({ line, column, message }) => `${line}:${column} ${message}`);
  };

  const taken = [
    '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{{ t }}</title><style>p { color: red }</style></head><body></body></html>',
    '<p title="{{ a }}">{{ b }}</p>{% if c %}<b>{% endif %}x{% if c %}</b>{% endif %}',
    '<a href="https://{{ d }}/x?y={{ e }}">z</a> <a href="{{ u | link }}">z</a> <a href="mailto:{{ m }}">m</a>',
    `<td style="color: {{ c | color }}; background: {{ c | color('#ffffff') }}">a &lt; {{ b }}, 1 < 2</td>`,
    '<p class="{% if a %}b{% else %}c{% endif %}">{# a comment #}</p>',
    '<img src="data:image/png;base64,iVBORw0KGgo=" alt="{{ a }}">',
    '{% for one in all %}<li>{{ one.name }}</li>{% endfor %}{% raw %}{{ no }}{% endraw %}',
  ];
  for (const html of taken) test(`is ${html.slice(0, 70)}`, async () => assert.deepEqual(await problems(html), []));

  const refused = [
    '<script>alert(1)</script>',
    '<p onclick="x()">',
    '<a href="{{ u }}">',
    '<a href="java{{ u }}">',
    '<a href="{% if a %}java{% endif %}script:alert(1)">',
    '<a href="&#106;avascript:alert(1)">',
    '<a href=https://{{ u }}>',
    '<a title="x" title={{ u }}>',
    '<a {{ u }}="x">',
    '<{{ u }} src="x">',
    '< {{- u }}>',
    '<scr{# #}ipt>',
    '<p title="{% if a %}">{% endif %}',
    '{% if a %}<!--{% endif %}<script>{% if a %}-->{% endif %}',
    '<!-- <script> -->',
    '{% if a %}<style>{% endif %}<script></style>',
    '<style>p { color: {{ c | color }} }</style>',
    '<style>@import "x"</style>',
    '<p style="background: url(https://x.example/a.png)">',
    '<p style="background: {{ c }}">',
    '<p style="{% if a %}u{% endif %}rl(x)">',
    '<p style="color: {{ c | color if d else e }}">',
    '<a href="{{ a if b else c | link }}">',
    '<form action="https://x.example"></form>',
    '<iframe src="https://x.example"></iframe>',
    '<svg onload="x()"></svg>',
    '<meta http-equiv="refresh" content="0">',
    '<base href="https://x.example/">',
    '<img src="https://x.example/a.png">',
    '<img src="{{ u | link }}">',
    '<p title="',
    '<p>{{ "}}<script>" }}</p>',
    '{% set x %}<b>{% endset %}',
    '{% autoescape false %}{{ x }}{% endautoescape %}',
    '{% macro m() %}<b>{% endmacro %}',
    '{{ x | safe }}',
    `<p>${String.fromCodePoint(0xe000)}</p>`,
  ];
  for (const html of refused) {
    test(`is not ${html.slice(0, 70)}`, async () => assert.notDeepEqual(await problems(html), []));
  }

  test('is a picture from elsewhere only where the company allows it', async () => {
    assert.deepEqual(await problems('<img src="https://x.example/a.png">', true), []);
    assert.notDeepEqual(await problems('<img src="http://x.example/a.png">', true), []);
  });

  test('is told with line and column', async () => {
    assert.deepEqual(await problems('<p>\n{{ a }}\n  <a href="{{ b }}">'), ['3:6 href may lead anywhere']);
  });
});
