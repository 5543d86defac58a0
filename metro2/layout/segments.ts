// The records of a file and the segments of an account, character by character.
import {
  accountStatuses,
  addressIndicators,
  blank,
  classifications,
  complianceCodes,
  consumerIndicators,
  ecoaCodes,
  frequencies,
  mortgageAgencies,
  portfolios,
  ratings,
  specialComments,
} from './codes.ts';
import {
  constant,
  date,
  digits,
  type Field,
  type Layout,
  length,
  number,
  personal,
  reserved,
  text,
  type ValuesOf,
} from './field.ts';

const one = (codes: object) => ({ codes: Object.keys(codes) });
const oneOrBlank = (codes: object) => ({ codes: [blank, ...Object.keys(codes)] });
const personalOne = (codes: object) => ({ codes: Object.keys(codes), isPersonal: true as const });
const personalOneOrBlank = (codes: object) => ({ codes: [blank, ...Object.keys(codes)], isPersonal: true as const });

const nameAt = (from: number) => ({
  surname: text('surname', from, from + 24, 'Letters, spaces and hyphens.', personal),
  firstName: text('first name', from + 25, from + 44, 'Letters, spaces and hyphens.', personal),
  middleName: text('middle name', from + 45, from + 64, 'Letters, spaces and hyphens.', personal),
  generation: text('generation code', from + 65, from + 65, 'J, S or 2 to 9.', {
    codes: [blank, ...'JS23456789'],
    isPersonal: true,
  }),
});

/** Header, base segment and trailer have this many characters. */
export const fixedLength = 426;

export const header = {
  length,
  identifier: constant('record identifier', 5, 10, 'HEADER'),
  cycle: text('cycle identifier', 11, 12, 'Where accounts are reported by cycle.'),
  innovisProgram: text('Innovis program identifier', 13, 22, 'As Innovis has said it.'),
  equifaxProgram: text('Equifax program identifier', 23, 32, 'As Equifax has said it.'),
  experianProgram: text('Experian program identifier', 33, 37, 'As Experian has said it.'),
  transUnionProgram: text('TransUnion program identifier', 38, 47, 'As TransUnion has said it.'),
  activityDate: date('activity date', 48, 55, 'As of this day the accounts are reported.'),
  dateCreated: date('date created', 56, 63, 'When the file was made.'),
  programDate: date('program date', 64, 71, 'When the program that made the file was written.'),
  programRevisionDate: date('program revision date', 72, 79, 'When that program was last changed.'),
  reporterName: text('reporter name', 80, 119, 'Who reports.'),
  reporterAddress: text('reporter address', 120, 215, 'Where the reporter gets mail.'),
  reporterTelephone: digits('reporter telephone', 216, 225, 'Ten digits.'),
  softwareVendor: text('software vendor', 226, 265, 'Who made the program.'),
  softwareVersion: text('software version', 266, 270, 'Its version.'),
  microBiltProgram: text('MicroBilt/PRBC program identifier', 271, 280, 'As MicroBilt has said it.'),
  reserved: reserved(281, 426),
} as const satisfies Layout;

