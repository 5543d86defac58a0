// What must be so of a file as a whole.
import { type Header, header } from '../layout/segments.ts';
import { type Totals, trailer } from '../layout/totals.ts';

interface Found {
  readonly rule: string;
  readonly column: number;
  readonly says: string;
}

/** Each with a sentence for the document. */
export const fileRules = {
  'program-identifier': 'The header has the identifier that an agency has given to the reporter.',
  'reporter-name': 'The header names the reporter.',
  'dates-of-header': 'The activity date and the date created are there, and the first is not after the second.',
  'account-twice': 'An account is reported once in a file: by its identification number and its account number.',
  totals: 'Each total of the trailer is what the file adds up to.',
} as const;

export function faultsOfHeader(head: Header): Found[] {
  const { activityDate, dateCreated, reporterName } = head;
  const programs = [head.innovisProgram, head.equifaxProgram, head.experianProgram, head.transUnionProgram];
  const found: Found[] = [];
  const add = (rule: keyof typeof fileRules, field: { readonly from: number }): void => {
    found.push({ rule, column: field.from, says: fileRules[rule] });
  };
  if (programs.every((one) => one === '')) add('program-identifier', header.innovisProgram);
  if (reporterName === '') add('reporter-name', header.reporterName);
  if (activityDate === null || dateCreated === null || activityDate > dateCreated)
    add('dates-of-header', header.activityDate);
  return found;
}

export const faultsOfTotals = (said: Totals, counted: Totals): Found[] =>
  (Object.keys(counted) as (keyof Totals)[])
    .filter((key) => said[key] !== counted[key])
    .map((key) => {
      const { name, from } = trailer[key];
      return { rule: 'totals', column: from, says: `the ${name} is ${said[key]}, and the file has ${counted[key]}` };
    });
