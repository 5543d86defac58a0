// The rates of a loan: the rates of its agreement, one after the other, and the rates that were added to them.
import type { Fact } from '@tenor/engine/account/facts.ts';
import { inOrder } from '@tenor/engine/account/order.ts';
import type { LoanTerms } from '@tenor/engine/account/terms.ts';
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import type { Rate } from '@tenor/engine/values/rate.ts';
import { sql } from 'kysely';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { rateId } from '../loan/derived-id.ts';
import type { HeldLoan } from '../loan/product.ts';
import { termsOf } from '../timeline/held-loan.ts';
import type { LoanRate } from './schemas.ts';

interface RateSpan {
  readonly key: string;
  readonly rateType: LoanRate['rateType'];
  readonly interestType: LoanRate['interestType'];
  readonly rate: Rate;
  readonly from: Day;
  /** The last day on which the rate is in force; null: no last day. */
  readonly until: Day | null;
}

/** Past rates, those in force and planned ones, the latest first day first. Before the activation: as if it were today. */
export async function listRates(reader: Reader, held: HeldLoan, today: Day): Promise<LoanRate[]> {
  const { row } = held;
  if (row.terms === null) return [];
  const facts =
    row.state === null ? [] : await reader.rows(rateFacts(reader.db, { personId: row.person_id, loanId: row.id }));
  const start = row.state?.position.rateSteps[0]?.from ?? today;
  const spans = rateSpans(
    termsOf(row),
    start,
    facts.map(({ fact }) => fact),
  );
  return presentRates(row.id, spans.toReversed(), today);
}

const rateFacts = prepared((db, placeholder: PlaceholderOf<{ personId: string; loanId: string }>) =>
  db
    .selectFrom('loan_facts')
    .select('fact')
    .where('person_id', '=', placeholder('personId'))
    .where('loan_id', '=', placeholder('loanId'))
    .where(sql<boolean>`kind in ('rate', 'promo', 'ceiling', 'undo')`),
);

/** By their first day. Rates that were replaced before their first day are left out: they were never in force. */
export function rateSpans(terms: LoanTerms, start: Day, facts: readonly Fact[]): RateSpan[] {
  const undone = new Set(facts.flatMap((fact) => (fact.kind === 'undo' ? [fact.of] : [])));
  let interest = agreedRates(terms, start);
  const others = agreedPromos(terms, start);
  for (const fact of facts.filter(({ id }) => !undone.has(id)).sort(inOrder)) {
    if (fact.kind === 'rate') {
      if (fact.replaces) interest = interest.map((span) => endedOn(span, fact.on - 1));
      interest.push({ ...spanOf(fact), rateType: 'interestRate', interestType: fact.type });
    } else if (fact.kind === 'promo' || fact.kind === 'ceiling') {
      const rateType = fact.kind === 'promo' ? 'promoRate' : 'ceiling';
      others.push({ ...spanOf(fact), rateType, interestType: null });
    }
  }
  return [...interest, ...others]
    .filter(({ from, until }) => until === null || from <= until)
    .sort((a, b) => a.from - b.from);
}

const spanOf = ({ id, rate, on, until }: { id: string; rate: Rate; on: Day; until: Day | null }) => ({
  key: id,
  rate,
  from: on,
  until,
});

const endedOn = (span: RateSpan, day: Day): RateSpan => ({ ...span, until: Math.min(span.until ?? day, day) });

function agreedRates({ interest }: LoanTerms, start: Day): RateSpan[] {
  let from = start;
  return interest.rates.map(({ days, rate, type }, i) => {
    const until = days === null || i === interest.rates.length - 1 ? null : from + days - 1;
    const span = { key: `agreed:${i}`, rateType: 'interestRate', interestType: type, rate, from, until } as const;
    from = (until ?? from) + 1;
    return span;
  });
}

const agreedPromos = ({ interest }: LoanTerms, start: Day): RateSpan[] =>
  interest.promos.map(({ days, rate }, i) => ({
    key: `agreedPromo:${i}`,
    rateType: 'promoRate',
    interestType: null,
    rate,
    from: start,
    until: days === null ? null : start + days - 1,
  }));

export const presentRates = (loanId: string, spans: readonly RateSpan[], today: Day): LoanRate[] =>
  spans.map(({ key, rateType, interestType, rate, from, until }) => ({
    id: rateId(loanId, key),
    object: 'loanRate',
    rateType,
    interestType,
    annualRate: rate,
    effectiveDate: dateOf(from),
    endDate: until === null ? null : dateOf(until),
    isInForce: from <= today && (until === null || today <= until),
  }));
