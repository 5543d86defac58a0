// Writes to the borrower when a case moves, as the notification types say, in the commit that moves it. What waits for its
// day is taken back when the case moves on. The borrower is locked.
import { openDaysFrom } from '@tenor/engine/time/calendar.ts';
import { addDays } from '@tenor/engine/values/civil-date.ts';
import { dateOf, dayOf } from '@tenor/engine/values/day.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import { type CaseAfterMove, caseTypesByIds, isReached, reachedTypes } from '#capabilities/case-types/index.ts';
import type { CaseListener, MovingContext } from '#capabilities/cases/index.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { hourOn, noticeHourOf } from '../notice-hour.ts';
import { addPending, deletePending, pendingRows } from '../pending.ts';
import { type NotificationTypeRow, notificationTypes } from '../tables.ts';

export const notificationsByType: CaseListener = {
  mayEmit: [],
  async moved(ctx, tx, { row, fields, customFields, type }) {
    const { person_id: personId, id: caseId, status, outcome, name, loan_ids: loanIds } = row;
    await takeBack(tx, { personId, caseId, status, outcome });
    const acting = await actingOn(tx, { caseType: type.caseType, caseTypeId: type.id });
    if (acting.length === 0) return;
    // The fields were checked against the schemas of the type when the case was written.
    const moved = { status, outcome, name, fields, customFields, type } as CaseAfterMove;
    const reached = await reachedTypes(tx, moved, acting, { vault: ctx.vault, personId, loanIds });
    const [loanId = null, ...others] = loanIds;
    for (const one of reached) {
      addPending(tx, ctx.now, [
        {
          person_id: personId,
          once_key: `${caseId} ${one.type_id} ${row.status_updated_at}`,
          subject: one.subject as string,
          source: 'case',
          source_id: one.id,
          channels: [one.channel],
          theme: one.theme,
          case_id: caseId,
          loan_id: others.length === 0 ? loanId : null,
          due_at: await dueAt(ctx, tx, one),
        },
      ]);
    }
  },
};

/** A message of a later day goes out at the hour at which the company writes by itself. */
async function dueAt(ctx: MovingContext, tx: Tx, { delay, unit }: NotificationTypeRow) {
  if (delay === 0) return ctx.now;
  const today = dateInZone(ctx.now, ctx.timezone);
  const date = unit === 'calendarDays' ? addDays(today, delay) : dateOf(openDaysFrom(dayOf(today), delay));
  return hourOn(date, await noticeHourOf(tx));
}

interface Moved {
  readonly personId: string;
  readonly caseId: string;
  readonly status: CaseAfterMove['status'];
  readonly outcome: string | null;
}

/** What waits for a status or an outcome that the case has left is not sent. */
async function takeBack(tx: Tx, { personId, caseId, status, outcome }: Moved): Promise<void> {
  const waiting = await tx.rows(
    pendingRows(tx).where('person_id', '=', personId).where('case_id', '=', caseId).where('source', '=', 'case'),
  );
  if (waiting.length === 0) return;
  const types = await versions(
    tx,
    waiting.map(({ source_id }) => source_id),
  );
  for (const row of waiting) {
    const type = types.find(({ id }) => id === row.source_id);
    if (type === undefined || !isReached(type, { status, outcome })) deletePending(tx, row);
  }
}

const typeRows = (reader: Reader) => reader.db.selectFrom('notification_types').select(notificationTypes.all);

const versions = (reader: Reader, ids: readonly string[]): Promise<NotificationTypeRow[]> =>
  reader.rows(typeRows(reader).where('id', 'in', ids));

interface OfCase {
  readonly caseType: string;
  /** The version by which it was made; null: the company has no type of its own. */
  readonly caseTypeId: string | null;
}

/** A case type is named by any of its versions, so their number decides. */
async function actingOn(reader: Reader, { caseType, caseTypeId }: OfCase): Promise<NotificationTypeRow[]> {
  const active = await reader.rows(typeRows(reader).where('status', '=', 'active').orderBy('position'));
  if (active.length === 0) return [];
  const named = active.flatMap(({ case_type_ids }) => case_type_ids);
  const types = named.length === 0 || caseTypeId === null ? [] : await caseTypesByIds(reader, [...named, caseTypeId]);
  const number = types.find(({ id }) => id === caseTypeId)?.type_id;
  const isNamed = (id: string) => number !== undefined && types.some((one) => one.id === id && one.type_id === number);
  return active.filter(({ case_types, case_type_ids }) => case_types.includes(caseType) || case_type_ids.some(isNamed));
}
