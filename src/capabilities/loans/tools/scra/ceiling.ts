// The SCRA caps that bound the books, and the fact by which the books know each.

import type { Fact } from '@tenor/engine/account/facts.ts';
import { dayOf } from '@tenor/engine/values/day.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { LoanKeys } from '../../core/loan/named-loans.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import { caps, type ScraCapRow } from './scra-cap.ts';

/** Caps that bound the books: none that was canceled. */
export const capsInForce = (reader: Reader, keys: LoanKeys): Promise<ScraCapRow[]> =>
  reader.rows(caps.of(reader, keys).where('canceled_at', 'is', null));

/** The caps of all loans of a borrower in force for a service, in the order in which they were given. */
export const capsOfService = (reader: Reader, personId: string, serviceId: string): Promise<ScraCapRow[]> =>
  reader.rows(
    reader.db
      .selectFrom('scra_caps')
      .selectAll()
      .where('person_id', '=', personId)
      .where('service_id', '=', serviceId)
      .where('canceled_at', 'is', null)
      .orderBy('position'),
  );

/** The rate of each day is at most that of the cap; of a line for all of its draws, also later ones. */
export const ceilingOf = ({ product }: Pick<HeldLoan, 'product'>, row: ScraCapRow, at: Instant): Fact =>
  product.rateFact(
    {
      kind: 'ceiling',
      id: row.fact_id,
      at,
      on: dayOf(row.capped_from),
      rate: row.annual_rate,
      until: row.end_on === null ? null : dayOf(row.end_on),
    },
    undefined,
  );
