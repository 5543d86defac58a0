// The events about accounts at banks: whoever changes one changes with what the books are compared.
import { eventsAbout } from '#platform/events/event-kind.ts';
import { Text } from '#platform/input/schemas.ts';

const accountEvent = eventsAbout('company', { bankAccountId: Text({ max: 12 }) });

export const bankAccountCreated = accountEvent(
  'bank.account.created',
  'An account at a bank was named: what providers pay to it is compared with its statements.',
);
export const bankAccountUpdated = accountEvent(
  'bank.account.updated',
  'What is known of an account at a bank was changed.',
);

export const bankAccountEvents = [bankAccountCreated, bankAccountUpdated];
