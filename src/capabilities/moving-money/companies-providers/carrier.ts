// Who carries orders: a provider as a company has bound it.
import type { Vault } from '#platform/crypto/vault.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { Provider } from '../providers/provider.ts';

export interface Carrier {
  /** The id of its row, or `simulator`. */
  readonly id: string;
  readonly kind: string;
  readonly provider: Provider;
}

/** Undefined: the company has no such provider. */
export async function carrierById(
  _reader: Reader,
  _work: { readonly vault: Vault },
  _id: string,
): Promise<Carrier | undefined> {
  return undefined;
}
