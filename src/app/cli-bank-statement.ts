// `tenor reconcile FILE --bank-account ID`: reads a statement into the database, as the endpoint does, and prints the
// page that a controller signs. A file of any length, since no request carries it.
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { openBreaksOf, readBankStatement, statementEvents, statementPage } from '#capabilities/bank-books/index.ts';
import { system } from '#platform/actor.ts';
import { auditByHand } from '#platform/audit/by-hand.ts';
import { workNow } from '#platform/business-clock.ts';
import type { Config } from '#platform/config.ts';
import type { Realm } from '#platform/db/realm.ts';
import { counted } from '#platform/doctor/check.ts';
import { recordingByHand } from '#platform/events/record-events.ts';
import { failed, onlyFile } from './bank-files.ts';
import { CommandFailed, type Given, print, type Values } from './command.ts';
import { dayGiven } from './day-given.ts';
import { realmOf } from './realm-of.ts';
import type { Service } from './service.ts';
import { withService } from './with-service.ts';
import { WrongUse } from './wrong-use.ts';

/** More would not fit into a value of the database with what seals it. */
const bytesMax = 128 * 1_048_576;

export const reconcileHere = (config: Config, values: Given, words: readonly string[]): Promise<void> => {
  const file = onlyFile(words, 'a statement in BAI2, camt.053, or CSV as the account says');
  return withService(config, async (service) => {
    const content = await readFile(file).catch((error) => {
      throw failed(file, error);
    });
    const read = await readByHand(service, await realmOf(service, values as Values), values, { file, content });
    print(read.text);
    if (read.open > 0) throw new CommandFailed(`${counted(read.open, 'break')} of the account is open.`);
  });
};

interface File {
  readonly file: string;
  readonly content: Uint8Array;
}

/** Errors: WrongUse, and those of reading a statement. */
export async function readByHand(
  service: Service,
  realm: Realm,
  values: Given,
  { file, content }: File,
): Promise<{ readonly text: string; readonly open: number }> {
  if (content.length > bytesMax) throw new WrongUse(`A statement has at most ${bytesMax} bytes.`);
  const bankAccountId = String(values['bank-account']);
  const sent = { content, fileName: basename(file), through: dayGiven(values.through) };
  const { database, vault, position, clock } = service;
  const id = await database.transact(realm, async (tx) => {
    const maker = { realm, position, now: await workNow(tx, clock), declared: statementEvents };
    const statement = await recordingByHand(maker, tx, (emit) =>
      readBankStatement({ ...maker, vault, emit, actor: system }, tx, bankAccountId, sent),
    );
    auditByHand(service, tx, { command: 'tenor reconcile', objectId: statement.id });
    return statement.id;
  });
  const reader = database.reader(realm);
  const [{ text }, open] = await Promise.all([statementPage(vault, reader, id), openBreaksOf(reader, bankAccountId)]);
  return { text, open: open.length };
}
