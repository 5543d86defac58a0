// The words of tax: events by which a debt is canceled, by the codes of Form 1099-C, and why a form is not made.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';

export const eventCodes = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'] as const;
export type EventCode = (typeof eventCodes)[number];

export const codesInWords =
  'A: bankruptcy. B: other relief by a court, such as a receivership. C: a court upheld that the debt is too old. D: the lender chose a foreclosure that ends the debt by law. E: probate. F: an agreement for less than the whole. G: the lender decided, or follows a policy, to stop collecting and to cancel the debt. H: canceled before any of these.';

export const formKinds = ['original', 'correction'] as const;
export type FormKind = (typeof formKinds)[number];

/** From so much principal on a form is made: 600.00. */
export const reportedCentsMin = 60_000;

/** A debt of several borrowers is told of each of them from here on, 10,000.00, and below of the first one alone. */
export const jointCentsMin = 1_000_000;

export const daysOf = (taxYear: string | number): { readonly from: CivilDate; readonly to: CivilDate } => ({
  from: `${taxYear}-01-01` as CivilDate,
  to: `${taxYear}-12-31` as CivilDate,
});
