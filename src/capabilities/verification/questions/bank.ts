// The questions that an agent may put to a borrower. Each says how its answer is read, and where the right one is known.
import { formatCents } from '@tenor/engine/values/cents.ts';
import Type, { type Static } from 'typebox';
import { StringEnum, Text } from '#platform/input/schemas.ts';
import type { Category, Format } from '../words.ts';
import { categories, formats } from '../words.ts';
import { type ReadAnswer, readAmount, readDate, readDigits, readEmail, readPhone, readZip } from './answers.ts';
import type { Known } from './known.ts';

/** As it stands in a verification. */
export const AskedQuestion = Type.Object(
  {
    id: Text({ max: 50, example: 'dateOfBirth' }),
    text: Text({ max: 200, description: 'What the agent says.', example: 'What is your date of birth?' }),
    memo: Text({ max: 300, description: 'A hint for the agent.', example: 'Any way of writing a date is read.' }),
    category: StringEnum(categories, {
      description: '`inBorrowerPortal`: whoever has come into the pages of the borrower could read the answer there.',
    }),
  },
  { title: 'AskedQuestion' },
);
export type AskedQuestion = Static<typeof AskedQuestion>;

export const VerificationQuestion = Type.Object(
  {
    ...AskedQuestion.properties,
    object: Type.Literal('verificationQuestion'),
    format: StringEnum(formats, { description: 'In which form the answer is sent.' }),
  },
  { title: 'VerificationQuestion' },
);
export type VerificationQuestion = Static<typeof VerificationQuestion>;

export interface Question extends AskedQuestion {
  readonly category: Category;
  readonly format: Format;
  readonly read: ReadAnswer;
  /** The right answers, as the borrower would give them; none: the question cannot be asked. */
  known(borrower: Known): readonly string[];
}

const said = (value: string | null | undefined): string[] => (value == null || value === '' ? [] : [value]);

const contactValues = ({ contacts }: Known, asked: 'email' | 'phone'): string[] =>
  contacts.filter(({ type }) => type === asked).map(({ value }) => value);

export const questions: readonly Question[] = [
  {
    id: 'dateOfBirth',
    text: 'What is your date of birth?',
    memo: 'Any usual way of writing a date with four digits for the year. The month comes before the day.',
    category: 'inBorrowerPortal',
    format: 'date',
    read: readDate,
    known: ({ dateOfBirth }) => said(dateOfBirth),
  },
  {
    id: 'taxNumberLastFour',
    text: 'What are the last four digits of your Social Security number?',
    memo: 'Four digits. Never ask for the whole number.',
    category: 'notInBorrowerPortal',
    format: 'pattern',
    read: readDigits(4, 'the last ones of the number'),
    known: ({ ssn }) => said(ssn?.slice(-4)),
  },
  {
    id: 'homeZip',
    text: 'What is the ZIP code of your home address?',
    memo: 'Five digits; four more are passed over.',
    category: 'inBorrowerPortal',
    format: 'zip',
    read: readZip,
    known: ({ home }) => said(home?.postalCode),
  },
  {
    id: 'email',
    text: 'What is an email address at which we reach you?',
    memo: 'Any email of the borrower that has been on file for ten days.',
    category: 'inBorrowerPortal',
    format: 'email',
    read: readEmail,
    known: (borrower) => contactValues(borrower, 'email'),
  },
  {
    id: 'phone',
    text: 'What is a telephone number at which we reach you?',
    memo: 'Any number of the borrower that has been on file for ten days, with its area code.',
    category: 'inBorrowerPortal',
    format: 'phone',
    read: readPhone,
    known: (borrower) => contactValues(borrower, 'phone'),
  },
  {
    id: 'paymentAccountLastFour',
    text: 'What are the last four digits of an account or a card with which you pay?',
    memo: 'Four digits of any account or card that is on file.',
    category: 'inBorrowerPortal',
    format: 'pattern',
    read: readDigits(4, 'the last ones of the number'),
    known: ({ lastFours }) => lastFours,
  },
  {
    id: 'lastPaymentAmount',
    text: 'How much was your last payment?',
    memo: 'Dollars and cents, such as 75.50.',
    category: 'inBorrowerPortal',
    format: 'pattern',
    read: readAmount,
    known: ({ loans }) => loans.lastPayments.map(({ amount }) => formatCents(amount)),
  },
  {
    id: 'lastPaymentDate',
    text: 'On which day did you pay last?',
    memo: 'Any usual way of writing a date with four digits for the year. The month comes before the day.',
    category: 'inBorrowerPortal',
    format: 'date',
    read: readDate,
    known: ({ loans }) => loans.lastPayments.map(({ effectiveOn }) => effectiveOn),
  },
  {
    id: 'loanYear',
    text: 'In which year did you take out a loan with us?',
    memo: 'Four digits. With several loans any of their years is right.',
    category: 'inBorrowerPortal',
    format: 'pattern',
    read: readDigits(4, 'a year'),
    known: ({ loans }) => loans.years,
  },
];

export const questionIds = questions.map(({ id }) => id);

const byId = new Map(questions.map((question) => [question.id, question]));

/** A question that a release has taken away is asked no more; what was asked of it before stays in its verification. */
export const questionsOf = (ids: readonly string[]): Question[] =>
  ids.flatMap((id) => {
    const question = byId.get(id);
    return question === undefined ? [] : [question];
  });

export const asAsked = ({ id, text, memo, category }: Question): AskedQuestion => ({ id, text, memo, category });

export const inBank = (question: Question): VerificationQuestion => ({
  ...asAsked(question),
  object: 'verificationQuestion',
  format: question.format,
});