export const base = {
  length,
  processing: constant('processing indicator', 5, 5, '1'),
  stamp: digits('time stamp', 6, 19, 'MMDDYYYYHHMMSS: when the account was last updated.'),
  correction: text('correction indicator', 20, 20, '0 as usual; 1 replaces what was reported for the same period.', {
    codes: ['0', '1'],
  }),
  identification: text('identification number', 21, 40, 'Whose account it is: stable, of at least five characters.'),
  cycle: text('cycle identifier', 41, 42, 'Where accounts are reported by cycle.'),
  account: text('consumer account number', 43, 72, 'Unique and stable: letters and digits, and no SSN.', personal),
  portfolio: text('portfolio type', 73, 73, 'What kind of credit it is.', one(portfolios)),
  accountType: text('account type', 74, 75, 'What it is for.'),
  dateOpened: date('date opened', 76, 83, 'It never changes.'),
  creditLimit: number('credit limit', 84, 92, 'C, O and R: as assigned. Zero for I and M.'),
  highestCredit: number(
    'highest credit or original loan amount',
    93,
    101,
    'I and M: as lent, without interest. C, O and R: the most that was used.',
  ),
  termsDuration: text('terms duration', 102, 104, 'I: months. M: years. C: LOC. R: REV. O: 001.'),
  termsFrequency: text('terms frequency', 105, 105, 'How often payments are due.', oneOrBlank(frequencies)),
  scheduledPayment: number(
    'scheduled monthly payment',
    106,
    114,
    'The regular payment. Zero for O, and once it is paid.',
  ),
  actualPayment: number('actual payment amount', 115, 123, 'All that was received in the period.'),
  status: text('account status', 124, 125, 'The condition on the date of account information.', one(accountStatuses)),
  rating: text(
    'payment rating',
    126,
    126,
    'With 05, 13, 65, 88, 89, 94 and 95: how it stood before.',
    oneOrBlank(ratings),
  ),
  profile: text('payment history profile', 127, 150, 'A character for each of 24 months, the newest first.'),
  comment: text('special comment', 151, 152, 'Said each month while it is so; one code.', oneOrBlank(specialComments)),
  compliance: text(
    'compliance condition code',
    153,
    154,
    'It stays until another code or XR comes.',
    oneOrBlank(complianceCodes),
  ),
  balance: number('current balance', 155, 163, 'Zero where the consumer has credit.'),
  pastDue: number('amount past due', 164, 172, 'What is 30 days past due or more. Zero with status 11.'),
  chargeOff: number('original charge-off amount', 173, 181, 'With 64 and 97. It never changes.'),
  informationDate: date(
    'date of account information',
    182,
    189,
    'As of which day it is so; for paid accounts when it was paid.',
  ),
  firstDelinquency: date(
    'date of first delinquency',
    190,
    197,
    'When it was first 30 days late of what led to the status, or the petition of a bankruptcy. It never moves.',
  ),
  dateClosed: date('date closed', 198, 205, 'When it was paid, transferred, sold or closed to use.'),
  lastPayment: date('date of last payment', 206, 213, 'When the last payment came.'),
  interest: text('interest type', 214, 214, 'F fixed. V variable: the rate may ever change.', {
    codes: [blank, 'F', 'V'],
  }),
  reserved: reserved(215, 231),
  ...nameAt(232),
  ssn: digits(
    'social security number',
    298,
    306,
    'Without it zeros or nines, and the date of birth. No ITIN.',
    personal,
  ),
  birthDate: date('date of birth', 307, 314, 'Needed without a social security number.', personal),
  telephone: digits('telephone number', 315, 324, 'Ten digits.', personal),
  ecoa: text('ECOA code', 325, 325, 'What the consumer has to do with the account.', personalOne(ecoaCodes)),
  indicator: text(
    'consumer information indicator',
    326,
    327,
    'Bankruptcy and whereabouts. It stays until another comes.',
    personalOneOrBlank(consumerIndicators),
  ),
  country: text('country code', 328, 329, 'Two letters.', personal),
  address1: text('first line of address', 330, 361, 'Street and number.', personal),
  address2: text('second line of address', 362, 393, 'What the first line has no room for.', personal),
  city: text('city', 394, 413, 'The city.', personal),
  state: text('state', 414, 415, 'Two letters.', personal),
  zip: text('ZIP code', 416, 424, 'Five or nine digits.', personal),
  addressIndicator: text(
    'address indicator',
    425,
    425,
    'What is known of the address.',
    personalOneOrBlank(addressIndicators),
  ),
  residence: text('residence code', 426, 426, 'O owns, R rents.', { codes: [blank, 'O', 'R'], isPersonal: true }),
} as const satisfies Layout;

const associated = {
  reserved: reserved(3, 3),
  ...nameAt(4),
  ssn: digits('social security number', 70, 78, 'As in the base segment.', personal),
  birthDate: date('date of birth', 79, 86, 'As in the base segment.', personal),
  telephone: digits('telephone number', 87, 96, 'Ten digits.', personal),
  ecoa: text('ECOA code', 97, 97, 'What this consumer has to do with the account.', personalOne(ecoaCodes)),
  indicator: text(
    'consumer information indicator',
    98,
    99,
    'As in the base segment, of this consumer.',
    personalOneOrBlank(consumerIndicators),
  ),
} as const satisfies Layout;

const j1 = {
  segment: constant('segment identifier', 1, 2, 'J1'),
  ...associated,
  reserved2: reserved(100, 100),
} as const satisfies Layout;

