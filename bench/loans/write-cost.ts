// What a write costs the database: bytes of its log and processor time of the server, counted while one client or eight
// send it. What is held back meanwhile, places of events and the chain of the audit, is counted by itself afterwards.
// Bytes are the same on a busy machine; processor time nearly.
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Cleanup } from '../cleanup.ts';
import { createsPeople } from '../figures.ts';
import { purchasing, setLineStage } from '../lines/post-purchase.ts';
import { driveRound, type Target } from '../load.ts';
import { enter, record } from '../report.ts';
import { type Place, serverOf } from '../service.ts';
import { paying } from './post-payment.ts';
import { targetOf } from './post-to-loans.ts';
import { setLoanStage } from './stage.ts';

interface Aims {
  /** They include places and audit. */
  readonly logBytes: number;
  /** They are those of the commit alone, by the number of clients. */
  readonly serverMicros: Readonly<Record<number, number>>;
}

interface Cost {
  readonly logBytes: number;
  readonly serverMicros: number;
}

const clients = [1, 8];

const aimOfLoans: Aims = { logBytes: 7_000, serverMicros: { 1: 560, 8: 320 } };

export const writeCost = {
  name: 'write-cost',
  async measure(cleanup: Cleanup, isQuick: boolean): Promise<void> {
    const loans = await setLoanStage(cleanup, isQuick ? 1_000 : 3_000);
    await measureOf(
      'payment',
      loans.place,
      targetOf(loans.loans, { ...paying, hasKey: false })('service', loans.service),
      isQuick,
      aimOfLoans,
    );
    const people = { ...loans.service, name: 'service', setupClient: createsPeople(() => ({})) };
    await measureOf('person', loans.place, people, isQuick);
    await cleanup.run();
    const lines = await setLineStage(cleanup);
    const purchases = targetOf(lines.loans, purchasing)('service', lines.service);
    await measureOf('purchase', lines.place, purchases, isQuick, aimOfLoans);
    await cleanup.run();
  },
};

async function measureOf(what: string, place: Place, target: Target, isQuick: boolean, aims?: Aims): Promise<void> {
  const watcher = await watching(place);
  try {
    watcher.quiet();
    await driveRound(target, { connections: 8, seconds: isQuick ? 2 : 5 }, 0);
    for (const connections of clients) {
      await watcher.settled();
      const release = await watcher.holdBack();
      const start = await watcher.taken();
      const { requests } = await driveRound(target, { connections, seconds: isQuick ? 2 : 5 }, connections);
      const middle = await watcher.taken();
      await release();
      await watcher.settled();
      const end = await watcher.taken();
      show(what, connections, each(start, middle, requests), each(middle, end, requests), aims);
    }
  } finally {
    await watcher.end();
  }
}

const each = (from: Cost, to: Cost, requests: number): Cost => ({
  logBytes: (to.logBytes - from.logBytes) / requests,
  serverMicros: (to.serverMicros - from.serverMicros) / requests,
});

function show(what: string, connections: number, commit: Cost, later: Cost, aims: Aims | undefined): void {
  const logBytes = commit.logBytes + later.logBytes;
  const micros = (of: Cost) => `${of.serverMicros.toFixed(0)} us of the server`;
  console.log(
    `${what}, ${connections} clients: the commit ${commit.logBytes.toFixed(0)} bytes of log, ${micros(commit)}; ` +
      `places and audit ${later.logBytes.toFixed(0)} bytes, ${micros(later)}; together ${logBytes.toFixed(0)} bytes`,
  );
  record({ figure: writeCost.name, what, connections, commit, later, aims });
  if (aims === undefined) return;
  const aim = aims.serverMicros[connections] as number;
  const name = `${writeCost.name} ${what} ${connections}`;
  enter({ name, limitSays: `its aim: ${aim} us of the server for the commit`, aim: 1 }, aim / commit.serverMicros);
  if (connections > 1) return;
  enter({ name, limitSays: `its aim: ${aims.logBytes} bytes of log in all`, aim: 1 }, aims.logBytes / logBytes);
}

/** Background work that a commit leaves behind: it takes these before anything else. */
const later = ['event_places', 'audit_heads'];

async function watching(place: Place) {
  const client = new pg.Client(serverOf(place));
  const holder = new pg.Client(serverOf(place));
  await Promise.all([client.connect(), holder.connect()]);
  const one = async (text: string) => (await client.query({ text, rowMode: 'array' })).rows[0]?.[0];
  const waiting: string[] = (
    await client.query(
      "select relname from pg_class where relnamespace = 'live'::regnamespace and relkind = 'r' and relname like 'waiting\\_%'",
    )
  ).rows.map((row) => row.relname);
  const postmaster = Number(readFileSync(join(place.dataDirectory, 'db', 'postmaster.pid'), 'utf8').split('\n')[0]);
  return {
    /** Whole pages and the cleaning of tables come by the calendar, not by the write. */
    quiet(): void {
      const settings = join(place.dataDirectory, 'db', 'postgresql.auto.conf');
      appendFileSync(settings, 'full_page_writes = off\nautovacuum = off\n');
      process.kill(postmaster, 'SIGHUP');
    },
    async settled(): Promise<void> {
      const left = waiting.map((table) => `exists (select from live.${table})`).join(' or ');
      while (await one(`select ${left}`)) await sleep(50);
    },
    async holdBack(): Promise<() => Promise<void>> {
      await holder.query('begin');
      for (const table of later) await holder.query(`lock table live.${table} in access exclusive mode`);
      return async () => void (await holder.query('commit'));
    },
    async taken(): Promise<Cost> {
      const logBytes = Number(await one("select pg_current_wal_insert_lsn() - '0/0'::pg_lsn"));
      return { logBytes, serverMicros: microsOfChildren(postmaster) };
    },
    async end(): Promise<void> {
      await Promise.all([client.end(), holder.end()]);
    },
  };
}

/** Processor time of all processes of the server so far. */
function microsOfChildren(parent: number): number {
  let nanos = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const ofParent = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1];
      if (Number(ofParent) === parent) nanos += Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]);
    } catch {
      // It has ended meanwhile.
    }
  }
  return nanos / 1_000;
}
