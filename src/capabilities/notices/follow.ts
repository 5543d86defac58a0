// Follows the events: each that the table of notices names leaves a row for the message that it makes. What is taken again
// after a crash adds nothing, for the row is named by the event.
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import { noticesSaid } from '#capabilities/loans/index.ts';
import type { WorkTools } from '#platform/capability.ts';
import type { Duty } from '#platform/chore.ts';
import type { Realm } from '#platform/db/realm.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { eventsAt, followEvents, type Place, type StoredEvent } from '#platform/events/follow-events.ts';
import { tellAgents } from './agents/follow-agents.ts';
import type { Notice } from './notice.ts';
import { type NoticeHour, nextHour, noticeHourOf } from './notice-hour.ts';
import { addInGroups, type NewPending } from './pending.ts';
import { type Addressed, withOthers } from './recipients.ts';
import { type SettingRow, settingsOfNotices, switched } from './switched.ts';
import { noticesOf } from './system-notices.ts';

export const followingForNotices = (tools: WorkTools): Duty => ({
  name: 'notices.events',
  run: (mode) =>
    followEvents(tools.database, mode, 'notices', async (realm, places) => {
      await take(tools, realm, places);
      await tellAgents(tools, realm, places);
      return true;
    }),
});

async function take(tools: WorkTools, realm: Realm, places: readonly Place[]): Promise<void> {
  const wanted = places.filter(({ event_type }) => noticesOf(event_type).length > 0);
  if (wanted.length === 0) return;
  const reader = tools.database.reader(realm);
  const [events, settings, hour] = await Promise.all([
    eventsAt(reader, wanted),
    settingsOfNotices(reader),
    noticeHourOf(reader),
  ]);
  const there = events.filter(({ deleted_at }) => deleted_at === null);
  const meant = there.flatMap((event) => noticesMeant(event, events, settings));
  const rows = await withOthers(reader, await saidOfThem(reader, meant, hour));
  await addInGroups({ ...tools, realm }, rows);
}

/**
 * What took effect longer ago is history that was recorded late: a book that was taken over, or a correction. It makes
 * a message only where whoever recorded it has asked for one. Nor does a fact make one that a replay has taken back: its
 * successor does.
 */
const daysOfThePresent = 10;
const daySeconds = 86_400;

const isOfThePresent = ({ created_at, effective_at }: StoredEvent): boolean =>
  effective_at >= addSeconds(created_at, -daysOfThePresent * daySeconds);

interface Meant {
  readonly event: StoredEvent;
  readonly notice: Notice;
  readonly delayHours: number;
  readonly channels: NewPending['channels'];
  readonly isOn: boolean;
}

function noticesMeant(
  event: StoredEvent,
  all: readonly StoredEvent[],
  settings: ReadonlyMap<string, SettingRow>,
): Meant[] {
  const loanTypeId = textOrNull(event.details.loanTypeId);
  return noticesOf(event.event_type)
    .filter((notice) => !notice.isMadeWithEvent && isToldSo(notice, event, all))
    .map((notice) => {
      const { isOn, ...set } = switched(notice, settings.get(notice.subject), loanTypeId);
      return { event, notice, ...set, isOn: isOn && isOfThePresent(event) };
    })
    .filter(({ isOn, notice }) => isOn || notice.asksLoan);
}

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** The conditions that the events alone decide. The others are looked at when the message is made. */
function isToldSo({ when }: Notice, event: StoredEvent, all: readonly StoredEvent[]): boolean {
  return Object.entries(when).every(([from, condition]) => {
    if (from.startsWith('beside.')) {
      const type = from.slice('beside.'.length);
      const isThere = all.some((one) => one.event_type === type && one.message_id === event.message_id);
      return (condition === 'there') === isThere;
    }
    if (!from.startsWith('told.')) return true;
    const value = event.details[from.slice('told.'.length)];
    if (condition === 'there') return value != null;
    if (condition === 'absent') return value == null;
    const word = String(value ?? '');
    return 'not' in condition ? !condition.not.includes(word) : condition.includes(word);
  });
}

/** Whoever acted may have said whether a notice goes out: that counts more than what the company has set. */
async function saidOfThem(reader: Reader, meant: readonly Meant[], hour: NoticeHour): Promise<Addressed[]> {
  const asked = meant.filter(({ notice, event }) => notice.asksLoan && event.loan_id !== null);
  const said = await noticesSaid(
    reader,
    asked.map(({ event }) => ({
      personId: event.subject_id,
      loanId: event.loan_id as string,
      event: event.event_type,
      at: event.created_at,
      settlementId: textOrNull(event.details.settlementId),
    })),
  );
  const saidOf = new Map(asked.map((one, i) => [one, said[i] ?? null]));
  return meant
    .filter((one) => saidOf.get(one) ?? one.isOn)
    .map((one) => ({ row: rowOf(one, hour), to: one.notice.to }));
}

function rowOf({ event, notice, delayHours, channels }: Meant, hour: NoticeHour): NewPending {
  const { subject, at, isOncePerLoan } = notice;
  const about = isOncePerLoan && event.loan_id !== null ? event.loan_id : event.id;
  return {
    person_id: event.subject_id,
    once_key: `${about} ${subject}`,
    subject,
    source: 'event',
    source_id: event.id,
    channels: channels ?? null,
    loan_id: event.loan_id,
    case_id: event.case_id,
    statement_id: textOrNull(event.details.statementId),
    transaction_id: event.transaction_id,
    told: { ...toldOf(event), event: event.event_type, effectiveAt: event.effective_at },
    due_at: dueAt(event.created_at, { at, delayHours }, hour),
  };
}

/** The external ids are the company's, and nothing that a text names. */
const toldOf = ({ details }: StoredEvent) =>
  Object.fromEntries(Object.entries(details).filter(([name]) => !name.endsWith('ExternalId')));

function dueAt(
  told: Instant,
  { at, delayHours }: Pick<Notice, 'at'> & { readonly delayHours: number },
  hour: NoticeHour,
) {
  const later = addSeconds(told, delayHours * 3_600);
  return at === 'once' ? later : nextHour(later, hour).at;
}
