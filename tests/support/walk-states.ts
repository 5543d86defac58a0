// Walks every pair of state and verb of a table over HTTP, so that the table cannot say something else than the service.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnyStateTable, AnyStep } from '#platform/states.ts';
import type { Answer } from './house.ts';

export interface Walk<Thing> {
  readonly table: AnyStateTable;
  /** Verbs that no request asks for, with the test that has them. */
  readonly elsewhere: Readonly<Record<string, string>>;
  /** Conditions of the table that are so for these things. */
  readonly given?: readonly string[];
  /** A new thing in this state. */
  make(state: string): Promise<Thing>;
  read(thing: Thing): Promise<string>;
  readonly ask: Readonly<Record<string, (thing: Thing) => Promise<Answer>>>;
  /** By verb: an error that comes after the state was found right. */
  readonly later?: Readonly<Record<string, string>>;
  /** By verb: the state in which the request asks for what is so already, and changes nothing. */
  readonly staysAsAsked?: Readonly<Record<string, string>>;
  /** Checks the refusal of the pair. `step`: the row of the table, where it has one. */
  refused(answer: Answer, pair: RefusedPair<Thing>): void;
}

export interface RefusedPair<Thing> {
  readonly thing: Thing;
  readonly state: string;
  readonly verb: string;
  readonly allowed: readonly string[];
  readonly step: AnyStep | undefined;
}

export function walkStates<Thing>(walk: Walk<Thing>): void {
  const { table, ask, elsewhere, given = [], later = {}, staysAsAsked = {} } = walk;
  const isAllowed = ({ rule: { when, refuse } }: AnyStep) =>
    when === undefined ? refuse === undefined : given.includes(when);
  const allowedFor = (verb: string) => table.steps.filter((step) => step.verb === verb && isAllowed(step));

  test('every verb of the table is asked for here, or named with where it is', () => {
    assert.deepEqual([...Object.keys(ask), ...Object.keys(elsewhere)].sort(), Object.keys(table.verbs).sort());
  });

  for (const state of table.states) {
    const stepOf = (verb: string) => table.steps.find((step) => step.from === state && step.verb === verb);
    const isOpen = (verb: string) => allowedFor(verb).some(({ from }) => from === state);

    test(`${state}: what the table refuses is refused, and changes nothing`, async () => {
      const thing = await walk.make(state);
      for (const [verb, asking] of Object.entries(ask)) {
        if (isOpen(verb) || staysAsAsked[verb] === state) continue;
        const allowed = allowedFor(verb).flatMap(({ from }) => (table.states.includes(from) ? from : []));
        walk.refused(await asking(thing), { thing, state, verb, allowed, step: stepOf(verb) });
      }
      assert.equal(await walk.read(thing), state);
    });

    test(`${state}: what the table allows is done, and leads where it says`, async () => {
      for (const [verb, asking] of Object.entries(ask)) {
        if (!isOpen(verb)) continue;
        const thing = await walk.make(state);
        const answer = await asking(thing);
        const isLate = answer.body?.errorType === later[verb] && later[verb] !== undefined;
        assert.ok(answer.status < 300 || isLate, `${state} ${verb}: ${JSON.stringify(answer.body)}`);
        const now = await walk.read(thing);
        assert.ok(stepOf(verb)?.to.includes(now), `${state} ${verb} leads to ${now}`);
      }
    });
  }
}
