// A loan of a borrower whom credit agencies can be told of, and what an agency is told of it, month after month.
import assert from 'node:assert/strict';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Account } from '@tenor/metro2/layout/segments.ts';
import { readFile } from '@tenor/metro2/read/read-file.ts';
import { aCreditAgency } from './credit-agency.ts';
import { eventually } from './eventually.ts';
import type { Answer, Client, Company } from './house.ts';
import { aLife, type Life, type LifeOptions } from './loan-life.ts';

type Shown = Answer['body'];

/** 1,200.00 without interest in twelve payments of 100.00, due on the 15th from February on. */
const agreed = { amountFinanced: 1200, interestRates: [{ rate: 0 }] };

let borrowers = 0;

/** With a name, a number, a day of birth and a home. */
export async function identify(api: Client, personId: string, more: object = {}): Promise<void> {
  borrowers += 1;
  const serial = String(1_000 + borrowers);
  await api.put(`/people/${personId}`, { dateOfBirth: '1980-02-29', ...more });
  await api.made(`/people/${personId}/identities`, { identityType: 'SSN', value: `21909${serial}` });
  const address = { addressLine1: '12 Main St', city: 'Springfield', state: 'IL', postalCode: '62701' };
  const home = { contactType: 'address', label: 'home', affiliation: 'self', status: 'primary', address };
  await api.made(`/people/${personId}/contacts`, home);
}

export async function aReportedLife(company: Pick<Company, 'test'>, options: LifeOptions = {}): Promise<Life> {
  const life = await aLife(company, { ...options, agreed: { ...agreed, ...options.agreed } });
  await identify(life.api, life.personId);
  return life;
}

/** The borrower was told that something negative may be reported: of a loan of theirs, or of all that they owe. */
export const giveNotice = (life: Pick<Life, 'api' | 'personId'> & Partial<Pick<Life, 'id'>>): Promise<Shown> =>
  life.api.made(`/people/${life.personId}/interactions`, {
    channel: 'mail',
    status: 'succeeded',
    direction: 'outbound',
    subject: 'creditNegativeInfoMayBeReported',
    loanIds: life.id === undefined ? [] : [life.id],
  });

export interface ReportedMonth {
  readonly file: Shown;
  readonly text: string;
  readonly accounts: readonly Account[];
  /** The account of a loan. */
  of(life: Pick<Life, 'id'>): Account;
}

export interface Agency {
  readonly path: string;
  readonly id: string;
  /** Makes the file, and waits until it has ended. */
  file(asOf: string, more?: object): Promise<Shown>;
  /** The same of one that must be made. */
  month(asOf: string, more?: object): Promise<ReportedMonth>;
}

export async function anAgency(api: Client, more: object = {}): Promise<Agency> {
  const { id } = await api.made('/companies/current/credit-agencies', { ...aCreditAgency, ...more });
  const path = `/companies/current/credit-agencies/${id}`;
  const file: Agency['file'] = async (asOf, body = {}) => {
    const begun = await api.made(`${path}/files`, { asOf, ...body });
    return eventually('the file has ended', async () => {
      const { data } = (await api.get(`${path}/files/${begun.id}`)).body;
      return !['initiated', 'running'].includes(data.state) && data;
    });
  };
  return {
    path,
    id,
    file,
    async month(asOf, body) {
      const made = await file(asOf, body);
      assert.deepEqual([made.state, made.findings, made.errorMessage], ['made', [], null]);
      const text = String((await api.get(`${path}/files/${made.id}/content`)).body);
      const accounts = await accountsIn(text);
      const of = ({ id: loanId }: Pick<Life, 'id'>): Account => {
        const number = loanId.replaceAll('-', '');
        const found = accounts.find(({ base }) => base.account === number);
        assert.ok(found, `${loanId} is not told of: ${JSON.stringify(made.leftOutLoans)}`);
        return found;
      };
      return { file: made, text, accounts, of };
    },
  };
}

async function accountsIn(text: string): Promise<Account[]> {
  const accounts: Account[] = [];
  for await (const item of readFile([Buffer.from(text, 'latin1')])) {
    assert.deepEqual(item.findings, []);
    if (item.is === 'account') accounts.push(item.account);
  }
  return accounts;
}

/** What a record says in these fields. */
export const says = (
  account: Account,
  ...fields: readonly (keyof Account['base'])[]
): (string | number | CivilDate | null)[] => fields.map((field) => account.base[field]);
