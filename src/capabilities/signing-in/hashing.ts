// Passwords are hashed by argon2id, in threads beside the event loop. One at a time in each process, and each is
// followed by a rest as long as it took: so requests keep at least half of the machine, however many sign in. Addresses
// have their turns one after the other: who guesses much waits, and keeps nobody else out.
import { setTimeout as sleep } from 'node:timers/promises';
import { hash, verify } from '@node-rs/argon2';
import { stopwatch } from '#platform/clock.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import { tooManyAttempts } from './errors.ts';
import { turns } from './turns.ts';

/** What OWASP recommends at least: 19 MiB, two passes. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Beyond these the one who asks for the most is told to come again. */
const waitingMax = 250;
const againSeconds = 5;

const hashing = turns(waitingMax);

/** Errors: TooManyRequests. */
async function inTurn<T>(who: string, work: () => Promise<T>): Promise<T> {
  if (!(await hashing.take(who))) throw tooManyAttempts(againSeconds);
  const tookMs = stopwatch();
  try {
    return await work();
  } finally {
    void sleep(tookMs(), undefined, { ref: false }).then(hashing.end);
  }
}

/** A keyed hash goes in, so a copy of the database alone is not enough to guess. */
const peppered = (vault: Vault, password: string): string =>
  vault.secretHash('password', password.normalize('NFKC')).toString('base64');

/** `who` asks for it: an address, or who acts. */
export const hashPassword = (vault: Vault, password: string, who: string): Promise<string> =>
  inTurn(who, () => hash(peppered(vault, password), cost));

/** Takes as long where there is nothing to compare with. */
export async function isPassword(
  vault: Vault,
  stored: string | undefined,
  { password, who }: { readonly password: string; readonly who: string },
): Promise<boolean> {
  return inTurn(who, async () => {
    const given = peppered(vault, password);
    if (stored !== undefined) return verify(stored, given);
    await hash(given, cost);
    return false;
  });
}
