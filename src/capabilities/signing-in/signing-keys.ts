// The keys that sign tokens: Ed25519, one for each mode and period, derived from the encryption key. So nothing is
// stored, and all processes agree without talking.
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { exportJWK, type JWK } from 'jose';
import { type MachineClock, secondsOf } from '#platform/clock.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import { type Mode, modes } from '#platform/db/realm.ts';

type Seeds = Pick<Vault, 'signingSeeds'>;

interface KeyTools {
  readonly vault: Seeds;
  readonly clock: MachineClock;
}

const periodSeconds = 30 * 24 * 3_600;

/** How PKCS #8 begins for a seed of Ed25519. */
const pkcs8Start = Buffer.from('302e020100300506032b657004220420', 'hex');

interface SigningKey {
  readonly kid: string;
  readonly key: KeyObject;
}

const periodOf = (seconds: number): number => Math.floor(seconds / periodSeconds);

export function signingKey(vault: Seeds, mode: Mode, seconds: number): SigningKey {
  return keysOf(vault, mode, periodOf(seconds))[0] as SigningKey;
}

/** The public key that a token names; undefined when no key of that name is accepted at the moment. */
export function verifyingKey(vault: Seeds, mode: Mode, kid: string, seconds: number): KeyObject | undefined {
  const found = accepted(vault, mode, seconds).find((one) => one.kid === kid);
  return found && createPublicKey(found.key);
}

/** The public keys, as others may check our tokens with them. */
export async function publicKeys({ vault, clock }: KeyTools): Promise<{ keys: JWK[] }> {
  const all = modes.flatMap((mode) => accepted(vault, mode, secondsOf(clock)));
  const keys = all.map(async ({ kid, key }) => ({
    ...(await exportJWK(createPublicKey(key))),
    kid,
    alg: 'EdDSA',
    use: 'sig',
  }));
  return { keys: await Promise.all(keys) };
}

/** The next period is there too: the clock of another process may be ahead. */
const accepted = (vault: Seeds, mode: Mode, seconds: number): SigningKey[] =>
  [0, -1, 1].flatMap((step) => keysOf(vault, mode, periodOf(seconds) + step));

const keysOf = (vault: Seeds, mode: Mode, period: number): SigningKey[] =>
  vault.signingSeeds(`${mode} ${period}`).map(({ generation, seed }) => ({
    kid: `${mode}-${period}-${generation}`,
    key: madeOf(seed),
  }));

/** Two modes, a few periods, at most two encryption keys. */
const madeMax = 50;
const made = new Map<string, KeyObject>();

/** Making a key costs more than a signature. */
function madeOf(seed: Buffer): KeyObject {
  const name = seed.toString('hex');
  const key =
    made.get(name) ?? createPrivateKey({ key: Buffer.concat([pkcs8Start, seed]), format: 'der', type: 'pkcs8' });
  if (made.size >= madeMax) made.clear();
  made.set(name, key);
  return key;
}
