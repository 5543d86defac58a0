// A day of statements: loans whose statement is due get it and its document, by the service alone and beside readers of
// other loans, who are measured as well; and what all processes of the service have in memory meanwhile.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { encryptionKeysOf } from '#app/encryption-key.ts';
import { readConfig } from '#platform/config.ts';
import { keyring } from '#platform/crypto/keyring.ts';
import { vault } from '#platform/crypto/vault.ts';
import type { Cleanup } from '../cleanup.ts';
import { bytes, copyIn, line } from '../copy.ts';
import { testApi } from '../loans/api.ts';
import { copyOf, copyTemplate, makeTemplate, pathOf, payment, type Template } from '../loans/template.ts';
import { inMs, type Pace, paces, readUntil } from '../paced-reads.ts';
import { enter, quantile, record } from '../report.ts';
import { makePlace, type Place, type RunningService, startService, withDatabase } from '../service.ts';

export const statementDayName = 'statement-day';

/** Together with interest and the payment of the month. */
const smallPayments = 13;
const aimPerSecond = 60;
const aimOfReaders = 2;
const memoryMaxMb = 600;
const readLoans = 500;
const away = '2099-01-01T00:00:00Z';

export async function measureStatementDay(cleanup: Cleanup, isQuick: boolean): Promise<void> {
  const count = isQuick ? 200 : 3_000;
  const place = makePlace(cleanup);
  const service = await startService(place, cleanup);
  const template = await makeTemplate(service, { months: 3, duration: 60, isDue: true });
  const api = testApi(service);
  for (let i = 0; i < smallPayments; i++) await api.post(`${pathOf(template)}/transactions`, payment(template, 1));
  await withDatabase(place, async (client) => {
    const parts = 2 + paces.length;
    const dueAt = await fill(client, place, template, readLoans + parts * count);
    const paths = Array.from({ length: readLoans }, (_, i) => `/api${pathOf(copyOf(template, i + 1))}`);
    const dayOf = (part: number): Promise<Day> =>
      passDay(client, service, dueAt, copiesOf(template, readLoans + part * count + 1, count));
    await dayOf(0);
    const alone = await dayOf(1);
    enter(
      { name: statementDayName, limitSays: `its aim: ${aimPerSecond} a second`, aim: 1 },
      alone.perSecond / aimPerSecond,
    );
    record({ figure: statementDayName, count, ...alone, aimPerSecond, memoryMaxMb });
    console.log(`${statementDayName}  ${count} statements alone: ${inWords(alone)}`);
    for (const [i, pace] of paces.entries())
      await besideReaders(service, { paths, pace, isQuick, day: () => dayOf(2 + i) });
  });
  await cleanup.run();
}

interface Reading {
  readonly paths: readonly string[];
  readonly pace: Pace;
  readonly isQuick: boolean;
  day(): Promise<Day>;
}

async function besideReaders(service: RunningService, { paths, pace, isQuick, day }: Reading): Promise<void> {
  const aloneMs = isQuick ? 2_000 : 10_000;
  const read = (during: Promise<unknown>): Promise<number[]> => readUntil(service, paths, pace, during);
  await read(sleep(1_000));
  const before = await read(sleep(aloneMs));
  const passing = day();
  const beside = await read(passing);
  const after = await read(sleep(aloneMs));
  const alone = [...before, ...after];
  const [median, besideMedian] = [quantile(alone, 0.5), quantile(beside, 0.5)];
  const [p99, besideP99] = [quantile(alone, 0.99), quantile(beside, 0.99)];
  const ratio = besideMedian / median;
  record({
    figure: statementDayName,
    pace,
    ...(await passing),
    median,
    besideMedian,
    p99,
    besideP99,
    ratio,
    aimOfReaders,
  });
  console.log(
    `${statementDayName}  ${pace.name}: median ${inMs(besideMedian)} beside, ${inMs(median)} alone, ratio ${ratio.toFixed(2)} (aim ${aimOfReaders}); p99 ${inMs(besideP99)} and ${inMs(p99)}; ${inWords(await passing)}`,
  );
}

