// What is posted to many loans, beside the writes that it cannot do without.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from 'autocannon';
import type { Cleanup } from '../cleanup.ts';
import { startLimit } from '../limit.ts';
import { alternately, driveRound, type Target } from '../load.ts';
import { idempotencyKey, shuffled } from '../people.ts';
import { showProfile } from '../profile.ts';
import { figureLine } from '../report.ts';
import { liveKey, type Place, type RunningService, withDatabase } from '../service.ts';
import { liveApi } from './api.ts';
import { type Against, compare } from './compare.ts';
import { makeFrozen } from './frozen-rows.ts';
import { hasPgbench, runPgbench, writePgbench } from './pgbench.ts';
import { makeTables, rowsWritten, type Seen, type Write } from './rows-written.ts';
import type { LoanRef } from './template.ts';

export interface PostFigure<Loan extends LoanKeys> {
  readonly name: string;
  /** Beside the limit and beside pgbench, with the rows that the service writes and with those that are frozen. */
  readonly aims: Readonly<Record<'limit' | 'pgbench', Readonly<Record<Seen['schema'], number>>>> | undefined;
  /** The request has an Idempotency-Key; its row is written by the limit too. */
  readonly hasKey: boolean;
  readonly connections: readonly number[];
  /** Gets one row with each request. */
  readonly table: string;
  request(loan: Loan): { readonly path: string; readonly body: object };
}

/** The service reads, checks and answers, which no limit does; with shorter rows the limits are faster too. */
export const postAims = { limit: { bench: 0.4, frozen: 0.8 }, pgbench: { bench: 0.35, frozen: 0.6 } };

type LoanKeys = Pick<LoanRef, 'personId' | 'loanId'>;

interface PostStage<Loan extends LoanKeys> {
  readonly place: Place;
  readonly service: RunningService;
  readonly loans: readonly Loan[];
}

const limit = 'post-payment';
const rowsOf = { bench: 'the same rows', frozen: 'the longer rows of d4575683' };

export async function measurePost<Loan extends LoanKeys>(
  figure: PostFigure<Loan>,
  stage: PostStage<Loan>,
  cleanup: Cleanup,
  isQuick: boolean,
): Promise<void> {
  const seen = await seePost(stage, figure);
  showRows(figure.name, seen.writes);
  const frozen = await withDatabase(stage.place, (client) => makeFrozen(client, figure.name, stage.loans.length));
  const all = frozen === undefined ? [seen] : [seen, frozen];
  const before = await countRows(stage.place, seen.writes);
  const ours = targetOf(stage.loans, figure)('service', stage.service);
  const limits = await Promise.all(all.map((one) => limitOf(figure, stage, one, cleanup)));
  await compare(ours, limits, { isQuick, connections: figure.connections });
  mustHaveWrittenAll(figure.table, seen.writes, before, await countRows(stage.place, seen.writes));
  if (!figure.hasKey) await besidePgbench(figure, stage, all, ours, isQuick);
}

async function limitOf<Loan extends LoanKeys>(
  figure: PostFigure<Loan>,
  { place, loans }: PostStage<Loan>,
  seen: Seen,
  cleanup: Cleanup,
): Promise<Against> {
  const { schema } = seen;
  const file = join(place.directory, `rows-${schema}.json`);
  writeFileSync(file, JSON.stringify(seen));
  const bare = await startLimit(limit, place, cleanup, { BENCH_ROWS: file });
  return {
    name: figure.name,
    aim: figure.aims?.limit[schema] ?? null,
    limit: `${limit} ${schema}`,
    limitSays: `bare Fastify, ${rowsOf[schema]} in one statement that commits by itself`,
    target: targetOf(loans, figure)(`${limit} ${schema}`, bare),
  };
}

export async function profilePost<Loan extends LoanKeys>(
  figure: PostFigure<Loan>,
  { service, loans }: PostStage<Loan>,
  seconds: number,
): Promise<void> {
  const target = targetOf(loans, figure)('service', service);
  const { requests } = await driveRound(target, { connections: 8, seconds }, 1);
  await showProfile(figure.name, service, { requests, seconds });
}

