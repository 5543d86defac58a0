// What somebody says of a loan to all agencies: that it was sold, transferred, closed, or is to be deleted.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import Type, { type Static } from 'typebox';
import { timezoneOf } from '#capabilities/access/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { mustHaveNone, type Problem } from '#platform/errors.ts';
import { DateOnly, DateTime, Named, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { statementsOf } from '../accounts/statement.ts';
import { reportingUpdated } from '../events.ts';
import type { StatementRow } from '../tables.ts';
import { endings } from '../words.ts';

const said = {
  ending: Nullable(StringEnum(endings), {
    description:
      'How the account ends for agencies, whatever the books say. `sold`: it was purchased by another company; after a charge-off the loss stays. `transferred`: another company services it, under another number. `deletedForMistake`, `deletedForFraud`: it is deleted there. Null: it goes on by its books.',
  }),
  endedOn: Nullable(DateOnly, { description: 'Required with an ending: a day that has come.' }),
  soldTo: Nullable(Text({ min: 1, max: 30, example: 'White River Debts LLC' }), {
    description: 'The company that bought it: required with `sold`.',
  }),
  newAccountNumber: Nullable(Text({ min: 1, max: 30, example: 'WR0042' }), {
    description: 'Its number there, of capital letters and digits: required with `transferred`.',
  }),
  closedByConsumerOn: Nullable(DateOnly, { description: 'When the borrower has closed it, without having paid it.' }),
};

export const LoanCreditReporting = Named('LoanCreditReporting')({
  object: Type.Literal('loanCreditReporting'),
  loanId: Text({ max: 12, example: 'LN-7KQ2-M4XA' }),
  ...said,
  createdAt: Nullable(DateTime),
  updatedAt: Nullable(DateTime),
});
type LoanCreditReporting = Static<typeof LoanCreditReporting>;

export const LoanCreditReportingUpdate = Named('LoanCreditReportingUpdate')({
  ending: Type.Optional(said.ending),
  endedOn: Type.Optional(said.endedOn),
  soldTo: Type.Optional(said.soldTo),
  newAccountNumber: Type.Optional(said.newAccountNumber),
  closedByConsumerOn: Type.Optional(said.closedByConsumerOn),
});
type LoanCreditReportingUpdate = Static<typeof LoanCreditReportingUpdate>;

interface Keys {
  readonly personId: string;
  readonly loanId: string;
}

const show = (loanId: string, row: StatementRow | undefined): LoanCreditReporting => ({
  object: 'loanCreditReporting',
  loanId,
  ending: row?.ending ?? null,
  endedOn: row?.ended_on ?? null,
  soldTo: row?.sold_to ?? null,
  newAccountNumber: row?.new_account_number ?? null,
  closedByConsumerOn: row?.closed_by_consumer_on ?? null,
  createdAt: row?.created_at ?? null,
  updatedAt: row?.updated_at ?? null,
});

const rowOf = async (reader: Reader, keys: Keys) => (await statementsOf(reader, [keys])).get(keys.loanId);

export const readStatement = async (reader: Reader, keys: Keys): Promise<LoanCreditReporting> =>
  show(keys.loanId, await rowOf(reader, keys));

/** The borrower is locked. Errors: InvalidRequest. */
export async function writeStatement(
  ctx: CommandContext,
  tx: Tx,
  keys: Keys,
  sent: LoanCreditReportingUpdate,
): Promise<LoanCreditReporting> {
  const today = dateInZone(ctx.now, (await timezoneOf(tx)) ?? 'UTC');
  const before = await rowOf(tx, keys);
  const kept = show(keys.loanId, before);
  const after = { ...kept, ...sent } as LoanCreditReporting;
  mustHaveNone(problemsOf(after, today));
  const columns = {
    ending: after.ending,
    ended_on: after.ending === null ? null : after.endedOn,
    sold_to: after.ending === 'sold' ? after.soldTo : null,
    new_account_number: after.ending === 'transferred' ? after.newAccountNumber : null,
    closed_by_consumer_on: after.closedByConsumerOn,
  };
  const stamps = { created_at: before?.created_at ?? ctx.now, updated_at: before === undefined ? null : ctx.now };
  tx.write(
    tx.db
      .insertInto('credit_statements')
      .values({ person_id: keys.personId, loan_id: keys.loanId, ...columns, ...stamps })
      .onConflict((there) => there.columns(['person_id', 'loan_id']).doUpdateSet({ ...columns, ...stamps })),
  );
  const { loanId } = keys;
  ctx.emit(reportingUpdated, keys.personId, { ending: after.ending }, { about: { loanId } });
  return show(loanId, {
    person_id: keys.personId,
    loan_id: loanId,
    company_id: ctx.realm.companyId,
    ...columns,
    ...stamps,
  });
}

function problemsOf(said: LoanCreditReporting, today: CivilDate): Problem[] {
  const { ending, endedOn, soldTo, newAccountNumber, closedByConsumerOn } = said;
  const problems: Problem[] = [];
  const add = (path: string, isRight: boolean, message: string, expected: string): void => {
    if (!isRight) problems.push({ path, message, expected });
  };
  add('endedOn', ending === null || endedOn !== null, 'is missing', 'the day on which it ended');
  add('endedOn', endedOn === null || endedOn <= today, 'has not come', `${today}, or a day before it`);
  add('soldTo', ending !== 'sold' || soldTo !== null, 'is missing', 'the company that bought it');
  add(
    'soldTo',
    soldTo === null || /^[!-~](?:[ -~]*[!-~])?$/.test(soldTo),
    'has letters that a file cannot hold',
    'ASCII',
  );
  add('newAccountNumber', ending !== 'transferred' || newAccountNumber !== null, 'is missing', 'its number there');
  add(
    'newAccountNumber',
    newAccountNumber === null || /^[A-Z0-9]+$/.test(newAccountNumber),
    'has other signs',
    'capital letters and digits',
  );
  add(
    'closedByConsumerOn',
    closedByConsumerOn === null || closedByConsumerOn <= today,
    'has not come',
    `${today}, or a day before it`,
  );
  return problems;
}
