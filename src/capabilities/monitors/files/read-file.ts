// Reads a file of a register: whole first, so that a file that is wrong anywhere changes nothing; then chunk after chunk
// for the borrowers whom it is about. A chunk that is brought a second time after a crash finds all known.
import { addDays, type CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { dateInZone, instantOfLocal } from '@tenor/engine/values/zone.ts';
import { sql } from 'kysely';
import Type, { type Static } from 'typebox';
import { timezoneOf } from '#capabilities/access/index.ts';
import { type CaseListener, movingInWork } from '#capabilities/cases/index.ts';
import { ownOpenLoans } from '#capabilities/loans/index.ts';
import { holdEach, identifyingOf, ownersOfNumbers, ownersOfPhones } from '#capabilities/people/index.ts';
import type { Actor } from '#platform/actor.ts';
import { workNow } from '#platform/business-clock.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { mustHaveNone, type Problem } from '#platform/errors.ts';
import { type Chunk, nextChunk } from '#platform/import/read-chunk.ts';
import { endChunk, endUpload } from '#platform/uploads/end-chunks.ts';
import { openChunk } from '#platform/uploads/receive-lines.ts';
import { isOfTheTime } from '#platform/work/day/is-of-the-time.ts';
import { togetherOrOneByOne } from '#platform/work/one-by-one.ts';
import { defineJob, KeptDate } from '#platform/work/operations/job.ts';
import type { OperationKind, Running } from '#platform/work/operations/operation-kind.ts';
import { type Asking, type OperationView, startOperation } from '#platform/work/operations/operations.ts';
import { persistently } from '#platform/work/operations/persistently.ts';
import { applyAnswer } from '../apply-answer.ts';
import { type Applying, emittedByFindings } from '../apply-finding.ts';
import type { Format, ReadLine } from '../formats/format.ts';
import { formats } from '../formats/formats.ts';
import { monitorsOf, type Setting, watches } from '../monitor.ts';
import { applyNumbers } from '../numbers/apply-numbers.ts';
import type { MonitorKind } from '../words.ts';

const Asked = Type.Object({
  uploadId: Type.String(),
  lines: Type.Integer(),
  monitor: Type.Unsafe<MonitorKind>({ type: 'string' }),
  asOf: KeptDate,
  /** Who has brought the file, and so prepared what follows from it. */
  askedBy: Type.Unsafe<Actor>({ type: 'object' }),
  /** Who has said where it was fetched, and so prepared what follows as well. */
  preparedBy: Type.Array(Type.String()),
});
type Asked = Static<typeof Asked>;

const job = defineJob('monitors.readFile', Asked);

export const startReading = (ctx: Asking, tx: Tx, asked: Omit<Asked, 'askedBy'>): OperationView =>
  startOperation(ctx, tx, job, { ...asked, askedBy: ctx.caller.actor });

/** More of a file that is wrong helps nobody. */
const shownMax = 100;

export const readingFiles = (listeners: readonly CaseListener[]): OperationKind => ({
  ...job,
  needs: ['monitor.file:import'],
  async run(running) {
    const asked = job.readInput(running.input);
    const { counts } = await running.counted(running.reader);
    if (counts.checked === undefined) await checkWhole(running, asked);
    await running.progress((await running.counted(running.reader)).done, asked.lines);
    await applyChunks(running, asked, listeners);
    await running.finish(async (tx) => {
      running.mark(tx, { done: asked.lines, total: asked.lines });
      endUpload(tx, asked.uploadId);
      tx.write(endOf(tx, running.operationId, 'applied'));
      const { counts: all } = await running.counted(tx);
      return { lines: asked.lines, borrowers: all.borrowers ?? 0, failed: all.failed ?? 0 };
    });
  },
  async release(tx, { operationId, input }) {
    endUpload(tx, job.readInput(input).uploadId);
    tx.write(endOf(tx, operationId, 'refused'));
    return null;
  },
});

const endOf = (tx: Tx, operationId: string, status: 'applied' | 'refused') =>
  tx.db.updateTable('monitor_files').set({ status }).where('operation_id', '=', operationId);

interface NumberedLine {
  readonly number: number;
  readonly read: ReadLine;
}

/** Empty lines are passed over. A line end of two characters is one. */
function linesOf({ vault, realm }: Running, { uploadId, monitor }: Asked, chunk: Chunk): NumberedLine[] {
  const texts = openChunk(vault.companySealer(realm.companyId), uploadId, chunk.number, chunk.sealed);
  const reader = formats[monitor] as Format;
  return texts.flatMap((bytes, i) => {
    const text = bytes.toString('utf8').replace(/\r$/, '');
    return text.trim() === '' ? [] : [{ number: chunk.first_line + i, read: reader.read(text) }];
  });
}

/** Errors: InvalidRequest, with each line that is wrong. */
async function checkWhole(running: Running, asked: Asked): Promise<void> {
  const problems: Problem[] = [];
  for (let after = 0; ; ) {
    const chunk = await nextChunk(running.reader, asked.uploadId, after);
    if (chunk === undefined) break;
    after = chunk.number;
    const lines = linesOf(running, asked, chunk);
    const strange = await strangeReferences(running.reader, lines);
    const found = lines.flatMap((line) => problemOf(line, strange));
    problems.push(...found.slice(0, shownMax - problems.length));
    if (problems.length === shownMax) break;
  }
  mustHaveNone(problems);
  await running.piece(async () => ({ done: 0, counts: { checked: 1 } }));
}

function problemOf({ number, read }: NumberedLine, strange: ReadonlySet<string>): Problem[] {
  const path = `lines[${number}]`;
  if ('message' in read) return [{ path, ...read }];
  if (!('who' in read) || !('statusId' in read.who) || !strange.has(read.who.statusId)) return [];
  return [
    {
      path,
      message: `is about ${read.who.statusId}, whom this company did not ask about`,
      expected: 'a file of this company',
    },
  ];
}

const referencesOf = (lines: readonly NumberedLine[]): string[] =>
  lines.flatMap(({ read }) => ('who' in read && 'statusId' in read.who ? [read.who.statusId] : []));

async function strangeReferences(reader: Reader, lines: readonly NumberedLine[]): Promise<ReadonlySet<string>> {
  const asked = [...new Set(referencesOf(lines))];
  const owners = await ownersOfStatuses(reader, asked);
  return new Set(asked.filter((id) => !owners.has(id)));
}

async function ownersOfStatuses(reader: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await reader.rows(
    reader.db
      .selectFrom('monitoring_statuses')
      .select(['id', 'person_id'])
      .where('id', '=', sql<string>`any(${ids}::text[])`),
  );
  return new Map(rows.map(({ id, person_id }) => [id, person_id]));
}

/** This many borrowers share a commit, where one server has them all. */
const togetherMax = 25;

async function applyChunks(running: Running, asked: Asked, listeners: readonly CaseListener[]): Promise<void> {
  const together = Math.min(togetherMax, running.database.grouping.personsMax);
  for (let after = 0; ; ) {
    const chunk = await nextChunk(running.reader, asked.uploadId, after);
    if (chunk === undefined) return;
    after = chunk.number;
    const people = await linesByPerson(running, linesOf(running, asked, chunk));
    let failed = 0;
    for (let at = 0; at < people.length; at += together) {
      failed += await bringTogether(running, { asked, listeners, people: people.slice(at, at + together) });
    }
    await running.piece(async (tx) => {
      endChunk(tx, asked.uploadId, chunk.number);
      return { done: chunk.lines, counts: { borrowers: people.length - failed, failed } };
    });
  }
}

/** How many could not be brought: each of them stops no other. */
async function bringTogether(running: Running, bringing: Bringing): Promise<number> {
  let failed = 0;
  await togetherOrOneByOne<OfPerson>({
    together: () => persistently(() => bringPeople(running, bringing)),
    things: () => bringing.people,
    one: (person) => persistently(() => bringPeople(running, { ...bringing, people: [person] })),
    failed({ personId: person }, error) {
      failed += 1;
      const ids = { company: running.realm.companyId, person, operation: running.operationId };
      running.log.error({ err: error, ...ids }, 'what a register says of a borrower could not be applied');
    },
    isOfTheTime,
  });
  return failed;
}

interface OfPerson {
  readonly personId: string;
  readonly lines: readonly NumberedLine[];
}

/** Few lines of a large file are about borrowers who are watched. They are held in the order of their ids. */
async function linesByPerson(running: Running, lines: readonly NumberedLine[]): Promise<OfPerson[]> {
  const { reader, vault } = running;
  const { monitor } = job.readInput(running.input);
  const numbers = lines.flatMap(({ read }) => ('who' in read && 'ssn' in read.who ? [read.who.ssn] : []));
  const byNumber = await ownersOfNumbers(reader, vault, [...new Set(numbers)]);
  const phones = lines.flatMap(({ read }) => ('phone' in read ? [read.phone] : []));
  const byPhone = await ownersOfPhones(reader, vault, [...new Set(phones)]);
  const byStatus = await ownersOfStatuses(reader, [...new Set(referencesOf(lines))]);
  const pairs = lines.flatMap((line) => {
    if ('phone' in line.read) return (byPhone.get(line.read.phone) ?? []).map((personId) => ({ personId, line }));
    if (!('who' in line.read)) return [];
    const { who } = line.read;
    const owners = 'ssn' in who ? byNumber.get(who.ssn) : [byStatus.get(who.statusId)];
    return (owners ?? []).flatMap((personId) => (personId === undefined ? [] : [{ personId, line }]));
  });
  const watched = await watchedOf(reader, monitor, [...new Set(pairs.map(({ personId }) => personId))]);
  const grouped = Map.groupBy(pairs, ({ personId }) => personId);
  return [...watched].sort().map((personId) => ({
    personId,
    lines: (grouped.get(personId) ?? []).map(({ line }) => line),
  }));
}

async function watchedOf(reader: Reader, monitor: MonitorKind, personIds: readonly string[]): Promise<Set<string>> {
  if (personIds.length === 0) return new Set();
  const rows = await reader.rows(
    reader.db
      .selectFrom('monitoring_statuses')
      .select('person_id')
      .where('person_id', '=', sql<string>`any(${personIds}::text[])`)
      .where('monitor', '=', monitor),
  );
  return new Set(rows.map(({ person_id }) => person_id));
}

interface Bringing {
  readonly asked: Asked;
  readonly listeners: readonly CaseListener[];
  readonly people: readonly OfPerson[];
}

const bringPeople = (running: Running, { asked, listeners, people }: Bringing): Promise<void> =>
  running.piece(async (tx) => {
    const { realm, operationId: requestId, position } = running;
    const [now, zone] = [await workNow(tx, running.clock), await timezoneOf(tx)];
    const setting = (await monitorsOf(tx)).find(({ kind }) => kind === asked.monitor) as Setting;
    const { askedBy: actor } = asked;
    const maker = { realm, now, position, requestId, actor, declared: emittedByFindings(listeners) };
    const all = people.map(({ personId, lines }) => ({ person_id: personId, lines }));
    await holdEach(tx, maker, all, async ({ held, emit }, own) => {
      if (held === undefined || held.subject.erased_at !== null) return;
      if (!(await isWatched(tx, setting, held.subject.person_id))) return;
      const ctx = movingInWork(running, { now, emit, timezone: zone as string, actor });
      const lines = own.flatMap((one) => one.lines);
      await applyLines({ ctx, tx, listeners, parent: held.subject }, asked, lines);
    });
    return { done: 0, counts: {} };
  });

/** Who has a status, and no loan of the types that are watched, is nobody's business. */
const isWatched = async (reader: Reader, setting: Setting, personId: string): Promise<boolean> =>
  setting.loan_type_ids.length === 0 || watches(setting, await ownOpenLoans(reader, personId));

async function applyLines(
  applying: Applying,
  { monitor, asOf, preparedBy }: Asked,
  lines: readonly NumberedLine[],
): Promise<void> {
  const { ctx, tx, parent } = applying;
  if (monitor === 'reassignedNumber') {
    // The day of the file is over in it, or it is today.
    const at = asOf === dateInZone(ctx.now, ctx.timezone) ? ctx.now : endOfDay(asOf, ctx.timezone);
    const said = lines.flatMap(({ read }) => ('phone' in read ? [read] : []));
    return applyNumbers(applying, said, at);
  }
  const person = await identifyingOf(tx, ctx.vault, parent);
  for (const { read } of lines) {
    if (!('who' in read)) continue;
    await applyAnswer(applying, { monitor, answer: read.answer(person, asOf), asOf, preparedBy });
  }
}

const endOfDay = (date: CivilDate, zone: string): Instant =>
  instantOfLocal({ date: addDays(date, 1), time: '00:00:00', zone });
