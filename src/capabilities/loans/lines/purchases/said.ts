// What is said of a purchase besides its amount and its moment: checked, and as it is stored.
import { merchantNamed } from '#capabilities/products/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import type { MetaData } from '#platform/input/metadata.ts';
import { storedMetaData } from '#platform/resource/meta-data.ts';
import type { DetailsInput, PurchaseCreate } from './schemas.ts';
import { isOff } from './states.ts';
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
  const reason = reasonOf(declineReason, status);
  if (purchaseDetails == null) return { ...before, ...reason };
  const { metadata, metaData, merchantId, ...fields } = purchaseDetails;
  const sent = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const text = metadata === undefined ? metaData : metadata;
  const merchant =
    merchantId == null ? merchantId : await merchantNamed(reader, 'purchaseDetails.merchantId', merchantId);
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

/** A client sends the object with each purchase: where it says nothing, there is no reason. Errors: InvalidRequest. */
function reasonOf(sent: object | null | undefined, status: PurchaseStatus): Pick<SaidOfPurchase, 'declineReason'> {
  if (sent === undefined) return {};
  if (sent === null || isBlank(sent)) return { declineReason: null };
  if (isOff(status)) return { declineReason: sent };
  const expected = 'nothing, or the status declined or canceled';
  throw refuseField('declineReason', `says why it was declined or canceled, and it is ${status}`, expected);
}

const isBlank = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.values(value).every(isBlank) : value == null || value === '';

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
