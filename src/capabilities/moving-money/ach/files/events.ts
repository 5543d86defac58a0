// What is told of files that go to banks. Nothing of their content.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { type EventKind, eventsAbout } from '#platform/events/event-kind.ts';
import { recordingByHand } from '#platform/events/record-events.ts';
import { Text } from '#platform/input/schemas.ts';
import type { FileRow } from '../../orders/ach-entries/tables.ts';

const fileEvent = eventsAbout('company', {
  achFileUploadId: Text({ max: 12 }),
  paymentProviderId: Text({ max: 12 }),
});

export const achFileSent = fileEvent('ach.file.sent', 'A file was left with its bank.');
export const achFileFailed = fileEvent(
  'ach.file.failed',
  'A file could not be left with its bank, again and again, or not before its cut-off: a person must look.',
);
export const achFileVoided = fileEvent(
  'ach.file.voided',
  'A person took a file back that had not left: its entries go into the next one.',
);
export const achFileAcknowledged = fileEvent('ach.file.acknowledged', 'A bank has said that it has read a file.');
export const achFileUnacknowledged = fileEvent(
  'ach.file.unacknowledged',
  'A bank has not said in time that it has read a file: ask it. The file is never sent again by itself.',
);

export const achFileRejected = fileEvent(
  'ach.file.rejected',
  'Two persons say that a bank has refused a file: its entries go into the next one.',
);

export const achFileEvents = [
  achFileSent,
  achFileFailed,
  achFileVoided,
  achFileAcknowledged,
  achFileUnacknowledged,
  achFileRejected,
];

type Named = Pick<FileRow, 'id' | 'carrier_id'>;

export const namesOf = ({ id, carrier_id }: Named) => ({ achFileUploadId: id, paymentProviderId: carrier_id });

interface Telling {
  readonly realm: Realm;
  readonly now: Instant;
  position(): number;
}

/** Tells an event from work in the background. */
export const tellOfFile = (telling: Telling, tx: Tx, file: Named, kind: EventKind): Promise<void> =>
  recordingByHand({ ...telling, declared: [kind] }, tx, async (emit) => {
    emit(kind, telling.realm.companyId, namesOf(file) as never);
  });
