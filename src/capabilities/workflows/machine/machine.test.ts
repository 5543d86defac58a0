// The machine of workflows, beside a naive interpreter that reads everything from the trace it has written itself. Random
// procedures and random runs agree, and every run ends or waits at a step that has an open item.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Random, randomOf } from '../../../../tests/support/fuzz/random.ts';
import { NaiveWorkflow } from '../../../../tests/support/naive-workflow.ts';
import { seed } from '../../../../tests/support/seed.ts';
import { begin, type Holds, type ItemStanding, type Move, settle } from './settle.ts';

type Procedure = Parameters<typeof begin>[0];
type ProcedureStep = Procedure['steps'][number];
type Standing = Parameters<typeof settle>[1];

const theEnd = 'end';

const runs = Number(process.env.TENOR_WORKFLOWS ?? 400);
const conditions = ['c0', 'c1', 'c2', 'c3'] as const;
const step = (id: string, more: Partial<ProcedureStep> = {}): ProcedureStep => ({
  id,
  items: [{ id: `${id}.a`, isRequired: true }],
  entryCondition: null,
  exitRule: { when: 'all', condition: null },
  next: [],
  maxVisits: 1,
  ...more,
});
const isNever: Holds = () => false;
const shown = (moves: Iterable<Move>): string[] =>
  [...moves].map((move) => {
    if (move.kind === 'end') return 'end';
    return move.kind === 'leave' ? `leave ${move.stepId} ${move.reason}` : `${move.kind} ${move.stepId}`;
  });

describe('a workflow', () => {
  test('goes through its steps in order, and ends behind the last', () => {
    const procedure: Procedure = { steps: [step('one'), step('two')] };
    assert.deepEqual(shown(begin(procedure, isNever)), ['enter one']);
    const at = (stepId: string): Standing => ({
      visits: { one: 1, [stepId]: 1 },
      at: { stepId, items: ['completed'] },
    });
    assert.deepEqual(shown(settle(procedure, at('one'), isNever)), ['leave one itemsEnded', 'enter two']);
    assert.deepEqual(shown(settle(procedure, at('two'), isNever)), ['leave two itemsEnded', 'end']);
  });

  test('skips a step whose entry condition is not met, and one of which that is not known', () => {
    const procedure: Procedure = { steps: [step('one', { entryCondition: 'c0' }), step('two')] };
    for (const holds of [false, undefined]) {
      assert.deepEqual(shown(begin(procedure, () => holds)), ['skip one', 'enter two']);
    }
    assert.deepEqual(shown(begin(procedure, () => true)), ['enter one']);
  });

  test('turns back no more often than the step allows', () => {
    const back = { next: [{ condition: 'c0', goTo: 'one' }] };
    const procedure: Procedure = { steps: [step('one', { maxVisits: 2 }), step('two', { maxVisits: 3, ...back })] };
    const at: Standing = { visits: { one: 1, two: 1 }, at: { stepId: 'two', items: ['completed'] } };
    assert.deepEqual(shown(settle(procedure, at, () => true)), ['leave two itemsEnded', 'enter one']);
    const again: Standing = { ...at, visits: { one: 2, two: 2 } };
    assert.deepEqual(shown(settle(procedure, again, () => true)), ['leave two itemsEnded', 'passOver one', 'end']);
  });

  test('leaves a step for what its exit rule says, and at the latest when nothing of it is open', () => {
    const two = (when: 'all' | 'any' | 'condition'): Procedure => ({
      steps: [
        step('one', {
          items: [
            { id: 'a', isRequired: true },
            { id: 'b', isRequired: false },
          ],
          exitRule: { when, condition: when === 'condition' ? 'c0' : null },
        }),
      ],
    });
    const after = (when: 'all' | 'any' | 'condition', items: ItemStanding[], holds = isNever) =>
      shown(settle(two(when), { visits: { one: 1 }, at: { stepId: 'one', items } }, holds))[0];
    assert.equal(after('all', ['completed', 'open']), 'leave one itemsEnded');
    assert.equal(after('all', ['open', 'completed']), undefined);
    assert.equal(after('any', ['skipped', 'open']), undefined);
    assert.equal(after('any', ['open', 'completed']), 'leave one oneCompleted');
    assert.equal(after('any', ['skipped', 'skipped']), 'leave one itemsEnded');
    assert.equal(after('condition', ['open', 'completed']), undefined);
    assert.equal(
      after('condition', ['open', 'open'], () => true),
      'leave one conditionMet',
    );
    assert.equal(after('condition', ['skipped', 'open']), 'leave one itemsEnded');
  });

  test('does what a naive interpreter does, whatever the procedure, and never waits for nobody', () => {
    let ended = 0;
    for (let i = 0; i < runs; i += 1) if (agreesInRun(randomOf(seed, i))) ended += 1;
    assert.ok(ended > runs / 4, `${ended} of ${runs} came to their end`);
  });
});

