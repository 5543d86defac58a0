// By what event the debt of a loan was canceled, as somebody says it: the books know settlements alone. A charge-off is no
// such event.
import { type Cents, formatCents } from '@tenor/engine/values/cents.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import Type, { type Static } from 'typebox';
import { timezoneOf } from '#capabilities/access/index.ts';
import { principalOpenBefore, settledLoans } from '#capabilities/loans/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { mustHaveNone, type Problem, Refusal } from '#platform/errors.ts';
import {
  Amount,
  Bool,
  DateOnly,
  DateTime,
  Described,
  Named,
  Nullable,
  StringEnum,
  Text,
} from '#platform/input/schemas.ts';
import { taxErrors } from '../errors.ts';
import { canceledDebtUpdated } from '../events.ts';
import { type StatedRow, statedDischarges } from '../tables.ts';
import { codesInWords, daysOf, eventCodes } from '../words.ts';

const said = {
  identifiableEventCode: Nullable(StringEnum(eventCodes), {
    description: `By what event the debt was canceled, by the codes of Form 1099-C. ${codesInWords} Null: by none. A settlement that was kept is reported by itself, and a charge-off is no event.`,
  }),
  identifiableEventDate: Nullable(DateOnly, { description: 'Required with a code: a day that has come.' }),
  principalAmount: Nullable(Amount, {
    description:
      'The stated principal that was canceled: at most what was open as the day began, charged off or not, and all of it if not given.',
  }),
  interestAmount: Nullable(Amount, { description: 'The interest that was canceled with it; 0.00 if not given.' }),
  isForBusiness: Described(Bool, {
    description:
      'The debt was for business or investment. A bankruptcy is reported only if somebody knows that. Default false.',
  }),
  isPersonallyLiable: Described(Bool, {
    description: 'The borrower was personally liable for the debt. Default true.',
  }),
  propertyDescription: Nullable(Text({ min: 1, max: 100 }), {
    description: 'What secured the debt, if it was taken or abandoned.',
  }),
  propertyAmount: Nullable(Amount, { description: 'The fair market value of it: required with a description.' }),
};

export const LoanCanceledDebt = Named('LoanCanceledDebt')({
  object: Type.Literal('loanCanceledDebt'),
  loanId: Text({ max: 12, example: 'LN-7KQ2-M4XA' }),
  ...said,
  createdAt: Nullable(DateTime),
  updatedAt: Nullable(DateTime),
});
type LoanCanceledDebt = Static<typeof LoanCanceledDebt>;

export const LoanCanceledDebtUpdate = Named('LoanCanceledDebtUpdate')({
  identifiableEventCode: Type.Optional(said.identifiableEventCode),
  identifiableEventDate: Type.Optional(said.identifiableEventDate),
  principalAmount: Type.Optional(said.principalAmount),
  interestAmount: Type.Optional(said.interestAmount),
  isForBusiness: Type.Optional(said.isForBusiness),
  isPersonallyLiable: Type.Optional(said.isPersonallyLiable),
  propertyDescription: Type.Optional(said.propertyDescription),
  propertyAmount: Type.Optional(said.propertyAmount),
});
type LoanCanceledDebtUpdate = Static<typeof LoanCanceledDebtUpdate>;

interface Keys {
  readonly personId: string;
  readonly loanId: string;
}

const rowOf = (reader: Reader, { personId, loanId }: Keys): Promise<StatedRow | undefined> =>
  reader.row(
    reader.db
      .selectFrom('stated_discharges')
      .select(statedDischarges.all)
      .where('person_id', '=', personId)
      .where('loan_id', '=', loanId),
  ) as Promise<StatedRow | undefined>;

const show = (loanId: string, row: StatedRow | undefined): LoanCanceledDebt => ({
  object: 'loanCanceledDebt',
  loanId,
  identifiableEventCode: row?.event_code ?? null,
  identifiableEventDate: row?.event_on ?? null,
  principalAmount: (row?.principal ?? null) as Cents | null,
  interestAmount: (row?.interest ?? null) as Cents | null,
  isForBusiness: row?.is_for_business ?? false,
  isPersonallyLiable: row?.is_personally_liable ?? true,
  propertyDescription: row?.property_description ?? null,
  propertyAmount: (row?.property_value ?? null) as Cents | null,
  createdAt: row?.created_at ?? null,
  updatedAt: row?.updated_at ?? null,
});

export const readStated = async (reader: Reader, keys: Keys): Promise<LoanCanceledDebt> =>
  show(keys.loanId, await rowOf(reader, keys));

