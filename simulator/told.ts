// How the simulator tells what has happened: by its list, which has no gaps, and by signed notices.
import { plusSeconds } from './calendar.ts';
import { type Notice, noticeColumns } from './charges.ts';
import type { Executor } from './executor.ts';
import type { Secret } from './secret.ts';

/** As it stands in a notice and in the list. */
export interface Entry {
  readonly event: string;
  readonly key: string;
  readonly id: string;
  readonly at: string;
  readonly what: string;
  readonly cents: number;
  readonly code: string | null;
  readonly on: string | null;
  readonly respondBy: string | null;
  readonly caseNumber: string | null;
  readonly corrected: string | null;
  /** The payout in which the money of it comes. */
  readonly payout: string | null;
  /** What the bank wrote. */
  readonly says: string | null;
}

export interface Mail {
  /** What it tells, to be named when it was delivered. */
  readonly ids: readonly string[];
  readonly carrier: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const signatureHeader = 'simulator-signature';
/** This many things of one moment go together. */
const togetherMax = 50;
/** A notice that nobody takes comes again after an hour, some times; then it is left to the list. */
const [againSeconds, failuresMax, twiceAfterSeconds] = [3_600, 8, 60];

const entryOf = (secret: Secret, notice: Notice): Entry => ({
  event: notice.id,
  key: notice.charge_key,
  id: notice.charge_id,
  at: notice.at,
  what: notice.what,
  cents: notice.amount_cents,
  code: notice.code,
  on: notice.on_day,
  respondBy: notice.respond_by,
  caseNumber: notice.case_number,
  corrected: notice.corrected === null ? null : secret.open(notice.id, notice.corrected),
  payout: notice.what === 'settled' ? `SIM-PAYOUT-${notice.on_day}` : null,
  says: notice.what === 'returned' ? `SIMULATED RETURN ${notice.code}` : null,
});

const placing = `with open as (
  select id, row_number() over (order by at, id) as n from simulated_notices
  where company_id = $1 and place is null and not is_forged and at <= $2
), placed as (
  update simulated_notices as notice set place = $3::bigint + open.n from open
  where notice.company_id = $1 and notice.id = open.id
  returning notice.place
)
update simulated_lists set last_place = greatest(last_place, (select coalesce(max(place), 0) from placed)) where company_id = $1`;

const listMax = 500;

/**
 * What has happened gets its place when the list is asked for, one asker after the other: so nothing ever gets a place
 * before one that was read already.
 */
export async function list(
  executor: Executor,
  company: string,
  secret: Secret,
  carrier: string,
  since: number,
  now: string,
): Promise<{ readonly entries: readonly Entry[]; readonly next: number }> {
  const found = await executor.transact(async (query) => {
    await query.query(
      `insert into simulated_lists (company_id, last_place) values ($1, 0) on conflict (company_id) do nothing`,
      [company],
    );
    const held = `select last_place from simulated_lists where company_id = $1 for update`;
    const [row] = await query.query<{ last_place: number }>(held, [company]);
    await query.query(placing, [company, now, row?.last_place ?? 0]);
    return query.query<Notice & { place: number }>(
      `select ${noticeColumns}, place from simulated_notices
       where company_id = $1 and carrier = $3 and place > $2 order by place limit ${listMax}`,
      [company, since, carrier],
    );
  });
  return { entries: found.map((notice) => entryOf(secret, notice)), next: found.at(-1)?.place ?? since };
}

/** The notices that are due, signed, the earliest first. */
export async function dueMail(
  executor: Executor,
  company: string,
  secret: Secret,
  now: string,
  max: number,
): Promise<readonly Mail[]> {
  const due = await executor.query<Notice>(
    `select ${noticeColumns} from simulated_notices
     where company_id = $1 and due_at <= $2 order by due_at, at, id limit ${max}`,
    [company, now],
  );
  const letters: Notice[][] = [];
  for (const notice of due) {
    const last = letters.at(-1);
    if (last !== undefined && goesWith(last, notice)) last.push(notice);
    else letters.push([notice]);
  }
  return letters.map((notices) => mailOf(secret, notices, now));
}

function goesWith(letter: readonly Notice[], notice: Notice): boolean {
  const first = letter[0] as Notice;
  const isPlain = !first.is_forged && !notice.is_forged;
  return isPlain && first.carrier === notice.carrier && first.due_at === notice.due_at && letter.length < togetherMax;
}

function mailOf(secret: Secret, notices: readonly Notice[], now: string): Mail {
  const body = JSON.stringify({ sentAt: now, entries: notices.map((notice) => entryOf(secret, notice)) });
  const [first] = notices as [Notice];
  // Whoever forges a notice does not know the secret.
  const signature = secret.hash(first.is_forged ? 'guessed' : 'notice', body);
  return {
    ids: notices.map(({ id }) => id),
    carrier: first.carrier,
    headers: { 'content-type': 'application/json', [signatureHeader]: signature },
    body,
  };
}

/** Undefined: it is not genuine. */
export function readMail(
  secret: Secret,
  { headers, body }: { readonly headers: Readonly<Record<string, string | undefined>>; readonly body: string },
): readonly Entry[] | undefined {
  if (!secret.isHash('notice', body, headers[signatureHeader] ?? '')) return undefined;
  return (JSON.parse(body) as { entries: Entry[] }).entries;
}

/** It was taken: it does not come again, or once more. */
export async function delivered(executor: Executor, company: string, ids: readonly string[]): Promise<void> {
  await executor.query(
    `update simulated_notices set times = times - 1,
       due_at = case when times > 1 then (due_at at time zone 'UTC' + interval '${twiceAfterSeconds} seconds') at time zone 'UTC' end
     where company_id = $1 and id = any($2::text[])`,
    [company, ids],
  );
}

/** The receiver did not take it. */
export async function notDelivered(
  executor: Executor,
  company: string,
  ids: readonly string[],
  now: string,
): Promise<void> {
  await executor.query(
    `update simulated_notices set failures = failures + 1,
       due_at = case when failures + 1 < ${failuresMax} then $3::timestamptz end
     where company_id = $1 and id = any($2::text[])`,
    [company, ids, plusSeconds(now, againSeconds)],
  );
}
