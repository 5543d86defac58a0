// What is said of an advance, as it is stored.
import { merchantNamed } from '#capabilities/products/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { MetaData } from '#platform/input/metadata.ts';
import { storedMetaData } from '#platform/resource/meta-data.ts';
import type { AdvanceDetailsInput } from '../../../core/loan/advance-schemas.ts';
import type { AdvanceDetails } from './advance.ts';

/** With the fields that were not sent as they were. Errors: NotFound (merchant). */
export async function saidOf(
  reader: Reader,
  before: AdvanceDetails['said'],
  sent: AdvanceDetailsInput | null | undefined,
): Promise<AdvanceDetails['said']> {
  if (sent == null) return before;
  const { metadata, merchantId, ...fields } = sent;
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const merchant =
    merchantId == null ? merchantId : await merchantNamed(reader, 'advanceDetails.merchantId', merchantId);
  return {
    ...before,
    ...given,
    ...(merchant === undefined ? {} : { merchantId: merchant }),
    ...(metadata === undefined ? {} : { metadata: storedMetaData(metadata) }),
  };
}

/** Both spellings are taken. Undefined: nothing was sent. */
export function metaDataOf(sent: {
  readonly metadata?: MetaData | null;
  readonly metaData?: MetaData | null;
}): string | null | undefined {
  const given = sent.metadata === undefined ? sent.metaData : sent.metadata;
  return given === undefined ? undefined : storedMetaData(given);
}
