// The encryption keys of this process, used as the database says. They change while it runs: a rotation first announces
// another key, then has it used for writing, and finally makes it the only one.
import type { KeyObject } from 'node:crypto';
import type { ClientBase } from 'pg';
import { DatabaseRefused } from '../database-refused.ts';
import { errors, Refusal } from '../errors.ts';
import { type EncryptionKeys, firstGeneration, type Generation, KeyMissing, nextGeneration } from './generations.ts';
import { givenKeys, type KeySource } from './key-source.ts';
import { beginKeyState, type KeyState, openApiKeySecret, readKeyState } from './key-state.ts';
import { type Keyring, keyring } from './keyring.ts';

export interface KeyHolder extends EncryptionKeys {
  /** Called at the start: finds which of the keys this database was written with. Throws DatabaseRefused. */
  fit(client: ClientBase): Promise<void>;
  /** Asks the source and the database again. */
  refresh(client: ClientBase): Promise<KeyState>;
  /** The key from which the passwords of the logins are derived. */
  readonly current: Keyring;
  /** The newest given key. If it is not the current one, it is the next one. */
  readonly newest: Keyring;
  /** The fingerprints of all keys that may be used for writing now or soon. */
  readonly known: readonly string[];
}

interface Held extends EncryptionKeys {
  readonly current: Keyring;
  readonly newest: Keyring;
}

/** Made from a key itself, from its keyring, or from a source of several keys. */
export function keyHolder(given: Buffer | Keyring | KeySource): KeyHolder {
  if (Buffer.isBuffer(given)) return new Holder(givenKeys([keyring(given)]));
  return new Holder('remedies' in given ? given : givenKeys([given]));
}

class Holder implements KeyHolder {
  readonly #source: KeySource;
  #held: Held | undefined;
  #lost: Error | undefined;

  constructor(source: KeySource) {
    this.#source = source;
  }

  async fit(client: ClientBase): Promise<void> {
    const rings = await this.#source.keys();
    await beginKeyState(client, (rings[0] as Keyring).fingerprint);
    this.#take((await readKeyState(client)) as KeyState, rings);
  }

  async refresh(client: ClientBase): Promise<KeyState> {
    const state = await readKeyState(client);
    if (state === undefined) throw new Error('The database has lost its settings.');
    this.#take(state, await this.#source.keys());
    return state;
  }

  #take(state: KeyState, rings: readonly Keyring[]): void {
    try {
      this.#held = heldOf(state, rings, this.#source.remedies);
      this.#lost = undefined;
    } catch (error) {
      // It is better to have no key than to go on with one that the other processes give up.
      this.#lost = error as Error;
      throw error;
    }
  }

  get #now(): Held {
    if (this.#lost !== undefined) {
      const message = 'The encryption key of this process is not the one in use any more.';
      throw new Refusal(errors.Unavailable, message, { cause: this.#lost });
    }
    if (this.#held === undefined) throw new Error('The keys are asked for before the database was.');
    return this.#held;
  }

  get writing(): Generation {
    return this.#now.writing;
  }
  get all(): readonly Generation[] {
    return this.#now.all;
  }
  get apiKeys(): KeyObject {
    return this.#now.apiKeys;
  }
  get current(): Keyring {
    return this.#now.current;
  }
  get newest(): Keyring {
    return this.#now.newest;
  }
  get known(): readonly string[] {
    return this.#now.all.map(({ keys }) => keys.fingerprint);
  }
  of(generation: number): Generation {
    return this.#now.of(generation);
  }
}

function heldOf(state: KeyState, rings: readonly Keyring[], remedies: KeySource['remedies']): Held {
  const find = (fingerprint: string) => rings.find((ring) => ring.fingerprint === fingerprint);
  const current = find(state.current);
  const isRetired = ({ fingerprint }: Keyring) => state.retired.includes(fingerprint);
  const newest = rings.find((ring) => !isRetired(ring));
  const next = state.next === null ? newest : find(state.next);
  if (newest === undefined) throw new DatabaseRefused(remedies.retired);
  if (state.next !== null && (current === undefined || next === undefined)) {
    throw new DatabaseRefused((current ?? next) ? remedies.incomplete : remedies.wrong);
  }
  if (current === undefined || next === undefined) throw new DatabaseRefused(remedies.wrong);
  const before: Generation = { number: state.generation, keys: current };
  const after: Generation = { number: nextGeneration(state.generation), keys: next };
  const writing = state.next === null ? before : after;
  const other = writing === before ? after : before;
  const all = next === current ? [before] : [writing, other];
  return {
    writing,
    all,
    current,
    newest,
    apiKeys: state.apiKeySecret === null ? apiKeysOf(state, current) : openApiKeySecret(state.apiKeySecret, writing),
    of(generation) {
      const found = all.find(({ number }) => number === generation);
      if (found === undefined) throw new KeyMissing(generation);
      return found;
    },
  };
}

function apiKeysOf(state: KeyState, current: Keyring): KeyObject {
  if (state.generation === firstGeneration) return current.apiKeys;
  throw new Error('The secret that hashes API keys is missing from tenor.settings.');
}