interface Day {
  readonly perSecond: number;
  /** The most memory that a process of the service had. */
  readonly memoryMb: number;
}

const inWords = ({ perSecond, memoryMb }: Day): string =>
  `${perSecond.toFixed(0)} with their documents a second, at most ${memoryMb.toFixed(0)} MB in one process`;

/** Copies on which nothing is to be done yet; their borrowers can be named. Gives the instant at which they are due. */
async function fill(client: Client, place: Place, template: Template, count: number): Promise<string> {
  await client.query('begin');
  await copyTemplate(client, template, 'live', { count }, ['loan_statements']);
  const { rows } = await client.query(
    'select min(next_action_at) as at from live.loan_standing where next_action_at < now()',
  );
  if (rows[0].at === null) throw new Error('The copies have nothing that is due.');
  await client.query('update live.loan_standing set next_action_at = $1', [away]);
  await client.query('commit');
  await nameBorrowers(place, client, template, count);
  await client.query('vacuum analyze');
  return rows[0].at.toISOString();
}

/** A borrower's name is sealed with a key of the borrower's own. */
async function nameBorrowers(place: Place, client: Client, template: Template, count: number): Promise<void> {
  const box = vault(keyring((await encryptionKeysOf(readConfig({ DATA_DIR: place.dataDirectory })))[0] as Buffer));
  await client.query('create temp table named (person_id text, data_key bytea, name bytea)');
  const lines = copiesOf(template, 1, count).map((personId) => {
    const { sealer, wrappedKey } = box.newSealer(personId);
    const name = sealer.seal('name', JSON.stringify({ firstName: 'Ada', lastName: `Lovelace ${personId}` }));
    return line([personId, bytes(wrappedKey), bytes(name)]);
  });
  await copyIn(client, 'named', ['person_id', 'data_key', 'name'], lines.join(''));
  await client.query(
    `update live.people p set data_key = n.data_key, name_sealed = n.name, date_of_birth_sealed = null
     from named n where p.person_id = n.person_id`,
  );
}

const copiesOf = (template: Template, from: number, count: number): string[] =>
  Array.from({ length: count }, (_, i) => copyOf(template, from + i).personId);

const pollMs = 50;

/** From the first statement that is made to the last document. */
async function passDay(
  client: Client,
  service: RunningService,
  dueAt: string,
  people: readonly string[],
): Promise<Day> {
  const ask = async (sql: string): Promise<number> => (await client.query(sql, [people])).rows[0].n;
  // The copies came with the statements of before, which have no document.
  const made = () =>
    ask(`select count(*)::integer as n from live.loan_statements
      where person_id = any($1) and (due_at is not null or document_id is not null)`);
  // What comes due on a loan writes that there is a statement to make, and the next step of the day makes it.
  const waiting = async () =>
    (await ask(
      'select count(*)::integer as n from live.loan_standing where person_id = any($1) and next_action_at < now()',
    )) +
    (await ask('select count(*)::integer as n from live.statement_turns where person_id = any($1) and act_at < now()'));
  const without = () =>
    ask('select count(*)::integer as n from live.loan_statements where person_id = any($1) and due_at is not null');
  await client.query('update live.loan_standing set next_action_at = $1 where person_id = any($2)', [dueAt, people]);
  while ((await made()) === 0) await sleep(pollMs);
  const began = performance.now();
  let memoryMb = 0;
  while ((await waiting()) > 0 || (await without()) > 0) {
    memoryMb = Math.max(memoryMb, mostMb(service.pid));
    await sleep(pollMs);
  }
  const seconds = (performance.now() - began) / 1_000;
  return { perSecond: (await made()) / seconds, memoryMb };
}

/** The largest of a process and those that it has started. */
function mostMb(pid: number): number {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim().split(' ').filter(Boolean);
    const own = (Number(readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1]) * 4_096) / 1e6;
    return Math.max(own, ...children.map((child) => mostMb(Number(child))));
  } catch {
    // It has ended meanwhile.
    return 0;
  }
}
