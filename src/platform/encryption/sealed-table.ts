// The columns of a table that depend on the encryption keys. Each capability declares its own, so that a rotation finds
// all of them; a test reads the database's catalogue and fails on undeclared ones.
import type { Sealer } from '../crypto/vault.ts';

/** A row as it is stored, of the columns that were asked for. */
// biome-ignore lint/suspicious/noExplicitAny: a table declares for itself what its columns hold.
export type StoredRow = Readonly<Record<string, any>>;

/** Returns the token of a term in a field. */
type Token = (field: string, term: string) => string;

export interface SealedTable {
  readonly table: string;
  /** The primary key without the company's column. */
  readonly key: readonly string[];
  /** The column with the wrapped data key of the row's person. */
  readonly dataKey?: string;
  /** Columns sealed with a person's data key: a change of the encryption key does not affect them. */
  readonly byPerson?: readonly string[];
  /** Columns sealed with the encryption key itself. */
  readonly byCompany?: {
    /** Each column with the name of its part in the seal. */
    readonly columns: Readonly<Record<string, (row: StoredRow) => string>>;
    /** The columns that these names are made of, besides the key. */
    readonly reads?: readonly string[];
    /**
     * Only rows in which this column names the company: other rows are sealed with the data key of the person that it
     * names.
     */
    readonly where?: string;
  };
  /** Keyed hashes by which rows of a person are found. */
  readonly tokens?: {
    readonly columns: readonly string[];
    /** The columns they are made of, besides the key. */
    readonly reads: readonly string[];
    /** `token` makes tokens of the realm. */
    make(row: StoredRow, sealer: Sealer, token: Token): Readonly<Record<string, unknown>>;
  };
  /** Columns with bytes that do not depend on the key, each with the reason. */
  readonly hashes?: Readonly<Record<string, string>>;
}
