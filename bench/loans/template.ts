// Makes one loan with a past in the test realm, whose clock can be set to any day. Then SQL writes thousands of copies
// of it, without the commands, into the realm that is measured.
import type pg from 'pg';
import { personBody } from '../people.ts';
import type { RunningService } from '../service.ts';
import { type Answer, type Api, liveApi, testApi } from './api.ts';

type Mode = 'live' | 'test';

export interface LoanRef {
  readonly personId: string;
  readonly loanId: string;
  readonly instrumentId: string;
}

/** What SQL copies: one loan, in the test realm. */
export interface Copied {
  readonly personId: string;
  readonly loanId: string;
  /** A borrower of the live realm, because only that realm can open their sealed values. */
  readonly livePersonId: string;
  readonly liveTypeId: string;
  readonly testTypeId: string;
}

export type Template = Copied & LoanRef;

export interface Past {
  /** How many instalments have been paid, each on its day. */
  readonly months: number;
  readonly duration: number;
  /** The loan types of both realms, alike in their terms. The default is `ext-installment`. */
  readonly types?: { readonly test: string; readonly live: string };
  readonly rate?: object;
  /** True: the last due date has come; nothing was paid, and the close of that day has not run. */
  readonly isDue?: boolean;
  /** The first instalment is due a month after the beginning, and each payment is in time; else it is a month late. */
  readonly isInTime?: boolean;
}

export const pathOf = ({ personId, loanId }: Pick<LoanRef, 'personId' | 'loanId'>): string =>
  `/people/${personId}/loans/${loanId}`;

export const dayMs = 86_400_000;
const noonOf = (date: Date): string => `${date.toISOString().slice(0, 10)}T18:00:00Z`;

/** A day of the month some days away from today, so that nothing falls due while we measure. */
const dueDay = (): number => (new Date().getUTCDate() > 14 ? 8 : 22);

function dueDates(months: number): Date[] {
  const now = new Date();
  const last = now.getUTCDate() >= dueDay() ? 0 : -1;
  return Array.from(
    { length: months },
    (_, i) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + last - (months - 1 - i), dueDay())),
  );
}

export const setClock = (api: Api, now: string): Promise<Answer> => api.post('/test-clock', { now });

export async function makeTemplate(service: RunningService, past: Past): Promise<Template> {
  const [test, live] = [testApi(service), liveApi(service)];
  const days = past.isDue ? dueDates(past.months + 1).slice(0, -1) : dueDates(past.months);
  const first = days[0] ?? new Date(Date.now() + dayMs);
  const begun = past.months === 0 ? new Date() : new Date(first.getTime() - (past.isInTime ? 27 : 31) * dayMs);
  await setClock(test, noonOf(begun));
  const { personId, instrumentId } = await aBorrower(test);
  const { livePersonId, liveTypeId } = await ofLive(live);
  const made = await test.post(`/people/${personId}/loans`, loanTerms(past));
  const loan = { personId, instrumentId, loanId: made.id };
  await test.post(`${pathOf(loan)}/activate`, {});
  const { current } = (await test.get(pathOf(loan))) as unknown as { current: { periodicPayment: number } };
  for (const day of days) {
    await setClock(test, noonOf(day));
    await test.post(`${pathOf(loan)}/transactions?sync=true`, payment(loan, current.periodicPayment));
  }
  if (!past.isDue) {
    await setClock(test, new Date().toISOString());
    await test.post(`${pathOf(loan)}/refresh`, {});
  }
  const testTypeId = made.loanTypeId as string;
  return { ...loan, livePersonId, liveTypeId: past.types?.live ?? liveTypeId, testTypeId };
}

export const payment = ({ instrumentId }: LoanRef, amount: number): object => ({
  type: 'oneTime',
  status: 'succeeded',
  paymentInstrumentId: instrumentId,
  amount,
});

