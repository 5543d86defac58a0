// Notices of the system whose event a later capability knows: it asks for their messages itself, and they are switched and
// worded as all others are.
import type { WorkTools } from '#platform/capability.ts';
import type { Realm } from '#platform/db/realm.ts';
import { addInGroups } from './pending.ts';
import { settingsOfNotices, switched } from './switched.ts';
import { noticesOf } from './system-notices.ts';
import type { ToldValues } from './tables.ts';

export interface NoticeAsked {
  readonly personId: string;
  readonly loanId: string;
  /** The main borrower. */
  readonly loanPersonId: string;
  readonly loanTypeId: string;
  /** Each person is told once of the same occasion. */
  readonly occasion: string;
  readonly sourceId: string;
  readonly told: ToldValues;
}

type Asking = Pick<WorkTools, 'database' | 'clock'> & { readonly realm: Realm };

/** Asked again it changes nothing. */
export async function askForSystemNotices(asking: Asking, event: string, asked: readonly NoticeAsked[]): Promise<void> {
  if (asked.length === 0) return;
  const settings = await settingsOfNotices(asking.database.reader(asking.realm));
  const rows = noticesOf(event).flatMap((notice) =>
    asked.flatMap(({ personId, loanPersonId, occasion, sourceId, told, loanId, loanTypeId }) => {
      const { subject } = notice;
      const { isOn, delayHours, channels } = switched(notice, settings.get(subject), loanTypeId);
      if (!isOn) return [];
      return {
        person_id: personId,
        once_key: `${occasion} ${subject}`,
        subject,
        source: 'event' as const,
        source_id: sourceId,
        channels,
        delayHours,
        loan_id: loanId,
        loan_person_id: personId === loanPersonId ? null : loanPersonId,
        told: { ...told, event },
      };
    }),
  );
  await addInGroups(asking, rows);
}
