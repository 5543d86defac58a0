// In which context a rule is asked, and whether it is law on a day.
import type { DateText, Moment, Question, Rule, Theme } from '../contract.ts';
import { dayOfText, localDay } from '../places/local.ts';
import type { Ask } from './ask.ts';
import { startsEverywhere } from './periods.ts';

const outside: readonly Theme[] = ['opsAccountCredentials', 'agentNotification'];

/** Servicing counts as collection, and marketing too. */
export const isCollection = (theme: Theme): boolean => !outside.includes(theme);

export function isInContext(
  { context }: Pick<Rule, 'context'>,
  { theme, isTransactional }: Question,
  ask: Ask,
): boolean {
  switch (context) {
    case 'solicitation':
      return !isTransactional;
    case 'prerecorded':
      return ask.isMachine;
    case 'any':
      return true;
    default:
      return isCollection(theme);
  }
}

/** By one of the borrower's clocks. */
export function isLawAt({ effectiveFrom, effectiveTo }: Rule, at: Moment, { clocks }: Ask): boolean {
  if (effectiveFrom === null && effectiveTo === null) return true;
  const [from, to] = [dayOr(effectiveFrom, Number.NEGATIVE_INFINITY), dayOr(effectiveTo, Number.POSITIVE_INFINITY)];
  return clocks.some((zone) => {
    const day = localDay(at, zone);
    return from <= day && day <= to;
  });
}

const dayOr = (date: DateText | null, otherwise: number): number => (date === null ? otherwise : dayOfText(date));

/** When it is law no more; Infinity: it stays. */
export const endOfLaw = ({ effectiveTo }: Rule, { clocks }: Ask): Moment =>
  effectiveTo === null ? Number.POSITIVE_INFINITY : startsEverywhere(dayOfText(effectiveTo) + 1, clocks);
