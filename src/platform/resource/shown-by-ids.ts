// Things that a list of other things shows beside them where it is asked to expand: of a page all at once.
import type { TSchema } from 'typebox';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Reader } from '#platform/db/realm-database.ts';

export interface ShownByIds {
  readonly schema: TSchema;
  /** The permission for reading one separately: whoever has not is shown none. */
  readonly permission: string;
  /** Loads those of the ids that still exist. */
  load(reader: Reader, vault: Vault, ids: readonly string[]): Promise<ReadonlyMap<string, object>>;
}
