// Holds what is stored of advances against their facts on the timeline.
import type { Fact } from '@tenor/engine/account/facts.ts';
import { type Unlike, unlikeFacts } from '../../core/timeline/unlike-facts.ts';
import { type AdvanceRow, isOnBooks } from './base/advance.ts';
import { factOfAdvance } from './base/planned.ts';

export function unlikeAdvances(timeline: readonly Fact[], advances: readonly AdvanceRow[]): Unlike[] {
  const onBooks = advances.filter(({ status }) => isOnBooks(status));
  return unlikeFacts(timeline, { kinds: ['advance'], facts: onBooks.map(factOfAdvance) });
}
