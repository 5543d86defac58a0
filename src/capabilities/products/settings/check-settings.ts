// Checks of settings that no schema makes: bounds of rates and amounts, and what must fit together. It names every
// mistake.
import type { Cents } from '@tenor/engine/values/cents.ts';
import { isZone } from '@tenor/engine/values/zone.ts';
import type { Problem } from '#platform/errors.ts';
import { rateProblem } from '../rate-bounds.ts';
import { components, type LateFeeSettings, type LoanTypeSettings } from './schema.ts';
import type { SettingsDraft } from './settings.ts';

type Problems = readonly Problem[];

const problem = (path: string, message: string, expected: string): Problem => ({ path, message, expected });
const required = (path: string, expected: string): Problem => problem(path, 'is required', expected);
const when = (isWrong: boolean, found: () => Problem): Problems => (isWrong ? [found()] : []);

export function settingsProblems(draft: SettingsDraft): Problems {
  return [
    ...when(draft.timezone !== null && !isZone(draft.timezone), () =>
      problem('timezone', 'is no time zone that is known here', 'a name such as America/Chicago, or null'),
    ),
    ...interestProblems(draft.interest),
    ...when(draft.payments.roundingUnit <= 0, () => aboveZero('payments.roundingUnit')),
    ...feeProblems(draft.fees),
    ...when(new Set(draft.waterfall.order).size < components.length, () =>
      problem('waterfall.order', 'names one of them twice', `${components.join(', ')}, each once, in any order`),
    ),
    ...delinquencyProblems(draft.delinquency),
  ];
}

// ---- rates ----------------------------------------------------------------------------------------------------------

const ordinary = { min: 0, max: 10 };
const signed = { min: -10, max: 10 };

function interestProblems(interest: LoanTypeSettings['interest']): Problems {
  const { minRate, maxRate, indexFloor, indexCap } = interest;
  const bounds = {
    minRate: ordinary,
    maxRate: ordinary,
    maxAprNominal: ordinary,
    maxAprEffective: ordinary,
    indexFloor: signed,
    indexCap: signed,
    indexStepCap: ordinary,
  };
  const single = Object.entries(bounds).flatMap(([field, within]) =>
    rateProblem(`interest.${field}`, interest[field as keyof typeof bounds], within),
  );
  return [
    ...single,
    ...when(minRate !== null && maxRate !== null && Number(minRate) > Number(maxRate), () =>
      problem('interest.minRate', 'is above maxRate', `at most maxRate, ${maxRate}`),
    ),
    ...when(indexFloor !== null && indexCap !== null && Number(indexFloor) > Number(indexCap), () =>
      problem('interest.indexFloor', 'is above indexCap', `at most indexCap, ${indexCap}`),
    ),
  ];
}

// ---- fees -----------------------------------------------------------------------------------------------------------

function feeProblems({ late, nsfAmount, service, membership }: SettingsDraft['fees']): Problems {
  return [
    ...lateFeeProblems(late),
    ...when(nsfAmount !== null && nsfAmount <= 0, () => aboveZero('fees.nsfAmount', true)),
    ...periodicProblems('fees.service', service),
    ...periodicProblems('fees.membership', membership),
  ];
}

function periodicProblems(path: string, fee: SettingsDraft['fees']['service']): Problems {
  if (fee === null) return [];
  const { amount, capAmount = null } = fee;
  if (amount === undefined) return [required(`${path}.amount`, 'what is charged on each due date')];
  if (amount <= 0) return [problem(`${path}.amount`, 'must be above zero', `an amount, or null for ${path}`)];
  return when(capAmount !== null && capAmount < amount, () =>
    problem(`${path}.capAmount`, 'is below what is charged at once', 'at least the amount, or null'),
  );
}

function lateFeeProblems(late: SettingsDraft['fees']['late']): Problems {
  if (late === null) return [];
  const { graceDays, flatAmount, percent, minAmount = null, maxAmount = null } = late;
  const path = 'fees.late';
  return [
    ...when(graceDays === undefined, () => required(`${path}.graceDays`, 'days after the due date, 0 or more')),
    ...when((flatAmount ?? 0) < 0, () => problem(`${path}.flatAmount`, 'is below zero', 'an amount of zero or more')),
    ...rateProblem(`${path}.percent`, percent ?? null, { min: 0, max: 1 }),
    ...when(minAmount !== null && minAmount < 0, () =>
      problem(`${path}.minAmount`, 'is below zero', 'an amount of zero or more, or null'),
    ),
    ...(['maxAmount', 'yearlyCapAmount', 'lifetimeCapAmount'] as const).flatMap((field) =>
      when(isNothing(late[field]), () => aboveZero(`${path}.${field}`, true)),
    ),
    ...when(minAmount !== null && maxAmount !== null && minAmount > maxAmount, () =>
      problem(`${path}.minAmount`, 'is above maxAmount', 'at most maxAmount, or null'),
    ),
    ...ruleProblems(path, late),
  ];
}

/** The amounts that each rule needs to charge anything. */
function ruleProblems(path: string, { rule, flatAmount, percent }: Partial<LateFeeSettings>): Problems {
  const [hasFlat, hasPercent] = [(flatAmount ?? 0) > 0, Number(percent ?? 0) > 0];
  if (!hasFlat && !hasPercent)
    return [required(`${path}.flatAmount`, 'flatAmount or percent above zero, or null for fees.late')];
  if (rule === undefined)
    return [required(`${path}.rule`, 'greater or lesser, or the one of flat and percent that counts')];
  const needs = {
    flat: [hasFlat],
    percent: [hasPercent],
    greater: [hasFlat, hasPercent],
    lesser: [hasFlat, hasPercent],
  };
  if (needs[rule].every(Boolean)) return [];
  const [field, other] = hasFlat ? ['percent', 'flat'] : ['flatAmount', 'percent'];
  return [problem(`${path}.${field}`, `must be above zero under the rule ${rule}`, `above zero, or the rule ${other}`)];
}

const isNothing = (amount: Cents | null | undefined): boolean => typeof amount === 'number' && amount <= 0;

const aboveZero = (path: string, mayBeNull = false): Problem =>
  problem(path, 'must be above zero', mayBeNull ? 'an amount above zero, or null for none' : 'an amount above zero');

// ---- delinquency ----------------------------------------------------------------------------------------------------

function delinquencyProblems(delinquency: LoanTypeSettings['delinquency']): Problems {
  const { toleranceAmount, accelerationDueWithin, chargeOffDueWithin } = delinquency;
  const isTooLate =
    accelerationDueWithin !== null && chargeOffDueWithin !== null && accelerationDueWithin > chargeOffDueWithin;
  return [
    ...when(toleranceAmount < 0, () =>
      problem('delinquency.toleranceAmount', 'is below zero', 'an amount of zero or more'),
    ),
    // A charge-off accelerates automatically, so an acceleration after it would never happen.
    ...when(isTooLate, () =>
      problem(
        'delinquency.accelerationDueWithin',
        'comes after the charge-off, which accelerates by itself',
        `at most chargeOffDueWithin, ${chargeOffDueWithin}, or null`,
      ),
    ),
  ];
}
