// The payment instrument that a request names, read in the flight that reads the loan; and what follows from it.
import {
  findInstrument,
  type InstrumentInBrief,
  type InstrumentType,
  instrumentNotFound,
} from '#capabilities/instruments/index.ts';
import { findPersonId } from '#capabilities/people/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { PaymentType } from './schemas.ts';

interface Naming {
  readonly params: { readonly personId: string };
  readonly body: { readonly paymentInstrumentId?: string | null | undefined };
}

export type NamedInstrument = InstrumentInBrief | undefined;

/** Undefined if none is named, and if the named one does not exist. */
export async function namedInstrument(reader: Reader, { params, body }: Naming): Promise<NamedInstrument> {
  if (body.paymentInstrumentId == null) return undefined;
  const personId = await findPersonId(reader, params.personId);
  return personId === undefined ? undefined : findInstrument(reader, personId, body.paymentInstrumentId);
}

interface Asked {
  readonly paymentInstrumentId?: string | null | undefined;
  readonly isExternal?: boolean | null | undefined;
}

/** Whether the money moves outside: what is paid on an external instrument is external without saying so. */
export const isOutside = ({ isExternal }: Asked, found: NamedInstrument): boolean =>
  isExternal === true || found?.is_external === true;

/** Errors: NotFound. */
export function mustBeThere({ paymentInstrumentId }: Asked, found: NamedInstrument): void {
  if (paymentInstrumentId != null && found === undefined) throw instrumentNotFound(paymentInstrumentId);
}

const typeOfInstrument = { bankAccount: 'ach', paymentNetwork: 'paymentNetwork', check: 'check' } as const;
const typeOfCard = { debit: 'debitCard', credit: 'creditCard' } as const;

/** How money was paid: from the instrument, or at least from its type. */
export function paymentTypeOf(found: NamedInstrument, asked?: InstrumentType | null): PaymentType | null {
  const type = found?.instrument_type ?? asked;
  if (type == null) return null;
  if (type !== 'card') return typeOfInstrument[type];
  return found?.card_type == null ? null : typeOfCard[found.card_type];
}
