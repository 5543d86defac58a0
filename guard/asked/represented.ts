// Whether an attorney acts for the borrower in a debt, and what lifts the rules about it.
import type { FactUsed, Moment, RepresentativeFact } from '../contract.ts';
import { localDay } from '../places/local.ts';
import { type Ask, concerns, type LoanAsked } from './ask.ts';
import { fullDaysAfter } from './periods.ts';

export interface Lifting {
  readonly unresponsive: boolean;
  readonly consents: boolean;
  readonly denies: boolean;
  /** After so many days without an answer. */
  readonly days: number | undefined;
}

interface Represented {
  /** From this moment on no attorney forbids the contact. Infinity: one always does. */
  readonly until: Moment;
  readonly facts: readonly FactUsed[];
}

/** The attorney's own contacts are free. */
export function represented(ask: Ask, loans: readonly LoanAsked[], lifting: Lifting): Represented | null {
  if (ask.roles.includes('attorney')) return null;
  const acting = ask.attorneys.filter((one) => concerns(one.loanIds, loans) && !isLifted(one, lifting));
  if (acting.length === 0) return null;
  const ends = acting.map((one) => unansweredFor(one, lifting.days, ask));
  return { until: Math.max(...ends), facts: acting.map(({ id }) => ({ kind: 'representative', id })) };
}

const isLifted = (one: RepresentativeFact, { unresponsive, consents, denies }: Lifting): boolean =>
  (unresponsive && one.isUnresponsive) || (consents && one.consents) || (denies && one.denies);

function unansweredFor({ unansweredSince }: RepresentativeFact, days: number | undefined, { at, clocks }: Ask): Moment {
  if (days === undefined || unansweredSince === null || unansweredSince > at) return Number.POSITIVE_INFINITY;
  return Math.max(...clocks.map((zone) => fullDaysAfter(localDay(unansweredSince, zone), days, [zone])));
}
