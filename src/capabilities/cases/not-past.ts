import { compare, type Instant } from '@tenor/engine/values/instant.ts';
import { refuseField } from '#platform/errors.ts';

/** What is asked for at a time is not asked for too late. Errors: InvalidRequest. */
export function mustNotBePast({ now }: { readonly now: Instant }, dueAt: Instant | null | undefined): void {
  if (dueAt == null || compare(dueAt, now) >= 0) return;
  throw refuseField('dueAt', 'is in the past', `${now} or later`);
}
