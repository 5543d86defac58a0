// Writes a history as the text of a golden case (engine/golden), without plain options of the terms and of facts.

import type { Fact } from '../account/facts.ts';
import { cents, formatCents } from '../values/cents.ts';
import { dateOf } from '../values/day.ts';
import type { History } from './histories.ts';
import { plainTerms } from './show.ts';

const dayNames =
  /^(on|until|first|startDate|endDate|dueDates?|firstDueDate|lastDay|happenedOn|periodStart|originatedOn)$/;
const amountNames =
  /^(principal|amountFinanced|charge|amount|cap|unit|balloon|totalCap|nsf|flat|min|max|yearlyCap|lifetimeCap|tolerance|agencyFee|payment|interest|fees|lateFees)$/;

export function showGolden({ terms, facts, through }: History): string {
  return [
    '# Found by random loans.',
    '# Numbers: to be worked out by hand.',
    'terms',
    ...linesOf(terms, '', '  ').filter((line) => !isPlain(line)),
    'facts',
    ...facts.flatMap(factLines),
    'case found',
    `at ${dateOf(through)}`,
    '  status active',
  ].join('\n');
}

/** Writes `key value`, and nested keys with dots. A list of objects has a line for each object. */
function linesOf(value: object, path: string, indent: string): string[] {
  return Object.entries(value).flatMap(([key, one]): string[] => {
    const name = path === '' ? key : `${path}.${key}`;
    if (one === null || one === false || (Array.isArray(one) && one.length === 0)) return [];
    if (!Array.isArray(one)) {
      return typeof one === 'object' ? linesOf(one, name, indent) : [`${indent}${name} ${word(key, one)}`];
    }
    if (typeof one[0] !== 'object') return [`${indent}${name} ${one.map((each) => word(key, each)).join(' ')}`];
    return one.map((each: object) => `${indent}${name} ${pairs(each)}`);
  });
}

function pairs(value: object): string {
  return Object.entries(value)
    .filter(([, one]) => one !== null && one !== false && !(Array.isArray(one) && one.length === 0))
    .map(([key, one]) => `${key}=${Array.isArray(one) ? one.map((each) => word(key, each)).join(',') : word(key, one)}`)
    .join(' ');
}

function word(key: string, value: unknown): string {
  if (key === 'accruedInterest') return dollars(String(value));
  if (typeof value !== 'number') return inOneWord(String(value));
  if (dayNames.test(key)) return dateOf(value);
  return amountNames.test(key) ? formatCents(cents(value)) : String(value);
}

const inOneWord = (text: string): string => (text.includes(' ') ? `"${text}"` : text);

/** `text` is an amount of cents with six decimals. */
function dollars(text: string): string {
  const digits = text.replace('.', '').padStart(9, '0');
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`;
}

function factLines(fact: Fact): string[] {
  const { id, on, time, kind, ...rest } = fact;
  const { obligations, paid, dueDates, ...plain } = rest as Record<string, unknown>;
  const clock = time === undefined ? '' : ` ${new Date(time * 1000).toISOString().slice(11, 19)}`;
  const { happenedOn, ...others } = plain;
  const day = kind === 'undo' ? (happenedOn as number) : on;
  // An undo that names a kind instead of an id undoes an acceleration or charge-off that came by itself: its day must be
  // written.
  const turnedOn = kind === 'undo' && /^(acceleration|chargeOff)$/.test(fact.of) ? ` on=${dateOf(on)}` : '';
  const nested = Object.entries({ obligations, paid, dueDates }).filter(([, value]) => value !== undefined);
  return [
    `  ${dateOf(day)}${clock} ${kind} id=${id}${turnedOn} ${pairs(others)}`.trimEnd(),
    ...linesOf(Object.fromEntries(nested), '', '    '),
  ];
}

const plainLines = new Set(linesOf(plainTerms, '', '  '));
const isPlain = (line: string): boolean =>
  plainLines.has(line) && !/ (principal|amountFinanced|interest.rates|payments.(days|count)) /.test(line);
