// Consumers by lot, of whom something may become known in any month.
import { type CivilDate, dateOfParts } from '@tenor/engine/values/civil-date.ts';
import type { Person } from '../month/facts.ts';

export interface Dice {
  chance(probability: number): boolean;
  /** A whole number, both bounds included. */
  between(min: number, max: number): number;
  pick<T>(list: readonly [T, ...T[]]): T;
}

const homes = [
  { country: 'US', street: '12 Main St. #4', street2: '', city: 'Springfield', state: 'IL', zip: '62701' },
  { country: 'US', street: '7 Rue de l’Église', street2: 'Apt 9', city: 'New Orleans', state: 'LA', zip: '70112-1234' },
] as const;

export function somePerson(dice: Dice, role: Person['role'], home: number): Person {
  const ssn = `${dice.between(100, 665)}${dice.between(10, 99)}${dice.between(1000, 9999)}`;
  const year = dice.between(1940, 2000);
  return {
    surname: dice.pick(['Borrower', "O'Brien", 'Lopez-Núñez', 'van der Straßen', 'Ångström Wójcik-Featherstonehaugh']),
    firstName: dice.pick(['Sam', 'Zoë', 'Mary-Jane', 'José Ángel']),
    middleName: dice.pick(['', 'Q.', 'Lee']),
    ssn: dice.chance(0.9) ? ssn : '',
    birthDate: dateOfParts({ year, month: dice.between(1, 12), day: dice.between(1, 28) }) as CivilDate,
    telephone: dice.chance(0.7) ? '2175550142' : '',
    address: homes[home % homes.length]!,
    role,
    isDeceased: false,
    isReleased: false,
    bankruptcy: null,
  };
}

export function nextMonthOf(dice: Dice, person: Person, isSecond: boolean, today: CivilDate): Person {
  return {
    ...person,
    isDeceased: person.isDeceased || dice.chance(0.004),
    isReleased: person.isReleased || (isSecond && dice.chance(0.005)),
    bankruptcy: nextBankruptcy(dice, person.bankruptcy, today),
  };
}

function nextBankruptcy(dice: Dice, before: Person['bankruptcy'], today: CivilDate): Person['bankruptcy'] {
  if (before === null) {
    if (!dice.chance(0.01)) return null;
    return { chapter: dice.pick([7, 11, 12, 13]), stage: 'petition', petitionOn: today };
  }
  if (before.stage !== 'petition' || !dice.chance(0.2)) return before;
  return { ...before, stage: dice.pick(['discharged', 'ended', 'reaffirmed', 'rescinded']) };
}
