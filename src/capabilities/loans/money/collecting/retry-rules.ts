// When a payment that came back is tried again: rules as data, and a floor under every set that law and networks ask.
import { daysInMonth, following, isOpen, weekdayOf, yearMonthDay } from '@tenor/engine/time/calendar.ts';
import type { Day } from '@tenor/engine/values/day.ts';
import type { Rail } from '#capabilities/moving-money/index.ts';
import { achRetriesMax, achRetryDays, type RetryRule } from '#capabilities/products/index.ts';

export interface Failure {
  readonly rail: Rail;
  readonly reason: string;
  /** How often it was tried again before. */
  readonly retries: number;
  /** The most retries that the network allows, whatever the rules say; null: only the rules bound them. */
  readonly retriesMax: number | null;
  readonly today: Day;
  /** The day on which the first presentment was to settle. */
  readonly firstEntry: Day;
  /** The next debit that is planned anyway. */
  readonly nextDebit: Day | null;
}

/** When it is tried again: on a day, or so many hours from now. Undefined: never. */
export type NextTry = { readonly on: Day } | { readonly inHours: number } | undefined;

/** A card that was renewed is tried once, at once: its issuer has said when. */
export const afterRenewal = ({
  retries,
  today,
  nextDebit,
}: Pick<Failure, 'retries' | 'today' | 'nextDebit'>): NextTry =>
  retries > 0 || nextDebit === today ? undefined : { inHours: 0 };

/** The first rule that matches decides; if its day breaks a limit, no other day is tried. */
export function nextTry(rules: readonly RetryRule[], failure: Failure): NextTry {
  const { rail, reason, retries, retriesMax, today, firstEntry, nextDebit } = failure;
  const rule = rules.find((one) => one.rail === rail && one.reasons.some((known) => known === reason));
  const isAch = rail === 'ach';
  const max = Math.min(
    rule?.max ?? 0,
    isAch ? achRetriesMax : Number.POSITIVE_INFINITY,
    retriesMax ?? Number.POSITIVE_INFINITY,
  );
  if (rule === undefined || retries >= max) return undefined;
  const hours = rule.gapHours?.[Math.min(retries, rule.gapHours.length - 1)];
  if (hours !== undefined) return { inHours: hours };
  const on = dayOfRule(rule, retries, today, isAch);
  const days = Math.min(
    rule.withinDaysOfOriginal ?? Number.POSITIVE_INFINITY,
    isAch ? achRetryDays : Number.POSITIVE_INFINITY,
  );
  if (on > firstEntry + days) return undefined;
  const apart = rule.notWithinDaysBeforeNextDebit ?? 0;
  if (nextDebit !== null && nextDebit >= on && nextDebit - on <= apart) return undefined;
  return { on };
}

function dayOfRule(rule: RetryRule, retries: number, today: Day, isAch: boolean): Day {
  const days = rule.gapDays?.[Math.min(retries, rule.gapDays.length - 1)];
  if (days !== undefined) return isAch ? following(today + days) : today + days;
  let earliest = today;
  for (let left = rule.minGapBankingDays ?? 1; left > 0; left -= 1) earliest = following(earliest + 1);
  for (let day = earliest; day <= earliest + (rule.preferWithinDays ?? 0); day += 1) {
    if (isOpen(day) && (rule.prefer ?? []).some((word) => isPreferred(day, word))) return day;
  }
  return earliest;
}

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const;

/** A weekday, a day of the month, or its last one. */
function isPreferred(on: Day, word: string): boolean {
  const { year, month, day } = yearMonthDay(on);
  if (word === 'last') return day === daysInMonth(year, month);
  const weekday = weekdays.indexOf(word as 'monday');
  return weekday === -1 ? day === Number(word) : weekdayOf(on) === weekday + 1;
}
