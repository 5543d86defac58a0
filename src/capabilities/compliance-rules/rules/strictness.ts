// Whether a rule that was changed is stricter: whatever it allows, it allowed before. Where a kind says of a parameter
// which way is stricter, it can be told; of all others a change is `unclear`. It is pure.
import { isDeepStrictEqual } from 'node:util';
import type { Rule, RuleKind, Window } from '@tenor/guard/contract.ts';

type Order = 'same' | 'stricter' | 'milder' | 'unclear';
type Compare = (before: unknown, after: unknown, rules: { readonly before: Rule; readonly after: Rule }) => Order;

const ranked = (before: number, after: number): Order =>
  before === after ? 'same' : after > before ? 'stricter' : 'milder';

const fewer: Compare = (before, after) =>
  typeof before === 'number' && typeof after === 'number' ? ranked(after, before) : 'unclear';
const more: Compare = (before, after) =>
  typeof before === 'number' && typeof after === 'number' ? ranked(before, after) : 'unclear';

/** Times of the day, such as `08:00`, have one width: their order is that of the texts. */
const minuteOf = (time: unknown): number =>
  typeof time === 'string' ? Number(time.slice(0, 2)) * 60 + Number(time.slice(3)) : Number.NaN;
const later: Compare = (before, after) => ordered(minuteOf(before), minuteOf(after));
const earlier: Compare = (before, after) => ordered(minuteOf(after), minuteOf(before));
const ordered = (before: number, after: number): Order =>
  Number.isNaN(before + after) ? 'unclear' : ranked(before, after);

const listOf = (value: unknown): readonly unknown[] | undefined =>
  value === undefined ? [] : Array.isArray(value) ? value : undefined;
const isWithin = (some: readonly unknown[], all: readonly unknown[]): boolean =>
  some.every((one) => all.some((other) => isDeepStrictEqual(one, other)));

/** What frees a contact, or is not counted: less of it is stricter. */
const lessOf: Compare = (before, after) => {
  const [some, others] = [listOf(before), listOf(after)];
  if (some === undefined || others === undefined) return 'unclear';
  if (isWithin(others, some)) return isWithin(some, others) ? 'same' : 'stricter';
  return isWithin(some, others) ? 'milder' : 'unclear';
};
/** What is counted, or is closed: more of it is stricter. */
const moreOf: Compare = (before, after, rules) => lessOf(after, before, rules);
/** A list of what is named, where a rule that has none names everything, or nothing: nobody can tell. */
const moreNamed: Compare = (before, after, rules) =>
  before === undefined || after === undefined ? 'unclear' : moreOf(before, after, rules);
const fewerNamed: Compare = (before, after, rules) =>
  before === undefined || after === undefined ? 'unclear' : lessOf(before, after, rules);

/** A longer span holds every shorter one; of two with one rank nobody can tell. */
const rankOfSpan: Readonly<Record<string, number>> = {
  '24h': 1,
  '1d': 1,
  businessWeek: 2,
  '7d': 3,
  '30d': 4,
  '1mo': 4,
  lifetime: 5,
};
const longer: Compare = (before, after) => {
  const [from, to] = [rankOfSpan[String(before)], rankOfSpan[String(after)]];
  return from === undefined || to === undefined || from === to ? 'unclear' : ranked(from, to);
};

const rankOfConsent: Readonly<Record<string, number>> = {
  priorExpress: 1,
  express: 1,
  written: 2,
  priorExpressWritten: 3,
  writtenRevocable: 3,
};
/** A consent in a stronger form is also one in a weaker form; of the two strongest neither is the other. */
const stronger: Compare = (before, after) => {
  const [from, to] = [rankOfConsent[String(before)], rankOfConsent[String(after)]];
  if (from === undefined || to === undefined) return 'unclear';
  return from === to && from === 3 ? 'unclear' : ranked(from, to);
};

/** What is closed on a day that had no time of its own, is stricter. */
const closed: Compare = (before, after) =>
  before === undefined && after === 'closed'
    ? 'stricter'
    : before === 'closed' && after === undefined
      ? 'milder'
      : 'unclear';

