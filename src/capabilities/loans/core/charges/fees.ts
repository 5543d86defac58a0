// The fees of a loan, from its whole life: each fee with what is open, waived, capitalised and charged off of it.
import type { Fact, FactOf } from '@tenor/engine/account/facts.ts';
import { type Cents, sumCents } from '@tenor/engine/values/cents.ts';
import { type Day, dateOf } from '@tenor/engine/values/day.ts';
import { feeTypesOf } from '#capabilities/products/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { inSlices } from '#platform/loop/slices.ts';
import type { BookedFee, State } from '../loan/books.ts';
import { isCovered } from '../loan/covered.ts';
import { feeId } from '../loan/derived-id.ts';
import { feeKindOf } from '../loan/fee-kind.ts';
import { keysOf } from '../loan/named-loans.ts';
import type { HeldLoan } from '../loan/product.ts';
import { sums } from '../loan/sums.ts';
import type { LoanRow } from '../loan/tables.ts';
import { chargeOf, servicesOf } from '../services/base/service.ts';
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

/** The fees of a loan's whole life, and what they are presented with. */
export interface FeesOfLoan {
  readonly held: HeldLoan;
  readonly today: Day;
  readonly facts: readonly Fact[];
  /** Newest first. */
  readonly fees: readonly ChargedFee[];
  readonly types: FeeTypes;
  /** What services that were sold with a loan to a covered borrower cost together; zero for others. */
  readonly sold: Cents;
  /** The fee types of those that were charged by hand, by their facts. */
  readonly byHand: ReadonlyMap<string, string>;
}

export async function feesOf(reader: Reader, held: HeldLoan, today: Day): Promise<FeesOfLoan> {
  const [{ state, facts }, types, sold] = await Promise.all([
    stateFromStart(reader, held, today),
    feeTypesOf(reader, held.row.loan_type_id),
    isCovered(held.row.at_origination) ? servicesOf(reader, keysOf(held.row)) : [],
  ]);
  const byHand = facts.some(({ kind }) => kind === 'fee') ? await chargedByHand(reader, held.row) : new Map();
  return {
    held,
    today,
    facts,
    types,
    byHand,
    sold: sumCents(sold.map(chargeOf)),
    fees: chargedFees(held, state, facts),
  };
}

/** With further facts; `charged`: the fact of a fee that is charged by hand, and its fee type. */
export async function feesAfter(
  of: FeesOfLoan,
  fresh: readonly Fact[],
  charged: readonly (readonly [string, string])[] = [],
) {
  const { held, today } = of;
  const facts = [...of.facts, ...fresh];
  const state = await inSlices(held.product.replaying(termsOf(held.row), facts, { through: today }));
  const fees = chargedFees(held, state, facts);
  return { ...of, facts, fees, byHand: new Map([...of.byHand, ...charged]) };
}

/** Errors: NotFound. */
export function feeNamed({ fees, held }: FeesOfLoan, id: string): ChargedFee {
  const fee = fees.find(({ key }) => feeId(held.row.id, key) === id);
  if (fee === undefined) throw feeNotFound(id);
  return fee;
}

export const keyOfFeeFact = ({ type, id }: Pick<FactOf<'fee'>, 'type' | 'id'>): string => `${type}:${id}`;

/** The fact by which a fee was charged by hand; undefined: it came by itself. */
export const factOfFee = ({ byHand }: FeesOfLoan, { key, type }: ChargedFee): string | undefined =>
  [...byHand.keys()].find((id) => keyOfFeeFact({ type, id }) === key);

async function chargedByHand(reader: Reader, { person_id, id: loanId }: LoanRow): Promise<Map<string, string>> {
  const facts = await reader.rows(
    reader.db
      .selectFrom('loan_facts')
      .select(['id', 'details'])
      .where('person_id', '=', person_id)
      .where('loan_id', '=', loanId)
      .where('kind', '=', 'fee'),
  );
  return new Map(facts.map(({ id, details }) => [id, details?.feeTypeId ?? '']));
}

/** Newest first. Before the activation there are none. */
export async function listFees(reader: Reader, held: HeldLoan, today: Day): Promise<LoanFee[]> {
  if (held.row.state === null) return [];
  const of = await feesOf(reader, held, today);
  return of.fees.map((fee) => presentFee(of, fee));
}

export async function readFee(reader: Reader, held: HeldLoan, today: Day, id: string): Promise<LoanFee> {
  const fee = (await listFees(reader, held, today)).find((one) => one.id === id);
  if (fee === undefined) throw feeNotFound(id);
  return fee;
}

const feeNotFound = (id: string): Refusal =>
  new Refusal(errors.NotFound, `This loan has no fee ${id}.`, { data: { path: 'loanFeeId' } });

/** The fees of a whole life, newest first. */
function chargedFees(held: HeldLoan, state: State, facts: readonly Fact[]): ChargedFee[] {
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
  // What a statement of a line gives up names the fee itself.
  const ofStatement = (cause: string) => (cause.startsWith('cycleRate:') ? cause.slice('cycleRate:'.length) : '');
  return sums(waivers.map(({ cause, fees }) => [feeOf.get(cause) ?? ofStatement(cause), fees] as const));
}

export function presentFee(of: FeesOfLoan, fee: ChargedFee): LoanFee {
  const { held, types, byHand } = of;
  const named = byHand.get(factOfFee(of, fee) ?? '');
  const ofKind = types.filter(({ fee_type: kind }) => kind === feeKindOf[fee.type]);
  // The key of what is charged with a purchase ends with its fee type.
  const type = ofKind.find(({ id }) => id === named || fee.key.endsWith(`:${id}`)) ?? ofKind[0];
  const paid = fee.amount - fee.open - fee.waived - fee.capitalised - fee.chargedOff;
  return {
    id: feeId(held.row.id, fee.key),
    object: 'loanFee',
    loanId: held.row.id,
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
