// The rows of a tape of payments: one for each time that something was posted of a payment, in the days of the tape.
import { dateOf, dayOf } from '@tenor/engine/values/day.ts';
import { instantOfMicros, microsOfInstant } from '@tenor/engine/values/instant.ts';
import { instantOfLocal } from '@tenor/engine/values/zone.ts';
import { timezoneOf } from '#capabilities/access/index.ts';
import { type PostedSpan, paymentsIn } from '#capabilities/loans/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { eachInSlices } from '#platform/loop/slices.ts';
import { fieldIn, paymentCatalogue } from '../catalogue/catalogue.ts';
import type { PaymentRow } from '../catalogue/field.ts';
import { fieldsRead } from '../types/problems.ts';
import { aboutLoans, needsOf, type Reads, type RowsRead, type Sought, wanted } from './rows.ts';

export async function* paymentRows(reads: Reads, sought: Sought): AsyncGenerator<RowsRead<PaymentRow>> {
  const { reader } = reads;
  const fromDate = sought.fromDate ?? sought.asOf;
  const needs = needsOf(sought);
  const isWanted = wanted(paymentCatalogue, sought);
  const withTransactions = [...fieldsRead(sought.type)].some(
    (name) => fieldIn(paymentCatalogue, name)?.source === 'transaction',
  );
  const { from, until } = await spanOf(reader, sought);
  for await (const page of paymentsIn(reader, { from, until, withTransactions })) {
    const loans = page.filter(({ payments }) => payments.length > 0);
    const about = await aboutLoans(reads, sought, needs, loans);
    const all = loans.flatMap(({ payments, ...loan }) =>
      payments.map((payment): PaymentRow => ({ ...about(loan.row), fromDate, loan, payment })),
    );
    const found = await eachInSlices(all, (row) => (isWanted(row) ? [row] : []));
    const rows = found.flat();
    yield { rows, proved: all, loans: page.length, leftOut: all.length - rows.length, replayed: 0 };
  }
}

/**
 * The days are those of the zone of the company, as in the general ledger. What was posted after the instant of the tape is
 * not in it.
 */
export async function spanOf(reader: Reader, { fromDate, asOf, knownAt }: Sought): Promise<PostedSpan> {
  const zone = (await timezoneOf(reader)) ?? 'UTC';
  const startOf = (date: Sought['asOf']) => instantOfLocal({ date, time: '00:00:00', zone });
  const end = startOf(dateOf(dayOf(asOf) + 1));
  const known = instantOfMicros(microsOfInstant(knownAt) + 1n);
  return { from: startOf(fromDate ?? asOf), until: known < end ? known : end, zone };
}