/** Posts one to the last loan and finds what it wrote. */
async function seePost<Loan extends LoanKeys>(
  { place, service, loans }: PostStage<Loan>,
  { hasKey, request }: PostFigure<Loan>,
): Promise<Seen> {
  const loan = loans.at(-1) as Loan;
  return withDatabase(place, async (client) => {
    let made: Awaited<ReturnType<typeof post>> | undefined;
    const keys: Record<string, string> = hasKey ? { 'idempotency-key': idempotencyKey() } : {};
    const { path, body } = request(loan);
    const post = () => liveApi(service).post(path, body, keys);
    const writes = await rowsWritten(client, loan.personId, async () => {
      made = await post();
    });
    await makeTables(client, writes);
    const answer = JSON.stringify({ status: 201, data: made });
    return { schema: 'bench', writes, ids: [loan.personId, loan.loanId, made!.id], answer };
  });
}

function showRows(name: string, writes: readonly Write[]): void {
  const counts = Map.groupBy(writes, ({ table, kind }) => `${kind} ${table}`);
  console.log(`${name} writes: ${[...counts].map(([what, { length }]) => `${length} ${what}`).join(', ')}`);
}

export const targetOf =
  <Loan extends LoanKeys>(loans: readonly Loan[], { hasKey, request }: Pick<PostFigure<Loan>, 'hasKey' | 'request'>) =>
  (name: string, at: Omit<Target, 'name' | 'setupClient'>): Target => ({
    ...at,
    name,
    // Each connection has its share of the loans, in its own order.
    setupClient: (client: Client, index, connections) =>
      client.setRequests(
        shuffled(loans.filter((_, i) => loans.length < connections || i % connections === index)).map((loan) => ({
          method: 'POST',
          path: `/api${request(loan).path}`,
          headers: { 'x-api-key': liveKey, 'content-type': 'application/json' },
          body: JSON.stringify(request(loan).body),
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
 * Counts the rows of the limit's tables that grow with each request. All counts are of one instant, because the last
 * ones may still be arriving.
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
function mustHaveWrittenAll(
  main: string,
  writes: readonly Write[],
  before: Map<string, number>,
  after: Map<string, number>,
): void {
  const grown = (table: string): number => after.get(table)! - before.get(table)!;
  const posted = grown(main);
  for (const table of before.keys()) {
    const each = writes.filter((write) => write.kind === 'insert' && write.table === table).length;
    if (posted > 0 && grown(table) === posted * each) continue;
    throw new Error(`The limit wrote ${grown(table)} rows into ${table} for ${posted} requests.`);
  }
}

/** The same rows written by pgbench: only the database server and a client in C. */
async function besidePgbench<Loan extends LoanKeys>(
  { name, aims }: PostFigure<Loan>,
  { place, loans }: PostStage<Loan>,
  all: readonly Seen[],
  ours: Target,
  isQuick: boolean,
): Promise<void> {
  if (!hasPgbench()) {
    console.log('pgbench is not there: nothing to compare with');
    return;
  }
  const each = { connections: 8, seconds: isQuick ? 1 : 3 };
  const scripts = all.map((seen) => writePgbench(place, seen, loans.length - 1));
  const sides = [
    (round: number) => driveRound(ours, each, round),
    ...scripts.map((script) => (round: number) => runPgbench(place, script, { ...each, round })),
  ];
  const rounds = await alternately(sides, isQuick ? 3 : 5);
  const of = (side: string) => rounds.filter(({ target }) => target === side);
  for (const { schema } of scripts) {
    const limitSays = `pgbench, ${rowsOf[schema]} by the same statement`;
    const figure = { name, limit: `pgbench ${schema}`, limitSays, aim: aims?.pgbench[schema] ?? null };
    console.log(figureLine(figure, each.connections, of(ours.name), of(`pgbench ${schema}`)));
  }
}
