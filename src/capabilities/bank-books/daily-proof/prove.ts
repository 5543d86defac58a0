// The proof of a banking day with one provider: the balances of the cash book against the orders themselves, and what
// waits for a person. It is kept with a number, whatever it says.
import { openDaysFrom } from '@tenor/engine/time/calendar.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dateOf, dayOf } from '@tenor/engine/values/day.ts';
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import { redraw } from '#platform/db/races.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { newId } from '#platform/ids.ts';
import { nextEnd } from '../cash-book/banking-day.ts';
import { noteRead } from '../cash-book/days.ts';
import type { OrderSide, OrderSum } from '../cash-book/order-side.ts';
import type { CashDayRow, ProofFinding } from '../cash-book/tables.ts';
import { bankSide } from './bank-side.ts';

/** After this time without a new order nothing can come of a provider: unauthorised returns take sixty days. */
const quietSeconds = 120 * 86_400;
/** A provider's silence is nothing to tell before. */
const silentSeconds = 900;
const lateBankingDays = 1;

interface Proving {
  readonly row: CashDayRow;
  readonly now: Instant;
  readonly zone: string | undefined;
  readonly orders: OrderSide;
}

export async function prove(
  { position }: { position(): number },
  tx: Tx,
  { row, now, zone = 'America/New_York', orders }: Proving,
): Promise<void> {
  const locked = await tx.row(
    tx.db.selectFrom('cash_days').selectAll().where('id', '=', row.id).where('prove_at', '<=', now).forNoKeyUpdate(),
  );
  // Somebody else was quicker.
  if (locked?.prove_at == null) return;
  const day = dateInZone(locked.prove_at, zone);
  const balances = await balancesWith(tx, row.carrier_id);
  const findings = [
    ...sumsIn(balances),
    ...transitDiffers(balances, await orders.inTransit(tx, row.carrier_id)),
    ...late(await orders.notSettledBefore(tx, row.carrier_id, dayBefore(day))),
    ...unknown(await orders.unansweredSince(tx, row.carrier_id, addSeconds(now, -silentSeconds))),
    ...(await bankSide(tx, row.carrier_id, day)),
    ...(await breaks(tx, now)),
  ];
  const number = locked.last_number + 1;
  tx.write(
    tx.db.insertInto('cash_proofs').values({
      id: newId('PF'),
      position: position(),
      funding_account_id: row.id,
      number,
      day,
      balances: JSON.stringify(balances),
      findings: JSON.stringify(findings),
      proved_at: now,
    }),
    redraw('cash_proofs_pkey'),
  );
  const isQuiet = !(await orders.hasOrderedSince(tx, row.carrier_id, addSeconds(now, -quietSeconds)));
  noteRead(tx, row.carrier_id, { last_number: number, prove_at: isQuiet ? null : nextEnd(locked.prove_at, zone) });
}

async function balancesWith(reader: Reader, carrierId: string): Promise<Record<string, number>> {
  const rows = await reader.rows(
    reader.db
      .selectFrom('cash_balances')
      .select(['account', 'amount_cents'])
      .where('carrier_id', '=', carrierId)
      .orderBy('account'),
  );
  return Object.fromEntries(rows.map(({ account, amount_cents }) => [account, amount_cents]));
}

function sumsIn(balances: Readonly<Record<string, number>>): ProofFinding[] {
  const sum = Object.values(balances).reduce((all, one) => all + one, 0);
  if (sum === 0) return [];
  return [{ kind: 'proof', count: 1, amountCents: sum, says: 'The accounts of the cash book are not zero together.' }];
}

const dayBefore = (day: CivilDate): CivilDate => dateOf(openDaysFrom(dayOf(day), -lateBankingDays));

/** CT and DT are the orders that were accepted and have not settled; what came back before it had settled is one. */
function transitDiffers(
  balances: Readonly<Record<string, number>>,
  right: Readonly<Record<string, number>>,
): ProofFinding[] {
  return ['CT', 'DT'].flatMap((account) => {
    const by = (balances[account] ?? 0) - (right[account] ?? 0);
    const says = `${account} of the cash book is not what was accepted and has not settled.`;
    return by === 0 ? [] : [{ kind: 'proof', count: 1, amountCents: by, says }];
  });
}

const found = (kind: ProofFinding['kind'], sum: OrderSum, says: string): ProofFinding[] =>
  sum.count === 0 ? [] : [{ kind, ...sum, says }];

const late = (sum: OrderSum): ProofFinding[] =>
  found('late', sum, 'Orders have not settled one banking day after they should have.');

const unknown = (sum: OrderSum): ProofFinding[] =>
  found('unknown', sum, 'Nobody knows whether these orders have arrived.');

/** Open breaks of the company: nobody has resolved them. */
async function breaks(reader: Reader, now: Instant): Promise<ProofFinding[]> {
  const rows = await reader.rows(
    reader.db
      .selectFrom('payment_breaks')
      .select((eb) => ['kind', eb.fn.countAll<number>().as('n'), eb.fn.sum<number>('amount_cents').as('cents')])
      .where('resolved_at', 'is', null)
      .where('found_at', '<=', now)
      .groupBy('kind')
      .orderBy('kind'),
  );
  return rows.map(({ kind, n, cents }) => {
    const amountCents = cents === null ? null : Number(cents);
    return { kind, count: Number(n), amountCents, says: 'A provider or the bank tells something else than we know.' };
  });
}
