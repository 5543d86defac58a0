// docs/metro2.md: the layout and the rules of files for credit agencies, from the data by which they are written and checked.
import { accountRules } from '@tenor/metro2/check/account-rules.ts';
import { consumerRules } from '@tenor/metro2/check/consumer-rules.ts';
import { fileRules } from '@tenor/metro2/check/file-rules.ts';
import { monthRules } from '@tenor/metro2/check/month-rules.ts';
import {
  accountStatuses,
  addressIndicators,
  classifications,
  complianceCodes,
  consumerIndicators,
  ecoaCodes,
  frequencies,
  months,
  mortgageAgencies,
  portfolios,
  portfoliosOfType,
  specialComments,
} from '@tenor/metro2/layout/codes.ts';
import type { Field, Layout } from '@tenor/metro2/layout/field.ts';
import { base, header, lengthOf, segments } from '@tenor/metro2/layout/segments.ts';
import { trailer } from '@tenor/metro2/layout/totals.ts';
import { formRules } from '@tenor/metro2/read/finding.ts';

const titles: Readonly<Record<keyof typeof segments, string>> = {
  j1: 'J1, a further consumer at the same address',
  j2: 'J2, a further consumer at another address',
  k1: 'K1, original creditor',
  k2: 'K2, purchased from or sold to',
  k3: 'K3, mortgage',
  k4: 'K4, specialized payment',
  l1: 'L1, change of a number',
  n1: 'N1, employment',
};

const codes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'Account status': accountStatuses,
  'Payment history profile, and its first nine for the payment rating': months,
  'Portfolio type': portfolios,
  'Terms frequency': frequencies,
  'Special comment': specialComments,
  'Compliance condition code': complianceCodes,
  'ECOA code': ecoaCodes,
  'Consumer information indicator': consumerIndicators,
  'Address indicator': addressIndicators,
  'Creditor classification': classifications,
  'Agency identifier of a mortgage': mortgageAgencies,
};

const kinds: Readonly<Record<Field['kind'], string>> = {
  length: 'number',
  constant: 'constant',
  reserved: 'blank',
  text: 'text',
  number: 'number',
  digits: 'digits',
  date: 'date',
};

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [rowOf(head), `|${'---|'.repeat(head.length)}`, ...rows.map(rowOf)].join('\n');

const rowOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const layoutTable = (layout: Layout): string =>
  table(
    ['Position', 'Field', 'Kind', ''],
    Object.values<Field>(layout).map(({ name, from, to, kind, meaning }) => [
      from === to ? String(from) : `${from}-${to}`,
      name,
      kinds[kind],
      meaning,
    ]),
  );

const rulesTable = (rules: readonly { readonly id: string; readonly says: string }[]): string =>
  table(
    ['Rule', 'What must be so'],
    rules.map(({ id, says }) => [`\`${id}\``, says]),
  );

const listed = (rules: Readonly<Record<string, string>>) => Object.entries(rules).map(([id, says]) => ({ id, says }));

const codesTable = ([title, meanings]: readonly [string, Readonly<Record<string, string>>]): string =>
  `### ${title}\n\n${table(
    ['Code', ''],
    Object.entries(meanings).map(([code, meaning]) => [`\`${code}\``, meaning]),
  )}`;

const typesInWords = Object.keys(portfolios)
  .map((portfolio) => {
    const types = Object.keys(portfoliosOfType).filter((type) => portfoliosOfType[type]!.includes(portfolio));
    return `${portfolio}: ${types.sort().join(', ')}`;
  })
  .join('. ');

const section = (name: keyof typeof segments): string =>
  `### ${titles[name]}\n\n${lengthOf(segments[name])} characters.\n\n${layoutTable(segments[name])}`;

export const metro2Document = (): string => `# Files for credit agencies

Made by \`npm run docs\`. Do not edit.

Metro 2 is the form in which loans are told to credit agencies, once a month. This page has the layout of its character form and the rules that a file must keep to. Tenor checks a file of anybody without a server:

\`\`\`sh
npx tenor metro2 check examples/metro2/may.txt --before examples/metro2/april.txt
\`\`\`

It prints each finding by line and column, with the id of its rule, and ends with 1 if there is one. The first hundred are shown, and all are counted. Without \`--before\` nothing is said of what must be so between two months. No finding shows what a field says of a person; of a record whose length is wrong it shows no value at all. The service does not write these files yet.

## The form

- The first record is the header, then comes a record for each account, and the last one is the trailer. A record stands on a line (LF or CRLF), or records follow each other. Then the record descriptor word says where the next one begins, and lines are counted by records.
- A record of an account has a base segment of 426 characters, and further segments in the order J1, J2, K1, K2, K3, K4, L1, N1. J1 and J2 may be there several times.
- Letters are capital letters of ASCII. Texts stand to the left, numbers to the right with zeros in front. Money is whole dollars, and cents are dropped. Dates are MMDDYYYY, and zeros where there is none.

## Rules of the form

${rulesTable(listed(formRules))}

## Rules of an account

Of an account that is deleted (DA, DF) only the rules from \`account-number\` to \`stamp\`, \`opened\` and \`information-date\` are asked, and those between two months.

${rulesTable(accountRules)}

## Rules of each consumer

${rulesTable(consumerRules)}

## Rules of a file

${rulesTable(listed(fileRules))}

## Rules between two months

An account is found again by its identification number and its account number, and after an L1 by the new ones.

${rulesTable(monthRules)}

## Layout

### Header

${layoutTable(header)}

### Base segment

${layoutTable(base)}

${(Object.keys(segments) as (keyof typeof segments)[]).map(section).join('\n\n')}

### Trailer

${layoutTable(trailer)}

## Codes

Account types by portfolio, those most used: ${typesInWords}. Other types are taken as they are.

${Object.entries(codes).map(codesTable).join('\n\n')}
`;
