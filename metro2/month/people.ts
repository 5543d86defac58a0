// The consumers of an account: the first in the base segment, others in J1 or, with another address, in J2.
import { asciiCapitals } from '@tenor/engine/values/ascii-capitals.ts';
import { widthOf } from '../layout/field.ts';
import type { Account, Base, J2 } from '../layout/segments.ts';
import { j2 } from '../layout/segments.ts';
import type { Address, Bankruptcy, Person } from './facts.ts';

const ecoaOf: Readonly<Record<Person['role'], string>> = {
  individual: '1',
  joint: '2',
  authorizedUser: '3',
  guarantor: '5',
  maker: '7',
  business: 'W',
};

const petitions: Readonly<Record<Bankruptcy['chapter'], string>> = { 7: 'A', 11: 'B', 12: 'C', 13: 'D' };
const discharges: Readonly<Record<Bankruptcy['chapter'], string>> = { 7: 'E', 11: 'F', 12: 'G', 13: 'H' };

function indicatorOf(bankruptcy: Bankruptcy | null): string {
  switch (bankruptcy?.stage) {
    case undefined:
      return '';
    case 'petition':
      return petitions[bankruptcy!.chapter];
    case 'discharged':
      return discharges[bankruptcy!.chapter];
    case 'reaffirmed':
      return 'R';
    case 'rescinded':
      return 'V';
    default:
      return 'Q';
  }
}

function ecoaNow({ isDeceased, isReleased, role }: Person): string {
  if (isDeceased) return 'X';
  return isReleased ? 'T' : ecoaOf[role];
}

/** Letters and hyphens, as much as fits. An apostrophe goes without a gap: O'Brien is OBRIEN. */
const nameIn = (text: string, width: number): string =>
  fitted(
    asciiCapitals(text)
      .replaceAll("'", '')
      .replace(/[^A-Z0-9-]+/g, ' ')
      .replace(/ ?-[ -]*/g, '-')
      .replace(/^[ -]+|[ -]+$/g, ''),
    width,
  ).replace(/[ -]+$/, '');

const lineIn = (text: string, width: number): string =>
  fitted(
    asciiCapitals(text)
      .replace(/[^A-Z0-9 .,'&/()#-]+/g, ' ')
      .replace(/ +/g, ' ')
      .trim(),
    width,
  );

const fitted = (text: string, width: number): string => text.slice(0, width).trimEnd();

const digitsOf = (text: string): string => text.replace(/\D/g, '');

const placeOf = ({ country, street, street2, city, state, zip }: Address) => ({
  country,
  address1: lineIn(street, widthOf(j2.address1)),
  address2: lineIn(street2, widthOf(j2.address2)),
  city: lineIn(city, widthOf(j2.city)),
  state: fitted(asciiCapitals(state), widthOf(j2.state)),
  zip: fitted(digitsOf(zip), widthOf(j2.zip)),
  addressIndicator: '',
  residence: '',
});

const whoIs = (person: Person) => ({
  surname: nameIn(person.surname, widthOf(j2.surname)),
  firstName: nameIn(person.firstName, widthOf(j2.firstName)),
  middleName: nameIn(person.middleName, widthOf(j2.middleName)),
  generation: '',
  ssn: digitsOf(person.ssn),
  birthDate: person.birthDate,
  telephone: digitsOf(person.telephone),
  ecoa: ecoaNow(person),
  indicator: indicatorOf(person.bankruptcy),
});

type InBase = Pick<Base, keyof J2>;

interface People extends Pick<Account, 'j1' | 'j2'> {
  readonly first: InBase;
}

const sameText = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other);

export function peopleOf([first, ...others]: readonly [Person, ...Person[]]): People {
  const home = placeOf(first.address);
  const isAtHome = ({ address }: Person): boolean => sameText(placeOf(address), home);
  return {
    first: { ...whoIs(first), ...home },
    j1: others.filter(isAtHome).map(whoIs),
    j2: others.filter((one) => !isAtHome(one)).map((one) => ({ ...whoIs(one), ...placeOf(one.address) })),
  };
}
