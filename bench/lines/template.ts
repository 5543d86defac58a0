// Makes one line of credit with purchases in the test realm, whose clock moves over the days on which they are bought.
// Then it is copied as loans are.
import type pg from 'pg';
import { liveApi, testApi } from '../loans/api.ts';
import { type Copied, dayMs, lettersOf, ofLive, pathOf, setClock } from '../loans/template.ts';
import { personBody } from '../people.ts';
import type { RunningService } from '../service.ts';

export interface LineRef {
  readonly personId: string;
  readonly loanId: string;
  /** It has the same id in all copies. */
  readonly drawId: string;
}

type LineTemplate = Copied & LineRef;

interface Past {
  readonly purchases: number;
  /** How long they take. The last was bought yesterday. */
  readonly days: number;
}

export const drawPathOf = (line: LineRef): string => `${pathOf(line)}/draws/${line.drawId}`;

export const purchase = (amount: number): object => ({
  amount,
  purchaseDetails: { description: 'Groceries', merchantName: 'Corner shop', merchantCategoryCode: '5411' },
});

export async function makeLine(service: RunningService, { purchases, days }: Past): Promise<LineTemplate> {
  const api = testApi(service);
  const begun = Date.now() - (days + 1) * dayMs;
  const at = (ms: number): string => new Date(ms).toISOString();
  await setClock(api, at(begun));
  const { id: personId } = await api.post('/people', JSON.parse(personBody()));
  const made = await api.post(`/people/${personId}/loans`, {
    loanTypeId: 'ext-line-of-credit',
    status: 'originated',
    atOrigination: { creditLimitAmount: 1_000_000, interestRates: [{ rate: 0.1999 }], specificDays: [statementDay()] },
  });
  const loan = { personId, loanId: made.id };
  await api.post(`${pathOf(loan)}/activate`, {});
  const { id: drawId } = await api.post(`${pathOf(loan)}/draws`, { status: 'originated', atOrigination: {} });
  const line = { ...loan, drawId };
  await api.post(`${drawPathOf(line)}/activate`, {});
  for (let i = 0, day = 0; i < purchases; i++) {
    for (; day < Math.ceil(((i + 1) * days) / purchases); day++) await setClock(api, at(begun + (day + 1) * dayMs));
    await api.post(`${drawPathOf(line)}/purchases?sync=true`, purchase(10));
    if (i % 100 === 99) await api.post(`${pathOf(line)}/transactions?sync=true`, payment);
  }
  await setClock(api, at(Date.now()));
  await api.post(`${pathOf(line)}/refresh`, {});
  const ofLines = await ofLive(liveApi(service), 'ext-line-of-credit');
  return { ...line, ...ofLines, testTypeId: made.loanTypeId as string };
}

const payment = { type: 'oneTime', isExternal: true, status: 'succeeded', amount: 900, allowOverpayment: true };

/** A day of the month some days away from today, so that no statement is made while we measure. */
const statementDay = (): number => (new Date().getUTCDate() > 14 ? 8 : 22);

/** The line with number `n` among the copies. */
export const copyOf = ({ drawId }: LineRef, n: number): LineRef => ({
  personId: `BO-${lettersOf(n)}`,
  loanId: `LN-${lettersOf(n)}`,
  drawId,
});

/** As the service would have left them. */
export const settled = (client: pg.Client) => client.query('vacuum analyze');
