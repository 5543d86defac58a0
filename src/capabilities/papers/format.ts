// Amounts, days and rates as a reader of a language expects them. Amounts are formatted from their cents as text, so no
// cent is lost on the way.
import type { Language } from './letter.ts';

/** Spanish of the United States: other Spanish writes `1234,50 US$`. */
const locales: Readonly<Record<Language, string>> = { en: 'en-US', es: 'es-US' };

export interface Format {
  amount(cents: number): string;
  /** `-12345` is `-123.45`, for machines. */
  decimal(cents: number): string;
  /** `5 de noviembre de 2026`: short, Spanish begins with the day where English begins with the month. */
  day(date: string): string;
  percent(rate: string | number, decimals?: number): string;
}

export function formatOf(language: Language): Format {
  const locale = locales[language];
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  return {
    amount: (cents) => plain(money.format(decimal(cents))),
    decimal,
    day: (date) => plain(day.format(new Date(`${date}T00:00:00Z`))),
    percent(rate, decimals = 2) {
      const percents = new Intl.NumberFormat(locale, {
        style: 'percent',
        minimumFractionDigits: decimals,
        maximumFractionDigits: decimals,
      });
      return plain(percents.format(`${Number(rate)}`));
    },
  };
}

const decimal = (cents: number): `${number}` => {
  const digits = `${Math.abs(cents)}`.padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}` as `${number}`;
};

/** Some languages set narrow spaces that no search finds. */
const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');
