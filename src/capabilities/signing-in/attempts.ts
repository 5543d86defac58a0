// Bounds guessing. Every kind of try has counters of its own, so that noise in one closes no other.
//
// - An address that fails at an account waits there, longer each time. An address that fails at many accounts waits
//   everywhere. Of version 6 both the network of 64 bits and that of 48 bits count as one address.
// - A name takes so many tries in a day from all addresses together. It is the name that counts and not the user: what
//   is tried at one name of a user is not seen at another, and a name that nobody has behaves as one that somebody has.
// - A device on which the user has signed in before has counters of its own, and none of the above counts for it: so
//   strangers cannot close the way of the owner.
import { addSeconds, type Instant, secondsOfInstant } from '@tenor/engine/values/instant.ts';
import { machineNow } from '#platform/clock.ts';
import type { SecretTools } from '#platform/command/tools.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { networksOf } from '#platform/http/rate-limit.ts';
import { tooManyAttempts } from './errors.ts';

const hour = 3_600;
const day = 24 * hour;
const pauseMax = 15 * 60;

/**
 * What is tried or asked for, and how often in a day at one name, or for one user, or from one device. A user has at most
 * four names. What nobody can guess has no such bound, so that nobody can use it up: the addresses still wait.
 */
const mostInADay = {
  password: 25,
  /** By whoever has a session already. */
  ownPassword: 25,
  ownCode: 25,
  signInCode: 25,
  passwordCode: 25,
  totp: 25,
  recoveryCode: 25,
  passkey: Number.POSITIVE_INFINITY,
  refreshToken: Number.POSITIVE_INFINITY,
  codeToSignIn: 6,
  codeForPassword: 6,
  /** That confirms the user of a borrower. */
  confirmCode: 25,
  codeToConfirm: 6,
} as const;

export type TriedKind = keyof typeof mostInADay;

export interface Tried {
  readonly what: TriedKind;
  readonly userType: string;
  /** The name in its normal form, where a name is shown; or else the id of the user or session. */
  readonly whom: string;
  readonly address: string;
  /** One that is known as the user's; `whom` is the user then. */
  readonly device?: string | undefined;
}

/** How many tries are free: of an address at one account, and of an address at all. Of 64 bits, then of 48. */
const freeOf = [
  { pair: 5, address: 50 },
  { pair: 10, address: 250 },
] as const;

interface Counter {
  readonly of: 'pair' | 'address' | 'day';
  readonly hash: Buffer;
  /** Failures after which each makes wait. */
  readonly free: number;
  /** Failures after which the day is over. */
  readonly most: number;
  readonly forgottenSeconds: number;
}

/**
 * Counts a try before its outcome is known, so that many at once are all counted; a success takes it back. True: it was
 * the last of the day. Errors: TooManyRequests.
 */
export async function countAttempt(tools: SecretTools, tx: Tx, tried: Tried): Promise<boolean> {
  const asked = machineNow(tools.clock);
  const counters = countersOf(tools, tx, tried);
  for (const { hash } of counters) insertAttempt(tx, hash, 0, asked);
  const found = await tx.together(...counters.map(({ hash }) => attempt(tx, hash).forUpdate()));
  // Only now: whoever was counted while we waited for the rows is not later than we are.
  const now = machineNow(tools.clock);
  const counted = counters.map((counter, i) => ({ ...counter, ...present(found[i]?.[0], counter, now) }));
  mustWaitUntil(counted.map((one) => (one.failures < one.most ? one.free_at : tomorrow(now))).sort(), now);
  for (const { hash, failures: before, free } of counted) {
    const failures = before + 1;
    const free_at = addSeconds(now, pauseAfter(failures - free));
    const set = tx.db.updateTable('sign_in_attempts').set({ failures, last_at: now, free_at });
    tx.write(set.where('attempt_hash', '=', hash));
  }
  return counted.some(({ failures, most }) => failures + 1 === most);
}

/**
 * The right one forgets the failures at this account from this address, and was none itself: many who sign in from one
 * office are no attack. Of the day and of the address it takes back itself alone: whoever guesses gains nothing when the
 * owner signs in, or by an account of their own. An address that must wait goes on waiting.
 */
export function forgetAttempts(tools: SecretTools, tx: Tx, tried: Tried): void {
  for (const { of, hash, free } of countersOf(tools, tx, tried)) {
    if (of === 'pair') {
      tx.write(tx.db.deleteFrom('sign_in_attempts').where('attempt_hash', '=', hash));
      continue;
    }
    const takeBack = tx.db
      .updateTable('sign_in_attempts')
      .set((eb) => ({ failures: eb('failures', '-', 1) }))
      .where('attempt_hash', '=', hash)
      .where('failures', '>', 0);
    tx.write(of === 'address' ? takeBack.where('failures', '<=', free) : takeBack);
  }
}

