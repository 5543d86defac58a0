// The rules that are shipped: federal ones, and those of the states, the District of Columbia and New York City. They are
// data, and each is checked as an operator's rule is.
import type { Rule } from '../contract.ts';
import { checkRule } from './check-rule.ts';
import federal from './federal.json' with { type: 'json' };
import states from './states.json' with { type: 'json' };

/** The shortest plausible period of limitation by state. */
const yearsByState = Object.fromEntries(states.map(({ code, limitations }) => [code, limitations.conservativeYears]));

function rulesOf(jurisdiction: string, all: readonly Readonly<Record<string, unknown>>[]): Rule[] {
  return all.map((one) => {
    const checked = checkRule({
      ...one,
      jurisdiction,
      params: { ...(one.params as object), ...periodOf(jurisdiction, one) },
    });
    if ('rule' in checked) return checked.rule;
    const problems = checked.problems.map(({ path, message, expected }) => `${path} ${message}: ${expected}`);
    throw new Error(`The shipped rule ${one.id} is wrong: ${problems.join('; ')}`);
  });
}

/** The periods stand once, with the state. */
function periodOf(jurisdiction: string, { kind }: Readonly<Record<string, unknown>>): object {
  if (kind !== 'timeBarred') return {};
  return jurisdiction === 'federal' ? { yearsByState } : { years: yearsByState[jurisdiction] };
}

export const shippedRules: readonly Rule[] = [
  ...rulesOf('federal', federal),
  ...states.flatMap(({ code, rules }) => rulesOf(code, rules)),
];
