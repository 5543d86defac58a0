// Slows guessing, and locks nobody out: what failed from an address at an account makes that address wait at that
// account, longer each time. Failures from one address at many accounts make it wait everywhere. Many addresses that
// fail at one account leave each of them fewer free attempts; its owner elsewhere still has one. Of version 6 a network
// counts as one address: whoever has one of them has 2^64.
import { addSeconds, type Instant, secondsOfInstant } from '@tenor/engine/values/instant.ts';
import { machineNow } from '#platform/clock.ts';
import type { SecretTools } from '#platform/command/tools.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { networkOf } from '#platform/http/rate-limit.ts';
import { tooManyAttempts } from './errors.ts';

interface Account {
  /** What is attempted: each is counted apart. A code is asked for, or tried. */
  readonly what: 'password' | 'secondFactor' | 'code' | 'codeTry' | 'refreshToken';
  readonly userType: string;
  readonly name: string;
  readonly address: string;
}

const hour = 3_600;
const day = 24 * hour;
const pauseMax = 15 * 60;
/** Failures of an account, from wherever, that mean an attack. */
const attackFailures = 50;

/** How many attempts are free, and after how long failures are forgotten. */
const ofBoth = { free: 5, freeInAttack: 1, forgotten: day };
const ofAddress = { free: 50, forgotten: hour };
const ofAccount = { free: Number.POSITIVE_INFINITY, forgotten: day };

/**
 * Counts an attempt before its outcome is known, so that many at once are all counted; a success takes it back.
 * Errors: TooManyRequests.
 */
export async function countAttempt(tools: SecretTools, tx: Tx, account: Account): Promise<void> {
  const hashes = hashesOf(tools, tx, account);
  const asked = machineNow(tools.clock);
  for (const attempt_hash of hashes) {
    const row = { attempt_hash, failures: 0, last_at: asked, free_at: asked };
    tx.write(
      tx.db
        .insertInto('sign_in_attempts')
        .values(row)
        .onConflict((conflict) => conflict.doNothing()),
    );
  }
  const found = await tx.together(...hashes.map((hash) => attempt(tx, hash).forUpdate()));
  // Only now: whoever was counted while we waited for the rows is not later than we are.
  const now = machineNow(tools.clock);
  const never = { failures: 0, last_at: now, free_at: now };
  const [both, address, whole] = found.map(([row], i) => {
    const isOld = row === undefined || addSeconds(row.last_at, [ofBoth, ofAddress, ofAccount][i]!.forgotten) < now;
    return isOld ? never : row;
  }) as [typeof never, typeof never, typeof never];
  mustWaitUntil(both.free_at > address.free_at ? both.free_at : address.free_at, now);
  const isAttacked = whole.failures >= attackFailures;
  const free = [isAttacked ? ofBoth.freeInAttack : ofBoth.free, ofAddress.free, ofAccount.free];
  for (const [i, row] of [both, address, whole].entries()) {
    const failures = row.failures + 1;
    const free_at = addSeconds(now, pauseAfter(failures - free[i]!));
    const counted = tx.db.updateTable('sign_in_attempts').set({ failures, last_at: now, free_at });
    tx.write(counted.where('attempt_hash', '=', hashes[i]!));
  }
}

/**
 * The right one forgets the failures at this account from this address, and was none itself: many who sign in from one
 * office are no attack. An address that must wait goes on waiting, or an account of one's own would end each pause.
 */
export function forgetAttempts(tools: SecretTools, tx: Tx, account: Account): void {
  const [both, address, whole] = hashesOf(tools, tx, account) as [Buffer, Buffer, Buffer];
  const takeBack = (hash: Buffer) =>
    tx.db
      .updateTable('sign_in_attempts')
      .set((eb) => ({ failures: eb('failures', '-', 1) }))
      .where('attempt_hash', '=', hash)
      .where('failures', '>', 0);
  tx.write(tx.db.deleteFrom('sign_in_attempts').where('attempt_hash', '=', both));
  tx.write(takeBack(address).where('failures', '<=', ofAddress.free));
  tx.write(takeBack(whole));
}

const attempt = ({ db }: Tx, hash: Buffer) =>
  db.selectFrom('sign_in_attempts').select(['failures', 'last_at', 'free_at']).where('attempt_hash', '=', hash);

/** In this order they are locked: of the account and the address, of the address, of the account. */
function hashesOf({ vault }: SecretTools, { realm }: Tx, { what, userType, name, ...from }: Account): Buffer[] {
  const address = networkOf(from.address);
  const hash = (...parts: readonly string[]) =>
    vault.secretHash('attempt', JSON.stringify([realm.mode, realm.companyId, what, ...parts]));
  return [hash('both', userType, name, address), hash('address', address), hash('account', userType, name)];
}

/** None, then five seconds, ten, twenty, up to a quarter of an hour. */
const pauseAfter = (beyond: number): number => (beyond < 0 ? 0 : Math.min(pauseMax, 5 * 2 ** Math.min(beyond, 20)));

function mustWaitUntil(until: Instant, now: Instant): void {
  if (until <= now) return;
  throw tooManyAttempts(Math.max(1, secondsOfInstant(until) - secondsOfInstant(now)));
}
