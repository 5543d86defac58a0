// The tables of states themselves. Tests over HTTP beside their owners check that the service follows them;
// docs/states.md shows them.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { stateTables } from '#app/capabilities.ts';
import { Refusal } from '#platform/errors.ts';
import { start, stateTable } from '#platform/states.ts';
import { operationStates } from '#platform/work/operations/states.ts';

for (const { name, states, verbs, steps, mustAllow } of stateTables) {
  describe(`the table of states: ${name}`, () => {
    test('says of each pair of state and verb one thing', () => {
      const pairs = steps.map(({ from, verb }) => `${from} ${verb}`);
      assert.deepEqual(
        pairs.filter((pair, i) => pairs.indexOf(pair) !== i),
        [],
      );
    });

    test('names only states and verbs that it declares, and uses all of them', () => {
      const named = new Set(steps.flatMap(({ from, to }) => [from, ...to]));
      assert.deepEqual([...named].sort(), [start, ...states].sort());
      assert.deepEqual([...new Set(steps.map(({ verb }) => verb))].sort(), Object.keys(verbs).sort());
    });

    test('reaches every state from the beginning', () => {
      const reached = new Set<string>([start]);
      for (const from of reached) {
        for (const step of steps) if (step.from === from) for (const to of step.to) reached.add(to);
      }
      assert.deepEqual([...reached].sort(), [start, ...states].sort());
    });

    test('refuses each pair that it does not list', () => {
      const conditions = Object.fromEntries(steps.flatMap(({ rule: { when } }) => (when ? [[when, true]] : [])));
      for (const state of states) {
        for (const verb of Object.keys(verbs)) {
          const step = steps.find((one) => one.from === state && one.verb === verb);
          const isListed = step !== undefined && (step.rule.refuse === undefined || step.rule.when !== undefined);
          const ask = () => mustAllow(state, verb, { id: 'XX-AAAA-AAAA', ...conditions });
          if (isListed) ask();
          else assert.throws(ask, Error, `${state} ${verb}`);
        }
      }
    });
  });
}

describe('a table of states', () => {
  const doors = stateTable({
    name: 'Door',
    states: ['open', 'shut', 'locked'],
    verbs: { build: 'built', shut: 'shut', lock: 'locked', force: 'forced' },
    rows: [
      [start, 'build', 'open'],
      ['open', 'shut', 'shut', { emits: ['door.shut'] }],
      ['shut', 'lock', 'locked', { when: 'hasKey' }],
      ['locked', 'force', ['open', 'shut']],
      ['open', 'lock', null, { refuse: ({ id }) => new Error(`${id} is open`) }],
      ['open', 'force', 'open', { when: 'isStrong', refuse: () => new Error('too weak') }],
    ],
    refuse: ({ state, said, allowed, next }) => new Error(`${state} cannot be ${said}: ${allowed}; ${next}`),
  });

  test('moves by verb, and says what is told of it', () => {
    assert.deepEqual(doors.move('open', 'shut'), { to: 'shut', emits: ['door.shut'] });
    assert.deepEqual(doors.move(start, 'build'), { to: 'open', emits: [] });
    assert.deepEqual([doors.from('shut'), doors.to('shut')], [['open'], 'shut']);
  });

  test('refuses with the state, what is allowed and where else it goes', () => {
    assert.throws(() => doors.mustAllow('locked', 'shut'), /^Error: locked cannot be shut: open; open,shut$/);
    assert.throws(() => doors.move('open', 'lock', { id: 'DR-1' }), /^Error: DR-1 is open$/);
  });

  test('allows what depends on a condition only where it is so', () => {
    assert.deepEqual([doors.depends('shut', 'lock'), doors.depends('open', 'shut')], [true, false]);
    assert.throws(() => doors.move('shut', 'lock'), /^Error: shut cannot be locked: ; locked$/);
    assert.equal(doors.move('shut', 'lock', { hasKey: true }).to, 'locked');
    assert.throws(() => doors.mustAllow('open', 'force'), /too weak/);
    doors.mustAllow('open', 'force', { isStrong: true });
  });

  test('leaves it to the books which of several states follows', () => {
    doors.mustAllow('locked', 'force');
    assert.throws(() => doors.move('locked', 'force'), /which single one/);
  });

  test('knows what is final', () => {
    const { states, isFinal } = operationStates;
    assert.deepEqual(states.filter(isFinal), ['succeeded', 'failed', 'canceled']);
  });
});

test('a refusal of a capability carries the state and what is allowed', () => {
  const refusals = stateTables.flatMap(({ states, verbs, mustAllow }) =>
    states.flatMap((state) =>
      Object.keys(verbs).flatMap((verb) => {
        try {
          mustAllow(state, verb, { id: 'XX-AAAA-AAAA' });
          return [];
        } catch (error) {
          return error instanceof Refusal ? [{ state, verb, error }] : [];
        }
      }),
    ),
  );
  assert.ok(refusals.length > 100, String(refusals.length));
  for (const { state, verb, error } of refusals) {
    if (['LoanStatusForbids', 'TransactionStatusForbids'].includes(error.kind.errorType)) {
      assert.equal(error.data.status, state, verb);
      assert.ok(Array.isArray(error.data.allowed), verb);
    }
  }
});

test('a command moves by verb: it compares and assigns no state', () => {
  const owners = new Set(globSync('src/capabilities/*/**/states.ts').map((path) => path.split('/')[2]));
  const states = new Set(stateTables.flatMap((table) => table.states));
  const literal = new RegExp(`\\b(status|state)(: | === | !== )'(${[...states].join('|')})'`);
  // This file asks for the status of a loan type, which has no table.
  const except = 'src/capabilities/loans/core/lifecycle/create-loan.ts';
  const commands = [...owners]
    .flatMap((owner) => globSync(`src/capabilities/${owner}/**/*.ts`))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
    .filter(({ path, text }) => /\bctx: CommandContext\b/.test(text) && !path.endsWith('.test.ts'));
  assert.ok(commands.length > 15, 'the commands were found');
  const wrong = commands.filter(({ path, text }) => path !== except && literal.test(withoutComments(text)));
  assert.deepEqual(
    wrong.map(({ path }) => path),
    [],
  );
});

const withoutComments = (text: string): string => text.replace(/\/\/.*$/gm, '').replace(/\/\*[\s\S]*?\*\//g, '');