const windowOf = (value: unknown, rule: Rule): Window | 'closed' => {
  if (value === 'closed') return value;
  return (value ?? rule.params) as Window;
};
const noWindow: Window = { start: '24:00', end: '00:00' };
/** A day with a time of its own; without one it has that of the other days. */
const ofDay: Compare = (before, after, rules) => {
  const [from, to] = [windowOf(before, rules.before), windowOf(after, rules.after)];
  const [was, is] = [from, to].map((one) => (one === 'closed' ? noWindow : one)) as [Window, Window];
  return joined([later(was.start, is.start, rules), earlier(was.end, is.end, rules)]);
};

const byParam: Readonly<Partial<Record<RuleKind, Readonly<Record<string, Compare>>>>> = {
  frequency: {
    max: fewer,
    per: longer,
    excluded: lessOf,
    exempt: lessOf,
    counts: moreNamed,
    combinedChannels: moreNamed,
    phoneKinds: moreNamed,
  },
  timeWindow: {
    start: later,
    end: earlier,
    saturday: ofDay,
    sunday: ofDay,
    holidays: ofDay,
    recordedMessageStart: later,
  },
  holidayOrSunday: {
    sunday: closed,
    holidays: closed,
    stateHolidays: closed,
    legalHolidays: closed,
    stateOfEmergency: closed,
    window: ofDay,
  },
  workplace: {
    max: fewer,
    per: longer,
    exceptions: lessOf,
    minDaysDefault: more,
    priorWrittenNoticeDays: more,
    oralValidDays: more,
  },
  ceaseOnRequest: { allowedAfter: lessOf, keywords: moreNamed },
  attorney: { liftIf: lessOf, exceptions: lessOf, attorneyUnresponsiveDays: more },
  consentRequired: {
    consent: stronger,
    consentInformational: stronger,
    consentMarketing: stronger,
    satisfiedBy: lessOf,
    basisAnyOf: fewerNamed,
    technology: moreNamed,
    relationshipMonths: fewer,
    optOutPeriodDays: more,
    refreshDays: fewer,
    refreshBy: fewerNamed,
    start: later,
    end: earlier,
  },
  timeBarred: { years: fewer },
  other: {
    allowOnlyRoles: fewerNamed,
    contactOnly: fewerNamed,
    allowedAffiliations: fewerNamed,
    allowed: fewerNamed,
    chapters: moreNamed,
    programs: moreNamed,
    attorneyUnresponsiveDays: more,
    suggestMaxAgeDays: fewer,
    days: more,
  },
};

const severities: readonly string[] = ['info', 'warn', 'block'];

/** Several changes at once: stricter where none is milder. */
function joined(orders: readonly Order[]): Order {
  const changed = orders.filter((one) => one !== 'same');
  if (changed.length === 0) return 'same';
  const [first] = changed as [Order, ...Order[]];
  return changed.every((one) => one === first) ? first : 'unclear';
}

interface Compared {
  readonly order: Order;
  /** The first field that is not stricter, as a request names it; undefined: there is none. */
  readonly path: string | undefined;
}

/** Two forms of one rule. */
export function compareRules(before: Rule, after: Rule): Compared {
  const [was, is] = [before.params, after.params] as readonly Readonly<Record<string, unknown>>[];
  const compares = byParam[before.kind] ?? {};
  const names = [...new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])];
  const ofParams = names.map((name) => {
    const [from, to] = [was?.[name], is?.[name]];
    const isSame = isDeepStrictEqual(from, to);
    const order = isSame ? 'same' : (compares[name]?.(from, to, { before, after }) ?? 'unclear');
    return { path: `params.${name}`, order };
  });
  const severity = {
    path: 'severity',
    order: ranked(severities.indexOf(before.severity), severities.indexOf(after.severity)),
  };
  const all = [severity, ...ofParams];
  return {
    order: joined(all.map(({ order }) => order)),
    path: all.find(({ order }) => order !== 'same' && order !== 'stricter')?.path,
  };
}
