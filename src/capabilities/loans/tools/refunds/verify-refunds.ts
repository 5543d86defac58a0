// Holds what is stored of refunds against their facts on the timeline.
import type { Fact } from '@tenor/engine/account/facts.ts';
import { type Unlike, unlikeFacts } from '../../core/timeline/unlike-facts.ts';
import { factOfRefund } from './on-books.ts';
import { type RefundRow, refundStates } from './refund.ts';

export function unlikeRefunds(timeline: readonly Fact[], refunds: readonly RefundRow[]): Unlike[] {
  const onBooks = refunds.filter(({ status }) => status === refundStates.to('make'));
  return unlikeFacts(timeline, { kinds: ['refund'], facts: onBooks.map(factOfRefund) });
}
