// Changes the encryption key while everything runs. First every process learns the new key and can read what it seals;
// then every process writes with it; then everything the old key sealed is sealed again; finally the old key is given
// up. The database remembers each step, so that the command can be repeated after a kill and continues there.
import { setTimeout as sleep } from 'node:timers/promises';
import pg, { type ClientBase } from 'pg';
import { stopwatch } from '../clock.ts';
import { nextGeneration } from '../crypto/generations.ts';
import type { KeyHolder } from '../crypto/key-holder.ts';
import { beginUse, endUse, type KeyState } from '../crypto/key-state.ts';
import type { Vault } from '../crypto/vault.ts';
import { poolConfig, type Server } from '../db/connection.ts';
import { changePasswords } from '../db/prepare.ts';
import type { RealmDatabase } from '../db/realm-database.ts';
import { announceKeys, type KeyStage, processesBehind } from './key-news.ts';
import { countOld, type Pass, resealAll } from './reseal.ts';
import type { SealedTable } from './sealed-table.ts';

/** The message is a sentence for the operator. What was done so far stays, and a repeat continues from there. */
export class RotationRefused extends Error {}

interface RotationTools {
  readonly server: Server;
  readonly database: RealmDatabase;
  readonly keys: KeyHolder;
  readonly vault: Vault;
  readonly tables: readonly SealedTable[];
  /** Makes the next key when none was given; undefined when that is the operator's task. */
  readonly draw?: (() => Promise<void>) | undefined;
  readonly say: (sentence: string) => void;
  readonly progress: (done: number, total: number) => void;
  readonly waits?: RotationWaits;
}

export interface RotationWaits {
  /**
   * For this long all processes must have been seen with the news: a process that just lost its session is back within
   * it.
   */
  readonly steadyMs: number;
  /**
   * Within this time a value that was sealed before the switch has been sent, or has failed: nobody waits longer for a
   * connection.
   */
  readonly settleMs: number;
  /** How long to wait for all processes. */
  readonly processesMs: number;
}

const usualWaits: RotationWaits = { steadyMs: 1_500, settleMs: 6_000, processesMs: 60_000 };
const lookEveryMs = 100;
/** Within this time a command's transaction is over, or the server has ended it. */
const transactionMsMax = 35_000;

interface Rotated {
  readonly sealed: number;
  /** The fingerprint of the key that was given up. */
  readonly retired: string;
}

const rotationLock = 7_463_010;

