// The clock of a test realm: when set to an instant it does not run; when it is moved forward, an operation does the
// daily work of the time between. The clock of a live realm cannot be set.
import type { Instant } from '@tenor/engine/values/instant.ts';
import Type, { type Static } from 'typebox';
import type { CommandContext } from '#platform/command/context.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal, refuseField, refuseFields } from '#platform/errors.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { Operation } from '#platform/http/operation-routes.ts';
import { DateTime, Described, Nullable, Text } from '#platform/input/schemas.ts';
import { type OperationView, startOperation } from '#platform/work/operations/operations.ts';
import { advancing } from './advance-clock.ts';

const TestClock = Type.Object(
  {
    object: Type.Literal('testClock'),
    now: Described(DateTime, { description: 'The business instant of this realm.' }),
    isSet: Type.Boolean({ description: 'False: it follows the real time.' }),
    operationId: Nullable(Text({ max: 12 }), { description: 'The operation that moves it now.' }),
  },
  { title: 'TestClock' },
);
type TestClock = Static<typeof TestClock>;

const clockRow = async (reader: Reader) =>
  (await reader.row(reader.db.selectFrom('test_clocks').select(['now_at', 'operation_id']))) ?? {
    now_at: null,
    operation_id: null,
  };

function mustBeTest({ mode }: { readonly mode: string }): void {
  if (mode !== 'test') throw new Refusal(errors.TestModeOnly, 'The clock of live mode cannot be read or set.');
}

async function mustStand(tx: Tx): Promise<void> {
  const { operation_id: operationId } = await clockRow(tx);
  if (operationId === null) return;
  throw new Refusal(errors.Locked, 'The test clock is being advanced.', {
    data: { operationId },
    headers: { 'retry-after': '1' },
  });
}

/** Within these bounds a date a century later is still a valid date. */
const bounds = { from: '1900-01-01', to: '2500-01-01' };

function mustBeNear(path: string, instant: Instant): void {
  if (instant >= bounds.from && instant < bounds.to) return;
  const expected = `from ${bounds.from} to before ${bounds.to}`;
  throw refuseField(path, 'is too far away', expected);
}

async function setClock(ctx: CommandContext, tx: Tx, now: Instant | null): Promise<TestClock> {
  mustBeTest(ctx.realm);
  if (now !== null) mustBeNear('now', now);
  await mustStand(tx);
  tx.write(tx.db.updateTable('test_clocks').set({ now_at: now }));
  return { object: 'testClock', now: now ?? ctx.machineNow(), isSet: now !== null, operationId: null };
}

/** Errors: TestModeOnly, Locked, InvalidRequest for an instant that is not later. */
async function startAdvance(ctx: CommandContext, tx: Tx, to: Instant): Promise<OperationView> {
  mustBeTest(ctx.realm);
  mustBeNear('to', to);
  await mustStand(tx);
  if (to <= ctx.now) {
    throw refuseFields(errors.InvalidRequest, [
      { path: 'to', message: 'must be later than the clock, which only moves forward', expected: `after ${ctx.now}` },
    ]);
  }
  const operation = startOperation(ctx, tx, advancing, { from: ctx.now, to });
  tx.write(tx.db.updateTable('test_clocks').set({ now_at: ctx.now, operation_id: operation.id }));
  return operation;
}

export const testClockRoutes: Endpoint[] = [
  endpoint({
    name: 'testClock.read',
    method: 'GET',
    path: '/test-clock',
    summary: 'Read the test clock',
    permission: 'test.clock:read',
    shape: 'single',
    answer: TestClock,
    errors: [errors.TestModeOnly],
    async read({ reader, now }) {
      mustBeTest(reader.realm);
      const row = await clockRow(reader);
      return {
        object: 'testClock' as const,
        now: await now(),
        isSet: row.now_at !== null,
        operationId: row.operation_id,
      };
    },
  }),
  endpoint({
    name: 'testClock.set',
    method: 'POST',
    path: '/test-clock',
    summary: 'Set the test clock',
    description:
      'It stands still at the instant until it is moved; null lets it follow the real time again. Setting does no daily work: use it before there are facts, and advance afterwards.',
    permission: 'test.clock:update',
    shape: 'single',
    body: Type.Object({ now: Nullable(DateTime) }),
    answer: TestClock,
    errors: [errors.TestModeOnly, errors.Locked],
    clock: 'moves',
    example: { body: { now: '2026-03-01T09:00:00Z' } },
    command: (ctx, tx, { body }) => setClock(ctx, tx, body.now),
  }),
  endpoint({
    name: 'testClock.advance',
    method: 'POST',
    path: '/test-clock/advance',
    summary: 'Move the test clock forward',
    description:
      'An operation. Every day in between passes: what comes due on the way is done when the clock stands at it. While it goes on, writes about borrowers, loans and money in this test realm are refused with 423: they would be dated by where the clock happens to stand. Those of keys, users, settings and webhooks go on.',
    permission: 'test.clock:update',
    shape: 'operation',
    status: 202,
    body: Type.Object({ to: DateTime }),
    answer: Operation,
    errors: [errors.TestModeOnly, errors.Locked],
    clock: 'moves',
    example: { body: { to: '2026-04-01T09:00:00Z' } },
    command: (ctx, tx, { body }) => startAdvance(ctx, tx, body.to),
  }),
];
