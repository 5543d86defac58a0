// What the database remembers about its encryption keys, in tenor.settings: their fingerprints, never the keys
// themselves.
import { createSecretKey } from 'node:crypto';
import type { ClientBase } from 'pg';
import { firstGeneration, nextGeneration } from './generations.ts';
import type { Keyring } from './keyring.ts';
import { seal, unseal } from './seal.ts';

export interface KeyState {
  /** The fingerprint of the key that everything was written with, and its generation. */
  readonly current: string;
  readonly generation: number;
  /** The next key, once it is in use: then a rotation is under way. */
  readonly next: string | null;
  /** The keys before the current one. */
  readonly retired: readonly string[];
  /**
   * The key that hashes API keys, sealed by `next` or, without one, by `current`; null when no key was ever changed.
   */
  readonly apiKeySecret: Buffer | null;
}

const names = {
  current: 'encryption_key',
  generation: 'encryption_generation',
  next: 'encryption_key_next',
  retired: 'encryption_keys_retired',
  apiKeySecret: 'api_key_secret',
} as const;

/** For a database that was never written to: `first` becomes its key. */
export async function beginKeyState(client: ClientBase, first: string): Promise<void> {
  await client.query('insert into tenor.settings (name, value) values ($1, $2) on conflict (name) do nothing', [
    names.current,
    first,
  ]);
}

export async function readKeyState(client: ClientBase): Promise<KeyState | undefined> {
  const { rows } = await client.query<{ name: string; value: string }>(
    'select name, value from tenor.settings where name = any($1)',
    [Object.values(names)],
  );
  const values = new Map(rows.map(({ name, value }) => [name, value]));
  const current = values.get(names.current);
  if (current === undefined) return undefined;
  const secret = values.get(names.apiKeySecret);
  return {
    current,
    generation: Number(values.get(names.generation) ?? firstGeneration),
    next: values.get(names.next) ?? null,
    retired: values.get(names.retired)?.split(' ') ?? [],
    apiKeySecret: secret === undefined ? null : Buffer.from(secret, 'base64'),
  };
}

/** Runs within the caller's transaction, like everything below. */
async function write(client: ClientBase, name: string, value: string): Promise<void> {
  await client.query(
    'insert into tenor.settings (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
    [name, value],
  );
}

const secretContext = 'api keys';

export const openApiKeySecret = (sealed: Buffer, { number, keys }: { number: number; keys: Keyring }) =>
  createSecretKey(unseal(keys.seal, secretContext, sealed, number));

/** From now on every new value is sealed with `next`. */
export async function beginUse(client: ClientBase, state: KeyState, next: Keyring, apiKeys: Buffer): Promise<void> {
  await write(client, names.next, next.fingerprint);
  const sealed = seal(next.seal, secretContext, apiKeys, nextGeneration(state.generation));
  await write(client, names.apiKeySecret, sealed.toString('base64'));
}

/** Called when nothing is left that only the old key can open. */
export async function endUse(client: ClientBase, state: KeyState & { readonly next: string }): Promise<void> {
  await write(client, names.current, state.next);
  await write(client, names.generation, String(nextGeneration(state.generation)));
  await write(client, names.retired, [...state.retired, state.current].join(' '));
  await client.query('delete from tenor.settings where name = $1', [names.next]);
}
