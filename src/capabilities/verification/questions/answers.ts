// How answers are read: in several writings, each brought into one form, so that two writings of one thing are equal. What
// cannot be read is refused before anything is compared; that tells nothing of the right answer.
import { parseCivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Checked, Wrong } from '#platform/contacts/checked.ts';
import { emailKey, normalizeEmail } from '#platform/contacts/email.ts';
import { normalizePhone } from '#platform/contacts/phone.ts';

export type ReadAnswer = (text: string) => Checked<string> | Promise<Checked<string>>;

export const readEmail: ReadAnswer = (text) => {
  const checked = normalizeEmail(text);
  return 'value' in checked ? { value: emailKey(checked.value) } : checked;
};

export const readPhone: ReadAnswer = (text) => normalizePhone(text);

/** Four more digits after a ZIP code name a street, which nobody knows by heart. */
export const readZip: ReadAnswer = (text) => {
  const digits = /^(\d{5})(?:[- ]?\d{4})?$/.exec(text.trim())?.[1];
  return digits === undefined
    ? { problem: 'is no ZIP code', expected: 'five digits, such as 46204' }
    : { value: digits };
};

export const readDigits =
  (count: number, words: string): ReadAnswer =>
  (text) => {
    const digits = text.replace(/[\s-]/g, '');
    const isRight = digits.length === count && /^\d+$/.test(digits);
    return isRight ? { value: digits } : { problem: 'has another form', expected: `${count} digits: ${words}` };
  };

export const readAmount: ReadAnswer = (text) => {
  const [, dollars, cents = '00'] = /^\$?(\d[\d,]*)(?:\.(\d\d))?$/.exec(text.replace(/\s/g, '')) ?? [];
  if (dollars === undefined) return { problem: 'is no amount', expected: 'dollars and cents, such as 75.50' };
  return { value: `${dollars.replaceAll(',', '').replace(/^0+(?=\d)/, '')}.${cents}` };
};

const months = [
  ['jan', 'ene'],
  ['feb'],
  ['mar'],
  ['apr', 'abr'],
  ['may'],
  ['jun'],
  ['jul'],
  ['aug', 'ago'],
  ['sep'],
  ['oct'],
  ['nov'],
  ['dec', 'dic'],
];

const notADate: Wrong = { problem: 'is no date', expected: 'a date such as 05/31/1985, 1985-05-31 or May 31, 1985' };

/** Where two numbers stand before the year, the month comes first, as in the United States. */
export const readDate: ReadAnswer = (text) => {
  const words = text
    .trim()
    .toLowerCase()
    .replace(/[,.]/g, ' ')
    .replace(/\s+de(?:l)?\s+/g, ' ')
    .replace(/\s+/g, ' ');
  const [year, month, day] = partsOf(words.trim()) ?? [];
  const date = year === undefined ? undefined : parseCivilDate(`${year}-${padded(month)}-${padded(day)}`);
  return date === undefined ? notADate : { value: date };
};

const padded = (part: string | undefined): string => (part ?? '').padStart(2, '0');

/** Year, month and day as texts of digits. */
function partsOf(text: string): readonly [string, string, string] | undefined {
  const [, y = '', m = '', d = ''] = /^(\d{4})[-/ ](\d{1,2})[-/ ](\d{1,2})$/.exec(text) ?? [];
  if (y !== '') return [y, m, d];
  const us = /^(\d{1,2})[-/ ](\d{1,2})[-/ ](\d{4})$/.exec(text);
  if (us !== null) return [us[3] as string, us[1] as string, us[2] as string];
  const worded =
    /^(?<word>\p{L}+) (?<day>\d{1,2})(?:st|nd|rd|th)? (?<year>\d{4})$/u.exec(text) ??
    /^(?<day>\d{1,2})(?:st|nd|rd|th)? (?<word>\p{L}+) (?<year>\d{4})$/u.exec(text);
  const { word = '', day = '', year = '' } = worded?.groups ?? {};
  const month = months.findIndex((names) => names.some((name) => word.startsWith(name)));
  return month === -1 ? undefined : [year, String(month + 1), day];
}
