// What a table holds that only the keys make sense of. Each capability declares its own, so that a rotation finds all of
// it; a test reads the database's catalogue and fails on what nobody declared.
import type { Sealer } from '../crypto/vault.ts';

/** A row as it is stored, of the columns that were asked for. */
// biome-ignore lint/suspicious/noExplicitAny: a table declares for itself what its columns hold.
export type StoredRow = Readonly<Record<string, any>>;

/** Gives the token of a term in a field. */
type Token = (field: string, term: string) => string;

export interface SealedTable {
  readonly table: string;
  /** Its primary key, but for the company. */
  readonly key: readonly string[];
  /** The wrapped data key of the person whose row it is. */
  readonly dataKey?: string;
  /** Sealed with the data key of a person: a change of the encryption key leaves it as it is. */
  readonly byPerson?: readonly string[];
  /** Sealed with the encryption key itself. */
  readonly byCompany?: {
    /** Each with the name of its part in the seal. */
    readonly columns: Readonly<Record<string, (row: StoredRow) => string>>;
    /** What the names are made of, besides the key. */
    readonly reads?: readonly string[];
    /** Only where this column names the company: other rows are sealed with the data key of the person it names. */
    readonly where?: string;
  };
  /** Keyed hashes, by which rows of a person are found. */
  readonly tokens?: {
    readonly columns: readonly string[];
    /** What they are made of, besides the key. */
    readonly reads: readonly string[];
    /** `token` is that of the realm. */
    make(row: StoredRow, sealer: Sealer, token: Token): Readonly<Record<string, unknown>>;
  };
  /** Bytes that no change of the key concerns, and why. */
  readonly hashes?: Readonly<Record<string, string>>;
}
