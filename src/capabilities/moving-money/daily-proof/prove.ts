// The proof of a banking day with one provider: the balances of the cash book against the orders themselves, and what
// waits for a person. It is kept with a number, whatever it says.
import { openDaysFrom } from '@tenor/engine/time/calendar.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { dateOf, dayOf } from '@tenor/engine/values/day.ts';
import { addSeconds, type Instant } from '@tenor/engine/values/instant.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import { sql } from 'kysely';
import { redraw } from '#platform/db/races.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { newId } from '#platform/ids.ts';
import { nextEnd } from '../attempts/calendar.ts';
import { noteRead } from '../cash-book/days.ts';
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
}

export async function prove(
  { position }: { position(): number },
  tx: Tx,
  { row, now, zone = 'America/New_York' }: Proving,
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
    ...(await transitDiffers(tx, row.carrier_id, balances)),
    ...(await late(tx, row.carrier_id, day)),
    ...(await unknown(tx, row.carrier_id, now)),
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
  const isQuiet = !(await hasMoved(tx, row.carrier_id, addSeconds(now, -quietSeconds)));
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

const inTransit = (reader: Reader, carrierId: string) =>
  reader.db
    .selectFrom('payment_attempts')
    .where('carrier_id', '=', carrierId)
    .where('accepted_at', 'is not', null)
    .where('settled_on', 'is', null)
    .where('deed', '!=', 'void');

/** CT and DT are the orders that were accepted and have not settled; what came back before it had settled is one. */
async function transitDiffers(
  reader: Reader,
  carrierId: string,
  balances: Readonly<Record<string, number>>,
): Promise<ProofFinding[]> {
  const rows = await reader.rows(
    inTransit(reader, carrierId)
      .select(sql<string>`case deed when 'debit' then 'CT' else 'DT' end`.as('account'))
      .select(sql<number>`sum(case deed when 'debit' then amount_cents else -amount_cents end)::bigint`.as('cents'))
      .where((eb) =>
        eb.or([
          eb('state', 'in', ['accepted', 'disputed', 'confirmed']),
          eb.and([eb('state', '=', 'returned'), eb('deed', '=', 'debit')]),
        ]),
      )
      .groupBy('account'),
  );
  const right = Object.fromEntries(rows.map(({ account, cents }) => [account, Number(cents)]));
  return ['CT', 'DT'].flatMap((account) => {
    const by = (balances[account] ?? 0) - (right[account] ?? 0);
    const says = `${account} of the cash book is not what was accepted and has not settled.`;
    return by === 0 ? [] : [{ kind: 'proof', count: 1, amountCents: by, says }];
  });
}

async function late(reader: Reader, carrierId: string, day: CivilDate): Promise<ProofFinding[]> {
  const row = await reader.row(
    inTransit(reader, carrierId)
      .select((eb) => [eb.fn.countAll<number>().as('n'), eb.fn.sum<number>('amount_cents').as('cents')])
      .where('state', '=', 'accepted')
      .where('entry_date', '<', dateOf(openDaysFrom(dayOf(day), -lateBankingDays))),
  );
  const count = Number(row?.n ?? 0);
  const says = 'Orders have not settled one banking day after they should have.';
  return count === 0 ? [] : [{ kind: 'late', count, amountCents: Number(row?.cents ?? 0), says }];
}

async function unknown(reader: Reader, carrierId: string, now: Instant): Promise<ProofFinding[]> {
  const row = await reader.row(
    reader.db
      .selectFrom('payment_attempts')
      .select((eb) => [eb.fn.countAll<number>().as('n'), eb.fn.sum<number>('amount_cents').as('cents')])
      .where('carrier_id', '=', carrierId)
      .where('state', 'in', ['sending', 'unknown'])
      .where((eb) => eb.or([eb('act_at', 'is not', null), eb('held_until', 'is not', null)]))
      .where('last_sent_at', '<=', addSeconds(now, -silentSeconds)),
  );
  const count = Number(row?.n ?? 0);
  const says = 'Nobody knows whether these orders have arrived.';
  return count === 0 ? [] : [{ kind: 'unknown', count, amountCents: Number(row?.cents ?? 0), says }];
}

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

async function hasMoved(reader: Reader, carrierId: string, since: Instant): Promise<boolean> {
  const some = reader.db
    .selectFrom('payment_attempts')
    .select('id')
    .where('carrier_id', '=', carrierId)
    .where('created_at', '>', since)
    .limit(1);
  return (await reader.row(some)) !== undefined;
}
