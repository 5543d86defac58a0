// The debts that were canceled in a year, page by page, each with what is told of it to whom; and what is not told, and why.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { type Consumer, consumersOf } from '#capabilities/credit-reporting/index.ts';
import { type Debt, debtsOf, type KeptSettlement, keptSettlements, settledLoans } from '#capabilities/loans/index.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { type StatedRow, statedDischarges } from '../tables.ts';
import { daysOf, type EventCode, jointCentsMin, reportedCentsMin } from '../words.ts';
import type { Content, Recipient } from './follow.ts';
import type { LeftOutReason } from './left-out.ts';

interface Year {
  readonly reader: Reader;
  readonly vault: Vault;
  readonly taxYear: number;
  readonly includesInterest: boolean;
}

interface Canceled {
  /** The main borrower. */
  readonly personId: string;
  readonly loanId: string;
  readonly code: EventCode;
  readonly on: CivilDate;
  readonly principal: number;
  readonly interest: number;
  readonly isForBusiness: boolean;
  readonly isPersonallyLiable: boolean;
  readonly property: { readonly value: number; readonly description: string } | null;
  /** The settlement of the loan is told of in place of it. */
  readonly isSettled: boolean;
}

export interface Debtor {
  readonly personId: string;
  readonly loanId: string;
}

export type Told = Debtor &
  ({ readonly is: 'reported'; readonly content: Content } | { readonly is: 'leftOut'; readonly reason: LeftOutReason });

const together = 200;

export async function* toldOfYear(year: Year): AsyncGenerator<readonly Told[]> {
  for await (const page of canceledIn(year)) yield toldOf(year, page);
}

async function* canceledIn({ reader, taxYear }: Year): AsyncGenerator<readonly Canceled[]> {
  const days = daysOf(taxYear);
  for (let after: KeptSettlement | undefined; ; ) {
    const page: KeptSettlement[] = await keptSettlements(reader, { ...days, after, limit: together });
    yield page.map(bySettlement);
    if (page.length < together) break;
    after = page.at(-1);
  }
  for (let after: StatedRow | undefined; ; ) {
    const page: StatedRow[] = await statedIn(reader, days, after);
    const settled = await settledLoans(
      reader,
      page.map(({ person_id, loan_id: id }) => ({ person_id, id })),
      days,
    );
    yield page.map((row) => byStatement(row, settled.has(row.loan_id)));
    if (page.length < together) break;
    after = page.at(-1);
  }
}

interface Days {
  readonly from: CivilDate;
  readonly to: CivilDate;
}

function statedIn(reader: Reader, { from, to }: Days, after: StatedRow | undefined): Promise<StatedRow[]> {
  const all = reader.db
    .selectFrom('stated_discharges')
    .select(statedDischarges.all)
    .where('event_on', '>=', from)
    .where('event_on', '<=', to)
    .orderBy('person_id')
    .orderBy('loan_id')
    .limit(together);
  const page =
    after === undefined
      ? all
      : all.where((eb) => eb(eb.refTuple('person_id', 'loan_id'), '>', eb.tuple(after.person_id, after.loan_id)));
  return reader.rows(page) as Promise<StatedRow[]>;
}

const bySettlement = ({ personId, loanId, forgiven }: KeptSettlement): Canceled => ({
  personId,
  loanId,
  code: 'F',
  on: forgiven.on,
  principal: forgiven.principal,
  interest: forgiven.interest,
  isForBusiness: false,
  isPersonallyLiable: true,
  property: null,
  isSettled: false,
});

const byStatement = (row: StatedRow, isSettled: boolean): Canceled => ({
  personId: row.person_id,
  loanId: row.loan_id,
  code: row.event_code,
  on: row.event_on,
  principal: row.principal,
  interest: row.interest,
  isForBusiness: row.is_for_business,
  isPersonallyLiable: row.is_personally_liable,
  property:
    row.property_value === null || row.property_description === null
      ? null
      : { value: row.property_value, description: row.property_description },
  isSettled,
});

async function toldOf(year: Year, page: readonly Canceled[]): Promise<Told[]> {
  const debts = await debtsOf(year.reader, page);
  const reported = page.filter((one) => whyNot(one) === undefined);
  const people = new Set(reported.flatMap(({ loanId }) => debts.get(loanId)?.borrowers ?? []));
  const consumers = await consumersOf(year, [...people]);
  return page.flatMap((one) => {
    const { personId, loanId } = one;
    const reason = whyNot(one);
    if (reason !== undefined) return [{ is: 'leftOut', personId, loanId, reason }];
    const debt = debts.get(loanId);
    return debt === undefined ? [] : debt.borrowers.map((id) => toldOfDebtor(year, one, { debt, id, consumers }));
  });
}

/** Why nobody is told of it; undefined: they are. */
function whyNot({ isSettled, code, isForBusiness, principal }: Canceled): LeftOutReason | undefined {
  if (isSettled) return 'settled';
  if (code === 'A' && !isForBusiness) return 'consumerBankruptcy';
  if (principal <= 0) return 'noPrincipal';
  return principal < reportedCentsMin ? 'below600' : undefined;
}

interface Found {
  readonly debt: Debt;
  readonly id: string;
  readonly consumers: ReadonlyMap<string, Consumer>;
}

function toldOfDebtor({ includesInterest }: Year, one: Canceled, { debt, id, consumers }: Found): Told {
  const of: Debtor = { personId: id, loanId: one.loanId };
  // A line may owe more than its limit.
  const sizeCents = Math.max(debt.agreedCents, one.principal);
  if (id !== debt.personId && sizeCents < jointCentsMin) return { ...of, is: 'leftOut', reason: 'jointBelow10000' };
  const recipient = recipientOf(consumers.get(id));
  if (typeof recipient === 'string') return { ...of, is: 'leftOut', reason: recipient };
  const { code, on, principal, interest, isPersonallyLiable, property } = one;
  const content: Content = {
    code,
    on,
    amount: principal + (includesInterest ? interest : 0),
    interest: includesInterest ? interest : null,
    description: property === null ? debt.name : `${debt.name}; ${property.description}`,
    isPersonallyLiable,
    propertyValue: property?.value ?? null,
    recipient,
  };
  return { ...of, is: 'reported', content };
}

/** What a debtor lacks instead. A form without a number is made all the same: the law asks for it. */
function recipientOf(consumer: Consumer | undefined): Recipient | LeftOutReason {
  if (consumer === undefined) return 'erased';
  const { name, businessName, address, tin } = consumer;
  if (name === null && businessName === null) return 'noName';
  if (address === null) return 'noAddress';
  return {
    businessName: businessName ?? '',
    firstName: name?.first ?? '',
    middleName: name?.middle ?? '',
    lastName: name?.last ?? '',
    tin: /^\d{9}$/.test(tin) ? tin : '',
    address: {
      street: address.street,
      street2: address.street2,
      city: address.city,
      state: address.state,
      zip: address.zip,
      country: address.country,
    },
  };
}
