// The day of what hits ask of loans: each in the commit of its loan. A loan that refuses says why, and is not asked again.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import {
  actionEvents,
  bringOfLoans,
  capForService,
  type DayContext,
  endCapForService,
  type HeldLoan,
  stopAutopay,
  suspendLateFeesForCase,
} from '#capabilities/loans/index.ts';
import { militaryService } from '#capabilities/people/index.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import type { DailyStep, PassingDay } from '#platform/work/day/daily-step.ts';
import { inTurns } from '#platform/work/day/in-turns.ts';
import { isOfTheTime } from '#platform/work/day/is-of-the-time.ts';
import { behindOfEach } from '#platform/work/day/left-behind.ts';
import { duePages } from '#platform/work/due-page.ts';
import { dueActions } from './due.ts';
import { type ActionOutcome, type ActionRow, type LoanAction, monitorActions } from './tables.ts';

const together = 25;

type Place = Pick<ActionRow, 'person_id' | 'id' | 'loan_id' | 'act_at'>;

export const actingDay: DailyStep = {
  name: 'monitor-actions',
  due: dueActions,
  leftBehind: behindOfEach((db, { companyId, late }) =>
    db.selectFrom('monitor_actions').select('id').where('company_id', '=', companyId).where('act_at', '<=', late),
  ),
  run: (day) =>
    inTurns<Place>(day, {
      next: duePages<Place>(dueActions, { more: ['loan_id'] }),
      together,
      isOfTheTime,
      bring: (tx, now, places) => bring(day, tx, now, places),
      failed({ person_id: person, loan_id: loan }, error) {
        const { mode, companyId: company } = day.realm;
        const ids = { mode, company, person, loan };
        day.log.error({ err: error, ...ids }, 'what a monitor asks of a loan could not be done; it is tried again');
      },
    }),
};

const bring = (day: PassingDay, tx: Tx, now: Instant, things: readonly Place[]): Promise<readonly Place[]> =>
  bringOfLoans(day, tx, now, {
    things,
    emits: actionEvents,
    async bring(ctx, _, held, { person_id, id }) {
      const own = tx.db.selectFrom('monitor_actions').select(monitorActions.all).where('person_id', '=', person_id);
      const row = await tx.row(own.where('id', '=', id));
      // Or somebody was quicker.
      if (row?.act_at == null) return;
      const done = await act(ctx, tx, held, row);
      const set = tx.db.updateTable('monitor_actions').set({ ...done, act_at: null, updated_at: now });
      tx.write(set.where('person_id', '=', person_id).where('id', '=', id));
    },
  });

interface Done {
  readonly outcome: ActionOutcome;
  readonly error_type?: string;
}

async function act(ctx: DayContext, tx: Tx, held: HeldLoan, row: ActionRow): Promise<Done> {
  try {
    return { outcome: (await doOf[row.action](ctx, tx, held, row)) ? 'done' : 'nothingToDo' };
  } catch (error) {
    if (!(error instanceof Refusal) || error.kind.status === 423) throw error;
    return { outcome: 'refused', error_type: error.kind.errorType };
  }
}

type Act = (ctx: DayContext, tx: Tx, held: HeldLoan, row: ActionRow) => Promise<boolean>;

/** False: there is nothing to do. Each refuses before it writes. */
const doOf: Readonly<Record<LoanAction, Act>> = {
  stopAutopay: (ctx, tx, held) => stopAutopay(ctx, tx, held, 'byMonitor'),
  async capInterest(ctx, tx, held, { service_id }) {
    const noticeReceivedDate = dateInZone(ctx.now, held.row.zone);
    await capForService(ctx, tx, held, { militaryServiceId: service_id as string, noticeReceivedDate });
    return true;
  },
  async endCap(ctx, tx, held, { person_id, service_id }) {
    const militaryServiceId = service_id as string;
    const { end_date: endDate } = await militaryService.find(tx, militaryServiceId, { below: person_id, lock: true });
    return endDate !== null && endCapForService(ctx, tx, held, { militaryServiceId, endDate });
  },
  suspendLateFees(ctx, tx, held, { case_id: caseId, first_on: first, last_on: endDate }) {
    const startDate = first as CivilDate;
    return suspendLateFeesForCase(ctx, tx, held, { caseId, days: endDate === null ? null : { startDate, endDate } });
  },
};
