// The books of the simulator, for whoever compares others with them.
import type { Query } from './executor.ts';

interface ReportedCharge {
  readonly key: string;
  readonly id: string;
  readonly outcome: 'accepted' | 'refused' | 'voided';
  readonly deed: string;
  readonly rail: string;
  readonly cents: number;
  readonly last_four: string;
  readonly behaviour: string;
  readonly of_id: string | null;
  readonly code: string | null;
  readonly settles_on: string | null;
  readonly heard_at: string;
  /** What has come to the funding account by it so far; negative: what has left it. */
  readonly moved_cents: number;
  /** The last thing that happened. */
  readonly last: string | null;
}

export interface Report {
  readonly charges: readonly ReportedCharge[];
  /** On the funding account, which began at nothing. */
  readonly balanceCents: number;
}

export async function report(executor: Query, company: string, now: string): Promise<Report> {
  const charges = await executor.query<ReportedCharge>(
    `select c.key, c.id, c.outcome, c.deed, c.rail, c.amount_cents as cents, c.last_four, c.behaviour, c.of_id, c.code,
       c.settles_on, c.heard_at, coalesce(n.moved, 0)::bigint as moved_cents, n.last
     from simulated_charges c
     left join lateral (
       select sum(moves_cents) as moved, (array_agg(what order by at desc, id desc))[1] as last
       from simulated_notices where company_id = $1 and charge_id = c.id and at <= $2 and not is_forged
     ) n on true
     where c.company_id = $1 and c.outcome <> 'unheard' order by c.heard_at, c.key`,
    [company, now],
  );
  return { charges, balanceCents: charges.reduce((sum, charge) => sum + charge.moved_cents, 0) };
}
