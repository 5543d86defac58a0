// Packs the events of a commit: neighbours that share a subject, a loan, a case and their instants become one row, which
// says once what they share. unpack-events.ts leads back.
import type { NewEvent } from './event-row.ts';
import type { NewCommitRow } from './tables.ts';

/** With longer runs there would be many more shapes, each of a few rows. */
export const runMax = 16;

/** The digit of an event in `naming`: which of the objects of its row it names. */
export const namesBits = { transaction: 1, period: 2 } as const;

/** In what an event tells differently: the fields of the first event that it has not. No field has such a name. */
export const leftOut = '-';

/** The rows of each subject are in the order in which their events were told. */
export function packEvents(events: readonly NewEvent[]): NewCommitRow[] {
  const bySubject = Map.groupBy(events, ({ subject_id }) => subject_id).values();
  const rows = [...bySubject].flatMap((own) => runsOf(own).map(packed));
  const ofMessages = Map.groupBy(rows, ({ message_id }) => message_id);
  // The message id of a commit that is one row follows from its place.
  return rows.map((row) => (ofMessages.get(row.message_id)?.length === 1 ? { ...row, message_id: null } : row));
}

type Run = readonly [NewEvent, ...NewEvent[]];

function runsOf(events: readonly NewEvent[]): Run[] {
  const runs: [NewEvent, ...NewEvent[]][] = [];
  for (const event of events) {
    const run = runs.at(-1);
    if (run !== undefined && mayJoin(run, event)) run.push(event);
    else runs.push([event]);
  }
  return runs;
}

const shared = [
  'created_at',
  'effective_at',
  'loan_id',
  'case_id',
  'message_id',
  'request_id',
  'actor_type',
  'actor_id',
] as const;

const mayJoin = (run: Run, event: NewEvent): boolean =>
  run.length < runMax &&
  shared.every((column) => run[0][column] === event[column]) &&
  run.every(
    (one) => isOneObject(one.transaction_id, event.transaction_id) && isOneObject(one.period_id, event.period_id),
  );

const isOneObject = (one: string | null, other: string | null): boolean =>
  one === null || other === null || one === other;

function packed(run: Run): NewCommitRow {
  const [{ event_type: _, cause: __, details: ___, ...first }] = run;
  const about = {
    transaction_id: firstOf(run.map(({ transaction_id }) => transaction_id)),
    period_id: firstOf(run.map(({ period_id }) => period_id)),
  };
  const hasCause = run.some(({ cause }) => cause !== null);
  return {
    ...first,
    ...about,
    types: run.map(({ event_type }) => event_type),
    naming: namingOf(run, about),
    causes: hasCause ? run.map(({ cause }) => cause) : null,
    events: JSON.stringify(packedDetails(run.map(({ details }) => details))),
  };
}

const firstOf = (ids: readonly (string | null)[]): string | null => ids.find((id) => id !== null) ?? null;

function namingOf(run: Run, row: Pick<NewEvent, 'transaction_id' | 'period_id'>): string | null {
  const digits = run.map(
    ({ transaction_id, period_id }) =>
      (transaction_id === null ? 0 : namesBits.transaction) + (period_id === null ? 0 : namesBits.period),
  );
  const all =
    (row.transaction_id === null ? 0 : namesBits.transaction) + (row.period_id === null ? 0 : namesBits.period);
  return digits.every((digit) => digit === all) ? null : digits.join('');
}

type Details = NewEvent['details'];

function packedDetails([first = {}, ...others]: readonly Details[]): Details[] {
  const texts = textsOf(first);
  return [first, ...others.map((details) => differenceFrom(texts, details))];
}

/** A field without a value is none: JSON has no such thing. */
const textsOf = (details: Details): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(details).flatMap(([name, value]) => (value === undefined ? [] : [[name, JSON.stringify(value)]])),
  );

function differenceFrom(first: ReadonlyMap<string, string>, details: Details): Details {
  const own = textsOf(details);
  const changed = Object.entries(details).filter(([name]) => own.has(name) && own.get(name) !== first.get(name));
  const gone = [...first.keys()].filter((name) => !own.has(name));
  return Object.fromEntries(gone.length === 0 ? changed : [...changed, [leftOut, gone]]);
}
