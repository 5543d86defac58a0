// The events about accounts of merchants: whoever changes one steers money.
import { eventsAbout } from '#platform/events/event-kind.ts';
import { Text } from '#platform/input/schemas.ts';

const accountEvent = eventsAbout('company', { merchantId: Text({ max: 12 }) });

export const merchantAccountUpdated = accountEvent(
  'merchant.account.updated',
  'A merchant was given an account, or another one, to which it is paid.',
);
export const merchantAccountDeleted = accountEvent(
  'merchant.account.deleted',
  'The account of a merchant was taken away: nothing is paid to it any more.',
);

export const merchantAccountEvents = [merchantAccountUpdated, merchantAccountDeleted];
