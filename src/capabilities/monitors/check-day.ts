// The day of monitors: borrowers whose look is due are looked up, and what is found is applied in the same commit. Its
// cost follows what is due, not what the portfolio holds.
import { addDays, type CivilDate } from '@tenor/engine/values/civil-date.ts';
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import { dateInZone, instantOfLocal } from '@tenor/engine/values/zone.ts';
import { timezoneOf } from '#capabilities/access/index.ts';
import { type CaseListener, movingInWork } from '#capabilities/cases/index.ts';
import { ownOpenLoans } from '#capabilities/loans/index.ts';
import {
  holdEach,
  type Identifying,
  identifyingOf,
  type PersonRow,
  phonesOf,
  sealerOf,
} from '#capabilities/people/index.ts';
import { system } from '#platform/actor.ts';
import type { Mode } from '#platform/db/realm.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import type { DailyStep, PassingDay } from '#platform/work/day/daily-step.ts';
import { inTurns } from '#platform/work/day/in-turns.ts';
import { isOfTheTime } from '#platform/work/day/is-of-the-time.ts';
import { behindOfEach } from '#platform/work/day/left-behind.ts';
import { makerOfDay } from '#platform/work/day/maker-of-day.ts';
import { duePages } from '#platform/work/due-page.ts';
import { appliedAnswer } from './apply-answer.ts';
import { type Applying, emittedByFindings } from './apply-finding.ts';
import { disastersAt } from './disasters/look-up-home.ts';
import { dueChecks } from './due.ts';
import { hitsOf } from './hit.ts';
import { monitorsOf, recheckDaysOf, watches } from './monitor.ts';
import { appliedNumbers } from './numbers/apply-numbers.ts';
import type { Register } from './providers/provider.ts';
import { isReassignedInTests, simulatedRegister } from './providers/simulated.ts';
import { writeStatus } from './status.ts';
import { monitoringStatuses, type StatusRow } from './tables.ts';
import { watchesBusinesses } from './words.ts';

/** This many share the cost of a commit. */
const together = 25;

type Place = Pick<StatusRow, 'person_id' | 'id' | 'next_check_at'>;

export const checkingDay = (listeners: readonly CaseListener[]): DailyStep => ({
  name: 'monitors',
  due: dueChecks,
  leftBehind: behindOfEach((db, { companyId, late }) =>
    db
      .selectFrom('monitoring_statuses')
      .select('id')
      .where('company_id', '=', companyId)
      .where('next_check_at', '<=', late),
  ),
  run: (day) =>
    inTurns<Place>(day, {
      next: duePages<Place>(dueChecks),
      together,
      isOfTheTime,
      bring: (tx, now, places) => bring(day, tx, now, listeners, places),
      failed({ person_id: person }, error) {
        const { mode, companyId: company } = day.realm;
        day.log.error({ err: error, mode, company, person }, 'a borrower could not be looked up; it is tried again');
      },
    }),
});

async function bring(
  day: PassingDay,
  tx: Tx,
  now: Instant,
  listeners: readonly CaseListener[],
  places: readonly Place[],
): Promise<readonly Place[]> {
  const [zone, monitors] = await Promise.all([timezoneOf(tx), monitorsOf(tx)]);
  await holdEach(tx, makerOfDay(day, now, emittedByFindings(listeners)), places, async ({ held, emit }) => {
    if (held === undefined) return;
    const ctx = movingInWork(day, { now, emit, timezone: zone as string, actor: system });
    await lookUp({ ctx, tx, listeners, parent: held.subject }, monitors);
  });
  return places;
}

type Monitors = Awaited<ReturnType<typeof monitorsOf>>;

const dueOf = (reader: Reader, personId: string, now: Instant) =>
  reader.rows(
    reader.db
      .selectFrom('monitoring_statuses')
      .select(monitoringStatuses.all)
      .where('person_id', '=', personId)
      .where('next_check_at', '<=', now)
      .orderBy('position'),
  );

