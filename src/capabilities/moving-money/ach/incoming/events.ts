// What is told of files that banks have sent. Nothing of their content.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { type EventKind, eventsAbout } from '#platform/events/event-kind.ts';
import { recordingByHand } from '#platform/events/record-events.ts';
import { Nullable, Text } from '#platform/input/schemas.ts';
import type { ReadingRow } from './tables.ts';

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

export const achFileWaits = fileEvent(
  'ach.file.waits',
  "A file that somebody has brought gives money back or moves accounts: a second person says whether it is the bank's.",
);

export const achReadingEvents = [achFileRead, achFileRefused, achFileWaits];

interface Telling {
  readonly realm: Realm;
  readonly now: Instant;
  position(): number;
}

type Named = Pick<ReadingRow, 'id' | 'carrier_id'>;

export const readingNames = ({ id, carrier_id }: Named) => ({ achReadingId: id, paymentProviderId: carrier_id });

/** Tells an event from work in the background. */
export const tellOfReading = (telling: Telling, tx: Tx, reading: Named, kind: EventKind): Promise<void> =>
  recordingByHand({ ...telling, declared: [kind] }, tx, async (emit) => {
    emit(kind, telling.realm.companyId, readingNames(reading) as never);
  });
