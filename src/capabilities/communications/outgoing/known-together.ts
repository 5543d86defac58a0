// What several messages of a commit ask in one turn is asked once for all of them: the guard, their texts, the instant, the
// company's zone.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { timezoneOf } from '#capabilities/access/index.ts';
import { type MessageGuard, messageGuard } from '#capabilities/compliance/index.ts';
import { workNow } from '#platform/business-clock.ts';
import type { WorkTools } from '#platform/capability.ts';
import { askedTogether } from '#platform/command/asked-together.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { type Choose, choosing } from '../prepare/choosing.ts';
import type { When } from './decide.ts';
import { leavingOfContacted } from './message-rows.ts';

export interface KnownTogether {
  when(tx: Tx, of: undefined): Promise<When>;
  asked(tx: Tx, of: Asked): Promise<{ readonly guard: MessageGuard; readonly choose: Choose }>;
}

interface Asked {
  readonly personId: string;
  readonly now: Instant;
  readonly timezone: string;
}

export const knownTogether = ({ clock, vault }: Pick<WorkTools, 'clock' | 'vault'>): KnownTogether => ({
  when: askedTogether(async (tx) => {
    const [now, timezone] = await Promise.all([workNow(tx, clock), timezoneOf(tx)]);
    return { now, timezone: timezone as string };
  }),
  asked: askedTogether(async (tx, asked) => {
    const [{ now, timezone }] = asked as [Asked, ...Asked[]];
    const people = asked.map(({ personId }) => personId);
    // What is on its way counts, though nobody knows yet what becomes of it.
    const leaving = leavingOfContacted;
    const guard = await messageGuard({ reader: tx, vault }, { people, now, timezone, leaving });
    return { guard, choose: choosing({ reader: tx }) };
  }),
});
