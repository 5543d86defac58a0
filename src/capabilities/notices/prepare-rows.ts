// Prepares the messages of rows that are due, outside of transactions: what must hold, what the text is filled with, and
// the text itself. A row that cannot be prepared stops no other: it waits.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import { timezoneOf } from '#capabilities/access/index.ts';
import { type Prepare, preparing } from '#capabilities/communications/index.ts';
import { type Addressees, addresseesOf } from '#capabilities/compliance/index.ts';
import {
  addressOfContact,
  type ContactAddress,
  contactedFor,
  linesOfAddress,
  sealerOf,
} from '#capabilities/people/index.ts';
import { subjectOf } from '#capabilities/templates/index.ts';
import { backgroundReads } from '#platform/http/background-reads.ts';
import type { ReadContext } from '#platform/http/endpoint.ts';
import type { PassingDay } from '#platform/work/day/daily-step.ts';
import type { NoticeChannel } from './channels.ts';
import type { Recipe } from './notice.ts';
import { recipeOf } from './recipe.ts';
import type { PendingRow } from './tables.ts';
import { collectionPlaceOf } from './values/collection-place.ts';
import type { Known } from './values/sources.ts';
import { readsOfSources, type Shown, shownOnce } from './values/sources.ts';
import { asText, isMet, valueFrom } from './values/value-from.ts';

export type Messages = Awaited<ReturnType<Prepare>>;
type Ask = Parameters<Prepare>[1];

export interface Made {
  readonly person_id: string;
  readonly row: PendingRow;
  /** Null: it is not meant any more. */
  readonly messages: Messages | null;
}

export const keyOf = ({ person_id, once_key }: PendingRow): string => `${person_id} ${once_key}`;

export function noteFailure({ realm, log, troubles, told }: PassingDay, row: PendingRow, error: unknown): void {
  troubles.failed(keyOf(row));
  told('failed');
  const about = { mode: realm.mode, company: realm.companyId, person: row.person_id, notice: row.subject };
  log.error({ err: error, ...about }, 'a notice could not be sent; it is tried again');
}

/** So many are read for at once. */
const atOnce = 8;

interface Asked {
  readonly row: PendingRow;
  /** Null: it is not meant any more. */
  readonly ask: Ask | null;
}

interface Preparing {
  readonly day: PassingDay;
  readonly addressees: Addressees;
  readonly reads: ReturnType<typeof readsOfSources>;
  readonly ctx: ReadContext;
  readonly now: Instant;
}

export async function prepareRows(day: PassingDay, rows: readonly PendingRow[]): Promise<Made[]> {
  const { clock, database, realm, vault } = day;
  const { endpoints = [], permissions = new Set<string>() } = day.whole;
  const reader = database.reader(realm);
  const [timezone = 'UTC', now] = await Promise.all([timezoneOf(reader), day.transact(async (_tx, at) => at)]);
  const people = [...new Set(rows.map(({ person_id }) => person_id))];
  const addressees = await addresseesOf({ reader, vault }, { people, now, timezone });
  const ctx = backgroundReads({ reader, vault, clock, now }, { name: 'notices', permissions, timezone });
  const given: Preparing = { day, addressees, ctx, now, reads: readsOfSources(endpoints) };
  const [lost, reachable] = parted(rows, (row) => isLost(addressees, row));
  const asked: Asked[] = [];
  for (let at = 0; at < reachable.length; at += atOnce) {
    const some = reachable.slice(at, at + atOnce);
    asked.push(
      ...(await eachOrNone(
        day,
        some,
        (row) => row,
        (row) => askedFor(given, row),
      )),
    );
  }
  const unreachable = lost.map((row): Made => ({ person_id: row.person_id, row, messages: [{ kind: 'noContact' }] }));
  return [...unreachable, ...(await madeOf(given, asked))];
}

const parted = <T>(all: readonly T[], isFirst: (one: T) => boolean): readonly [T[], T[]] => [
  all.filter(isFirst),
  all.filter((one) => !isFirst(one)),
];

/** Nothing is read for somebody who has no contact: most lenders write to few by this service, or to nobody. */
function isLost(addressees: Addressees, row: PendingRow): boolean {
  const recipe = recipeOf(row);
  if (recipe === undefined || recipe.isRequired) return false;
  const contacts = addressees.knownOf(row.person_id)?.contacts ?? [];
  return channelsOf(row, recipe).every((channel) => contactedFor(contacts, channel) === undefined);
}

