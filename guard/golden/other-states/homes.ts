// Borrowers at home in the states besides the ten largest. What else they are is as in the other golden cases.
import type { ContactFact, Facts, Question } from '../../contract.ts';
import { address, borrower, debtor, email, loan, phone } from '../given.ts';

const homes = {
  AL: ['36104', '+12055550100'],
  AK: ['99501', '+19075550100'],
  AZ: ['85001', '+14805550100'],
  AR: ['72201', '+15015550100'],
  CO: ['80202', '+13035550100'],
  CT: ['06103', '+12035550100'],
  DE: ['19801', '+13025550100'],
  DC: ['20001', '+12025550100'],
  HI: ['96813', '+18085550100'],
  ID: ['83702', null],
  IN: ['46204', '+13175550100'],
  IA: ['50309', '+13195550100'],
  KS: ['67202', '+13165550100'],
  KY: ['40202', '+15025550100'],
  LA: ['70801', '+12255550100'],
  ME: ['04101', '+12075550100'],
  MD: ['21201', '+12275550100'],
  MA: ['02108', '+13395550100'],
  MN: ['55401', '+16125550100'],
  MS: ['39201', '+12285550100'],
  MO: ['63101', '+13145550100'],
  MT: ['59601', '+14065550100'],
  NE: ['68102', '+14025550100'],
  NV: ['89101', '+17025550100'],
  NH: ['03301', '+16035550100'],
  NJ: ['07102', '+12015550100'],
  NM: ['87501', '+15055550100'],
  ND: ['58102', null],
  OK: ['73102', '+14055550100'],
  OR: ['97201', '+15035550100'],
  RI: ['02903', '+14015550100'],
  SC: ['29201', '+18035550100'],
  SD: ['57104', null],
  TN: ['37201', '+16155550100'],
  UT: ['84101', '+13855550100'],
  VT: ['05601', '+18025550100'],
  VA: ['23219', '+18045550100'],
  WA: ['98101', '+12065550100'],
  WV: ['25301', '+13045550100'],
  WI: ['53202', '+12625550100'],
  WY: ['82001', '+13075550100'],
} as const;
export type State = keyof typeof homes;

/** A number that says nothing of where it is. */
const tollFree = '+18005550100';

type Given = NonNullable<Parameters<typeof borrower>[1]>;

function given(state: State, { contacts = [], ...rest }: Given): Given {
  const [zip, number] = homes[state];
  const own = [address('address', zip, state), phone('phone', number ?? tollFree), email('email')];
  return { ...rest, contacts: [...own.filter(({ id }) => !contacts.some((one) => one.id === id)), ...contacts] };
}

/** A borrower of the lender itself. */
export const borrowerIn = (state: State, more: Given = {}): Facts => borrower('CA', given(state, more));
/** The same, whose loan an agency collects. */
export const debtorIn = (state: State, more: Given = {}): Facts => debtor('CA', given(state, more));

export const marketing: Partial<Question> = { isTransactional: false, theme: 'opsServicing' };
/** A contact that no rule about collection is asked of. */
export const signingIn: Partial<Question> = { theme: 'opsAccountCredentials' };
/** The relationship was over long ago. */
export const endedLongAgo = [loan({ endedOn: '2020-01-15' })];

export const work = (more: Partial<ContactFact> = {}): ContactFact =>
  phone('work', tollFree, { label: 'work', ...more });
export const other = (affiliation: string, more: Partial<ContactFact> = {}): ContactFact =>
  phone(affiliation, tollFree, { affiliation, ...more });

/** A Wednesday at noon in New York. */
export const wednesday = '2026-10-14T12:00:00-04:00';
/** The afternoon of the same day, when all of the states are awake. */
export const afternoon = '2026-10-14T15:00:00-04:00';
