// The day of collection: a case opens where a threshold of the company is passed, and closes when nothing is overdue.
import { addDays } from '@tenor/engine/values/civil-date.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { dateInZone, instantOfLocal } from '@tenor/engine/values/zone.ts';
import { sql } from 'kysely';
import { timezoneOf } from '#capabilities/access/index.ts';
import { settingsOf } from '#capabilities/company/index.ts';
import { overdueLoansOf } from '#capabilities/loans/index.ts';
import { type HeldInTurn, holdEach } from '#capabilities/people/index.ts';
import { system } from '#platform/actor.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import type { DailyStep, PassingDay } from '#platform/work/day/daily-step.ts';
import { inTurns } from '#platform/work/day/in-turns.ts';
import { isOfTheTime } from '#platform/work/day/is-of-the-time.ts';
import { behindOfEach } from '#platform/work/day/left-behind.ts';
import { makerOfDay } from '#platform/work/day/maker-of-day.ts';
import { isOpen } from '../case.ts';
import { caseAssociationAdded, caseChanged } from '../events.ts';
import { type MovingContext, movingInWork } from '../moving-context.ts';
import { cases } from '../tables.ts';
import { type CaseListener, closeCase, openCase } from '../write-case.ts';
import { dueWatches } from './due.ts';
import { initiates } from './rules.ts';

/** This many share the cost of a commit. */
const together = 25;
const page = 500;

interface Place {
  /** The borrower, by whom the day names what it has done. */
  readonly id: string;
  readonly person_id: string;
  readonly look_at: Instant | null;
}

/** How many notices of what is overdue the service has sent to a borrower since then. */
export type OverdueNotices = (reader: Reader, personId: string, since: Instant) => Promise<number>;

interface Beside {
  readonly listeners: readonly CaseListener[];
  readonly overdueNotices: OverdueNotices;
}

export const collectionsDay = (beside: Beside): DailyStep => ({
  name: 'collections',
  due: dueWatches,
  leftBehind: behindOfEach((db, { companyId, late }) =>
    db
      .selectFrom('collection_watches')
      .select('person_id as id')
      .where('company_id', '=', companyId)
      .where('look_at', '<=', late),
  ),
  run: (day) =>
    inTurns<Place>(day, {
      next: nextDue,
      together,
      isOfTheTime,
      bring: (tx, now, places) => bring(day, tx, now, beside, places),
      failed({ id: person }, error) {
        const { mode, companyId: company } = day.realm;
        day.log.error({ err: error, mode, company, person }, 'collection could not be decided; it is tried again');
      },
    }),
});

function nextDue(reader: Reader, now: Instant, after: Place | undefined): Promise<Place[]> {
  let due = reader.db
    .selectFrom('collection_watches')
    .select(['look_at', 'person_id', 'person_id as id'])
    .where('look_at', '<=', now)
    .orderBy('look_at')
    .orderBy('person_id')
    .limit(page);
  if (after !== undefined) {
    due = due.where(sql<boolean>`(look_at, person_id) > (${after.look_at}::timestamptz, ${after.id})`);
  }
  return reader.rows(due);
}

async function bring(
  day: PassingDay,
  tx: Tx,
  now: Instant,
  beside: Beside,
  places: readonly Place[],
): Promise<readonly Place[]> {
  const [zone, settings] = await Promise.all([timezoneOf(tx), settingsOf(tx)]);
  const declared = [caseChanged, caseAssociationAdded, ...beside.listeners.flatMap(({ mayEmit }) => mayEmit)];
  await holdEach(tx, makerOfDay(day, now, declared), places, async ({ personId, held, emit }) => {
    const ctx = movingInWork(day, { now, emit, timezone: zone as string, actor: system });
    const lookAt =
      held === undefined || held.subject.erased_at !== null
        ? null
        : await decide(ctx, tx, { ...beside, held, settings });
    tx.write(tx.db.updateTable('collection_watches').set({ look_at: lookAt }).where('person_id', '=', personId));
  });
  return places;
}

interface Deciding extends Beside {
  readonly held: NonNullable<HeldInTurn['held']>;
  readonly settings: Awaited<ReturnType<typeof settingsOf>>;
}

/** Returns when to look again. */
async function decide(
  ctx: MovingContext,
  tx: Tx,
  { listeners, overdueNotices, held, settings }: Deciding,
): Promise<Instant | null> {
  const { subject: parent } = held;
  const today = dateInZone(ctx.now, ctx.timezone);
  const { autoInitiate, closesWhenCurrent } = settings.collections ?? {};
  const [overdue, had] = await Promise.all([
    overdueLoansOf(tx, parent.person_id, today),
    tx.rows(collectionCases(tx, parent.person_id)),
  ]);
  const open = had.find(isOpen);
  if (open !== undefined) {
    if (overdue.length === 0 && closesWhenCurrent !== false) {
      await closeCase(ctx, tx, listeners, { row: open, parent }, 'resolved');
    }
    return null;
  }
  if (autoInitiate?.isEnabled !== true) return null;
  const days = Math.max(0, ...overdue.map((one) => one.days));
  const since = instantOfLocal({ date: addDays(today, -days), time: '00:00:00', zone: ctx.timezone });
  const noticesSent = autoInitiate.overdueNoticesMin == null ? 0 : await overdueNotices(tx, parent.person_id, since);
  const { now, inDays } = initiates(autoInitiate, { overdue, earlierCases: had.length, noticesSent });
  if (now) {
    const loanIds = overdue.map(({ loanId }) => loanId);
    await openCase(ctx, tx, listeners, parent, { caseType: 'collection', loanIds });
    return null;
  }
  if (inDays === null) return null;
  return instantOfLocal({ date: addDays(today, inDays), time: '00:00:00', zone: ctx.timezone });
}

const collectionCases = ({ db }: Reader, personId: string) =>
  db.selectFrom('cases').select(cases.all).where('person_id', '=', personId).where('case_type', '=', 'collection');
