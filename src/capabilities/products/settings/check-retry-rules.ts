// Checks of the rules of retries that no schema makes: what networks forbid, and what contradicts itself.
import { type Problems, problem, when } from './check-parts.ts';
import { achRetriesMax, achRetryDays, type RetryRule, reasonsOf } from './retry-rules.ts';

export const retryProblems = (rules: readonly RetryRule[]): Problems =>
  rules.flatMap((rule, index) => [
    ...reasonProblems(rules, index),
    ...(rule.rail === 'ach' ? achProblems(rule, index) : []),
    ...gapProblems(rule, index),
  ]);

const at = (index: number, field: string): string => `payments.retryRules[${index}].${field}`;

function reasonProblems(rules: readonly RetryRule[], index: number): Problems {
  const { rail, reasons } = rules[index] as RetryRule;
  const own: readonly string[] = reasonsOf[rail];
  const earlier = rules.slice(0, index).flatMap((one) => (one.rail === rail ? one.reasons : []));
  const path = at(index, 'reasons');
  return [
    ...when(!reasons.every((reason) => own.includes(reason)), () =>
      problem(path, `names what is no reason of ${rail}`, `some of ${own.join(', ')}`),
    ),
    ...when(
      reasons.some((reason, place) => earlier.includes(reason) || reasons.indexOf(reason) < place),
      () => problem(path, 'names a reason for which a rule has decided', 'each reason of a rail once'),
    ),
  ];
}

function achProblems({ max, withinDaysOfOriginal, gapHours }: RetryRule, index: number): Problems {
  return [
    ...when(max > achRetriesMax, () =>
      problem(at(index, 'max'), 'is above what the rules of ACH allow', `at most ${achRetriesMax}`),
    ),
    ...when((withinDaysOfOriginal ?? 0) > achRetryDays, () =>
      problem(
        at(index, 'withinDaysOfOriginal'),
        'is above what the rules of ACH allow',
        `at most ${achRetryDays}, or null`,
      ),
    ),
    ...when(gapHours != null, () => problem(at(index, 'gapHours'), 'is for cards', 'null, and gapDays')),
  ];
}

function gapProblems({ minGapBankingDays, gapDays, gapHours, prefer }: RetryRule, index: number): Problems {
  const given = { gapHours, gapDays, minGapBankingDays };
  const [first, second] = Object.entries(given).flatMap(([name, value]) => (value == null ? [] : [name]));
  return [
    ...when(second !== undefined, () =>
      problem(at(index, second as string), `is set beside ${first}`, `null, or null for ${first}`),
    ),
    ...when(prefer != null && (gapDays ?? gapHours) != null, () =>
      problem(at(index, 'prefer'), 'is set beside days or hours that are fixed', 'null'),
    ),
  ];
}
