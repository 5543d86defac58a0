// What must be so of each consumer: in the base segment, in J1 and in J2.
import type { Consumer, ConsumerRule } from './rule.ts';

const isName = (name: string): boolean => /^[A-Z0-9]*([ -][A-Z0-9]+)*$/.test(name);
const isMissing = (ssn: string): boolean => ssn === '' || ssn === '999999999';
const isBusiness = ({ ecoa }: Consumer): boolean => ecoa === 'W';

export const consumerRules: readonly ConsumerRule[] = [
  {
    id: 'surname',
    says: 'The surname is there, of letters, spaces and hyphens.',
    at: 'surname',
    breaks: (one) => one.surname === '' || !isName(one.surname),
  },
  {
    id: 'first-name',
    says: 'The first name is there, of letters, spaces and hyphens.',
    at: 'firstName',
    breaks: (one) => (one.firstName === '' && !isBusiness(one)) || !isName(one.firstName),
  },
  {
    id: 'middle-name',
    says: 'The middle name has letters, spaces and hyphens.',
    at: 'middleName',
    breaks: ({ middleName }) => !isName(middleName),
  },
  {
    id: 'ssn-or-birth-date',
    says: 'A consumer without a social security number has a date of birth.',
    at: 'ssn',
    breaks: (one) => isMissing(one.ssn) && one.birthDate === null && !isBusiness(one),
  },
  {
    id: 'ssn-is-one',
    says: 'A social security number begins with none of 000, 666 and 9, and holds neither 00 nor 0000 as its parts: no ITIN.',
    at: 'ssn',
    breaks: ({ ssn }) => !isMissing(ssn) && !/^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/.test(ssn),
  },
];
