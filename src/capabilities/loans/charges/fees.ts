// The fees of a loan, from its whole life: each fee with what is open, waived, capitalised and charged off of it.
import type { Fact } from '@tenor/engine/account/facts.ts';
import type { Cents } from '@tenor/engine/values/cents.ts';
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import { feeTypesOf } from '#capabilities/products/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import type { BookedFee, State } from '../loan/books.ts';
import { feeId } from '../loan/derived-id.ts';
import { feeKindOf } from '../loan/fee-kind.ts';
import type { HeldLoan } from '../loan/product.ts';
import { sums } from '../loan/sums.ts';
import type { LoanRow } from '../loan/tables.ts';
import { stateFromStart } from '../timeline/compute-state.ts';
import { termsOf } from '../timeline/held-loan.ts';
import type { LoanFee } from './schemas.ts';

type FeeTypes = Awaited<ReturnType<typeof feeTypesOf>>;

export interface ChargedFee extends BookedFee {
  readonly open: number;
  readonly waived: number;
  readonly capitalised: number;
  readonly chargedOff: number;
}

/** Newest first. */
export async function listFees(reader: Reader, held: HeldLoan, today: Day): Promise<LoanFee[]> {
  if (held.row.state === null) return [];
  const [{ state, facts }, types] = await Promise.all([
    stateFromStart(reader, held, today),
    feeTypesOf(reader, held.row.loan_type_id),
  ]);
  return chargedFees(held, state, facts).map((fee) => presentFee(held.row, types, fee));
}

export async function readFee(reader: Reader, held: HeldLoan, today: Day, id: string): Promise<LoanFee> {
  const fee = (await listFees(reader, held, today)).find((one) => one.id === id);
  if (fee === undefined) throw feeNotFound(id);
  return fee;
}

export const feeNotFound = (id: string): Refusal =>
  new Refusal(errors.NotFound, `This loan has no fee ${id}.`, { data: { path: 'loanFeeId' } });

/** The fees of a whole life, newest first. */
export function chargedFees(held: HeldLoan, state: State, facts: readonly Fact[]): ChargedFee[] {
  const { product, row } = held;
  const open = product.openFees(state);
  const chargedOff = sums(
    state.records.obligations.flatMap((one) =>
      product.obligation(state, one).fees.map(({ key, open: left }) => [key, left] as const),
    ),
  );
  const waived = waivedFees(state, facts);
  const capitalised = product.capitalisedFees(termsOf(row), state);
  return state.records.fees
    .map((fee) => ({
      ...fee,
      open: open.get(fee.key) ?? 0,
      waived: waived.get(fee.key) ?? 0,
      capitalised: capitalised.get(fee.key) ?? 0,
      chargedOff: chargedOff.get(fee.key) ?? 0,
    }))
    .reverse()
    .sort((a, b) => b.on - a.on);
}

function waivedFees({ records }: State, facts: readonly Fact[]): Map<string, number> {
  const feeOf = new Map(facts.flatMap((fact) => (fact.kind === 'waiver' ? [[`waiver:${fact.id}`, fact.fee]] : [])));
  const waivers = records.steps.filter(({ kind }) => kind === 'waiver');
  return sums(waivers.map(({ cause, fees }) => [feeOf.get(cause) ?? '', fees] as const));
}

export function presentFee(row: Pick<LoanRow, 'id'>, types: FeeTypes, fee: ChargedFee): LoanFee {
  const type = types.find(({ fee_type: kind }) => kind === feeKindOf[fee.type]);
  const paid = fee.amount - fee.open - fee.waived - fee.capitalised - fee.chargedOff;
  return {
    id: feeId(row.id, fee.key),
    object: 'loanFee',
    loanId: row.id,
    drawId: fee.draw ?? null,
    feeTypeId: type?.id ?? null,
    feeType: feeKindOf[fee.type],
    apiName: type?.api_name ?? null,
    displayName: type?.display_name ?? null,
    amount: fee.amount,
    openAmount: fee.open as Cents,
    paidAmount: paid as Cents,
    waivedAmount: fee.waived as Cents,
    capitalizedAmount: fee.capitalised as Cents,
    chargedOffAmount: fee.chargedOff as Cents,
    chargeDate: dateOf(fee.on),
    status: statusOfFee(fee, paid),
  };
}

function statusOfFee({ open, waived, capitalised, chargedOff }: ChargedFee, paid: number): LoanFee['status'] {
  if (open > 0) return paid > 0 ? 'partiallyPaid' : 'open';
  if (chargedOff > 0) return 'chargedOff';
  if (capitalised > 0) return 'capitalized';
  return waived > 0 && paid === 0 ? 'canceled' : 'paid';
}
