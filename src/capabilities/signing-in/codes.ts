// Codes of six digits: for one user and one purpose, for ten minutes, with five tries, once. Those before a new one go on:
// whoever asks for codes in somebody's name must not end the one that is being typed.

import { addSeconds } from '@tenor/engine/values/instant.ts';
import type { Channel } from '#capabilities/sending/index.ts';
import { machineNow } from '#platform/clock.ts';
import type { SecretTools } from '#platform/command/tools.ts';
import { redraw } from '#platform/db/races.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { newId } from '#platform/ids.ts';
import { randomText } from '#platform/random.ts';
import { lifetimes } from './lifetimes.ts';
import type { ExchangeToken } from './schemas.ts';
import { hashOf, newSecret, writeSecret } from './session-secret.ts';
import type { ExchangePurpose, SignInMethod } from './tables.ts';
import { isOpenTo, type WaysIn } from './ways-in.ts';

type Purpose = 'signIn' | 'password' | 'confirm';

const triesMax = 5;

const codeHash = ({ vault }: SecretTools, purpose: Purpose, id: string, code: string): Buffer =>
  vault.secretHash('code', `${purpose} ${id} ${code.replace(/\s/g, '')}`);

interface Wanted {
  readonly userId: string;
  readonly purpose: Purpose;
  /** The channel by which it goes out; null: it is read from the machine. */
  readonly channel: Channel | null;
}

export function makeCode(tools: SecretTools, tx: Tx, { userId, purpose, channel }: Wanted): string {
  const id = newId('CO');
  const code = randomText(6, '0123456789');
  const code_hash = codeHash(tools, purpose, id, code);
  writeCode(tools, tx, { id, userId, purpose, channel, code_hash, seconds: lifetimes.code });
  return code;
}

export function forgetCodes(tx: Tx, userId: string): void {
  tx.write(tx.db.deleteFrom('codes').where('user_id', '=', userId));
}

interface Given {
  readonly userId: string;
  readonly purpose: Purpose;
  readonly code: string;
  /** The open ways to sign in: a code that was sent by another way counts no more. */
  readonly ways: WaysIn;
  /** Known as the user's: the tries of strangers are not its own, and it takes none of theirs. */
  readonly device: string | undefined;
}

/** Whether it is one of those that go on; all of them are used up then. A wrong one takes a try of each. */
export async function takeCode(
  tools: SecretTools,
  tx: Tx,
  { userId, purpose, code, ways, device }: Given,
): Promise<boolean> {
  const now = machineNow(tools.clock);
  const goOn = codesOf(tx, userId).where('purpose', '=', purpose).where('used_at', 'is', null);
  const rows = await tx.rows(goOn.where('expires_at', '>', now).orderBy('id').forUpdate());
  const isRight = rows
    .filter(({ channel, tries_left }) => isOpenTo(ways, channel) && (tries_left > 0 || device !== undefined))
    .some(({ id, code_hash }) => code_hash.equals(codeHash(tools, purpose, id, code)));
  const all = tx.db.updateTable('codes').where('user_id', '=', userId).where('purpose', '=', purpose);
  if (isRight) tx.write(all.set({ used_at: now }).where('used_at', 'is', null));
  else if (device === undefined) {
    const set = all.set((eb) => ({ tries_left: eb('tries_left', '-', 1) }));
    tx.write(set.where('used_at', 'is', null).where('tries_left', '>', 0));
  }
  return isRight;
}

/** A token that stands for a user, until it is exchanged for a session. */
export function makeExchangeToken(
  tools: SecretTools,
  tx: Tx,
  userId: string,
  purpose: ExchangePurpose = 'exchange',
): ExchangeToken {
  const id = newId('CO');
  const secret = newSecret();
  const code_hash = hashOf(tools.vault, 'exchange', id, secret);
  const expiresAt = writeCode(tools, tx, {
    id,
    userId,
    purpose,
    channel: null,
    code_hash,
    seconds: lifetimes.exchange,
  });
  return { id, exchangeToken: writeSecret('exchange', { realm: tx.realm, userId, id }, secret), expiresAt };
}

/** How its user has signed in by it; undefined: it is none, or is used up. */
export async function takeExchangeToken(
  tools: SecretTools,
  tx: Tx,
  { userId, id, secret }: { readonly userId: string; readonly id: string; readonly secret: string },
): Promise<SignInMethod | undefined> {
  const row = await tx.row(
    codesOf(tx, userId).where('id', '=', id).where('purpose', 'in', ['exchange', 'singleSignOn']).forUpdate(),
  );
  if (row === undefined || row.used_at !== null || row.expires_at <= machineNow(tools.clock)) return undefined;
  if (!row.code_hash.equals(hashOf(tools.vault, 'exchange', id, secret))) return undefined;
  const used = tx.db.updateTable('codes').set({ used_at: machineNow(tools.clock) });
  tx.write(used.where('user_id', '=', userId).where('id', '=', id));
  return row.purpose === 'singleSignOn' ? 'singleSignOn' : 'exchangeToken';
}

const codesOf = ({ db }: Tx, userId: string) => db.selectFrom('codes').selectAll().where('user_id', '=', userId);

interface NewCode extends Pick<Wanted, 'channel'> {
  readonly id: string;
  readonly userId: string;
  readonly purpose: Purpose | ExchangePurpose;
  readonly code_hash: Buffer;
  readonly seconds: number;
}

function writeCode({ clock }: SecretTools, tx: Tx, { userId, seconds, ...given }: NewCode) {
  const created_at = machineNow(clock);
  const expires_at = addSeconds(created_at, seconds);
  const row = { ...given, user_id: userId, tries_left: triesMax, created_at, expires_at };
  tx.write(tx.db.insertInto('codes').values(row), redraw('codes_pkey'));
  return expires_at;
}