async function aBorrower(api: Api): Promise<{ personId: string; instrumentId: string }> {
  const { id: personId } = await api.post('/people', JSON.parse(personBody()));
  const made = await api.post(`/people/${personId}/payment-instruments`, {
    instrumentType: 'paymentNetwork',
    paymentNetworkName: 'Till',
    isExternal: true,
  });
  const [instrument] = made as unknown as Answer[];
  return { personId, instrumentId: instrument!.id };
}

export async function ofLive(
  api: Api,
  type = 'ext-installment',
): Promise<{ livePersonId: string; liveTypeId: string }> {
  const { id: livePersonId } = await api.post('/people', JSON.parse(personBody()));
  const { id: liveTypeId } = await api.get(`/loan-types/${type}`);
  return { livePersonId, liveTypeId };
}

export const loanTerms = ({ duration, types, rate }: Omit<Past, 'months'>): object => ({
  loanTypeId: types?.test ?? 'ext-installment',
  status: 'originated',
  atOrigination: {
    amountFinanced: 24_000,
    interestRates: [rate ?? { rate: 0.1499 }],
    paymentFrequency: 'monthly',
    specificDays: [dueDay()],
    duration,
  },
});

/** All that a tape of today is made of, besides the borrowers. */
export const standingTables = ['payment_instruments', 'loans', 'loan_standing'] as const;

const copied = [
  ...standingTables,
  'loan_facts',
  'loan_postings',
  'loan_obligations',
  'loan_fees',
  'loan_checkpoints',
  'loan_tails',
  'transactions',
  'draws',
  'purchases',
] as const;

/** A number in the letters that ids use. */
export const lettersOf = (n: number): string => {
  const letters = String(n)
    .padStart(8, '0')
    .replace(/\d/g, (digit) => 'ABCDEFGHIJ'[Number(digit)] as string);
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
};
/** The same of `n`, in SQL. */
export const lettersInSql = `substr(translate(lpad(n::text, 8, '0'), '0123456789', 'ABCDEFGHIJ'), 1, 4) || '-' ||
  substr(translate(lpad(n::text, 8, '0'), '0123456789', 'ABCDEFGHIJ'), 5)`;

/** The loan with number `n` among the copies. */
export const copyOf = ({ instrumentId }: Template, n: number): LoanRef => ({
  personId: `BO-${lettersOf(n)}`,
  loanId: `LN-${lettersOf(n)}`,
  instrumentId,
});

/** Another version of the service may not know a table yet, or not any more. */
const isThere = async (client: pg.Client, table: string): Promise<boolean> =>
  (await client.query('select to_regclass($1) is not null as found', [`live.${table}`])).rows[0].found;

interface Copies {
  /** The number of the first one. */
  readonly from?: number;
  readonly count: number;
  /** What is copied of the loan, if not all of it. */
  readonly tables?: readonly string[];
}

/** Writes copies, each with its own borrower. */
export async function copyTemplate(
  client: pg.Client,
  template: Copied,
  into: Mode,
  { from = 1, count, tables = copied }: Copies,
  more: readonly string[] = [],
): Promise<void> {
  const person = into === 'live' ? template.livePersonId : template.personId;
  const type = into === 'live' ? template.liveTypeId : template.testTypeId;
  // Rows as PostgreSQL writes and reads them whole: JSON with each column by its name takes three times as long.
  const copy = async (table: string, source: Mode, borrower: string): Promise<void> => {
    const whole = await client.query(`select t::text as row from ${source}.${table} as t where person_id = $1`, [
      borrower,
    ]);
    await client.query(
      `insert into ${into}.${table} select (made.copy).* from unnest($1::text[]) as t (whole)
        cross join generate_series(${from}, ${from + count - 1}) as n
        cross join lateral (select ${lettersInSql} as letters offset 0) as l
        cross join lateral (select replace(replace(whole, '${borrower}', 'BO-' || letters),
          '${template.loanId}', 'LN-' || letters)::${into}.${table} as copy offset 0) as made`,
      [whole.rows.map(({ row }) => (row as string).replaceAll(template.testTypeId, type))],
    );
  };
  await copy('people', into, person);
  for (const table of [...tables, ...more])
    if (await isThere(client, table)) await copy(table, 'test', template.personId);
}
