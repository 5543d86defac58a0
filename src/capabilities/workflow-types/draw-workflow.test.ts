// The picture of a workflow: well-formed whatever the names are, and each step in words for whoever hears it.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { randomOf } from '../../../tests/support/fuzz/random.ts';
import { seed } from '../../../tests/support/seed.ts';
import { drawWorkflow, type StepDefinition } from './index.ts';

const step = (id: string, more: Partial<StepDefinition> = {}): StepDefinition => ({
  id,
  name: `Step ${id}`,
  description: '',
  entryCondition: null,
  exitRule: { when: 'all', condition: null },
  next: [],
  maxVisits: 1,
  items: [
    {
      id: `item ${id}`,
      key: 'review',
      name: 'Review',
      description: '',
      isRequired: true,
      assignee: { to: 'role', id: 'RL-1' },
      due: { count: 2, unit: 'businessDays' },
      whenLate: { do: 'remind', to: null, again: null },
      kind: 'approval',
      approval: { question: 'Well?' },
    },
  ],
  ...more,
});
const drawn = (steps: readonly StepDefinition[], name = 'Review') => drawWorkflow({ name, description: '', steps });

/** Every tag is closed by its own, every sign that has a meaning is written as an entity. */
function mustBeWellFormed(svg: string): void {
  const open: string[] = [];
  const left = svg.replace(/<(\/?)([a-z]+)((?: [a-zA-Z-]+="[^"<]*")*)(\/?)>/g, (_, closes, name, __, isAlone) => {
    if (closes === '/') assert.equal(open.pop(), name);
    else if (isAlone !== '/') open.push(name);
    return '';
  });
  assert.deepEqual(open, []);
  assert.doesNotMatch(left, /[<>]|&(?!(?:amp|lt|gt|quot);)/);
  for (const sign of svg) {
    const code = sign.codePointAt(0) as number;
    assert.ok(code >= 0x20 || [0x09, 0x0a, 0x0d].includes(code), `a sign ${code} that XML does not have`);
    assert.ok(code < 0xd800 || (code > 0xdfff && code !== 0xfffe && code !== 0xffff));
  }
}

describe('the picture of a workflow', () => {
  test('is a list of steps, each in words, with what is only seen hidden from whoever hears it', () => {
    const next = [{ condition: 'items.review.outcome == "rejected"', goTo: 'a' }];
    const svg = drawn([step('a', { maxVisits: 2 }), step('b', { next, entryCondition: 'case.status == "initiated"' })]);
    mustBeWellFormed(svg);
    assert.match(svg, /^<svg [^>]*role="list" aria-label="Review"/);
    assert.equal(svg.match(/role="listitem"/g)?.length, 2);
    assert.match(
      svg,
      /aria-label="Step 1 of 2: Step a\. Review \(approval, a role, within 2 business days, then a reminder\)\./,
    );
    assert.match(svg, /It is passed over unless case\.status == &quot;initiated&quot;\./);
    assert.match(svg, /If items\.review\.outcome == &quot;rejected&quot;: to step 1, Step a\./);
    const seen = svg.replace(/<title>[^<]*<\/title>|<desc>[^<]*<\/desc>/g, '');
    const hidden = seen.match(/<g aria-hidden="true">/g)?.length;
    assert.equal(hidden, 4);
  });

  test('says of a running one what has become of each part, in words and in colours', () => {
    const svg = drawWorkflow(
      { name: 'Review', description: '', steps: [step('a'), step('b')] },
      {
        steps: {
          a: { status: 'done', words: 'done on 3 May by Ada' },
          b: { status: 'late', words: 'late since 5 May' },
        },
        items: { 'item b': { status: 'late', words: 'waits for Bo' } },
      },
    );
    mustBeWellFormed(svg);
    assert.match(svg, /Step 1 of 2: Step a \(done on 3 May by Ada\)\./);
    assert.match(svg, /Review: waits for Bo/);
  });

  test('is well-formed whatever somebody has written', () => {
    const hostile = [
      '"><script>alert(1)</script>',
      '& <b>',
      '\u0000\u0007\ud800',
      ']]>',
      "' onload='x",
      'é'.repeat(100),
    ];
    for (const name of hostile) {
      mustBeWellFormed(drawn([step('a', { name, entryCondition: name, description: name })], name));
    }
    for (let number = 0; number < 200; number++) {
      const random = randomOf(seed, number);
      const signs = Array.from({ length: random.between(0, 80) }, () => String.fromCharCode(random.between(0, 0xffff)));
      const count = random.between(1, 8);
      const places = Array.from({ length: count }, (_, i) => `s${i}`);
      const steps = places.map((id) => {
        const goTo = [...places, 'end'][random.between(0, count)] as string;
        return step(id, {
          name: signs.join(''),
          next: [{ condition: random.between(0, 1) === 0 ? null : signs.join(''), goTo }],
        });
      });
      const svg = drawn(steps, signs.join(''));
      mustBeWellFormed(svg);
      assert.equal(svg.match(/role="listitem"/g)?.length, count);
    }
  });
});
