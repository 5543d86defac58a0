// Checks that settings of all products need: bounds of rates and amounts.
import type { Cents } from '@tenor/engine/values/cents.ts';
import type { Problem } from '#platform/errors.ts';
import { rateProblem } from '../rate-bounds.ts';
import type { PeriodicFee } from './parts.ts';
import type { SettingsDraft } from './settings.ts';

export type Problems = readonly Problem[];

export const problem = (path: string, message: string, expected: string): Problem => ({ path, message, expected });
export const required = (path: string, expected: string): Problem => problem(path, 'is required', expected);
export const when = (isWrong: boolean, found: () => Problem): Problems => (isWrong ? [found()] : []);

// ---- amounts --------------------------------------------------------------------------------------------------------

export const isNothing = (amount: Cents | null | undefined): boolean => typeof amount === 'number' && amount <= 0;

export const aboveZero = (path: string, mayBeNull = false): Problem =>
  problem(path, 'must be above zero', mayBeNull ? 'an amount above zero, or null for none' : 'an amount above zero');

export const negative = (path: string, amount: Cents | null | undefined, mayBeNull = false): Problems =>
  when((amount ?? 0) < 0, () =>
    problem(path, 'is below zero', mayBeNull ? 'an amount of zero or more, or null' : 'an amount of zero or more'),
  );

export function periodicProblems(path: string, fee: Partial<PeriodicFee> | null): Problems {
  if (fee === null) return [];
  const { amount, capAmount = null } = fee;
  if (amount === undefined) return [required(`${path}.amount`, 'what is charged each time')];
  if (amount <= 0) return [problem(`${path}.amount`, 'must be above zero', `an amount, or null for ${path}`)];
  return when(capAmount !== null && capAmount < amount, () =>
    problem(`${path}.capAmount`, 'is below what is charged at once', 'at least the amount, or null'),
  );
}

// ---- rates ----------------------------------------------------------------------------------------------------------

export const ordinary = { min: 0, max: 10 };
const signed = { min: -10, max: 10 };
const ofAll = { minRate: ordinary, maxRate: ordinary, indexFloor: signed, indexCap: signed, indexStepCap: ordinary };

export function interestProblems(interest: SettingsDraft['interest']): Problems {
  const { minRate, maxRate, indexFloor, indexCap } = interest;
  const single = Object.entries(ofAll).flatMap(([field, within]) =>
    rateProblem(`interest.${field}`, interest[field as keyof typeof ofAll], within),
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

// ---- delinquency ----------------------------------------------------------------------------------------------------

export function delinquencyProblems(delinquency: SettingsDraft['delinquency']): Problems {
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
