// Entries for tests: the worked out file, and entries by chance.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import fc from 'fast-check';
import { secCodes } from '../values/codes.ts';
import { checkDigitOf } from '../values/routing-number.ts';
import type { Entry } from './entry.ts';
import type { FileSetting } from './file-writer.ts';

export const day = (text: string): CivilDate => text as CivilDate;

export const setting: FileSetting = {
  originator: {
    destination: '110000026',
    destinationName: 'DEMO ODFI BANK',
    origin: '1987654321',
    originName: 'TENOR DEMO LOANS',
    companyName: 'TENOR DEMO LOANS',
    companyId: '1987654321',
    discretionary: '',
    odfi: '11000002',
  },
  createdOn: day('2027-05-13'),
  createdAt: '1605',
  modifier: 'A',
  firstTrace: 1,
  lineEnd: '\n',
  limits: { entries: null, lines: null, debitCents: null, creditCents: null },
};

export const entry = (more: Partial<Entry> = {}): Entry => ({
  direction: 'debit',
  sec: 'PPD',
  description: 'LOAN PMT',
  entryDate: day('2027-05-14'),
  sameDayMark: null,
  isPrenote: false,
  routingNumber: '110000013',
  accountNumber: '900000000017',
  accountType: 'checking',
  amountCents: 66_605,
  id: 'TX-4H7K-Q2RM',
  name: 'Sam Borrower',
  isRecurring: false,
  addenda: null,
  ...more,
});

/** The entries of worked-out.ach, in no order. */
export const workedOut: readonly Entry[] = [
  entry({ direction: 'credit', description: 'REFUND', amountCents: 989, id: 'TX-1D5R-Z8YF' }),
  entry({
    isPrenote: true,
    amountCents: 0,
    routingNumber: '110000042',
    accountNumber: '900000000033',
    id: 'PT-6J9D-X4VC',
    name: 'Jo Borrower',
  }),
  entry({
    sec: 'CCD',
    routingNumber: '110000042',
    accountNumber: '900000000074',
    amountCents: 150_000,
    id: 'TX-3V8A-M1KJ',
    name: 'Analytic Engines LLC',
    addenda: 'RMR*IV*LN-7T2X-P5QG**1500.00\\',
  }),
  entry({
    sec: 'WEB',
    routingNumber: '110000042',
    accountNumber: '930100000058',
    amountCents: 8_034,
    id: 'TX-5C1G-W7ND',
    name: 'Emmy Noéther',
    isRecurring: true,
  }),
  entry({
    sec: 'WEB',
    routingNumber: '110000013',
    accountNumber: '911004000041',
    amountCents: 12_500,
    id: 'TX-2B6F-L9PZ',
    name: 'Mary Somerville',
  }),
  entry({
    accountType: 'savings',
    routingNumber: '110000039',
    accountNumber: '910100200025',
    amountCents: 31_312,
    id: 'TX-8N3W-T5YB',
    name: 'Pat Borrower',
  }),
  entry(),
];

const someDigits = (min: number, max: number) =>
  fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: min, maxLength: max });
const plain = (max: number) =>
  fc
    .string({ unit: fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -'), minLength: 1, maxLength: max })
    .map((text) => text.trim() || 'X');

/** No two of the same id. */
export const someEntries: fc.Arbitrary<Entry[]> = fc
  .array(
    fc.record({
      direction: fc.constantFrom('debit', 'credit'),
      sec: fc.constantFrom(...secCodes),
      description: fc.constantFrom('LOAN PMT', 'DOWN PMT', 'REFUND', 'A', 'TEN SIGNS.'),
      entryDate: fc.constantFrom(day('2027-05-14'), day('2027-05-17')),
      sameDayMark: fc.constantFrom(null, null, 'SD1430'),
      isPrenote: fc.boolean(),
      bank: someDigits(8, 8),
      accountNumber: someDigits(1, 17),
      accountType: fc.constantFrom('checking', 'savings'),
      amountCents: fc.oneof(fc.constantFrom(1, 9_999_999_999), fc.integer({ min: 1, max: 9_999_999_999 })),
      id: plain(15),
      name: fc.constantFrom('Sam', 'Ærøskøbing Łódź', 'Nguyễn Thị Minh Khai', 'X'.repeat(40), 'O’Brien, José (Jr.)'),
      isRecurring: fc.boolean(),
      addenda: fc.option(plain(80)),
    }),
    { minLength: 1, maxLength: 60 },
  )
  .map((drawn) => {
    const unlike = [...new Map(drawn.map((one) => [one.id, one])).values()];
    return unlike.map(({ bank, ...one }): Entry => {
      const isCredit = one.direction === 'credit' && (one.sec === 'PPD' || one.sec === 'CCD');
      return {
        ...one,
        direction: isCredit ? 'credit' : 'debit',
        accountType: one.accountType as Entry['accountType'],
        routingNumber: bank + checkDigitOf(bank),
        amountCents: one.isPrenote ? 0 : one.amountCents,
        addenda: one.sec === 'TEL' ? null : one.addenda,
      };
    });
  });