/** Errors: RotationRefused. */
export async function rotateKeys(tools: RotationTools): Promise<Rotated> {
  const client = new pg.Client({
    ...poolConfig({ server: tools.server, searchPath: 'tenor', lockWaitMs: 60_000, connectionsMax: 1 }),
    application_name: 'tenor rotation',
    pipeline: false,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as held', [rotationLock]);
    if (!rows[0].held) throw new RotationRefused('Another process is changing the encryption key already.');
    return await rotate(tools, client);
  } finally {
    await client.end();
  }
}

async function rotate(tools: RotationTools, client: ClientBase): Promise<Rotated> {
  const { keys, say } = tools;
  let state = await keys.refresh(client);
  if (state.next === null) {
    await mustHaveAnother(tools, client);
    say('Every process learns of the new key.');
    await waitForProcesses('knows', keys.newest.fingerprint, tools, client);
    await client.query('begin');
    await beginUse(client, state, keys.newest, keys.apiKeys.export());
    await announceKeys(client);
    await client.query('commit');
    state = await keys.refresh(client);
  }
  const next = state.next as string;
  await waitForProcesses('writes', next, tools, client);
  const settled = stopwatch();
  say('What the old key sealed is sealed with the new one.');
  const sealed = await sealUntilNothingIsLeft(tools, client, state, settled);
  await client.query('begin');
  await endUse(client, { ...state, next });
  await changePasswords(client, keys.writing.keys);
  await announceKeys(client);
  await client.query('commit');
  await keys.refresh(client);
  return { sealed, retired: state.current };
}

async function mustHaveAnother({ keys, draw }: RotationTools, client: ClientBase): Promise<void> {
  if (keys.newest.fingerprint !== keys.current.fingerprint) return;
  if (draw === undefined) {
    throw new RotationRefused(
      'ENCRYPTION_KEY is the key in use. Make a new one with `openssl rand -base64 32`, set ENCRYPTION_KEY to it and ENCRYPTION_KEY_PREVIOUS to the one of now, restart every service and worker with both, and run this again.',
    );
  }
  await draw();
  await keys.refresh(client);
  if (keys.newest.fingerprint === keys.current.fingerprint) throw new RotationRefused('No new key was drawn.');
}

/** Waits until all processes have reached the stage. Errors: RotationRefused, when some do not. */
async function waitForProcesses(stage: KeyStage, key: string, tools: RotationTools, client: ClientBase): Promise<void> {
  const { steadyMs, processesMs } = tools.waits ?? usualWaits;
  const waited = stopwatch();
  let steady = stopwatch();
  for (let behind = 0; ; ) {
    await announceKeys(client);
    await sleep(lookEveryMs);
    behind = await processesBehind(client, stage, key);
    if (behind > 0) steady = stopwatch();
    else if (steady() >= steadyMs) return;
    if (waited() > processesMs + steadyMs) throw new RotationRefused(behindSentence(stage, behind));
  }
}

const behindSentence = (stage: KeyStage, behind: number): string => {
  const they = behind === 1 ? 'One service or worker does' : `${behind} services or workers do`;
  const both = 'Restart every one with ENCRYPTION_KEY set to the new key and ENCRYPTION_KEY_PREVIOUS to the one before';
  return stage === 'knows'
    ? `${they} not know the new key. Nothing was changed. ${both}, and run this again.`
    : `${they} not write with the new key. Nothing is lost: what was written before can still be read. ${both}, and run this again.`;
};

async function sealUntilNothingIsLeft(
  tools: RotationTools,
  client: ClientBase,
  state: KeyState,
  settled: () => number,
): Promise<number> {
  const { settleMs } = tools.waits ?? usualWaits;
  const generation = nextGeneration(state.generation);
  let total = await countOld({ ...tools, generation, progress: () => {} });
  let done = 0;
  const progress = (more: number): void => {
    done += more;
    total = Math.max(total, done);
    tools.progress(done, total);
  };
  const pass = (): Promise<Pass> => resealAll({ ...tools, generation, progress });
  await pass();
  // By now a value that was sealed before the switch has been sent, or never will be.
  await sleep(Math.max(0, settleMs - settled()));
  await openTransactionsEnd(client);
  for (let last = await pass(); ; last = await pass()) {
    if ((await countOld({ ...tools, generation, progress: () => {} })) === 0) return done;
    if (last.done === 0 && last.unopened.length > 0) throw new RotationRefused(unopenedSentence(last.unopened));
    await sleep(lookEveryMs);
  }
}

const unopenedSentence = (unopened: readonly string[]): string => {
  const some = [...new Set(unopened)];
  return `${some.length} rows do not open with either key: ${some.slice(0, 10).join(', ')}. They were altered, or belong to another key. All others are sealed with the new key; the old one stays in use until these are mended or deleted.`;
};

/** Waits for the end of the transactions of this database that are open now. */
async function openTransactionsEnd(client: ClientBase): Promise<void> {
  const open = async (): Promise<string[]> => {
    const { rows } = await client.query(
      `select virtualtransaction as id from pg_locks held join pg_stat_activity session using (pid)
       where held.locktype = 'virtualxid' and session.datname = current_database() and session.pid <> pg_backend_pid()`,
    );
    return rows.map(({ id }) => id);
  };
  const waited = stopwatch();
  for (let left = await open(); left.length > 0 && waited() < transactionMsMax; await sleep(lookEveryMs)) {
    const now = await open();
    left = left.filter((id) => now.includes(id));
  }
}