/** Takes back an attempt that was refused before anybody looked at it, as if it had not been made. */
export function takeBackAttempt(tools: SecretTools, tx: Tx, tried: Tried): void {
  for (const { hash } of countersOf(tools, tx, tried)) {
    const takenBack = tx.db
      .updateTable('sign_in_attempts')
      .set((eb) => ({ failures: eb('failures', '-', 1), free_at: eb.ref('last_at') }));
    tx.write(takenBack.where('attempt_hash', '=', hash).where('failures', '>', 0));
  }
}

/** Lets these names and ids be tried anew today, by whoever holds the machine. */
export function openDay(tools: SecretTools, tx: Tx, userType: string, whoms: readonly string[]): void {
  for (const what of Object.keys(mostInADay)) {
    for (const whom of whoms) {
      const hash = hashOf(tools, tx, what, 'day', today(machineNow(tools.clock)), userType, whom, anywhere);
      tx.write(tx.db.deleteFrom('sign_in_attempts').where('attempt_hash', '=', hash));
    }
  }
}

/** Whether the owner has not been told today yet. They are told once a day, whatever is tried. */
export async function claimNotice(tools: SecretTools, tx: Tx, userId: string): Promise<boolean> {
  const now = machineNow(tools.clock);
  const row = {
    attempt_hash: hashOf(tools, tx, 'notice', today(now), userId),
    failures: 1,
    last_at: now,
    free_at: now,
  };
  const written = tx.db.insertInto('sign_in_attempts').values(row);
  return (await tx.affected(written.onConflict((conflict) => conflict.doNothing()))) === 1;
}

const attempt = ({ db }: Tx, hash: Buffer) =>
  db.selectFrom('sign_in_attempts').select(['failures', 'last_at', 'free_at']).where('attempt_hash', '=', hash);

function insertAttempt(tx: Tx, attempt_hash: Buffer, failures: number, now: Instant): void {
  const row = { attempt_hash, failures, last_at: now, free_at: now };
  const inserted = tx.db.insertInto('sign_in_attempts').values(row);
  tx.write(inserted.onConflict((conflict) => conflict.doNothing()));
}

type Stored = Pick<Counter, 'forgottenSeconds'>;

function present(
  row: { readonly failures: number; readonly last_at: Instant; readonly free_at: Instant } | undefined,
  { forgottenSeconds }: Stored,
  now: Instant,
) {
  const isOld = row === undefined || addSeconds(row.last_at, forgottenSeconds) < now;
  return isOld ? { failures: 0, free_at: now } : row;
}

/** In this order they are locked: of the account and the address, of the address, of the day. */
function countersOf(tools: SecretTools, tx: Tx, { what, userType, whom, ...from }: Tried): Counter[] {
  const hash = (...parts: readonly string[]) => hashOf(tools, tx, what, ...parts);
  const where = from.device ?? anywhere;
  const most = mostInADay[what];
  const pausing = { most: Number.POSITIVE_INFINITY, forgottenSeconds: day };
  const pair = (place: string, free: number): Counter => {
    return { of: 'pair', hash: hash('both', userType, whom, place), free, ...pausing };
  };
  const address = (place: string, free: number): Counter => {
    return { of: 'address', hash: hash('address', place), free, ...pausing, forgottenSeconds: hour };
  };
  const places = networksOf(from.address).map((place, i) => ({ place, free: freeOf[i]! }));
  const pausingOnes =
    from.device === undefined
      ? [
          ...places.map((one) => pair(one.place, one.free.pair)),
          ...places.map((one) => address(one.place, one.free.address)),
        ]
      : [pair(from.device, freeOf[0].pair)];
  if (most === Number.POSITIVE_INFINITY) return pausingOnes;
  const ofDay = hash('day', today(machineNow(tools.clock)), userType, whom, where);
  return [...pausingOnes, { of: 'day', hash: ofDay, free: Number.POSITIVE_INFINITY, most, forgottenSeconds: day }];
}

const anywhere = 'anywhere';

const hashOf = ({ vault }: SecretTools, { realm }: Tx, ...parts: readonly string[]): Buffer =>
  vault.secretHash('attempt', JSON.stringify([realm.mode, realm.companyId, ...parts]));

/** A day begins at midnight UTC. */
const today = (now: Instant): string => String(Math.floor(secondsOfInstant(now) / day));
const tomorrow = (now: Instant): Instant => addSeconds(now, day - (secondsOfInstant(now) % day));

/** The first failure has no pause. Then it is five seconds, ten, twenty, up to a quarter of an hour. */
const pauseAfter = (beyond: number): number => (beyond < 0 ? 0 : Math.min(pauseMax, 5 * 2 ** Math.min(beyond, 20)));

/** The last of the instants counts. */
function mustWaitUntil(untils: readonly Instant[], now: Instant): void {
  const until = untils.at(-1) as Instant;
  if (until <= now) return;
  throw tooManyAttempts(Math.max(1, secondsOfInstant(until) - secondsOfInstant(now)));
}
