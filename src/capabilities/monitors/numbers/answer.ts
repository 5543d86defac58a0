// A line of the database of reassigned numbers: a number, the day of which it was asked, and whether it was permanently
// disconnected since. It is the line of our request with the answer behind it.
import { type CivilDate, parseCivilDate } from '@tenor/engine/values/civil-date.ts';
import { type Format, type LineOfPhone, wrong } from '../formats/format.ts';

const answers: Readonly<Record<string, boolean | null>> = { yes: true, no: false, 'no data': null };

export const reassignedNumbers: Format = {
  read(line) {
    const [number = '', asked = '', answer = '', ...more] = line.split(',').map((one) => one.trim());
    if (!/^\d{10}$/.test(number)) return wrong('has no phone number', 'a number of ten digits');
    const askedOf = parseCivilDate(asked);
    if (askedOf === undefined) return wrong('does not say of which day was asked', 'a date, YYYY-MM-DD');
    const isReassigned = answers[answer.toLowerCase()];
    if (isReassigned === undefined || more.length > 0) return wrong('has no answer', 'yes, no or no data at the end');
    return { phone: number, askedOf, isReassigned } satisfies LineOfPhone;
  },
};

/** How it is asked. */
export const questionOf = (number: string, since: CivilDate): string => `${number},${since}`;
