// An account at a bank: who pays to it, and how its statements are read. Its number is opened to be compared alone.

import { type Cents, cents } from '@tenor/engine/values/cents.ts';
import { addDays, type CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import { sql } from 'kysely';
import { companyToHold } from '#capabilities/access/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Vault } from '#platform/crypto/vault.ts';
import { redraw } from '#platform/db/races.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { mustHaveNone, type Problem, problemIf } from '#platform/errors.ts';
import type { Page, PageInput } from '#platform/http/pages.ts';
import { newId } from '#platform/ids.ts';
import { presenter } from '#platform/resource/columns.ts';
import { defineList } from '#platform/resource/define-list.ts';
import { notFound } from '#platform/resource/not-found.ts';
import type { OrderSide } from '../cash-book/order-side.ts';
import { bankAccountCreated, bankAccountUpdated } from './events.ts';
import { mappingOf, problemsOf } from './mapping.ts';
import { BankAccount, type BankAccountCreate, type BankAccountUpdate } from './schemas.ts';
import { numberPart } from './sealed.ts';
import type { BankAccountRow } from './tables.ts';

export const bankAccountList = defineList({ table: 'bank_accounts' });

const usualFee = cents(10_000);
/** No company has more, so that each may be compared with each. */
const accountsMax = 50;
const earlierDaysMax = 30;

export const listBankAccounts = (reader: Reader, query: PageInput): Promise<Page<BankAccount>> =>
  bankAccountList.page(reader, reader.db.selectFrom('bank_accounts').selectAll(), query, {
    show: (rows) => Promise.all(rows.map(async (row) => present(row, await providersOf(reader, row.id)))),
  });

/** Errors: NotFound. */
export async function bankAccount(reader: Reader, id: string): Promise<BankAccountRow> {
  const row = await reader.row(reader.db.selectFrom('bank_accounts').selectAll().where('id', '=', id));
  if (row === undefined) throw notFound('bank account', id, 'bankAccountId', 'This company');
  return row;
}

/** One reads a statement of it, or resolves a break of it, at a time. Errors: NotFound. */
export async function holdBankAccount(tx: Tx, id: string): Promise<BankAccountRow> {
  const row = await tx.row(tx.db.selectFrom('bank_accounts').selectAll().where('id', '=', id).forNoKeyUpdate());
  if (row === undefined) throw notFound('bank account', id, 'bankAccountId', 'This company');
  return row;
}

export const shownBankAccount = async (reader: Reader, id: string): Promise<BankAccount> =>
  present(await bankAccount(reader, id), await providersOf(reader, id));

/** The first one has what nobody knows yet. */
export async function providersOf(reader: Reader, bankAccountId: string): Promise<readonly string[]> {
  const rows = await reader.rows(
    reader.db
      .selectFrom('bank_account_providers')
      .select('carrier_id')
      .where('bank_account_id', '=', bankAccountId)
      .orderBy('number'),
  );
  return rows.map(({ carrier_id }) => carrier_id);
}

/** The account at a bank to which a provider pays, if the company has named it. */
export const accountOfProvider = (reader: Reader, carrierId: string): Promise<BankAccountRow | undefined> =>
  reader.row(
    reader.db
      .selectFrom('bank_accounts')
      .innerJoin('bank_account_providers', 'bank_account_providers.bank_account_id', 'bank_accounts.id')
      .selectAll('bank_accounts')
      .where('bank_account_providers.carrier_id', '=', carrierId),
  );

/** Banks write numbers with spaces, dashes and leading zeros, or without. */
const plainNumber = (text: string): string =>
  text
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .replace(/^0+/, '');

const numberOf = (vault: Vault, { company_id, id, number_sealed }: BankAccountRow): string =>
  vault.companySealer(company_id).unseal(numberPart(id), number_sealed);

export const isNumberOf = (vault: Vault, row: BankAccountRow, written: string): boolean =>
  plainNumber(numberOf(vault, row)) === plainNumber(written);

const presentAccount = presenter<typeof BankAccount, BankAccountRow>(BankAccount);

const present = (row: BankAccountRow, paymentProviderIds: readonly string[]): BankAccount =>
  presentAccount(row, {
    accountNumberLastFour: row.last_four,
    paymentProviderIds: [...paymentProviderIds],
    csv: row.csv as BankAccount['csv'],
    feeMaximumAmount: row.fee_max_cents,
    closingAmount: row.closing_cents,
  });

/** Errors: InvalidRequest. */
export async function createBankAccount(
  orders: OrderSide,
  ctx: CommandContext,
  tx: Tx,
  body: BankAccountCreate,
): Promise<BankAccount> {
  await tx.row(companyToHold(tx));
  const today = dateInZone(ctx.now, ctx.caller.timezone);
  const plain = plainNumber(body.accountNumber);
  const from = body.expectedFrom ?? today;
  const providers = [...new Set(body.paymentProviderIds)];
  mustHaveNone([
    ...numberProblems(plain),
    ...fieldProblems(body),
    ...dayProblems(from, today),
    ...(await providerProblems(orders, tx, providers, null)),
    ...(await sameAccount(ctx, tx, body.accountNumber)),
  ]);
  const id = newId('BA');
  const row: BankAccountRow = {
    company_id: ctx.realm.companyId,
    id,
    position: ctx.position(),
    name: body.name,
    last_four: plain.slice(-4),
    number_sealed: ctx.vault.companySealer(ctx.realm.companyId).seal(numberPart(id), body.accountNumber),
    csv: body.csv == null ? null : mappingOf(body.csv),
    fee_max_cents: body.feeMaximumAmount ?? usualFee,
    confirmations_wait: body.confirmationsWait ?? true,
    expected_from: from,
    looked_until: ctx.machineMicros() - (earlierDaysMax + 1) * 86_400_000_000,
    opening_cents: null,
    closing_cents: null,
    read_through: null,
    created_at: ctx.now,
    updated_at: null,
  };
  const { company_id: _, csv, ...values } = row;
  tx.write(
    tx.db.insertInto('bank_accounts').values({ ...values, csv: csv && JSON.stringify(csv) }),
    redraw('bank_accounts_pkey'),
  );
  addProviders(tx, id, providers, 0);
  ctx.emit(bankAccountCreated, ctx.realm.companyId, { bankAccountId: id });
  return present(row, providers);
}

/** Errors: InvalidRequest, NotFound. */
export async function updateBankAccount(
  orders: OrderSide,
  ctx: CommandContext,
  tx: Tx,
  id: string,
  body: BankAccountUpdate,
): Promise<BankAccount> {
  await tx.row(companyToHold(tx));
  const before = await holdBankAccount(tx, id);
  const had = await providersOf(tx, id);
  const providers = [...new Set([...had, ...(body.paymentProviderIds ?? [])])];
  mustHaveNone([
    ...fieldProblems(body),
    ...goneProblems(had, body.paymentProviderIds ?? had),
    ...(await providerProblems(orders, tx, providers, id)),
  ]);
  const row: BankAccountRow = {
    ...before,
    name: body.name ?? before.name,
    csv: body.csv === undefined ? before.csv : body.csv && mappingOf(body.csv),
    fee_max_cents: body.feeMaximumAmount ?? before.fee_max_cents,
    confirmations_wait: body.confirmationsWait ?? before.confirmations_wait,
    updated_at: ctx.now,
  };
  const { name, csv, fee_max_cents, confirmations_wait, updated_at } = row;
  const changes = { name, csv: csv && JSON.stringify(csv), fee_max_cents, confirmations_wait, updated_at };
  tx.write(tx.db.updateTable('bank_accounts').set(changes).where('id', '=', id));
  addProviders(tx, id, providers.slice(had.length), had.length);
  noteReadThrough(tx, providers, row);
  ctx.emit(bankAccountUpdated, ctx.realm.companyId, { bankAccountId: id });
  return present(row, providers);
}

function addProviders(tx: Tx, bank_account_id: string, carrierIds: readonly string[], before: number): void {
  for (const [i, carrier_id] of carrierIds.entries()) {
    const values = { carrier_id, bank_account_id, number: before + i + 1 };
    tx.write(tx.db.insertInto('bank_account_providers').values(values));
  }
}

/** Confirmations of its providers wait for this day. */
export function noteReadThrough(
  tx: Tx,
  providers: readonly string[],
  { confirmations_wait, read_through }: BankAccountRow,
): void {
  tx.write(
    tx.db
      .updateTable('cash_days')
      .set({ bank_through: confirmations_wait ? read_through : null })
      .where('carrier_id', '=', sql<string>`any(${providers}::text[])`),
  );
}

function numberProblems(plain: string): Problem[] {
  const expected = 'letters and digits, at least four';
  return problemIf(plain.length < 4, 'accountNumber', 'is no number of an account', expected);
}

function fieldProblems({ csv, feeMaximumAmount }: BankAccountUpdate): Problem[] {
  const isBelow = feeMaximumAmount !== undefined && (feeMaximumAmount as Cents) < 0;
  const fee = problemIf(isBelow, 'feeMaximumAmount', 'is below zero', '0 or more');
  return csv == null ? fee : [...fee, ...problemsOf(csv)];
}

function dayProblems(from: CivilDate, today: CivilDate): Problem[] {
  const earliest = addDays(today, -earlierDaysMax);
  if (from >= earliest && from <= today) return [];
  return [{ path: 'expectedFrom', message: 'is too far away', expected: `a day from ${earliest} to ${today}` }];
}

function goneProblems(had: readonly string[], now: readonly string[]): Problem[] {
  const gone = had.filter((id) => !now.includes(id));
  if (gone.length === 0) return [];
  return [{ path: 'paymentProviderIds', message: `lacks ${gone.join(', ')}`, expected: 'all that pay to it so far' }];
}

async function providerProblems(
  orders: OrderSide,
  reader: Reader,
  ids: readonly string[],
  own: string | null,
): Promise<Problem[]> {
  const any = sql<string>`any(${ids}::text[])`;
  const [there, taken] = await Promise.all([
    orders.knownProviders(reader, ids),
    reader.rows(reader.db.selectFrom('bank_account_providers').selectAll().where('carrier_id', '=', any)),
  ]);
  return ids.flatMap((id): Problem[] => {
    const other = taken.find((one) => one.carrier_id === id && one.bank_account_id !== own);
    const path = 'paymentProviderIds';
    if (!there.has(id))
      return [{ path, message: `names ${id}, which is not known`, expected: 'ids of your providers' }];
    if (other === undefined) return [];
    return [
      { path, message: `names ${id}, which pays to ${other.bank_account_id}`, expected: 'providers without one' },
    ];
  });
}

async function sameAccount(ctx: CommandContext, tx: Tx, accountNumber: string): Promise<Problem[]> {
  const rows = await tx.rows(tx.db.selectFrom('bank_accounts').selectAll().limit(accountsMax));
  if (rows.length >= accountsMax) {
    return [{ path: 'accountNumber', message: 'would be one account too many', expected: `${accountsMax} at most` }];
  }
  const same = rows.find((row) => isNumberOf(ctx.vault, row, accountNumber));
  if (same === undefined) return [];
  return [{ path: 'accountNumber', message: `is that of ${same.id}`, expected: 'another account' }];
}
