// Where the encryption keys come from, and what to tell whoever is to mend them.
import type { Keyring } from './keyring.ts';

export interface KeySource {
  /** The newest first. Asked again when a rotation begins: a file may hold one more by then. */
  keys(): Promise<readonly Keyring[]>;
  /** Sentences for the operator; `keys` refuses by itself what is missing or malformed. */
  readonly remedies: {
    /** None of them is the key of the database. */
    readonly wrong: string;
    /** They were followed by another key. */
    readonly retired: string;
    /** A rotation goes on between two keys, and one of them is not there. */
    readonly incomplete: string;
  };
}

const previous = 'ENCRYPTION_KEY_PREVIOUS';

/** As settings give them. */
export const givenKeys = (keys: readonly Keyring[]): KeySource => ({
  keys: async () => keys,
  remedies: {
    wrong: `ENCRYPTION_KEY is not the key that this database was written with. Set the right one: without it nothing personal can be read. To change the key, set ${previous} to the one before and run "tenor encryption rotate".`,
    retired:
      'ENCRYPTION_KEY was followed by another key: a rotation has retired it. Set the key that came after it; this one opens backups made before, and nothing else.',
    incomplete: `The encryption key is being changed. Set ENCRYPTION_KEY to the new key and ${previous} to the one before, until "tenor encryption rotate" has ended.`,
  },
});
