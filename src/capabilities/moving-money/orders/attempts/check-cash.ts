// The proof of the cash book, for `tenor doctor`: each balance is the sum of its postings, all are zero together, and
// what is in transit is what was accepted and has not settled.
import { type Cents, formatCents } from '@tenor/engine/values/cents.ts';
import { checkOfModes, type Finding, rowsOf, wrong } from '#platform/doctor/check.ts';

interface Difference {
  readonly company: string;
  readonly carrier: string;
  readonly account: string;
  readonly book: string;
  readonly right: string;
}

const shownMax = 5;

export const cashCheck = checkOfModes(
  'cash book',
  'The cash book, its balances and the orders agree.',
  async (inspected, mode) => {
    const differences = [];
    for (const text of [sumsDiffer(mode), transitDiffers(mode)]) {
      differences.push(...(await rowsOf<Difference>(inspected, text)));
    }
    return differences.map((row) => findingOf(mode, row));
  },
);

const sumsDiffer = (mode: string): string =>
  `select company_id as company, carrier_id as carrier, account, coalesce(b.amount_cents, 0)::text as book,
     coalesce(p.total, 0)::text as "right"
   from ${mode}.cash_balances b full join (
     select company_id, carrier_id, account, sum(amount_cents) as total from ${mode}.cash_postings group by 1, 2, 3
   ) p using (company_id, carrier_id, account)
   where coalesce(b.amount_cents, 0) <> coalesce(p.total, 0) limit ${shownMax}`;

/** CT for what comes in, DT for what goes out. What came back before it had settled is in transit still. */
const transitDiffers = (mode: string): string =>
  `select company_id as company, carrier_id as carrier, account, coalesce(b.amount_cents, 0)::text as book,
     coalesce(a.total, 0)::text as "right"
   from (select * from ${mode}.cash_balances where account in ('CT', 'DT')) b full join (
     select company_id, carrier_id, case deed when 'debit' then 'CT' else 'DT' end as account,
       sum(case deed when 'debit' then amount_cents else -amount_cents end) as total
     from ${mode}.payment_attempts
     where accepted_at is not null and settled_on is null and deed <> 'void'
       and (state in ('accepted', 'disputed', 'confirmed') or (state = 'returned' and deed = 'debit'))
     group by 1, 2, 3
   ) a using (company_id, carrier_id, account)
   where coalesce(b.amount_cents, 0) <> coalesce(a.total, 0) limit ${shownMax}`;

function findingOf(mode: string, { company, carrier, account, book, right }: Difference): Finding {
  const amount = (text: string): string => formatCents(Number(text) as Cents);
  const what = account === 'CT' || account === 'DT' ? `${account} (in transit)` : account;
  return wrong(
    `The cash book of ${company} in ${mode} mode for ${carrier} has ${amount(book)} on ${what}; its rows say ${amount(right)}.`,
    'Stop payments (`tenor payments stop`), keep the database as it is, and report it: no use of the service does this.',
  );
}
