// What is said of a purchase besides its amount and its moment: checked, and as it is stored.
import { findMerchant } from '#capabilities/products/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import type { MetaData } from '#platform/input/metadata.ts';
import { storedMetaData } from '#platform/resource/meta-data.ts';
import { namedIn } from '#platform/resource/named-in.ts';
import type { DetailsInput, PurchaseCreate } from './schemas.ts';
import type { SaidOfPurchase } from './tables.ts';
import type { PurchaseStatus, PurchaseType } from './words.ts';

/** The currency of every line. */
const ownCurrency = 'USD';

interface Said {
  readonly purchaseDetails?: DetailsInput | null;
  readonly declineReason?: object | null;
}

/** With the fields that were not sent as they were. Errors: InvalidRequest, NotFound (merchant). */
export async function saidOf(
  reader: Reader,
  before: SaidOfPurchase,
  { purchaseDetails, declineReason }: Said,
  status: PurchaseStatus,
): Promise<SaidOfPurchase> {
  if (declineReason != null && status !== 'declined') {
    throw refuseField('declineReason', 'goes with the status declined', 'nothing, or the status declined');
  }
  const reason = declineReason === undefined ? {} : { declineReason };
  if (purchaseDetails == null) return { ...before, ...reason };
  const { metadata, metaData, merchantId, ...fields } = purchaseDetails;
  const sent = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const text = metadata === undefined ? metaData : metadata;
  const merchant =
    merchantId == null
      ? merchantId
      : (await namedIn('purchaseDetails.merchantId', findMerchant(reader, merchantId))).id;
  const after: SaidOfPurchase = {
    ...before,
    ...sent,
    ...reason,
    ...(merchant === undefined ? {} : { merchantId: merchant }),
    ...(text === undefined ? {} : { metadata: storedMetaData(text) }),
  };
  mustHaveRate(after);
  return withoutDefaults(after);
}

function mustHaveRate({ originalCurrencyCode: code, conversionRate: rate }: SaidOfPurchase): void {
  if (code == null || code === ownCurrency || rate != null) return;
  const expected = `how much ${ownCurrency} one ${code} is`;
  throw refuseField('purchaseDetails.conversionRate', `is missing: ${code} is not the currency of the line`, expected);
}

/** What is shown of a field that was never sent: so it takes no room, and a client may send back what it was shown. */
const unsaid: SaidOfPurchase = { description: 'Purchase', originalCurrencyCode: ownCurrency, conversionRate: '1' };

const withoutDefaults = (said: SaidOfPurchase): SaidOfPurchase =>
  Object.fromEntries(
    Object.entries(said).filter(([name, value]) => value !== null && value !== unsaid[name as keyof SaidOfPurchase]),
  );

export const typeOf = (type: PurchaseCreate['type']): PurchaseType =>
  type === 'cashback' ? 'cashBack' : (type ?? 'regular');

/** Both spellings are taken. */
export const metaDataOf = (sent: {
  readonly metaData?: MetaData | null;
  readonly metadata?: MetaData | null;
}): MetaData | null | undefined => (sent.metadata === undefined ? sent.metaData : sent.metadata);
