// Military service that is recorded anew: the caps that the borrower's own loans have for it follow its days, in the same
// commit. A loan that bears it for a co-borrower is another person's, and its cap is changed by hand.
import { militaryServiceRoutes } from '#capabilities/people/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { mustHave } from '#platform/http/may-call.ts';
import { asLoanContext } from '../../core/books/change-loan.ts';
import { ledgerEvents } from '../../core/books/ledger-events.ts';
import { findLoan } from '../../core/lifecycle/loan.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import { capsOfService } from './ceiling.ts';
import type { AskedCap } from './check-cap.ts';
import { changedCap } from './commands/change-cap.ts';
import { scraErrors } from './errors.ts';
import { recordCap } from './on-books.ts';
import { type ScraCapRow, scraEvents } from './scra-cap.ts';

const { ScraDoesNotApply, ScraCapOverlaps, ScraCapInForce } = scraErrors;

type Routes = Parameters<typeof militaryServiceRoutes>[0];
type Service = Parameters<NonNullable<Routes['afterWrite']>>[2]['row'];

const days = ['startDate', 'endDate'] as const;
const columnOf = { startDate: 'start_date', endDate: 'end_date' } as const;

export const followedServiceRoutes = militaryServiceRoutes({
  mayEmit: { update: [scraEvents.changed, scraEvents.ended, ...ledgerEvents] },
  errors: { update: [errors.Locked, ScraDoesNotApply, ScraCapOverlaps], delete: [ScraCapInForce] },
  whoMay({ caller }, { verb, before, sent }) {
    const moves = before && days.some((day) => sent[day] !== undefined && sent[day] !== before[columnOf[day]]);
    if (verb === 'update' && moves) mustHave(caller, 'loan.scra:update');
  },
  async afterWrite(ctx, tx, { verb, before, row }) {
    if (before === undefined) return;
    const caps = await capsOfService(tx, row.person_id, row.id);
    if (verb === 'delete') return mustHaveNone(caps);
    if (before.start_date === row.start_date && before.end_date === row.end_date) return;
    // One after the other: a loan may have several, and each is checked against the others.
    for (const cap of caps) await follow(ctx, tx, cap, before, row);
  },
});

/** Errors: ScraCapInForce. */
function mustHaveNone([cap]: readonly ScraCapRow[]): void {
  if (cap === undefined) return;
  const { id: scraCapId, loan_id: loanId } = cap;
  throw new Refusal(ScraCapInForce, `The loan ${loanId} has the SCRA cap ${scraCapId} for this service.`, {
    data: { scraCapId, loanId },
  });
}

/** Days of the cap that were those of the service are so again; others stay. Errors: InvalidRequest, ScraDoesNotApply, ScraCapOverlaps. */
async function follow(ctx: CommandContext, tx: Tx, cap: ScraCapRow, before: Service, after: Service): Promise<void> {
  const asked: AskedCap = {
    startDate: cap.start_on === before.start_date ? after.start_date : cap.start_on,
    endDate: cap.end_on === before.end_date ? after.end_date : cap.end_on,
    annualRate: cap.annual_rate,
    noticeReceivedDate: cap.notice_on,
  };
  if (asked.startDate === cap.start_on && asked.endDate === cap.end_on && cap.start_on >= after.start_date) return;
  const held = (await findLoan(tx, { personId: cap.person_id, loanId: cap.loan_id })) as HeldLoan;
  await namingCap(cap, async () => {
    const change = await changedCap(ctx, tx, held, { before: cap, asked, begun: after.start_date });
    await recordCap(asLoanContext(ctx), tx, held, change);
  });
}

/** What refuses the change says which cap of which loan it is about. */
async function namingCap({ id: scraCapId, loan_id: loanId }: ScraCapRow, change: () => Promise<void>): Promise<void> {
  try {
    await change();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { kind, message, data } = error;
    throw new Refusal(kind, `${message} It is about the SCRA cap ${scraCapId} of the loan ${loanId}.`, {
      data: { ...data, scraCapId, loanId },
    });
  }
}
