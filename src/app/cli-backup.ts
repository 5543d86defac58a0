// `tenor backup`, `tenor backup verify` and `tenor restore`.
import { existsSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Writable } from 'node:stream';
import { type BackupHeader, BackupRefused } from '#platform/backup/format.ts';
import { loadBackup, mustFit, provingKey } from '#platform/backup/load-backup.ts';
import { noteBackup } from '#platform/backup/note-backup.ts';
import { type OpenBackup, openBackup } from '#platform/backup/read-backup.ts';
import { withSession } from '#platform/backup/session.ts';
import { type Taken, takeBackup } from '#platform/backup/take-backup.ts';
import { FileTaken, writeWhole } from '#platform/backup/write-file.ts';
import { machineClock } from '#platform/clock.ts';
import type { Config } from '#platform/config.ts';
import { keyHolder } from '#platform/crypto/key-holder.ts';
import type { Keyring } from '#platform/crypto/keyring.ts';
import { readMigrations } from '#platform/db/migrate.ts';
import { prepareDatabase } from '#platform/db/prepare.ts';
import { leavePlacesOut } from '#platform/events/leave-places-out.ts';
import { makeLog } from '#platform/log.ts';
import { keyringsOf, knownKeyrings } from './backup-keys.ts';
import { CommandFailed, print, say } from './command.ts';
import { keyFile, keySourceOf } from './encryption-key.ts';
import { mustHaveDatabase } from './existing-database.ts';
import { joinServer } from './join-server.ts';
import { productVersion } from './product-version.ts';
import { progressBar } from './progress-bar.ts';
import { WrongUse } from './wrong-use.ts';

type Values = Readonly<Record<string, string | boolean | undefined>>;

export const verifyBackup = (config: Config, _: Values, words: readonly string[]): Promise<void> =>
  verifyFile(config, fileOf(words));

export const backUp = (config: Config, values: Values, words: readonly string[]): Promise<void> =>
  backUpTo(config, values, fileOf(words));

export const restore = (config: Config, _: Values, words: readonly string[]): Promise<void> =>
  restoreFrom(config, fileOf(words));

function fileOf(words: readonly string[]): string {
  const [file] = words;
  if (file === undefined) throw new WrongUse('The name of the file is missing.');
  return file;
}

async function backUpTo(config: Config, values: Values, file: string): Promise<void> {
  const replaces = values.force === true;
  if (file !== '-') await mustBeWritable(file, replaces);
  await mustHaveDatabase(config);
  const keys = await keyringsOf(config);
  const taken = await withServer(config, (server) =>
    untilStopped(async (signal) => {
      const bar = progressBar('rows');
      const options = {
        server,
        keys,
        product: productVersion,
        clock: machineClock,
        signal,
        progress: (rows: number, estimated: number | null) => bar.at(rows, estimated),
      };
      const take = (sink: Writable): Promise<Taken> => takeBackup(options, sink);
      try {
        const taken = file === '-' ? await take(standardOutput()) : await writeWhole(resolve(file), { replaces }, take);
        await withSession(server, (client) => noteBackup(client, taken.header.madeAt)).catch(notNoted);
        return taken;
      } finally {
        bar.end();
      }
    }, 'Stopped. No backup was written.'),
  ).catch(inWords(file));
  const tell = file === '-' ? say : print;
  tell(`${file === '-' ? 'Written' : file}: ${contentsOf(taken)}, as of ${taken.header.madeAt}.`);
  tell(aboutTheKey(config, taken.header.keyFingerprints.length));
}

/** A standby, say, takes no note. The backup is whole all the same. */
const notNoted = (error: Error): void =>
  say(`The backup is whole, but the database could not note it, so the metrics do not know of it: ${error.message}.`);

function aboutTheKey({ encryptionKey, dataDirectory }: Config, count: number): string {
  const [file, other] = [keyFile(dataDirectory), `${keyFile(dataDirectory)}.next`];
  if (count === 1) {
    const where = encryptionKey === null ? `in ${file}` : 'what ENCRYPTION_KEY is set to';
    return `The encryption key is not in it, and without it nothing personal can be read. It is ${where}: keep a copy of it, elsewhere than the backup.`;
  }
  const where = encryptionKey === null ? `in ${file} and ${other}` : 'set: ENCRYPTION_KEY and ENCRYPTION_KEY_PREVIOUS';
  return `The encryption key is just being changed, and a restore needs both. They are not in the backup; they are ${where}. Make another backup when the change has ended.`;
}

/** Ends when everything is written; the stream of the process itself must stay open. */
const standardOutput = (): Writable =>
  new Writable({ write: (bytes, _, done) => void process.stdout.write(bytes, (error) => done(error ?? null)) });

async function verifyFile(config: Config, file: string): Promise<void> {
  const keys = await knownKeyrings(config);
  await withBackup(file, async (backup) => {
    const proving = provingKey(backup.header, keys);
    await proved(backup, proving ?? null);
    const totals = { tables: 0, rows: 0 };
    for await (const frame of backup.frames()) if (frame.kind === 'end') Object.assign(totals, frame.totals);
    print(`${file}: ${contentsOf({ ...totals, header: backup.header })}, as of ${backup.header.madeAt}.`);
    print(`Made by Tenor ${backup.header.product} from PostgreSQL ${backup.header.postgres}.`);
    if (proving !== undefined) print('It is whole, and as it was written with the encryption key that is set here.');
    else {
      print(
        `It is whole. ${keys.length === 0 ? 'No encryption key is set here' : 'It was made with another encryption key than the one set here'}: whether somebody changed it on purpose cannot be told, and a restore needs the right key.`,
      );
    }
  });
}