/** The borrower is locked. Errors: InvalidRequest, DebtAlreadySettled. */
export async function writeStated(
  ctx: CommandContext,
  tx: Tx,
  keys: Keys,
  sent: LoanCanceledDebtUpdate,
): Promise<LoanCanceledDebt> {
  const before = await rowOf(tx, keys);
  const after: LoanCanceledDebt = { ...show(keys.loanId, before), ...sent };
  const row = after.identifiableEventCode === null ? undefined : await statedRow(ctx, tx, keys, { before, after });
  if (row === undefined) {
    const { personId, loanId } = keys;
    tx.write(tx.db.deleteFrom('stated_discharges').where('person_id', '=', personId).where('loan_id', '=', loanId));
  } else {
    const { company_id: _, person_id, loan_id, ...columns } = row;
    tx.write(
      tx.db
        .insertInto('stated_discharges')
        .values({ person_id, loan_id, ...columns })
        .onConflict((there) => there.columns(['person_id', 'loan_id']).doUpdateSet(columns)),
    );
  }
  const told = { identifiableEventCode: row?.event_code ?? null, identifiableEventDate: row?.event_on ?? null };
  ctx.emit(canceledDebtUpdated, keys.personId, told, { about: { loanId: keys.loanId } });
  return show(keys.loanId, row);
}

interface Change {
  readonly before: StatedRow | undefined;
  readonly after: LoanCanceledDebt;
}

/** Errors: InvalidRequest, DebtAlreadySettled. */
async function statedRow(ctx: CommandContext, tx: Tx, keys: Keys, { before, after }: Change): Promise<StatedRow> {
  const { personId: person_id, loanId } = keys;
  const today = dateInZone(ctx.now, (await timezoneOf(tx)) ?? 'UTC');
  mustHaveNone(problemsOf(after, today));
  const on = after.identifiableEventDate as CivilDate;
  const taxYear = on.slice(0, 4);
  const settled = await settledLoans(tx, [{ person_id, id: loanId }], daysOf(taxYear));
  if (settled.has(loanId)) {
    const message = `The settlement of ${loanId} was kept in ${taxYear}.`;
    throw new Refusal(taxErrors.DebtAlreadySettled, message, { data: { loanId } });
  }
  const open = await principalOpenBefore(tx, keys, on);
  const principal = after.principalAmount ?? open;
  mustHaveNone(problemsOfPrincipal(principal, open, on));
  return {
    person_id,
    loan_id: loanId,
    company_id: ctx.realm.companyId,
    event_code: after.identifiableEventCode as StatedRow['event_code'],
    event_on: on,
    principal,
    interest: after.interestAmount ?? 0,
    is_for_business: after.isForBusiness,
    is_personally_liable: after.isPersonallyLiable,
    property_value: after.propertyAmount,
    property_description: after.propertyDescription,
    created_at: before?.created_at ?? ctx.now,
    updated_at: before === undefined ? null : ctx.now,
  };
}

function problemsOfPrincipal(principal: number, open: number, on: CivilDate): Problem[] {
  const path = 'principalAmount';
  if (open === 0)
    return [{ path: 'identifiableEventDate', message: `comes when no principal is open`, expected: 'another day' }];
  if (principal > 0 && principal <= open) return [];
  const message = `is not what was open as ${on} began, or a part of it`;
  return [{ path, message, expected: `from 0.01 to ${formatCents(open as Cents)}` }];
}

function problemsOf(after: LoanCanceledDebt, today: CivilDate): Problem[] {
  const { identifiableEventDate: on, interestAmount, propertyAmount, propertyDescription } = after;
  const problems: Problem[] = [];
  const add = (path: string, isRight: boolean, message: string, expected: string): void => {
    if (!isRight) problems.push({ path, message, expected });
  };
  add('identifiableEventDate', on !== null, 'is missing', 'the day of the event');
  add('identifiableEventDate', on === null || on <= today, 'has not come', `${today}, or a day before it`);
  add('interestAmount', (interestAmount ?? 0) >= 0, 'is less than nothing', '0.00 or more');
  add('propertyAmount', (propertyAmount ?? 0) >= 0, 'is less than nothing', '0.00 or more');
  add('propertyAmount', propertyDescription === null || propertyAmount !== null, 'is missing', 'its fair market value');
  add('propertyDescription', propertyAmount === null || propertyDescription !== null, 'is missing', 'what it was');
  return problems;
}
