// What is said of a loan to an agency, as sentences; and what of it is another than it was last, with the reason.
import {
  type AccountStatus,
  accountStatuses,
  complianceCodes,
  consumerIndicators,
  ecoaCodes,
  ratings,
  specialComments,
} from '@tenor/metro2/layout/codes.ts';
import { base } from '@tenor/metro2/layout/segments.ts';
import type { ReportRecord } from '../accounts/said.ts';

type Value = string | number | null | undefined;

const dollars = (value: Value): string => `$${Number(value ?? 0).toLocaleString('en-US')}`;

/** The form has whole dollars, so the sentences have them too. */
export function sentencesOf({ base: said, consumers, k2, l1 }: ReportRecord): string[] {
  const sentence = (isSaid: boolean, text: string): string[] => (isSaid ? [text] : []);
  const { status, rating, comment, compliance, firstDelinquency, dateClosed } = said;
  return [
    `The account is ${accountStatuses[status as AccountStatus]} (${status}).`,
    ...sentence(!!rating, `Before that it was ${ratings[String(rating)]}.`),
    `Of ${dollars(said.highestCredit)}, ${dollars(said.balance)} are owed, of which ${dollars(said.pastDue)} are past due.`,
    `${dollars(said.actualPayment)} were paid in the month; ${dollars(said.scheduledPayment)} were to be paid.`,
    ...sentence(!!said.chargeOff, `${dollars(said.chargeOff)} were charged off.`),
    ...sentence(!!firstDelinquency, `The first delinquency was on ${firstDelinquency}.`),
    ...sentence(!!dateClosed, `It was closed on ${dateClosed}.`),
    ...sentence(!!comment, `Comment: ${specialComments[String(comment)]} (${comment}).`),
    ...sentence(!!compliance, `Compliance: ${complianceCodes[String(compliance)]} (${compliance}).`),
    ...sentence(k2 !== null, 'It was sold to another company.'),
    ...sentence(l1 !== null, 'It has another number from now on.'),
    ...consumers.flatMap(({ ecoa, indicator }, i) => [
      ...sentence(ecoa === 'X', `Consumer ${i + 1} has died.`),
      ...sentence(ecoa === 'T', `Consumer ${i + 1} is of the account no more.`),
      ...sentence(i > 0 && !['X', 'T'].includes(ecoa), `Consumer ${i + 1}: ${ecoaCodes[ecoa]}.`),
      ...sentence(indicator !== '', `Consumer ${i + 1}: ${consumerIndicators[indicator]} (${indicator}).`),
    ]),
  ];
}

interface SaidOtherwise {
  readonly field: string;
  readonly before: string;
  readonly now: string;
  readonly why: string;
}

/** They follow from the passing of a month alone. */
const ofEachMonth: readonly string[] = ['profile', 'informationDate'];

const reasons: Readonly<Record<string, string>> = {
  status: 'The books of the last day say so; a step of thirty days is said a month at a time.',
  rating: 'It is how the account stood right before it ended.',
  balance: 'It is what is owed on the last day.',
  pastDue: 'It is what is 30 days past due or more on the last day.',
  actualPayment: 'It is what was paid in the month.',
  scheduledPayment: 'It is the regular payment; none once the account is over.',
  highestCredit: 'It is what was lent, or the most that was ever used.',
  chargeOff: 'It is what was charged off.',
  firstDelinquency: 'It stays while the account is late, and goes when it is current.',
  dateClosed: 'It is the day on which the account ended.',
  lastPayment: 'It is the day of the last payment.',
  comment: 'It is what is so of the account: relief, a plan, military duty, or what somebody has set.',
  compliance: 'It follows from disputes, from who has closed the account, or from what somebody has set.',
  creditLimit: 'It is the limit of the last day.',
  interest: 'It is whether the rate may change.',
};

const nameOf = (key: string): string => (base as Readonly<Record<string, { readonly name: string }>>)[key]?.name ?? key;
const shown = (value: Value): string => (value === null || value === undefined || value === '' ? '' : String(value));

export function differences(before: ReportRecord, now: ReportRecord): SaidOtherwise[] {
  const fields = Object.keys(now.base)
    .filter((key) => !ofEachMonth.includes(key) && before.base[key] !== now.base[key])
    .map((key) => ({
      field: nameOf(key),
      before: shown(before.base[key]),
      now: shown(now.base[key]),
      why: reasons[key] ?? 'The loan or the agency says so.',
    }));
  const codes = (record: ReportRecord): string =>
    record.consumers.map(({ ecoa, indicator }) => `${ecoa}${indicator && ` ${indicator}`}`).join(', ');
  if (codes(before) === codes(now)) return fields;
  const why = 'It follows from who is on the loan, and from cases of death and bankruptcy.';
  return [...fields, { field: 'consumers', before: codes(before), now: codes(now), why }];
}
