// Passwords are hashed by argon2id, in threads beside the event loop. One at a time in each process, and each is
// followed by a rest as long as it took: so requests keep at least half of the machine, however many sign in.
import { setTimeout as sleep } from 'node:timers/promises';
import { hash, verify } from '@node-rs/argon2';
import { stopwatch } from '#platform/clock.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import { tooManyAttempts } from './errors.ts';

/** What OWASP recommends at least: 19 MiB, two passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Beyond these the next one is told to come again. */
const waitingMax = 250;
const againSeconds = 5;

let waiting = 0;
let last: Promise<unknown> = Promise.resolve();

/** Errors: TooManyRequests. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (waiting >= waitingMax) throw tooManyAttempts(againSeconds);
  waiting += 1;
  const before = last;
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  last = over;
  await before;
  const tookMs = stopwatch();
  try {
    return await work();
  } finally {
    waiting -= 1;
    void sleep(tookMs(), undefined, { ref: false }).then(end);
  }
}

/** A keyed hash goes in, so a copy of the database alone is not enough to guess. */
const peppered = (vault: Vault, password: string): string =>
  vault.secretHash('password', password.normalize('NFKC')).toString('base64');

export const hashPassword = (vault: Vault, password: string): Promise<string> =>
  inTurn(() => hash(peppered(vault, password), cost));

/** Takes as long where there is nothing to compare with. */
export async function isPassword(vault: Vault, stored: string | undefined, password: string): Promise<boolean> {
  return inTurn(async () => {
    const given = peppered(vault, password);
    if (stored !== undefined) return verify(stored, given);
    await hash(given, cost);
    return false;
  });
}