async function lookUp(applying: Applying, monitors: Monitors): Promise<void> {
  const { ctx, tx, parent } = applying;
  const due = await dueOf(tx, parent.person_id, ctx.now);
  const known = parent.erased_at === null && due.length > 0 ? await knownOf(applying, monitors, due) : undefined;
  for (const row of due) {
    const monitor = monitors.find(({ kind }) => kind === row.monitor);
    const isOn = known !== undefined && monitor?.is_enabled === true;
    const next = isOn ? addSeconds(ctx.now, recheckDaysOf(monitor) * secondsOfDay) : null;
    const seen = isOn && watches(monitor, known.loans) ? await look(applying, row, known) : {};
    writeStatus(tx, row, { next_check_at: next, ...seen });
  }
}

const secondsOfDay = 86_400;

/** In live mode registers answer by files, and the day asks none. */
const registers: Readonly<Record<Mode, Register | undefined>> = { test: simulatedRegister, live: undefined };

type Known = Awaited<ReturnType<typeof knownOf>>;

/** The loans are read only where a monitor asks for their types. */
async function knownOf({ ctx, tx, parent }: Applying, monitors: Monitors, due: readonly StatusRow[]) {
  const asksTypes = monitors.some(
    ({ kind, loan_type_ids: types }) => types.length > 0 && due.some(({ monitor }) => monitor === kind),
  );
  const person = await identifyingOf(tx, ctx.vault, parent);
  return { person, loans: asksTypes ? await ownOpenLoans(tx, parent.person_id) : [] };
}

const canBeAsked = ({ borrower_type: type }: PersonRow, { monitor }: StatusRow): boolean =>
  type === 'person' || watchesBusinesses(monitor);

async function look(applying: Applying, row: StatusRow, { person }: Known): Promise<Partial<StatusRow>> {
  const { ctx, parent } = applying;
  const { now, timezone } = ctx;
  const today = dateInZone(now, timezone);
  const { monitor: kind } = row;
  if (kind === 'reassignedNumber') return lookAtPhones(applying, today);
  if (kind === 'federalEmergency') return lookAtHome(applying, { ...row, monitor: kind }, person, today);
  const register = registers[ctx.realm.mode];
  if (register === undefined) return { next_check_at: null };
  if (person.ssn === null || !canBeAsked(parent, row)) return { last_result: 'unknown', last_checked_at: now };
  const since = dateInZone(row.created_at, timezone);
  const findings = register({ kind, ssn: person.ssn, since, today });
  return appliedAnswer(
    applying,
    { ...row, monitor: kind },
    { answer: { findings, isWhole: false }, asOf: today, source: 'simulated' },
  );
}

/** The day asks the register of test mode alone, as of the other registers. */
async function lookAtPhones(applying: Applying, today: CivilDate): Promise<Partial<StatusRow>> {
  const { ctx, tx, parent } = applying;
  if (registers[ctx.realm.mode] === undefined) return { next_check_at: null };
  const phones = (await phonesOf(tx, ctx.vault, [parent.person_id])).get(parent.person_id) ?? [];
  const said = phones.map(({ number: phone }) => ({ phone, askedOf: today, isReassigned: isReassignedInTests(phone) }));
  return appliedNumbers(applying, said, ctx.now);
}

/** Declarations, and a home that changes, wake whoever is concerned; else the next look comes when all relief is over. */
async function lookAtHome(
  applying: Applying,
  row: Parameters<typeof appliedAnswer>[1],
  person: Identifying,
  today: CivilDate,
): Promise<Partial<StatusRow>> {
  const { ctx, tx, parent } = applying;
  const { person_id: personId } = parent;
  const wasFound = row.last_result === 'hit';
  const known = wasFound ? await hitsOf(tx, sealerOf(ctx.vault, parent), personId, row.monitor) : undefined;
  const struck = await disastersAt(tx, person, { today, known: known ?? [] });
  const { until, origins } = struck;
  const heard = { answer: struck, asOf: today, source: 'declarations', origins, known } as const;
  const seen = await appliedAnswer(applying, row, heard);
  const dayAfter = until && instantOfLocal({ date: addDays(until, 1), time: '00:00:00', zone: ctx.timezone });
  const isUnknown = person.home === null && struck.findings.length === 0;
  return { ...seen, ...(isUnknown && { last_result: 'unknown' }), next_check_at: dayAfter };
}
