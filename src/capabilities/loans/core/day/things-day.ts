// A step of the day over things of loans: those that are due are taken in their order, some in a commit.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import type { DailyStep } from '#platform/work/day/daily-step.ts';
import { inTurns } from '#platform/work/day/in-turns.ts';
import { isOfTheTime } from '#platform/work/day/is-of-the-time.ts';
import { behindOfEach } from '#platform/work/day/left-behind.ts';
import { duePages } from '#platform/work/due-page.ts';
import type { DueRows } from '#platform/work/due-rows.ts';
import type { HeldLoan } from '../loan/product.ts';
import { bringOfLoans, type DayContext } from './due-of-loans.ts';

interface DueThing {
  readonly person_id: string;
  readonly id: string;
  readonly loan_id: string;
}

interface Declared {
  /** The name of the step in the log. */
  readonly name: string;
  readonly due: DueRows;
  readonly emits: readonly EventKind[];
  /** How many share the cost of a commit; 25 if not given. */
  readonly together?: number;
  /** Does one thing, whose loan is held. It looks whether somebody was quicker. */
  bring(ctx: DayContext, tx: Tx, held: HeldLoan, thing: DueThing): Promise<void>;
}

export const dayOfThings = ({ name, due, emits, together = 25, bring }: Declared): DailyStep => ({
  name,
  due,
  /** Finds rows whose instant has long passed: nobody has looked at them. */
  leftBehind: behindOfEach((db, { companyId, late }) =>
    db
      // Kysely cannot follow names that are parameters.
      .selectFrom(due.table as 'loan_advances')
      .select('id')
      .where('company_id', '=', companyId)
      .where(due.column as 'act_at', '<=', late),
  ),
  run: (day) =>
    inTurns<DueThing>(day, {
      next: duePages<DueThing>(due, { more: ['loan_id'] }),
      together,
      bring: (tx: Tx, now: Instant, things) => bringOfLoans(day, tx, now, { things, emits, bring }),
      isOfTheTime,
      failed({ person_id: person, loan_id: loan, id }, error) {
        const { mode, companyId: company } = day.realm;
        const ids = { mode, company, person, loan, id };
        day.log.error({ err: error, ...ids }, `of the ${name} of the day one could not be brought; it is tried again`);
      },
    }),
});
