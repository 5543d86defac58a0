// The source of the encryption keys, and the advice to the operator when they are wrong.
import type { Keyring } from './keyring.ts';

export interface KeySource {
  /** The keys, the newest first. Asked again when a rotation begins, because a file may contain one more by then. */
  keys(): Promise<readonly Keyring[]>;
  /** Sentences for the operator. `keys` itself refuses missing or malformed keys. */
  readonly remedies: {
    /** When none of them is the key of the database. */
    readonly wrong: string;
    /** When they have been replaced by another key. */
    readonly retired: string;
    /** When a rotation between two keys is under way and one of them is missing. */
    readonly incomplete: string;
  };
}

const previous = 'ENCRYPTION_KEY_PREVIOUS';

/** Keys that come from settings. */
export const givenKeys = (keys: readonly Keyring[]): KeySource => ({
  keys: async () => keys,
  remedies: {
    wrong: `ENCRYPTION_KEY is not the key that this database was written with. Set the right one: without it nothing personal can be read. To change the key, set ${previous} to the one before and run "tenor encryption rotate".`,
    retired:
      'ENCRYPTION_KEY was followed by another key: a rotation has retired it. Set the key that came after it; this one opens backups made before, and nothing else.',
    incomplete: `The encryption key is being changed. Set ENCRYPTION_KEY to the new key and ${previous} to the one before, until "tenor encryption rotate" has ended.`,
  },
});