export const j2 = {
  segment: constant('segment identifier', 1, 2, 'J2'),
  ...associated,
  country: text('country code', 100, 101, 'Two letters.', personal),
  address1: text('first line of address', 102, 133, 'Street and number.', personal),
  address2: text('second line of address', 134, 165, 'What the first line has no room for.', personal),
  city: text('city', 166, 185, 'The city.', personal),
  state: text('state', 186, 187, 'Two letters.', personal),
  zip: text('ZIP code', 188, 196, 'Five or nine digits.', personal),
  addressIndicator: text(
    'address indicator',
    197,
    197,
    'What is known of the address.',
    personalOneOrBlank(addressIndicators),
  ),
  residence: text('residence code', 198, 198, 'O owns, R rents.', { codes: [blank, 'O', 'R'], isPersonal: true }),
  reserved2: reserved(199, 200),
} as const satisfies Layout;

const k1 = {
  segment: constant('segment identifier', 1, 2, 'K1'),
  name: text('original creditor', 3, 32, 'Who lent the money.'),
  classification: text('creditor classification', 33, 34, 'What kind of creditor that is.', one(classifications)),
} as const satisfies Layout;

const k2 = {
  segment: constant('segment identifier', 1, 2, 'K2'),
  indicator: text('purchased from or sold to', 3, 3, '1 purchased from, 2 sold to, 9 removes what was said.', {
    codes: ['1', '2', '9'],
  }),
  name: text('purchased from or sold to name', 4, 33, 'Blank with 9.'),
  reserved: reserved(34, 34),
} as const satisfies Layout;

const k3 = {
  segment: constant('segment identifier', 1, 2, 'K3'),
  agency: text('agency identifier', 3, 4, 'Who bought the mortgage.', one(mortgageAgencies)),
  account: text('agency account number', 5, 22, 'Its number there.', personal),
  identification: text('mortgage identification number', 23, 40, 'The MIN of the registry of mortgages.', personal),
} as const satisfies Layout;

const k4 = {
  segment: constant('segment identifier', 1, 2, 'K4'),
  indicator: text('specialized payment indicator', 3, 4, '01 balloon, 02 deferred.', { codes: ['01', '02'] }),
  deferredStart: date('deferred payment start date', 5, 12, 'When the first deferred payment is due.'),
  balloonDate: date('balloon payment due date', 13, 20, 'When the balloon is due.'),
  balloonAmount: number('balloon payment amount', 21, 29, 'How much it is.'),
  reserved: reserved(30, 30),
} as const satisfies Layout;

const l1 = {
  segment: constant('segment identifier', 1, 2, 'L1'),
  indicator: text('change indicator', 3, 3, '1 account number, 2 identification number, 3 both.', {
    codes: ['1', '2', '3'],
  }),
  account: text('new consumer account number', 4, 33, 'Blank with 2.', personal),
  identification: text('new identification number', 34, 53, 'Blank with 1.'),
  reserved: reserved(54, 54),
} as const satisfies Layout;

const n1 = {
  segment: constant('segment identifier', 1, 2, 'N1'),
  employer: text('employer', 3, 32, 'Its name.', personal),
  address1: text('first line of address', 33, 64, 'Where the employer is.', personal),
  address2: text('second line of address', 65, 96, 'What the first line has no room for.', personal),
  city: text('city', 97, 116, 'The city.', personal),
  state: text('state', 117, 118, 'Two letters.', personal),
  zip: text('ZIP code', 119, 127, 'Five or nine digits.', personal),
  occupation: text('occupation', 128, 145, 'What the consumer does there.', personal),
  reserved: reserved(146, 146),
} as const satisfies Layout;

/** In the order in which they follow the base segment. */
export const segments = { j1, j2, k1, k2, k3, k4, l1, n1 } as const;
export type SegmentName = keyof typeof segments;

export const lengthOf = (layout: Layout): number => Math.max(...Object.values<Field>(layout).map(({ to }) => to));

export type Header = ValuesOf<typeof header>;
export type Base = ValuesOf<typeof base>;
export type J1 = ValuesOf<typeof j1>;
export type J2 = ValuesOf<typeof j2>;

/** An account as it is reported: what its base segment says, and each further one. */
export interface Account {
  readonly base: Base;
  readonly j1: readonly J1[];
  readonly j2: readonly J2[];
  readonly k1: ValuesOf<typeof k1> | null;
  readonly k2: ValuesOf<typeof k2> | null;
  readonly k3: ValuesOf<typeof k3> | null;
  readonly k4: ValuesOf<typeof k4> | null;
  readonly l1: ValuesOf<typeof l1> | null;
  readonly n1: ValuesOf<typeof n1> | null;
}
