// What a report says of an interaction, checked against its channel, its times and what was known before.
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import type { PersonRow } from '#capabilities/people/index.ts';
import { mustHaveNone, type Problem } from '#platform/errors.ts';
import { start } from '#platform/states.ts';
import { type Channel, channelRules, factProblems } from './rules/channels.ts';
import { offerProblems, subjectNow, themeOf } from './rules/themes.ts';
import type { InteractionUpdate } from './schemas.ts';
import { type InteractionStatus, interactionStates, verbOfStatus } from './states.ts';
import type { InteractionRow } from './tables.ts';

/** The columns that a report decides without a look at other objects. */
export type Reported = Pick<
  InteractionRow,
  | 'channel'
  | 'direction'
  | 'status'
  | 'status_details'
  | 'subject'
  | 'theme'
  | 'borrower_selected_theme'
  | 'started_at'
  | 'ended_at'
  | 'scheduled_at_from'
  | 'scheduled_at_to'
  | 'connected'
  | 'conversation'
  | 'message_left'
  | 'limited_content'
  | 'wrong_number'
  | 'undeliverable'
  | 'is_autodialed'
  | 'voice_kind'
  | 'delivery'
  | 'is_transactional'
  | 'requested_by_borrower'
  | 'sensitive'
>;

interface Reporting {
  readonly now: Instant;
  readonly owner: Pick<PersonRow, 'created_at'>;
  /** It comes with a book that is taken over, and took place before the borrower was recorded here. */
  readonly isPast: boolean;
}

export const nothingReported = (channel: Channel): Omit<Reported, 'status' | 'theme'> => ({
  channel,
  direction: 'outbound',
  status_details: null,
  subject: null,
  borrower_selected_theme: null,
  started_at: null,
  ended_at: null,
  scheduled_at_from: null,
  scheduled_at_to: null,
  connected: null,
  conversation: null,
  message_left: null,
  limited_content: null,
  wrong_number: null,
  undeliverable: null,
  is_autodialed: null,
  voice_kind: null,
  delivery: null,
  is_transactional: null,
  requested_by_borrower: false,
  sensitive: false,
});

type Before = Omit<Reported, 'status' | 'theme'> & Partial<Pick<Reported, 'status' | 'theme'>>;

/** What is not sent stays. Errors: InvalidRequest. */
export function reportedAfter(before: Before, sent: InteractionUpdate, reporting: Reporting): Reported {
  const after = <T>(value: T | undefined, stays: T): T => (value === undefined ? stays : value);
  const status = sent.status ?? (before.status as InteractionStatus);
  const subject = after(sent.subject, before.subject);
  const reported: Reported = {
    channel: before.channel,
    direction: sent.direction ?? before.direction,
    status: movedTo(before, status),
    status_details: after(sent.statusDetails, before.status_details),
    subject: subject && subjectNow(subject),
    theme: themeOf(subject && subjectNow(subject), after(sent.theme, before.theme)),
    borrower_selected_theme: after(sent.borrowerSelectedTheme, before.borrower_selected_theme),
    started_at: after(sent.startedAt, before.started_at),
    ended_at: after(sent.endedAt, before.ended_at),
    scheduled_at_from: after(sent.scheduledAtFrom, before.scheduled_at_from),
    scheduled_at_to: after(sent.scheduledAtTo, before.scheduled_at_to),
    connected: after(sent.connected, before.connected),
    conversation: after(sent.conversation, before.conversation),
    message_left: after(sent.messageLeft, before.message_left),
    limited_content: after(sent.limitedContent, before.limited_content),
    wrong_number: after(sent.wrongNumber, before.wrong_number),
    undeliverable: after(sent.undeliverable, before.undeliverable),
    is_autodialed: after(sent.isAutodialed, before.is_autodialed),
    voice_kind: after(sent.voiceKind, before.voice_kind),
    delivery: after(sent.delivery, before.delivery),
    is_transactional: after(sent.isTransactional, before.is_transactional),
    requested_by_borrower: sent.requestedByBorrower ?? before.requested_by_borrower,
    sensitive: sent.sensitive ?? before.sensitive,
  };
  const begun = { ...reported, started_at: reported.started_at ?? (hasBegun(status) ? reporting.now : null) };
  mustHaveNone([
    ...factProblems(begun.channel, factsOf(begun)),
    ...offerProblems(begun.subject, begun.is_transactional),
    ...timeProblems(begun, reporting),
  ]);
  return begun;
}

/** Errors: InvalidRequest. */
export function movedTo(
  { channel, status }: Pick<Before, 'channel' | 'status'>,
  asked: InteractionStatus,
): InteractionStatus {
  if (status === asked) return asked;
  return interactionStates.move(status ?? start, verbOfStatus[asked], { lasts: channelRules[channel].lasts }).to;
}

const hasBegun = (status: InteractionStatus): boolean => status !== 'scheduled' && status !== 'canceled';

const factsOf = (row: Reported) => ({
  connected: row.connected,
  conversation: row.conversation,
  messageLeft: row.message_left,
  limitedContent: row.limited_content,
  wrongNumber: row.wrong_number,
  undeliverable: row.undeliverable,
  isAutodialed: row.is_autodialed,
  voiceKind: row.voice_kind,
  delivery: row.delivery,
});

/** A borrower is often recorded right after the first call, or with its bare date. */
const leewaySeconds = 86_400;

const earliestFor = ({ created_at }: Reporting['owner']): Instant => addSeconds(created_at, -leewaySeconds);

/** It came with a book that was taken over, so it stays older than its borrower is here. */
export const isOlder = ({ started_at }: Pick<InteractionRow, 'started_at'>, owner: Reporting['owner']): boolean =>
  started_at !== null && started_at < earliestFor(owner);

function timeProblems(row: Reported, { now, owner, isPast }: Reporting): Problem[] {
  const { status, started_at: from, ended_at: until, scheduled_at_from: planned, scheduled_at_to: plannedTo } = row;
  const found: Problem[] = [];
  const wrong = (path: string, message: string, expected: string) => void found.push({ path, message, expected });
  const earliest = isPast ? null : earliestFor(owner);
  if (from !== null && from > now) wrong('startedAt', 'is in the future', 'a moment that has passed');
  if (from !== null && status === 'scheduled') wrong('startedAt', 'is said of what is only scheduled', 'null');
  if (from !== null && earliest !== null && from < earliest) {
    wrong(
      'startedAt',
      'is before the borrower was recorded',
      `${earliest} or later; POST /interactions/import takes older ones`,
    );
  }
  if (until !== null && until > now) wrong('endedAt', 'is in the future', 'a moment that has passed');
  if (until !== null && (from === null || until < from)) wrong('endedAt', 'is before startedAt', 'a moment after it');
  if (until !== null && status === 'inProgress')
    wrong('endedAt', 'is said of what is in progress', 'null, or another status');
  if (plannedTo !== null && (planned === null || plannedTo < planned)) {
    wrong('scheduledAtTo', 'is before scheduledAtFrom', 'a moment after it');
  }
  if (status === 'scheduled' && planned === null)
    wrong('scheduledAtFrom', 'is required', 'from when on it is to take place');
  return found;
}
