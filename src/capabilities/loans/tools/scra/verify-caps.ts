// Holds what is stored of SCRA caps against their facts on the timeline.
import type { Fact } from '@tenor/engine/account/facts.ts';
import type { LoanProduct } from '../../core/loan/product.ts';
import { type Unlike, unlikeFacts } from '../../core/timeline/unlike-facts.ts';
import { ceilingOf } from './ceiling.ts';
import { type ScraCapRow, scraStates } from './scra-cap.ts';

export function unlikeCaps(product: LoanProduct, timeline: readonly Fact[], caps: readonly ScraCapRow[]): Unlike[] {
  // A fact keeps when it was given; the row, when anything of it was changed last.
  const given = new Map(timeline.flatMap((fact) => (fact.kind === 'ceiling' ? [[fact.id, fact.at] as const] : [])));
  const inForce = caps.filter(({ canceled_at }) => canceled_at === null);
  const facts = inForce.map((row) => ceilingOf({ product }, row, given.get(row.fact_id) ?? row.created_at));
  return [...unlikeFacts(timeline, { kinds: ['ceiling'], facts }), ...caps.flatMap(unlikeStatus)];
}

function unlikeStatus({ id, status, end_on, canceled_at }: ScraCapRow): Unlike[] {
  const ofDays = end_on === null ? scraStates.to('give') : scraStates.to('end');
  const computed = canceled_at === null ? ofDays : scraStates.to('cancel');
  return status === computed ? [] : [{ where: `${id} status`, stored: status, computed }];
}
