// Funding accounts and their proofs, as they are shown.
import type { Cents } from '@tenor/engine/values/cents.ts';
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import { sql } from 'kysely';
import type { Reader } from '#platform/db/realm-database.ts';
import type { Page, PageInput } from '#platform/http/pages.ts';
import { defineList } from '#platform/resource/define-list.ts';
import { nextEnd } from '../cash-book/banking-day.ts';
import type { OrderSide } from '../cash-book/order-side.ts';
import type { CashDayRow, CashProofRow } from '../cash-book/tables.ts';
import type { DailyProof, FundingAccountBalance } from './schemas.ts';

export const balanceList = defineList({ table: 'cash_days' });
export const proofList = defineList({ table: 'cash_proofs' });

const asCents = (amount: number): Cents => amount as Cents;

/** Without a provider that says another one. */
const zone = 'America/New_York';
const [returnDays, returnSeconds] = [5, 7 * 86_400];

export const listBalances = (
  orders: OrderSide,
  reader: Reader,
  query: PageInput,
  now: Instant,
): Promise<Page<FundingAccountBalance>> =>
  balanceList.page(reader, reader.db.selectFrom('cash_days').selectAll(), query, {
    show: (rows) => Promise.all(rows.map((row) => balanceOf(orders, reader, row, now))),
  });

async function balanceOf(
  orders: OrderSide,
  reader: Reader,
  row: CashDayRow,
  now: Instant,
): Promise<FundingAccountBalance> {
  const { carrier_id: carrierId } = row;
  const [rows, required] = await Promise.all([
    reader.rows(
      reader.db.selectFrom('cash_balances').select(['account', 'amount_cents']).where('carrier_id', '=', carrierId),
    ),
    requiredWith(orders, reader, carrierId, now),
  ]);
  const of = (account: string): number => rows.find((one) => one.account === account)?.amount_cents ?? 0;
  const [ledger, reserved] = [of('PR') + of('BK'), 0 - of('DT')];
  const available = ledger - reserved;
  const shortfall = Math.max(0, required - available);
  return {
    id: row.id,
    object: 'fundingAccountBalance',
    companyId: reader.realm.companyId,
    fundingAccountId: carrierId,
    asOf: now,
    ledgerAmount: asCents(ledger),
    availableAmount: asCents(available),
    reservedAmount: asCents(reserved),
    requiredAmount: asCents(required),
    shortfallAmount: asCents(shortfall),
    status: shortfall > 0 ? 'insufficient' : available - required < required / 10 ? 'low' : 'sufficient',
    source: 'provider',
    collectionsInTransitAmount: asCents(of('CT')),
    returnsPayableAmount: asCents(0 - of('RP')),
    disputedAmount: asCents(of('DP')),
    unidentifiedAmount: asCents(0 - of('UN')),
    readUntil: row.read_until,
  };
}

/** Payments out until the end of the next banking day, and the returns of a day, by those of five banking days. */
async function requiredWith(orders: OrderSide, reader: Reader, carrierId: string, now: Instant): Promise<number> {
  const until = nextEnd(nextEnd(now, zone), zone);
  const [out, back] = await Promise.all([
    orders.goingOut(reader, carrierId, until),
    reader.row(
      reader.db
        .selectFrom('cash_postings')
        .select(sql<number>`coalesce(sum(amount_cents), 0)::bigint`.as('cents'))
        .where('carrier_id', '=', carrierId)
        .where('event', '=', 'returned')
        .where('account', 'in', ['LC', 'DN'])
        .where('amount_cents', '>', 0)
        .where('posted_at', '>', addSeconds(now, -returnSeconds)),
    ),
  ]);
  return out + Math.ceil(Number(back?.cents ?? 0) / returnDays);
}

export const listProofs = (reader: Reader, query: PageInput): Promise<Page<DailyProof>> =>
  proofList.page(reader, reader.db.selectFrom('cash_proofs').selectAll(), query, {
    each: shownProof,
  });

const shownProof = (row: CashProofRow): DailyProof => ({
  id: row.id,
  object: 'dailyProof',
  companyId: row.company_id,
  fundingAccountBalanceId: row.funding_account_id,
  number: row.number,
  day: row.day,
  isClean: row.findings.length === 0,
  findings: row.findings.map(({ kind, count, amountCents, says }) => ({
    kind,
    count,
    amount: amountCents === null ? null : asCents(amountCents),
    says,
  })),
  balances: Object.entries(row.balances).map(([account, cents]) => ({ account, amount: asCents(cents) })),
  provedAt: row.proved_at,
});
