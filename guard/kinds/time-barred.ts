// Whether the period of limitation is over, counted from the first missed due date. Payments do not begin it anew.
import type { Ask, LoanAsked } from '../asked/ask.ts';
import { monthsAfter, startsSomewhere } from '../asked/periods.ts';
import { type Kind, openUntil } from '../asked/saying.ts';
import type { FactUsed, Moment, RuleOf } from '../contract.ts';
import { dayOfText } from '../places/local.ts';

export const timeBarred: Kind<'timeBarred'> = (rule, ask, loans) => {
  if (ask.question.theme === 'opsServicingTimeBarredNotice') return null;
  const years = yearsOf(rule, ask);
  if (years === undefined) return null;
  const barred = loans.flatMap(({ loan }) => barredFrom(loan, years, ask));
  if (barred.length === 0) return null;
  const blocks = rule.params.extinguished === true && ask.collects;
  const first = barred.reduce((one, other) => (other.from < one.from ? other : one));
  return {
    ...openUntil(first.from, `The debt may be time-barred: the shortest plausible period is ${years} years.`, [
      first.used,
    ]),
    ...(!blocks && { atMost: 'warns' as const }),
  };
};

/** A rule without a period of its own asks every state that counts. */
function yearsOf({ params }: RuleOf<'timeBarred'>, { where }: Ask): number | undefined {
  if (params.years !== undefined) return params.years;
  const all = where.jurisdictions.flatMap(({ code }) => params.yearsByState?.[code] ?? []);
  return all.length === 0 ? undefined : Math.min(...all);
}

interface Barred {
  readonly from: Moment;
  readonly used: FactUsed;
}

/** After a 29 February the 28th of a common year, which is the careful day. */
function barredFrom({ id, firstMissedDueDate }: LoanAsked['loan'], years: number, { clocks }: Ask): Barred[] {
  if (firstMissedDueDate === null) return [];
  return [
    {
      from: startsSomewhere(monthsAfter(dayOfText(firstMissedDueDate), years * 12), clocks),
      used: { kind: 'loan', id },
    },
  ];
}
