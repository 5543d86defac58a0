// How an account stands: status, rating and first delinquency, from the facts of the month and what was said before.
import { addDays, type CivilDate } from '@tenor/engine/values/civil-date.ts';
import { type AccountStatus, lateness } from '../layout/codes.ts';
import { monthsFrom } from '../layout/spans.ts';
import type { Bankruptcy, Facts, Said } from './facts.ts';

export interface Standing {
  readonly status: AccountStatus;
  readonly rating: string;
  readonly firstDelinquency: CivilDate | null;
}

/** Cents are dropped. What is owed the other way is nothing. */
export const dollars = (cents: number): number => Math.max(0, Math.floor(cents / 100));

const earlier = (one: CivilDate, other: CivilDate): CivilDate => (one < other ? one : other);

/** Less than a dollar is not late: the form has no cents. */
const stepOf = ({ daysPastDue, overdueCents, end }: Facts): number =>
  dollars(overdueCents) === 0 && end === null ? 0 : Math.min(6, Math.floor(Math.max(0, daysPastDue) / 30));

/** A petition holds the status where it was, and so does an agreement that is kept. Getting better is told. */
const isHeld = (facts: Facts): boolean => facts.relief?.isKept === true || isOfAllWhoOwe(facts, isInCourt);

/** Nobody owes it any more. */
export const isDischarged = (facts: Facts): boolean => isOfAllWhoOwe(facts, ({ stage }) => stage === 'discharged');

/** An authorized user and a released person owe nothing, so they decide nothing. */
function isOfAllWhoOwe({ people }: Facts, isSo: (bankruptcy: Bankruptcy) => boolean): boolean {
  const owing = people.filter(({ role, isReleased }) => role !== 'authorizedUser' && !isReleased);
  return owing.length > 0 && owing.every(({ bankruptcy }) => bankruptcy !== null && isSo(bankruptcy));
}

const isInCourt = ({ stage }: Bankruptcy): boolean => stage === 'petition' || stage === 'discharged';

function stepToSay(facts: Facts, asOf: CivilDate, said: Said | null): number {
  const step = stepOf(facts);
  const before = said === null ? -1 : lateness.indexOf(said.status);
  if (before === -1 || said === null) return step;
  if (isHeld(facts)) return Math.min(step, before);
  return Math.min(step, before + Math.max(1, monthsFrom(said.asOf, asOf)));
}

/** How it stood right before it ended. */
const ratingOf = (facts: Facts): string => {
  if (facts.chargedOff !== null) return 'L';
  return facts.isInCollection && stepOf(facts) > 0 ? 'G' : String(stepOf(facts));
};

function statusOf(facts: Facts, asOf: CivilDate, said: Said | null): Pick<Standing, 'status' | 'rating'> {
  const { end, chargedOff, isInCollection } = facts;
  if (end?.kind === 'deleted') return { status: end.because === 'fraud' ? 'DF' : 'DA', rating: '' };
  if (end?.kind === 'paid') {
    if (chargedOff !== null) return { status: '64', rating: '' };
    if (isInCollection && stepOf(facts) > 0) return { status: '62', rating: '' };
    return { status: '13', rating: ratingOf(facts) };
  }
  if (chargedOff !== null) return { status: '97', rating: '' };
  if (end !== null) return { status: '05', rating: ratingOf(facts) };
  if (isDischarged(facts) && said !== null) return { status: said.status, rating: said.rating };
  const step = stepToSay(facts, asOf, said);
  if (isInCollection && step > 0) return { status: '93', rating: '' };
  return { status: lateness[step] as AccountStatus, rating: '' };
}

const isLate = ({ status, rating }: Pick<Standing, 'status' | 'rating'>): boolean =>
  !['11', 'DA', 'DF'].includes(status) && rating !== '0';

/** The first delinquency that was said stays while the account stays late. */
function firstDelinquencyOf(
  facts: Facts,
  standing: Pick<Standing, 'status' | 'rating'>,
  asOf: CivilDate,
  said: Said | null,
) {
  const { firstMissedOn, chargedOff, people, end } = facts;
  if (isLate(standing)) {
    if (said !== null && isLate(said) && said.firstDelinquency !== null) return said.firstDelinquency;
    const by = end?.kind === 'paid' ? end.on : asOf;
    return earlier(firstMissedOn === null ? (chargedOff?.on ?? by) : addDays(firstMissedOn, 30), by);
  }
  const petitions = people
    .filter(
      ({ bankruptcy }) => bankruptcy !== null && ['petition', 'discharged', 'rescinded'].includes(bankruptcy.stage),
    )
    .map(({ bankruptcy }) => bankruptcy!.petitionOn);
  return standing.status === '11' && petitions.length > 0 ? petitions.reduce(earlier) : null;
}

export function standingOf(facts: Facts, asOf: CivilDate, said: Said | null): Standing {
  const standing = statusOf(facts, asOf, said);
  return { ...standing, firstDelinquency: firstDelinquencyOf(facts, standing, asOf, said) };
}
