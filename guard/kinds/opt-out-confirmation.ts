// After an opt-out one text may confirm it, within minutes.
import type { Ask } from '../asked/ask.ts';
import { wishesAgainst } from '../asked/consents.ts';
import { allOf, always, openUntil, type Saying } from '../asked/saying.ts';
import type { RuleOf } from '../contract.ts';
import { minuteMs } from '../places/local.ts';

export function confirmation({ params }: RuleOf<'frequency'>, ask: Ask): Saying | null {
  const { max, withinMinutes = 5 } = params;
  const { contact, question } = ask;
  const isThere = (id: string | null): boolean => id === null || contact === null || id === contact.id;
  return allOf(
    wishesAgainst(ask, (channel) => channel === 'text').map(({ at, used }) => {
      const sent = ask.past.filter(
        (one) => one.channel === 'text' && one.direction === 'outbound' && one.at >= at && isThere(one.contactId),
      );
      const reason = `After an opt-out at most ${max} text may confirm it, within ${withinMinutes} minutes.`;
      const facts = [used, ...sent.map(({ id }) => ({ kind: 'interaction' as const, id }))];
      // An offer confirms nothing.
      if (sent.length >= max || !question.isTransactional) return always(reason, facts);
      // The last of these minutes is still within them.
      return openUntil(at + withinMinutes * minuteMs + 1, reason, facts);
    }),
  );
}
