// Somebody comes on a loan, sees it from now on or no more, or goes. The books stay as they are.
import { dateOf } from '@tenor/engine/values/day.ts';
import { person } from '#capabilities/people/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal, refuseField } from '#platform/errors.ts';
import { namedIn } from '#platform/resource/named-in.ts';
import { loanErrors } from '../../core/loan/errors.ts';
import type { HeldLoan } from '../../core/loan/product.ts';
import { loanStates } from '../../core/loan/states.ts';
import type { LoanRow } from '../../core/loan/tables.ts';
import { todayOf } from '../../core/loan/today.ts';
import { writeLoan } from '../../core/loan/write-loan.ts';
import { type LoanPerson, parties, partyAdded, partyEnded, partyUpdated, tellParty } from './party.ts';
import { isPresent, mainBorrower, type Party, partyOf, peopleOf, shownParty } from './people-of-loan.ts';
import type { LoanPersonAdd, LoanPersonEnd, LoanPersonUpdate } from './schemas.ts';

/** The most people on a loan at once, beside its main borrower, and the most that it may ever have had. */
const atOnceMax = 20;
const everMax = 100;

/** Errors: LoanStatusForbids, NotFound (person), InvalidRequest, NoRoom. */
export async function addPerson(
  ctx: CommandContext,
  tx: Tx,
  { row: loan }: HeldLoan,
  { personId: reference, loanRelationType, startDate, mayRead = false }: LoanPersonAdd,
): Promise<LoanPerson> {
  loanStates.mustAllow(loan.status, 'changePeople');
  const { id: personId, subject: other } = await namedIn('personId', person.find(tx, reference, false));
  if (other.erased_at !== null) throw refuseField('personId', 'was erased', 'a borrower who is there');
  const all = await peopleOf(tx, loan);
  if (all.some((party) => isPresent(party) && party.other_person_id === personId)) {
    throw refuseField('personId', 'is on the loan already', 'another borrower');
  }
  mustHaveRoom(loan.additional_people.length, atOnceMax);
  mustHaveRoom(all.length - 1, everMax);
  const today = dateOf(todayOf(loan, ctx.now));
  const start_date = startDate ?? today;
  if (start_date > today) throw refuseField('startDate', 'has not come', `${today}, or a day before it`);
  const row = parties.newRow(ctx, loan, { other_person_id: personId, relation: loanRelationType, start_date });
  const added = { personId, loanRelationType, ...(!mayRead && { mayRead }) };
  const changed = withPeople(ctx, tx, loan, [...loan.additional_people, added]);
  parties.insert(tx, row);
  tellParty(ctx, loan, row, [partyAdded]);
  return shownParty(changed, row);
}

function mustHaveRoom(count: number, atMost: number): void {
  if (count < atMost) return;
  throw new Refusal(errors.NoRoom, `The loan has ${atMost} people besides its main borrower.`, { data: { atMost } });
}

/** Errors: LoanStatusForbids, NotFound, NothingToDo. */
export async function changeReading(
  ctx: CommandContext,
  tx: Tx,
  { row: loan }: HeldLoan,
  id: string,
  { mayRead }: LoanPersonUpdate,
): Promise<LoanPerson> {
  const party = await partyToChange(tx, loan, id);
  const shown = shownParty(loan, party);
  if (shown.mayRead === mayRead) return shown;
  const people = loan.additional_people.map((one) => {
    if (one.personId !== party.other_person_id) return one;
    const { mayRead: _, ...rest } = one;
    return mayRead ? rest : { ...rest, mayRead };
  });
  const changed = withPeople(ctx, tx, loan, people);
  if (party.hasRow) parties.write(tx, { ...party, updated_at: ctx.now });
  tellParty(ctx, loan, party, [partyUpdated]);
  return shownParty(changed, { ...party, updated_at: ctx.now });
}

/** Errors: LoanStatusForbids, NotFound, InvalidRequest, NothingToDo. */
export async function endPerson(
  ctx: CommandContext,
  tx: Tx,
  { row: loan }: HeldLoan,
  id: string,
  { endDate }: LoanPersonEnd,
): Promise<LoanPerson> {
  const party = await partyToChange(tx, loan, id);
  const today = dateOf(todayOf(loan, ctx.now));
  const end_date = endDate ?? today;
  if (end_date < party.start_date || end_date > today) {
    const message = end_date > today ? 'has not come' : 'lies before the first day';
    throw refuseField('endDate', message, `a day from ${party.start_date} to ${today}`);
  }
  const { hasRow, ...row } = { ...party, end_date, updated_at: ctx.now };
  const left = loan.additional_people.filter(({ personId }) => personId !== party.other_person_id);
  const changed = withPeople(ctx, tx, loan, left);
  if (hasRow) parties.write(tx, row);
  else parties.insert(tx, { ...row, position: ctx.position() });
  tellParty(ctx, loan, row, [partyEnded]);
  return shownParty(changed, row);
}

async function partyToChange(tx: Tx, loan: LoanRow, id: string): Promise<Party> {
  loanStates.mustAllow(loan.status, 'changePeople');
  const party = await partyOf(tx, loan, id);
  if (party.relation === mainBorrower) {
    throw refuseField('loanPersonId', 'is the main borrower, whose loan it is', 'another person of the loan');
  }
  if (isPresent(party)) return party;
  const reason = 'the person is on the loan no more';
  throw new Refusal(loanErrors.NothingToDo, `${id} ended on ${party.end_date}.`, { data: { reason } });
}

/** The version of the loan guards who is on it. */
function withPeople(ctx: CommandContext, tx: Tx, loan: LoanRow, people: LoanRow['additional_people']): LoanRow {
  const changed = { ...loan, additional_people: people, updated_at: ctx.now };
  writeLoan(tx, loan, changed);
  return changed;
}
