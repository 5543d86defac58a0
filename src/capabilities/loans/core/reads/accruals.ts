// The interest that each loan earned on a day, as events. They are computed when they are asked for and stored nowhere:
// a page of loans is read with all their facts, and each is replayed to that day.
import { setImmediate as breathe } from 'node:timers/promises';
import type { Fact } from '@tenor/engine/account/facts.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { type Day, dayOf } from '@tenor/engine/values/day.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import { sql } from 'kysely';
import { externalIdsOfPeople } from '#capabilities/people/index.ts';
import { actorColumns, system } from '#platform/actor.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import type { EventsOfDay, EventsOfDayAsked } from '#platform/event-views/events-of-day.ts';
import { presentEvent } from '#platform/events/present-event.ts';
import type { Event } from '#platform/events/schemas.ts';
import type { ReadContext } from '#platform/http/endpoint.ts';
import { type ListSource, type Page, type PageInput, page } from '#platform/http/pages.ts';
import { type RowOfWhole, type WholeLoan, wholeLoans } from '../lifecycle/whole-loans.ts';
import { interestAccrued, toldOfLoan } from '../loan/events.ts';
import { itsStanding } from '../loan/standing.ts';
import { startOfDay, todayOf } from '../loan/today.ts';
import { productOf } from '../products/list.ts';
import { termsOf } from '../timeline/held-loan.ts';
import { accrualId, accrualMessageId, loanIdOf } from './accrual-id.ts';

export const accruals: EventsOfDay = { type: interestAccrued.type, list: listAccruals };

/** Counting reads states of loans: a thousand are enough to know. */
const source: ListSource = {
  table: 'loans',
  idColumn: 'id',
  sortable: { createdAt: 'created_at', effectiveAt: 'created_at' },
  isSkewed: true,
  countedMax: 1_000,
};

async function listAccruals(ctx: ReadContext, asked: EventsOfDayAsked, input: PageInput): Promise<Page<Event>> {
  const { reader } = ctx;
  const { date } = asked;
  const now = await ctx.now();
  const isOver = date < dateInZone(now, ctx.caller.timezone);
  const loans = loansEarningOn(reader, asked, ctx.caller.timezone).where(
    isOver ? sql<boolean>`true` : sql<boolean>`false`,
  );
  const found = await page(reader, source, loans, cursorsOfLoans(input, date), ({ id }) => id);
  const idOf = (id: string | null) => (id === null ? null : accrualId(id, date));
  const whole = (await wholeLoans(reader, found.items)).filter(({ row }) => dayOf(date) < todayOf(row, now));
  const externalIds = await externalIdsOfPeople(reader, [...new Set(whole.map(({ row }) => row.person_id))]);
  const items: Event[] = [];
  for (const loan of whole) {
    items.push(accrualOf(loan, date, externalIds.get(loan.row.person_id) ?? null));
    // A replay of a whole life takes milliseconds: others get their turn after each.
    await breathe();
  }
  return {
    ...found,
    next: idOf(found.next),
    previous: idOf(found.previous),
    ids: found.ids.map((id) => accrualId(id, date)),
    items,
  };
}

/** The cursors of events, as those of their loans. */
function cursorsOfLoans({ startingAfter, endingBefore, ...input }: PageInput, date: CivilDate): PageInput {
  return {
    ...input,
    ...(startingAfter !== undefined && { startingAfter: loanIdOf(startingAfter, date) }),
    ...(endingBefore !== undefined && { endingBefore: loanIdOf(endingBefore, date) }),
  };
}

const halfADay = '12 hours';

/** Loans whose books had begun by the day, and which earned interest until its end or could have. */
function loansEarningOn(reader: Reader, { date, loanId, personId }: EventsOfDayAsked, zone: string) {
  const day = dayOf(date);
  const end = startOfDay(day + 1, zone);
  let loans = reader.db
    .selectFrom('loans')
    .innerJoin('loan_standing', itsStanding)
    .select(['loans.person_id', 'loans.id'])
    .where('started_on', '<=', date)
    .where(sql<boolean>`(status <> 'paidOff' or paid_off_on > ${date})`)
    // A charge-off ends the interest, unless the loan type says otherwise. Zones differ by less than half a day.
    .where(
      sql<boolean>`(status <> 'chargedOff' or terms->'delinquency'->>'accrualAfterChargeOff' = 'true'
        or (timestamps->>'chargedOffAt')::timestamptz > ${end}::timestamptz - ${halfADay}::interval)`,
    );
  if (loanId !== undefined) loans = loans.where('loans.id', '=', loanId);
  if (personId !== undefined) loans = loans.where('loans.person_id', '=', personId);
  return loans;
}

function accrualOf({ row, facts }: WholeLoan, date: CivilDate, personExternalId: string | null): Event {
  const day = dayOf(date);
  const end = startOfDay(day + 1, row.zone);
  return presentEvent({
    subject_id: row.person_id,
    id: accrualId(row.id, date),
    company_id: row.company_id,
    position: 0,
    event_type: interestAccrued.type,
    cause: null,
    created_at: end,
    effective_at: end,
    deleted_at: null,
    loan_id: row.id,
    case_id: null,
    transaction_id: null,
    period_id: null,
    message_id: accrualMessageId(row.id, date),
    request_id: null,
    ...actorColumns(system),
    details: {
      ...toldOfLoan(row),
      personExternalId,
      amount: interestOfDay(row, facts, day),
      currency: 'USD',
      accrualDate: date,
    },
  });
}

/** The days of a period add up to the interest of the period: each is what the rounded sum grew by. */
function interestOfDay(row: RowOfWhole, facts: readonly Fact[], day: Day): Cents {
  const product = productOf(row);
  const terms = termsOf(row);
  const before = product.replay(terms, facts, { through: day });
  const after = product.replay(terms, facts, { through: day + 1, from: before });
  return (product.accruedSinceDue(terms, before, after) - product.accruedSinceDue(terms, before, before)) as Cents;
}
