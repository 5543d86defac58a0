// What the events of the work of a day have in common.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { system } from '#platform/actor.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import type { EventMaker } from '#platform/events/record-events.ts';
import type { PassingDay } from './daily-step.ts';

export const makerOfDay = (
  { realm, position }: Pick<PassingDay, 'realm' | 'position'>,
  now: Instant,
  declared: readonly EventKind[],
): EventMaker => ({ realm, now, position, requestId: null, actor: system, declared });
