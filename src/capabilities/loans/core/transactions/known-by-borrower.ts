// What borrowers know of their own loans: when they took them out, and what they paid last.
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import type { Reader } from '#platform/db/realm-database.ts';

interface KnownByBorrower {
  /** The years in which loans were originated, as four digits. */
  readonly years: readonly string[];
  /** All payments of the last day on which the borrower paid. */
  readonly lastPayments: readonly { readonly amount: Cents; readonly effectiveOn: CivilDate }[];
}

export async function loansKnownBy(reader: Reader, personId: string): Promise<KnownByBorrower> {
  const [loans, payments] = await reader.together(
    reader.db.selectFrom('loans').select(['zone', 'timestamps']).where('person_id', '=', personId),
    reader.db
      .selectFrom('transactions')
      .select(['amount', 'effective_on as effectiveOn'])
      .where('person_id', '=', personId)
      .where('transaction_type', '=', 'payment')
      .where('status', '=', 'succeeded')
      .orderBy('effective_on', 'desc')
      .limit(paymentsOfDayMax),
  );
  const years = loans.flatMap(({ zone, timestamps: { lenderOriginatedAt, originatedAt } }) => {
    const at = lenderOriginatedAt ?? originatedAt;
    return at === undefined ? [] : [dateInZone(at, zone).slice(0, 4)];
  });
  const last = payments[0]?.effectiveOn;
  return {
    years: [...new Set(years)],
    lastPayments: payments
      .filter(({ effectiveOn }) => effectiveOn === last)
      .map(({ amount, effectiveOn }) => ({ amount: amount as Cents, effectiveOn })),
  };
}

const paymentsOfDayMax = 20;
