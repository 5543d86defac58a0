// `tenor ach bring FILE`: takes a file that a bank has sent into the database, as the endpoint does, and reads it at once,
// whether a service runs or not. A file of any length, since no request carries it.
import { readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { readFile as readItems } from '@tenor/ach/read/read-file.ts';
import { carrierById, keepFile, readNow } from '#capabilities/moving-money/index.ts';
import { system } from '#platform/actor.ts';
import { auditByHand } from '#platform/audit/by-hand.ts';
import { workNow } from '#platform/business-clock.ts';
import type { Config } from '#platform/config.ts';
import type { Realm } from '#platform/db/realm.ts';
import { counted } from '#platform/doctor/check.ts';
import { fileBytesMax } from '#platform/file-places/file-place.ts';
import { makeLog } from '#platform/log.ts';
import { persistently } from '#platform/work/operations/persistently.ts';
import { failed, onlyFile } from './bank-files.ts';
import { takers } from './capabilities.ts';
import { CommandFailed, type Given, print, type Values } from './command.ts';
import { realmOf } from './realm-of.ts';
import type { Service } from './service.ts';
import { withService } from './with-service.ts';
import { WrongUse } from './wrong-use.ts';

export const bringAch = (config: Config, values: Given, words: readonly string[]): Promise<void> => {
  const file = onlyFile(words, 'one that a bank has sent');
  return withService(config, async (service) => {
    const realm = await realmOf(service, values as Values);
    const { text, toDo } = await bringByHand(service, realm, { file, bytes: await bytesOf(file) });
    print(text);
    if (toDo !== null) throw new CommandFailed(toDo);
  });
};

/** Errors: WrongUse, CommandFailed. */
async function bytesOf(file: string): Promise<Buffer> {
  try {
    const { size } = await stat(file);
    if (size > fileBytesMax) throw new WrongUse(`A file of a bank has at most ${fileBytesMax} bytes.`);
    return await readFile(file);
  } catch (error) {
    throw failed(file, error);
  }
}

interface Sent {
  readonly file: string;
  readonly bytes: Buffer;
}

interface Brought {
  readonly text: string;
  /** What a person has to do now; null: nothing. */
  readonly toDo: string | null;
}

/** Errors: CommandFailed: nothing of the file counts. */
export async function bringByHand(service: Service, realm: Realm, { file, bytes }: Sent): Promise<Brought> {
  const { database, clock } = service;
  const received = { fileName: basename(file).slice(0, 200), bytes, by: system, fetchedFrom: null };
  const kept = await persistently(() =>
    database.transact(realm, async (tx) => {
      const found = await keepFile(service, tx, await workNow(tx, clock), received);
      auditByHand(service, tx, { command: 'tenor ach bring', objectId: found.reading.id });
      return found;
    }),
  );
  const tools = { ...service, log: makeLog('warn'), takers, carrierById };
  const { reading, strangers } = await readNow(tools, realm, kept.reading.id);
  const { id, state, problem, line, column, sha256 } = reading;
  if (state === 'unreadable') {
    const where = line === null ? '' : `line ${line}, column ${column}: `;
    throw new CommandFailed(`${file}: ${where}${problem}. Nothing of it counts; it is kept as ${id}.`);
  }
  const head = `${basename(file)} is ${id}, SHA-256 ${sha256}`;
  const known = `The same bytes had come before, at ${reading.received_at}: nothing was done with them now.`;
  const text = [head, ...(kept.wasKnown ? [known] : []), await contentOf(bytes), doneOf(reading, strangers)];
  return { text: text.filter((one) => one !== '').join('\n'), toDo: toDoOf(reading) };
}

type Reading = Awaited<ReturnType<typeof readNow>>['reading'];

/** How many entries of each kind the file has. */
async function contentOf(bytes: Buffer): Promise<string> {
  const counts = { returned: 0, ofReturns: 0, changes: 0 };
  for await (const item of readItems([bytes])) {
    if (item.is !== 'entry') continue;
    const is = item.entry.addenda[0]?.is;
    if (is === 'returned') counts.returned += 1;
    else if (is === 'change' || is === 'changeRefused') counts.changes += 1;
    else counts.ofReturns += 1;
  }
  const { returned, ofReturns, changes } = counts;
  return `returns ${returned}, returns of returns ${ofReturns}, notifications of change ${changes}`;
}

const doneOf = ({ state, taken, known, breaks }: Reading, strangers: number): string =>
  state === 'read'
    ? `taken ${taken}, known before ${known}, breaks ${breaks}, of which ${strangers} name nothing that was ever sent`
    : '';

function toDoOf({ id, state, breaks, due_at }: Reading): string | null {
  if (state === 'kept' && due_at === null)
    return `${id} gives money back or moves an account: nothing of it counts until somebody confirms it (POST …/ach-readings/${id}/confirm).`;
  if (state !== 'read') return `${id} could not be read to its end now: the service tries it again.`;
  return breaks === 0 ? null : `${counted(breaks ?? 0, 'break')} in it: a person must look (GET …/money-breaks).`;
}
