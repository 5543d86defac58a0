// An account in which nothing is wrong, and files of such accounts with something else in them.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Account, Base, Header, J1, J2 } from '../layout/segments.ts';
import { openFile } from '../write/file-writer.ts';

/** The calendar has the days that the tests write. */
export const day = (text: string): CivilDate => text as CivilDate;

export const header: Header = {
  cycle: '',
  innovisProgram: '',
  equifaxProgram: 'EFX0001',
  experianProgram: '',
  transUnionProgram: '',
  activityDate: day('2026-05-31'),
  dateCreated: day('2026-06-01'),
  programDate: null,
  programRevisionDate: null,
  reporterName: 'TENOR DEMO LOANS',
  reporterAddress: '1 MAIN STREET, SPRINGFIELD IL 62701',
  reporterTelephone: '2175550100',
  softwareVendor: 'TENOR',
  softwareVersion: '1',
  microBiltProgram: '',
};

export const base: Base = {
  stamp: '05312026120000',
  correction: '0',
  identification: 'TENOR01',
  cycle: '',
  account: 'LN7KQ2M9XA',
  portfolio: 'I',
  accountType: '01',
  dateOpened: day('2025-01-15'),
  creditLimit: 0,
  highestCredit: 12_000,
  termsDuration: '036',
  termsFrequency: 'M',
  scheduledPayment: 398,
  actualPayment: 398,
  status: '11',
  rating: '',
  profile: `${'0'.repeat(15)}${'B'.repeat(9)}`,
  comment: '',
  compliance: '',
  balance: 7400,
  pastDue: 0,
  chargeOff: 0,
  informationDate: day('2026-05-31'),
  firstDelinquency: null,
  dateClosed: null,
  lastPayment: day('2026-05-15'),
  interest: 'F',
  surname: 'BORROWER',
  firstName: 'SAM',
  middleName: '',
  generation: '',
  ssn: '219099999',
  birthDate: day('1980-02-29'),
  telephone: '2175550142',
  ecoa: '1',
  indicator: '',
  country: 'US',
  address1: '12 MAIN ST',
  address2: '',
  city: 'SPRINGFIELD',
  state: 'IL',
  zip: '62701',
  addressIndicator: 'C',
  residence: 'R',
};

export const j1: J1 = {
  surname: 'LOPEZ-NUNEZ',
  firstName: 'ANA',
  middleName: '',
  generation: '',
  ssn: '219088888',
  birthDate: day('1981-03-01'),
  telephone: '',
  ecoa: '2',
  indicator: '',
};

export const j2: J2 = {
  ...j1,
  ssn: '219077777',
  country: 'US',
  address1: '7 ELM ST',
  address2: '',
  city: 'PEORIA',
  state: 'IL',
  zip: '616021234',
  addressIndicator: '',
  residence: '',
};

type Further = Partial<Omit<Account, 'base'>>;

export const accountOf = (changes: Partial<Base> = {}, further: Further = {}): Account => ({
  base: { ...base, ...changes },
  j1: [],
  j2: [],
  k1: null,
  k2: null,
  k3: null,
  k4: null,
  l1: null,
  n1: null,
  ...further,
});

export function textOf(
  accounts: readonly Account[],
  head: Header = header,
  lineEnd: '' | '\n' | '\r\n' = '\n',
): string {
  const file = openFile(head, lineEnd);
  return [file.begin, ...accounts.map((account) => file.add(account)), file.end()].join('');
}

export const bytesOf = (text: string): Buffer[] => [Buffer.from(text, 'latin1')];
