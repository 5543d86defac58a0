// The events about breaks: none is found, changed or resolved without one.
import { eventsAbout } from '#platform/events/event-kind.ts';
import { Amount, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { breakKinds } from './words.ts';

const breakEvent = eventsAbout('company', {
  moneyBreakId: Text({ max: 12 }),
  kind: StringEnum(breakKinds),
  amount: Nullable(Amount),
  bankAccountId: Nullable(Text({ max: 12 })),
  resolvedBy: Nullable(
    StringEnum(['matched', 'attached', 'writeOff', 'payment', 'refund'], {
      description: 'How it was resolved, or is proposed to be.',
    }),
  ),
});

export const breakOpened = breakEvent(
  'money.break.opened',
  'Two accounts of the same money differ: a person must say why.',
);
export const breakUpdated = breakEvent('money.break.updated', 'A break was given an owner, or another one.');
export const breakAsked = breakEvent('money.break.asked', 'The bank or the provider was asked about a break.');
export const breakProposed = breakEvent(
  'money.break.proposed',
  'Somebody proposed how a break is to be resolved: a second person decides.',
);
export const breakRejected = breakEvent(
  'money.break.rejected',
  'What was proposed for a break was rejected: it is open again.',
);
export const breakGoingBack = breakEvent(
  'money.break.going.back',
  'A second person approved that money goes back to its sender: the break ends when the bank shows it.',
);
export const breakAged = breakEvent(
  'money.break.aged',
  'A break is still open after five banking days: the lender should hear of it.',
);
export const breakResolved = breakEvent('money.break.resolved', 'A break was resolved.');

export const breakEvents = [
  breakOpened,
  breakUpdated,
  breakAsked,
  breakProposed,
  breakRejected,
  breakGoingBack,
  breakAged,
  breakResolved,
];