async function askedFor(given: Preparing, waiting: PendingRow): Promise<Asked> {
  const { reads, ctx, day, now } = given;
  const zone = ctx.caller.timezone;
  const date = dateInZone((waiting.told.effectiveAt as Instant | undefined) ?? now, zone);
  const shownOf = (row: PendingRow) =>
    shownOnce(reads, ctx, { params: paramsOf(day.realm.companyId, row), day: date, told: row.told });
  const row = await withItsLoan(waiting, shownOf(waiting));
  const known = { told: row.told, day: date, zone, today: dateInZone(now, zone), shown: shownOf(row) };
  const address = () => addressOf(given, row);
  const lines = () => {
    const found = address();
    return found && linesOfAddress(found).join('\n');
  };
  const places = { address: lines, collectionPlace: () => collectionPlaceOf(address()) };
  return { row, ask: await askOf(row, { ...known, ...places }) };
}

function addressOf(
  { addressees, day: { vault } }: Preparing,
  { person_id: personId }: PendingRow,
): ContactAddress | null {
  const known = addressees.knownOf(personId);
  const contact = contactedFor(known?.contacts ?? [], 'mail');
  if (known === undefined || contact === undefined || known.person.erased_at !== null) return null;
  return addressOfContact(sealerOf(vault, known.person), contact);
}

async function madeOf({ day, ctx, addressees }: Preparing, asked: readonly Asked[]): Promise<Made[]> {
  const prepare = preparing({ endpoints: day.whole.endpoints ?? [] });
  const make = async (some: readonly Asked[]): Promise<Made[]> => {
    const asks = some.flatMap(({ ask }) => ask ?? []);
    const prepared = await prepare(ctx, asks, addressees);
    let at = 0;
    return some.map(({ row, ask }) => {
      const own = prepared.slice(at, at + (ask?.length ?? 0));
      at += own.length;
      return { person_id: row.person_id, row, messages: ask === null ? null : own };
    });
  };
  try {
    return await make(asked);
  } catch {
    // One of them is at fault: alone it shows which.
    const alone = await eachOrNone(
      day,
      asked,
      ({ row }) => row,
      (one) => make([one]),
    );
    return alone.flat();
  }
}

/** A message about a case that is about one loan is about this loan too. */
async function withItsLoan(row: PendingRow, shown: Shown): Promise<PendingRow> {
  if (row.case_id === null || row.loan_id !== null) return row;
  const { loanIds = [] } = ((await shown('case')) ?? {}) as { readonly loanIds?: readonly string[] };
  const [only = null, ...others] = loanIds;
  return others.length > 0 ? row : { ...row, loan_id: only };
}

/** What fails is noted, and left out. */
async function eachOrNone<T, R>(
  day: PassingDay,
  things: readonly T[],
  rowOf: (thing: T) => PendingRow,
  work: (thing: T) => Promise<R>,
): Promise<R[]> {
  const ended = await Promise.allSettled(things.map(work));
  return ended.flatMap((one, i) => {
    if (one.status === 'fulfilled') return [one.value];
    noteFailure(day, rowOf(things[i] as T), one.reason);
    return [];
  });
}

/** The ids of the message, and those that the event tells. */
const paramsOf = (companyId: string, row: PendingRow): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries({
      ...row.told,
      companyId,
      personId: row.loan_person_id ?? row.person_id,
      loanId: row.loan_id,
      caseId: row.case_id,
      statementId: row.statement_id,
      transactionId: row.transaction_id,
    }).filter((entry): entry is [string, string] => entry[0].endsWith('Id') && typeof entry[1] === 'string'),
  );

/** Null: what it is about does not hold any more. */
async function askOf(row: PendingRow, known: Known): Promise<Ask | null> {
  const recipe = recipeOf(row);
  if (recipe === undefined) return null;
  for (const [from, condition] of Object.entries(recipe.when)) if (!(await isMet(from, condition, known))) return null;
  const subject = subjectOf(row.subject);
  const context: Record<string, unknown> = {};
  for (const [name, from] of Object.entries(recipe.values)) {
    const type = subject?.values[name]?.type ?? 'text';
    context[name] = asText(type, await valueFrom(from, known), known.zone);
  }
  return channelsOf(row, recipe).map((channel) => ({
    personId: row.person_id,
    subject: row.subject,
    channel,
    theme: row.theme,
    loanIds: row.loan_id === null ? [] : [row.loan_id],
    loanPersonId: row.loan_person_id,
    caseId: row.case_id,
    statementId: row.statement_id,
    transactionId: row.transaction_id,
    context,
    isTransactional: subject?.isTransactional ?? true,
    strict: true,
    origin: 'notice',
    onceKey: `${row.once_key} ${channel}`,
  }));
}

function channelsOf(row: PendingRow, { channels: usual, otherwise }: Recipe): readonly NoticeChannel[] {
  const channels = row.channels ?? usual;
  return otherwise === null || channels.includes(otherwise) ? channels : [...channels, otherwise];
}
