// The rates of a loan: the rates of its agreement, one after the other, and the rates that were added to them.
import type { Fact } from '@tenor/engine/account/facts.ts';
import { inOrder } from '@tenor/engine/account/order.ts';
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import type { Rate } from '@tenor/engine/values/rate.ts';
import { sql } from 'kysely';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { rateId } from '../loan/derived-id.ts';
import type { HeldLoan, RateSpan } from '../loan/product.ts';
import type { PromoEnd } from '../loan/promo-programs.ts';
import { positionOf, termsOf } from '../timeline/held-loan.ts';
import { factOf, storedFact } from '../timeline/stored-facts.ts';
import type { LoanRate } from './schemas.ts';

/** Past rates, those in force and planned ones, the latest first day first. Before the activation: as if it were today. */
export async function listRates(reader: Reader, held: HeldLoan, today: Day): Promise<LoanRate[]> {
  const { row } = held;
  if (row.terms === null) return [];
  const position = positionOf(held.product, row);
  const spans = rateSpans(
    held.product.agreedRates(termsOf(row), position, today),
    await factsOfRates(reader, held),
  ).map(untilLost(position === null ? [] : held.product.promos.ends(position)));
  return presentRates(row.id, spans.toReversed(), today);
}

/** A promotional rate that was lost by lateness ended before its time. */
const untilLost =
  (ends: readonly PromoEnd[]) =>
  (span: RateSpan): RateSpan => {
    const lost = ends.filter(({ fact, draw }) => fact === span.key && (span.draw ?? draw) === draw);
    return lost.length === 0 ? span : endedOn(span, Math.min(...lost.map(({ on }) => on)) - 1);
  };

const rateFacts = prepared((db, placeholder: PlaceholderOf<{ personId: string; loanId: string }>) =>
  db
    .selectFrom('loan_facts')
    .select(storedFact.as('fact'))
    .where('person_id', '=', placeholder('personId'))
    .where('loan_id', '=', placeholder('loanId'))
    .where(sql<boolean>`kind in ('rate', 'promo', 'ceiling', 'undo')`),
);

/** What was added to the rates of the agreement. */
export async function factsOfRates(reader: Reader, { row }: HeldLoan): Promise<Fact[]> {
  if (row.state === null) return [];
  const found = await reader.rows(rateFacts(reader.db, { personId: row.person_id, loanId: row.id }));
  return found.map(({ fact }) => factOf(fact));
}

/** They are in the order of their first days. Rates that were replaced before their first day are left out: they were never in force. */
export function rateSpans(agreed: readonly RateSpan[], facts: readonly Fact[]): RateSpan[] {
  const undone = new Set(facts.flatMap((fact) => (fact.kind === 'undo' ? [fact.of] : [])));
  let interest = agreed.filter(({ rateType }) => rateType === 'interestRate');
  const others = agreed.filter(({ rateType }) => rateType !== 'interestRate');
  for (const fact of facts.filter(({ id }) => !undone.has(id)).sort(inOrder)) {
    if (fact.kind === 'rate') {
      const draw = drawOf(fact);
      const isReplaced = (span: RateSpan): boolean => fact.replaces && (draw === null || span.draw === draw);
      interest = interest.map((span) => (isReplaced(span) ? endedOn(span, fact.on - 1) : span));
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

/** Facts of a line name a draw; those of other loans name none. */
const drawOf = (fact: object): string | null => (fact as { readonly draw?: string | null }).draw ?? null;

function spanOf(fact: { id: string; rate: Rate; on: Day; until: Day | null }) {
  const { id, rate, on, until } = fact;
  return { key: id, draw: drawOf(fact), rate, from: on, until };
}

const endedOn = (span: RateSpan, day: Day): RateSpan => ({ ...span, until: Math.min(span.until ?? day, day) });

export const presentRates = (loanId: string, spans: readonly RateSpan[], today: Day): LoanRate[] =>
  spans.map(({ key, draw, rateType, interestType, rate, from, until }) => ({
    id: rateId(loanId, key),
    object: 'loanRate',
    drawId: draw,
    rateType,
    interestType,
    annualRate: rate,
    effectiveDate: dateOf(from),
    endDate: until === null ? null : dateOf(until),
    isInForce: from <= today && (until === null || today <= until),
  }));