// ---- random procedures, and both interpreters beside each other -------------------------------------------------------

function aProcedure(random: Random): Procedure {
  const ids = Array.from({ length: random.between(1, 6) }, (_, i) => `s${i}`) as [string, ...string[]];
  const maybe = () => (random.chance(0.3) ? random.pick(conditions) : null);
  return {
    steps: ids.map((id) => {
      const when = random.pick(['all', 'any', 'condition'] as const);
      return {
        id,
        items: Array.from({ length: random.between(0, 3) }, (_, i) => ({
          id: `${id}.${i}`,
          isRequired: random.chance(0.7),
        })),
        entryCondition: maybe(),
        exitRule: { when, condition: when === 'condition' ? random.pick(conditions) : null },
        next: Array.from({ length: random.between(0, 3) }, () => ({
          condition: maybe(),
          goTo: random.pick([...ids, theEnd] as [string, ...string[]]),
        })),
        maxVisits: random.between(1, 3),
      };
    }),
  };
}

/** Returns whether the run came to its end. */
function agreesInRun(random: Random): boolean {
  const procedure = aProcedure(random);
  const naive = new NaiveWorkflow(procedure);
  const visitsMax = procedure.steps.reduce((sum, { maxVisits }) => sum + maxVisits, 0);
  let standing: Standing = { visits: {}, at: null };
  let moves: readonly Move[] = [];
  for (let happened = 0; ; happened += 1) {
    const table = new Map(conditions.map((one) => [one as string, random.pick([true, false, undefined])]));
    const holds: Holds = (condition) => table.get(condition);
    moves = [...(happened === 0 ? begin(procedure, holds) : settle(procedure, standing, holds))];
    assert.deepEqual(shown(moves), naive.goesOn(holds), JSON.stringify(procedure));
    standing = after(procedure, standing, moves);
    if (standing.at === null) return true;
    const open = standing.at.items.flatMap((one, place) => (one === 'open' ? [place] : []));
    assert.ok(open.length > 0, 'it waits for nobody');
    assert.ok(happened <= visitsMax * 4, 'it goes on without end');
    if (random.chance(0.05)) return false;
    const place = random.pick(open as [number, ...number[]]);
    const how = random.pick(['completed', 'skipped'] as const);
    const items = standing.at.items.map((one, i) => (i === place ? how : one));
    standing = { ...standing, at: { ...standing.at, items } };
    naive.ends(place, how);
  }
}

/** How a run stands after its moves, as whoever writes them down keeps it. */
function after(procedure: Procedure, before: Standing, moves: readonly Move[]): Standing {
  const visits = { ...before.visits };
  let { at } = before;
  for (const move of moves) {
    if (move.kind === 'enter' || move.kind === 'skip') visits[move.stepId] = move.visit;
    if (move.kind === 'end' || move.kind === 'leave') at = null;
    if (move.kind !== 'enter') continue;
    const { items } = procedure.steps.find(({ id }) => id === move.stepId) as ProcedureStep;
    at = { stepId: move.stepId, items: items.map(() => 'open' as const) };
  }
  return { visits, at };
}
