// Statuses and codes that several rules speak of.
import { type AccountStatus, lateness, months } from '../layout/codes.ts';
import type { Account, Base } from '../layout/segments.ts';

const isIn = (codes: readonly string[]) => (code: string) => codes.includes(code);

export const isDeletion = isIn(['DA', 'DF']);
export const isLate = isIn(lateness.slice(1));
export const isPaid = isIn(['13', '61', '62', '63', '64', '65']);
export const hasRating = isIn(['05', '13', '65', '88', '89', '94', '95']);
/** After one of these statuses or comments the consumer owes nothing to the company that reports. */
const isOverByStatus = isIn(['05', '13', '61', '62', '63', '64', '65']);
const isOverByComment = isIn(['AU', 'AX', 'C', 'AH', 'O', 'AS', 'AT']);
export const isOver = ({ status, comment }: Base): boolean => isOverByStatus(status) || isOverByComment(comment);

export const isClosedByConsumer = isIn(['XA', 'XD', 'XE', 'XJ']);
const isInBankruptcy = isIn(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', '1A', 'V']);
export const isDischarged = isIn(['E', 'F', 'G', 'H']);
export const isInstallment = isIn(['I', 'M']);
export const isRevolving = isIn(['C', 'O', 'R']);

const isDelinquentByStatus = isIn([
  ...lateness.slice(1),
  '61',
  '62',
  '63',
  '64',
  '65',
  '88',
  '89',
  '93',
  '94',
  '95',
  '96',
  '97',
]);

/** Why an account has a date of first delinquency. */
export function delinquencyOf(base: Pick<Base, 'status' | 'rating'>): 'late' | undefined {
  if (isDelinquentByStatus(base.status)) return 'late';
  return ['05', '13'].includes(base.status) && base.rating !== '' && base.rating !== '0' ? 'late' : undefined;
}

/** One of the consumers is bankrupt. */
export const isBankrupt = ({ base, j1, j2 }: Account): boolean =>
  [base, ...j1, ...j2].some(({ indicator }) => isInBankruptcy(indicator));

const monthOf: Readonly<Partial<Record<AccountStatus, string>>> = {
  '93': 'G',
  '94': 'H',
  '95': 'J',
  '96': 'K',
  '97': 'L',
};

/** How the profile of the next month names a status; undefined: nothing is known of that. */
export function monthsOf({
  status,
  rating,
  balance,
  portfolio,
}: Pick<Base, 'status' | 'rating' | 'balance' | 'portfolio'>): readonly string[] | undefined {
  const step = lateness.indexOf(status);
  if (step === 0) return balance === 0 && isRevolving(portfolio) ? ['E', '0'] : ['0'];
  if (step > 0) return [String(step)];
  const named = monthOf[status as AccountStatus];
  if (named !== undefined) return [named];
  return hasRating(status) && rating in months ? [rating] : undefined;
}
