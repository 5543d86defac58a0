// An external payment posted with sync=true, beside the writes that it cannot do without.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'autocannon';
import type { Cleanup } from '../cleanup.ts';
import { startLimit } from '../limit.ts';
import { alternately, driveRound, type Target } from '../load.ts';
import { idempotencyKey, shuffled } from '../people.ts';
import { profiled, showProfile } from '../profile.ts';
import { figureLine } from '../report.ts';
import { liveKey, type Place, withDatabase } from '../service.ts';
import { liveApi } from './api.ts';
import { compare } from './compare.ts';
import { hasPgbench, runPgbench, writePgbench } from './pgbench.ts';
import { type Ids, makeTables, rowsWritten, type Write } from './rows-written.ts';
import { type LoanStage, setLoanStage } from './stage.ts';
import { type LoanRef, pathOf, payment } from './template.ts';

/** So many loans that each is paid only a few times, as in a month of real use. */
const loanCount = 3_000;

export const paymentFigures = [
  { name: 'post-payment', aim: 0.6, hasKey: false, connections: [8, 1, 32] },
  { name: 'post-payment-idempotent', aim: null, hasKey: true, connections: [8] },
].map((figure) => ({
  name: figure.name,
  measure: (cleanup: Cleanup, isQuick: boolean) => measurePayment(figure, cleanup, isQuick),
  profile: (cleanup: Cleanup, seconds: number) => profilePayment(figure, cleanup, seconds),
}));

interface Figure {
  readonly name: string;
  readonly aim: number | null;
  /** The request has an Idempotency-Key; its row is written by the limit too. */
  readonly hasKey: boolean;
  readonly connections: readonly number[];
}

const limit = 'post-payment';
const limitSays = 'bare Fastify, the same rows in one statement that commits by itself';

async function measurePayment(figure: Figure, cleanup: Cleanup, isQuick: boolean): Promise<void> {
  const stage = await setLoanStage(cleanup, isQuick ? 2_000 : loanCount);
  const seen = await seePayment(stage, figure);
  showRows(seen.writes);
  const file = join(stage.place.directory, 'rows.json');
  writeFileSync(file, JSON.stringify(seen));
  const bare = await startLimit(limit, stage.place, cleanup, { BENCH_ROWS: file });
  const before = await countRows(stage.place, seen.writes);
  const target = targetOf(stage.loans, figure);
  const [ours, theirs] = [target('service', stage.service), target(limit, bare)];
  await compare({ ...figure, limit, limitSays }, ours, theirs, { isQuick, connections: figure.connections });
  mustHaveWrittenAll(seen.writes, before, await countRows(stage.place, seen.writes));
  if (!figure.hasKey) await besidePgbench(stage, seen, ours, isQuick);
  await cleanup.run();
}

async function profilePayment(figure: Figure, cleanup: Cleanup, seconds: number): Promise<void> {
  const { service, loans } = await setLoanStage(cleanup, loanCount, profiled);
  const target = targetOf(loans, figure)('service', service);
  const { requests } = await driveRound(target, { connections: 8, seconds }, 1);
  await showProfile(figure.name, service, { requests, seconds });
  await cleanup.run();
}

export interface Seen {
  readonly writes: readonly Write[];
  /** The ids of the borrower, the loan and the payment. */
  readonly ids: Ids;
  readonly answer: string;
}

const amount = 10;

/** Posts one payment to the last loan and finds what it wrote. */
async function seePayment({ place, service, loans }: LoanStage, { hasKey }: Figure): Promise<Seen> {
  const loan = loans.at(-1) as LoanRef;
  return withDatabase(place, async (client) => {
    let made: Awaited<ReturnType<typeof post>> | undefined;
    const keys: Record<string, string> = hasKey ? { 'idempotency-key': idempotencyKey() } : {};
    const post = () => liveApi(service).post(`${pathOf(loan)}/transactions?sync=true`, payment(loan, amount), keys);
    const writes = await rowsWritten(client, loan.personId, async () => {
      made = await post();
    });
    await makeTables(client, writes);
    const answer = JSON.stringify({ status: 201, data: made });
    return { writes, ids: [loan.personId, loan.loanId, made!.id], answer };
  });
}

function showRows(writes: readonly Write[]): void {
  const counts = Map.groupBy(writes, ({ table, kind }) => `${kind} ${table}`);
  console.log(`a payment writes: ${[...counts].map(([what, { length }]) => `${length} ${what}`).join(', ')}`);
}

const targetOf =
  (loans: readonly LoanRef[], { hasKey }: Figure) =>
  (name: string, at: Omit<Target, 'name' | 'setupClient'>): Target => ({
    ...at,
    name,
    // Each connection pays its share of the loans in its own order.
    setupClient: (client: Client, index, connections) =>
      client.setRequests(
        shuffled(loans.filter((_, i) => i % connections === index)).map((loan) => ({
          method: 'POST',
          path: `/api${pathOf(loan)}/transactions?sync=true`,
          headers: { 'x-api-key': liveKey, 'content-type': 'application/json' },
          body: JSON.stringify(payment(loan, amount)),
          ...(hasKey && {
            setupRequest: (made) => ({
              ...made,
              headers: { ...made.headers, 'idempotency-key': idempotencyKey() },
            }),
          }),
        })),
      ),
  });

/**
 * Counts the rows of the limit's tables that grow with each payment. All counts are of one instant, because the last
 * payments may still be arriving.
 */
async function countRows(place: Place, writes: readonly Write[]): Promise<Map<string, number>> {
  const tables = [...new Set(writes.filter(({ kind }) => kind === 'insert').map(({ table }) => table))];
  return withDatabase(place, async (client) => {
    const counts = tables.map((table) => `(select count(*) from bench.${table})::integer as "${table}"`);
    const { rows } = await client.query<Record<string, number>>(`select ${counts.join(', ')}`);
    return new Map(Object.entries(rows[0]!));
  });
}

/** A limit that wrote less than the service would not be a limit. */
function mustHaveWrittenAll(writes: readonly Write[], before: Map<string, number>, after: Map<string, number>): void {
  const grown = (table: string): number => after.get(table)! - before.get(table)!;
  const payments = grown('transactions');
  for (const table of before.keys()) {
    const each = writes.filter((write) => write.kind === 'insert' && write.table === table).length;
    if (payments > 0 && grown(table) === payments * each) continue;
    throw new Error(`The limit wrote ${grown(table)} rows into ${table} for ${payments} payments.`);
  }
}

/** The same rows written by pgbench: only the database server and a client in C. */
async function besidePgbench({ place, loans }: LoanStage, seen: Seen, ours: Target, isQuick: boolean): Promise<void> {
  if (!hasPgbench()) {
    console.log('pgbench is not there: nothing to compare with');
    return;
  }
  const script = writePgbench(place, seen, loans.length - 1);
  const seconds = isQuick ? 1 : 3;
  const connections = 8;
  const sides = [
    (round: number) => driveRound(ours, { connections, seconds }, round),
    (round: number) => runPgbench(place, script, { connections, seconds, round }),
  ];
  const rounds = await alternately(sides, isQuick ? 3 : 5);
  const of = (name: string) => rounds.filter(({ target }) => target === name);
  const figure = { name: 'post-payment', limit: 'pgbench', limitSays: 'pgbench, the same statement', aim: 0.45 };
  console.log(figureLine(figure, connections, of(ours.name), of('pgbench')));
}
