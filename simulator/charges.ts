// The rows of accepted, refused and unheard orders, and what will happen to them.
import type { Query } from './executor.ts';
import type { Reply } from './reply.ts';

export interface Charge {
  readonly key: string;
  readonly id: string;
  readonly body_hash: string;
  /** `unheard`: it came and nothing was done, as if it never had. */
  readonly outcome: 'unheard' | 'refused' | 'accepted' | 'voided';
  readonly deed: string;
  readonly rail: string;
  readonly amount_cents: number;
  readonly instrument_hash: string;
  readonly last_four: string;
  readonly behaviour: string;
  readonly of_id: string | null;
  readonly round: number;
  readonly code: string | null;
  readonly settles_on: string | null;
  readonly settles_at: string | null;
  readonly heard_at: string;
}

export interface Notice {
  readonly id: string;
  readonly charge_id: string;
  readonly charge_key: string;
  readonly carrier: string;
  readonly at: string;
  readonly what: string;
  readonly code: string | null;
  readonly amount_cents: number;
  readonly moves_cents: number;
  readonly on_day: string | null;
  readonly respond_by: string | null;
  readonly case_number: string | null;
  /** Sealed, because it holds the number of an account. */
  readonly corrected: string | null;
  readonly due_at: string | null;
  readonly times: number;
  readonly is_forged: boolean;
}

const chargeColumns = `key, id, body_hash, outcome, deed, rail, amount_cents, instrument_hash, last_four, behaviour, of_id,
  round, code, settles_on, settles_at, heard_at`;
const chargeTypes = `key text, id text, body_hash text, outcome text, deed text, rail text, amount_cents bigint,
  instrument_hash text, last_four text, behaviour text, of_id text, round integer, code text, settles_on date,
  settles_at timestamptz, heard_at timestamptz`;
export const noticeColumns = `id, charge_id, charge_key, carrier, at, what, code, amount_cents, moves_cents, on_day,
  respond_by, case_number, corrected, due_at, times, is_forged`;
const noticeTypes = `id text, charge_id text, charge_key text, carrier text, at timestamptz, what text, code text,
  amount_cents bigint, moves_cents bigint, on_day date, respond_by date, case_number text, corrected text,
  due_at timestamptz, times integer, is_forged boolean`;

/** One statement, so that a charge and its future are there together. An order that was not heard may be heard now. */
const storing = `with charges as (
  insert into simulated_charges (company_id, ${chargeColumns})
    select $1, ${chargeColumns} from jsonb_to_recordset($2::jsonb) as sent (${chargeTypes})
  on conflict (company_id, key) do update
    set outcome = excluded.outcome, code = excluded.code, round = excluded.round,
        settles_on = excluded.settles_on, settles_at = excluded.settles_at
    where simulated_charges.outcome = 'unheard' and simulated_charges.body_hash = excluded.body_hash
  returning id, key
), notices as (
  insert into simulated_notices (company_id, ${noticeColumns}, failures)
    select $1, ${noticeColumns}, 0 from jsonb_to_recordset($3::jsonb) as sent (${noticeTypes})
    where charge_id in (select id from charges)
)
select key from charges`;

const adding = `insert into simulated_notices (company_id, ${noticeColumns}, failures)
  select $1, ${noticeColumns}, 0 from jsonb_to_recordset($2::jsonb) as sent (${noticeTypes})`;

/** Adds notices of a charge that is stored already. */
export async function addNotices(query: Query, company: string, notices: readonly Notice[]): Promise<void> {
  await query.query(adding, [company, JSON.stringify(notices)]);
}

/** Each key once. Returns those that were stored: of the others somebody else was quicker. */
export async function store(
  executor: Query,
  company: string,
  charges: readonly Charge[],
  notices: readonly Notice[],
): Promise<ReadonlySet<string>> {
  const values = [company, JSON.stringify(charges), JSON.stringify(notices)];
  const rows = await executor.query<{ key: string }>(storing, values);
  return new Set(rows.map(({ key }) => key));
}

export async function chargesByKey(
  executor: Query,
  company: string,
  keys: readonly string[],
): Promise<Map<string, Charge>> {
  const text = `select ${chargeColumns} from simulated_charges where company_id = $1 and key = any($2::text[])`;
  const rows = await executor.query<Charge>(text, [company, keys]);
  return new Map(rows.map((row) => [row.key, row]));
}

export async function chargesById(
  executor: Query,
  company: string,
  ids: readonly string[],
): Promise<Map<string, Charge>> {
  if (ids.length === 0) return new Map();
  const text = `select ${chargeColumns} from simulated_charges where company_id = $1 and id = any($2::text[])`;
  const rows = await executor.query<Charge>(text, [company, ids]);
  return new Map(rows.map((row) => [row.id, row]));
}

/** How often each instrument was declined so far. */
export async function declinesOf(
  executor: Query,
  company: string,
  hashes: readonly string[],
): Promise<Map<string, Declines>> {
  if (hashes.length === 0) return new Map();
  const text = `select instrument_hash, count(*)::integer as count, min(heard_at) as first_at from simulated_charges
    where company_id = $1 and instrument_hash = any($2::text[]) and outcome = 'refused' group by instrument_hash`;
  const rows = await executor.query<Declines & { instrument_hash: string }>(text, [company, hashes]);
  return new Map(rows.map((row) => [row.instrument_hash, row]));
}

export interface Declines {
  readonly count: number;
  readonly first_at: string;
}

/** An order that was heard is answered the same way again. */
export function replyOf(charge: Charge): Reply {
  if (charge.outcome === 'refused') {
    const code = charge.code as string;
    return { status: 402, code, says: `SIMULATED DECLINE ${code}` };
  }
  if (charge.outcome === 'unheard') return { status: 404 };
  if (charge.rail === 'instant') return { status: 200, id: charge.id, settledOn: charge.settles_on as string };
  return { status: 202, id: charge.id, settlesOn: charge.settles_on, ...ofCard(charge) };
}

const fee = { cents: 295, type: 'convenience' };

function ofCard({ rail, deed, behaviour }: Charge) {
  if (rail !== 'card' || (deed !== 'debit' && deed !== 'verify')) return {};
  const beside = behaviour === 'feeBeside' && deed === 'debit' ? { fee } : {};
  return { avs: behaviour === 'otherAddress' ? 'N' : 'Y', merchant: 'SIM-MERCHANT', ...beside };
}

/** Takes an order back that has not settled: what was to become of it does not happen. */
export async function voidCharge(query: Query, company: string, id: string, now: string): Promise<void> {
  await query.query(`update simulated_charges set outcome = 'voided' where company_id = $1 and id = $2`, [company, id]);
  await query.query(`delete from simulated_notices where company_id = $1 and charge_id = $2 and at > $3`, [
    company,
    id,
    now,
  ]);
}

export async function lockCharge(query: Query, company: string, id: string): Promise<Charge | undefined> {
  const text = `select ${chargeColumns} from simulated_charges where company_id = $1 and id = $2 for update`;
  return (await query.query<Charge>(text, [company, id]))[0];
}

/** How much of a charge was given back by orders of a kind, in cents. */
export async function givenBack(query: Query, company: string, id: string, deed: string): Promise<number> {
  const text = `select coalesce(sum(amount_cents), 0)::bigint as cents from simulated_charges
    where company_id = $1 and of_id = $2 and deed = $3 and outcome = 'accepted'`;
  return (await query.query<{ cents: number }>(text, [company, id, deed]))[0]?.cents ?? 0;
}
