// The filters of templates. One that throws would end the engine, so none does: what it does not understand comes out as it
// came in, as a text.

export interface Speaking {
  readonly language: string;
  readonly timezone: string;
}

type Filter = (speaking: Speaking, value: string, ...more: unknown[]) => string;

const localeOf = ({ language }: Speaking): string => (language === 'es' ? 'es-US' : 'en-US');

/** Some languages set narrow spaces that no search finds. */
const plain = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ');

/** Making a formatter takes a hundred times as long as using it. */
function kept<T>(make: (key: string) => T): (key: string) => T {
  const all = new Map<string, T>();
  return (key) => {
    const found = all.get(key) ?? make(key);
    if (all.size < 500) all.set(key, found);
    return found;
  };
}

const moneyIn = kept((locale) => new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' }));
const percentIn = kept((locale) => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 3 }));
const dayIn = kept((key) => {
  const [locale, length, timeZone] = key.split('|');
  return new Intl.DateTimeFormat(locale, { dateStyle: length as 'long' | 'medium', timeZone });
});

const isNumber = (text: string): text is `${number}` => /^-?\d{1,18}(\.\d{1,12})?$/.test(text);
const isDay = /^\d{4}-\d\d-\d\d$/;
const isInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

const money: Filter = (speaking, value) => (isNumber(value) ? plain(moneyIn(localeOf(speaking)).format(value)) : value);

const percent: Filter = (speaking, value) =>
  isNumber(value) ? plain(percentIn(localeOf(speaking)).format(value)) : value;

/** A day is the same everywhere; an instant is a day in the zone of the company. */
const date: Filter = (speaking, value, length) => {
  const zone = isDay.test(value) ? 'UTC' : isInstant.test(value) ? speaking.timezone : undefined;
  const instant = new Date(value);
  if (zone === undefined || Number.isNaN(instant.getTime())) return value;
  return plain(dayIn(`${localeOf(speaking)}|${length === 'short' ? 'medium' : 'long'}|${zone}`).format(instant));
};

/** The last four signs of a number that nobody else is to read. */
const mask: Filter = (_, value) => `••••${value.length > 4 ? value.slice(-4) : ''}`;

const plural: Filter = (_, value, one, many) => `${value} ${String(isOne(value) ? one : many)}`;
const isOne = (value: string): boolean => isNumber(value) && Number(value) === 1;

/** Any other address might run something in the reader's program. */
const link: Filter = (_, value) => (/^(https:\/\/|mailto:|tel:)[^\s<>"']+$/i.test(value) ? value : '#');

const color: Filter = (_, value, otherwise) =>
  [value, String(otherwise)].find((one) => /^#[0-9a-f]{6}$/i.test(one)) ?? '#1a1a1a';

export const filters = { money, percent, date, mask, plural, link, color } as const satisfies Record<string, Filter>;

/** What the engine has by itself, and a text may use. */
const ofEngine = [
  ...['abs', 'batch', 'bool', 'capitalize', 'count', 'd', 'default', 'dictsort', 'e', 'escape', 'first', 'float'],
  ...['groupby', 'indent', 'int', 'items', 'join', 'last', 'length', 'lines', 'list', 'lower', 'map', 'max'],
  ...['min', 'reject', 'rejectattr', 'replace', 'reverse', 'round', 'select', 'selectattr', 'slice', 'sort'],
  ...['split', 'string', 'sum', 'title', 'trim', 'truncate', 'unique', 'upper', 'attr'],
];
export const filterNames: ReadonlySet<string> = new Set([...Object.keys(filters), ...ofEngine]);

export const testNames: ReadonlySet<string> = new Set([
  ...[
    'boolean',
    'defined',
    'divisibleby',
    'endingwith',
    'eq',
    'equalto',
    'even',
    'false',
    'float',
    'ge',
    'greaterthan',
  ],
  ...['gt', 'in', 'integer', 'iterable', 'le', 'lessthan', 'lower', 'lt', 'mapping', 'ne', 'none', 'number', 'odd'],
  ...['sameas', 'sequence', 'startingwith', 'string', 'test', 'true', 'undefined', 'upper'],
]);
export const functionNames: ReadonlySet<string> = new Set(['range', 'dict']);

/** These say that a text needs no escape, or give one that has none: they are replaced, so they say nothing. */
export const disarmed: Readonly<Record<string, (value: unknown) => string>> = {
  safe: (value) => textOf(value),
  tojson: (value) => textOf(value),
};

/** What the engine hands to a filter, as a text. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'object' || typeof value === 'function') return '';
  return String(value);
}
