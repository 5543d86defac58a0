// What is told of files that banks have sent. Nothing of their content.
import { eventsAbout } from '#platform/events/event-kind.ts';
import { Nullable, Text } from '#platform/input/schemas.ts';

const fileEvent = eventsAbout('company', {
  achReadingId: Text({ max: 12 }),
  paymentProviderId: Nullable(Text({ max: 12 })),
});

export const achFileRead = fileEvent(
  'ach.file.read',
  'A file that a bank has sent was read, and all that it says has been taken.',
);
export const achFileRefused = fileEvent(
  'ach.file.refused',
  'A file that a bank has sent cannot be read, and nothing of it counts: the bank has to send it again.',
);

export const achReadingEvents = [achFileRead, achFileRefused];
