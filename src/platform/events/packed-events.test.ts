// The packed rows of a commit, held against the plain list of its events.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Instant } from '@tenor/engine/values/instant.ts';
import fc from 'fast-check';
import type { NewEvent, ToldEvent } from './event-row.ts';
import { packEvents, runMax } from './pack-events.ts';
import { placedEvents } from './shapes.ts';
import type { CommitRow, NewCommitRow } from './tables.ts';
import { unpackEvents } from './unpack-events.ts';

const instants = ['2026-03-02T14:05:09.000001Z', '2026-03-02T14:05:09.000002Z'] as Instant[];
const oneOf = <T>(...values: T[]) => fc.constantFrom(...values);
const few = (...ids: string[]) => oneOf(null, ...ids);

const event = fc.record<Omit<NewEvent, 'position'>>({
  subject_id: oneOf('BO-1', 'BO-2', 'CP-1'),
  event_type: oneOf('a.made', 'a.changed', 'b.made'),
  cause: few('due:1', 'due:2'),
  created_at: oneOf(...instants),
  effective_at: oneOf(...instants),
  loan_id: few('LN-1'),
  case_id: few('CS-1'),
  transaction_id: few('TX-1', 'TX-2'),
  period_id: few('PE-1', 'PE-2'),
  message_id: oneOf('m', 'n'),
  request_id: few('r'),
  actor_type: fc.constant('system'),
  actor_id: fc.constant(null),
  details: fc.dictionary(
    oneOf('amount', 'status', 'kind', '__proto_', 'loanExternalId'),
    oneOf<unknown>(1, '1', null, [1], {}),
    {
      noNullPrototype: true,
    },
  ),
});

const told = fc
  .array(event, { maxLength: 40 })
  .map((events) => events.map((one, i) => ({ ...one, position: 100 + i })));

/** As the database gives the row back. */
const read = (row: NewCommitRow): CommitRow =>
  ({ ...row, company_id: 'CP-1', taken_back: null, events: JSON.parse(row.events) }) as unknown as CommitRow;

const plain = ({ position: _, ...rest }: Omit<NewEvent, 'message_id'> | ToldEvent): object => {
  const { company_id: __, deleted_at: ___, ...event } = rest as ToldEvent;
  return event;
};

const bySubject = <E extends { readonly subject_id: string }>(events: readonly E[]) =>
  [...Map.groupBy(events, ({ subject_id }) => subject_id).values()].flat();

describe('the rows of a commit', () => {
  test('unpacked are its events, in the order of each subject', () => {
    const holds = (events: readonly NewEvent[]) => {
      const rows = packEvents(events);
      const unpacked = rows.map(read).flatMap(unpackEvents);
      const inOrder = bySubject(events);
      // A message id that is not stored belongs to one row alone, and no other row has it.
      const stored = new Set(rows.map(({ message_id }) => message_id));
      assert.deepEqual(
        unpacked.map(plain),
        inOrder.map(({ message_id, ...one }) =>
          plain({ ...one, message_id: stored.has(message_id) ? message_id : null }),
        ),
      );
      assert.ok(rows.filter(({ message_id }) => message_id === null).length <= 2);
    };
    fc.assert(fc.property(told, holds), { numRuns: 1_000 });
  });

  test('have keys of their own, which rise with the events of a subject', () => {
    const holds = (events: readonly NewEvent[]) => {
      for (const own of Map.groupBy(packEvents(events), ({ subject_id }) => subject_id).values()) {
        const positions = own.map(({ position }) => position);
        assert.deepEqual(
          positions,
          [...new Set(positions)].toSorted((a, b) => a - b),
        );
      }
    };
    fc.assert(fc.property(told, holds));
  });

  test('say by their shape what each event is and names', () => {
    const holds = (events: readonly NewEvent[]) => {
      for (const row of packEvents(events).map(read)) {
        const own = placedEvents({ ...row, place: 7, shape: 1 }, row);
        const whole = unpackEvents(row);
        assert.deepEqual(
          own.map(({ event_type, transaction_id, period_id }) => ({ event_type, transaction_id, period_id })),
          whole.map(({ event_type, transaction_id, period_id }) => ({ event_type, transaction_id, period_id })),
        );
        assert.deepEqual(
          own.map(({ sequence }) => sequence),
          own.map((_, nth) => 7 + nth),
        );
      }
    };
    fc.assert(fc.property(told, holds));
  });

  test('are few: events about the same loan in the same moment are one, up to a length', () => {
    const alike = Array.from({ length: runMax + 1 }, (_, i) => ({
      ...(fc.sample(event, { numRuns: 1, seed: 1 })[0] as NewEvent),
      transaction_id: i % 2 === 0 ? 'TX-1' : null,
      period_id: i % 3 === 0 ? 'PE-1' : null,
      position: i + 1,
    }));
    assert.deepEqual(
      packEvents(alike).map(({ types }) => types.length),
      [runMax, 1],
    );
  });
});