async function restoreFrom(config: Config, file: string): Promise<void> {
  if (file === '-') throw new WrongUse('A backup is read twice: it must be a file.');
  // Only a restore needs the code of the capabilities.
  const { migrationFolders } = await import('./capabilities.ts');
  const { stopAfterRestore } = await import('#capabilities/moving-money/index.ts');
  const { messagesAfterRestore } = await import('#capabilities/communications/index.ts');
  const migrations = await readMigrations(migrationFolders);
  await withBackup(file, async (backup) => {
    // Everything that can be checked without a database is checked before one is made or changed.
    const keys = await keysFor(config);
    await proved(backup, mustFit(backup.header, keys, migrations));
    const totals = await withServer(config, (server) =>
      untilStopped(async (signal) => {
        const bar = progressBar('bytes loaded');
        const stages = { load: undefined, index: 'Making keys and indexes.', migrate: 'Bringing it up to date.' };
        const loaded = await loadBackup(backup, {
          server,
          keys,
          migrations,
          afterwards: (mode) => [
            leavePlacesOut(mode),
            ...stopAfterRestore(mode, backup.header.madeAt),
            // A test realm sends nothing.
            ...(mode === 'live' ? messagesAfterRestore(mode) : []),
          ],
          signal,
          progress: (bytes) => bar.at(bytes, backup.bytes),
          stage(name) {
            if (name === 'index') bar.end();
            if (stages[name] !== undefined) say(stages[name]);
          },
        });
        await prepareDatabase(server, keyHolder(keySourceOf(config)), migrations);
        return loaded;
      }, 'Stopped. Nothing was restored.'),
    );
    print(`Restored: ${contentsOf({ ...totals, header: backup.header })}, as of ${backup.header.madeAt}.`);
    print(
      `What was under way then goes on at the next start: operations, and webhooks that were not delivered yet. If the service that was backed up still runs, stop it first.`,
    );
    print(
      'Payments are stopped: what the backup had still to send may have gone out since, and is asked for once the service runs. `tenor payments resume` says what differs.',
    );
    print(
      'Messages that were to go out by now are not sent, and bulk sendings rest: they may have gone out since. GET /communicator/messages?state=unknown lists them; PUT there says that one was sent, or sends it.',
    );
    if (config.databaseUrl === null && config.encryptionKey !== null && !existsSync(keyFile(config.dataDirectory))) {
      print(`ENCRYPTION_KEY is needed at every start. It was not written to ${keyFile(config.dataDirectory)}.`);
    }
  });
}

async function keysFor(config: Config): Promise<readonly Keyring[]> {
  const keys = await knownKeyrings(config);
  if (keys.length > 0) return keys;
  throw new CommandFailed(
    `The encryption key of the backup is needed, and it is not in the file. Put it into ${keyFile(config.dataDirectory)} (readable by its owner alone), or set ENCRYPTION_KEY.`,
  );
}

async function proved(backup: OpenBackup, key: Keyring | null): Promise<void> {
  const bar = progressBar('bytes checked');
  try {
    await backup.prove(key, (bytes) => bar.at(bytes, backup.bytes));
  } finally {
    bar.end();
  }
}

async function withBackup(file: string, work: (backup: OpenBackup) => Promise<void>): Promise<void> {
  try {
    const backup = await openBackup(file);
    try {
      await work(backup);
    } finally {
      await backup.close();
    }
  } catch (error) {
    inWords(file)(error);
  }
}

async function withServer<T>(
  config: Config,
  work: (server: Parameters<typeof loadBackup>[1]['server']) => Promise<T>,
): Promise<T> {
  const { server, leave } = await joinServer(config, makeLog('warn'), () => {});
  try {
    return await work(server);
  } finally {
    await leave();
  }
}

/** Ctrl-C ends the work in order: half-done work is rolled back, and the process leaves the database as usual. */
export async function untilStopped<T>(work: (signal: AbortSignal) => Promise<T>, sentence: string): Promise<T> {
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  const signals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, stop);
  try {
    return await work(stopping.signal);
  } catch (error) {
    throw stopping.signal.aborted ? new CommandFailed(sentence) : error;
  } finally {
    for (const signal of signals) process.off(signal, stop);
  }
}

const contentsOf = ({ rows, tables }: { rows: number; tables: number; header: BackupHeader }): string =>
  `${rows.toLocaleString('en-US')} rows of ${tables} tables`;

async function mustBeWritable(file: string, replaces: boolean): Promise<void> {
  if (!replaces && existsSync(file)) throw taken(file);
  await access(dirname(resolve(file)), constants.W_OK).catch(inWords(file));
}

const taken = (file: string): CommandFailed =>
  new CommandFailed(`${file} is there already. Choose another name, or replace it with --force.`);

const sentences: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or directory',
  ENOTDIR: 'a part of its path is not a directory',
  EISDIR: 'it is a directory',
  EACCES: 'this user may not',
  EPERM: 'this user may not',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full. Nothing was left there',
  EDQUOT: 'the quota of the disk is used up. Nothing was left there',
};

/** Turns a fault of the file into a sentence; every other error stays as it is. */
const inWords =
  (file: string) =>
  (error: unknown): never => {
    if (error instanceof FileTaken) throw taken(file);
    if (error instanceof BackupRefused) throw new CommandFailed(error.message);
    const { code = '', path, syscall } = error as NodeJS.ErrnoException;
    const isOfFiles = path !== undefined || ['write', 'read', 'fsync', 'open'].includes(syscall ?? '');
    if (!isOfFiles || sentences[code] === undefined) throw error;
    throw new CommandFailed(`${file} cannot be used: ${sentences[code]}.`);
  };
