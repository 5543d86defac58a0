// Whether a rule can be obeyed: the same for the rules that are shipped and for those that an operator writes.
import { parseCivilDate } from '@tenor/engine/values/civil-date.ts';
import { type Rule, type RuleKind, ruleKinds } from '../contract.ts';
import { isRecord, opens, type Problem, paramsOfKinds, requiredParams } from './params.ts';

export type { Problem } from './params.ts';

type CheckedRule = { readonly rule: Rule } | { readonly problems: readonly Problem[] };

type Fields = Readonly<Record<string, unknown>>;
/** What would be right, where it is wrong. */
type Check = (value: unknown) => string | undefined;

const words =
  (...known: readonly string[]): Check =>
  (value) =>
    known.includes(String(value)) ? undefined : `one of ${known.join(', ')}`;

const text =
  (max: number): Check =>
  (value) =>
    typeof value === 'string' && value.trim() !== '' && value.length <= max
      ? undefined
      : `a text of 1 to ${max} characters`;

const like =
  (pattern: RegExp, expected: string): Check =>
  (value) =>
    typeof value === 'string' && pattern.test(value) ? undefined : expected;

const orNull =
  (check: Check): Check =>
  (value) => {
    const expected = value == null ? undefined : check(value);
    return expected && `${expected}, or null`;
  };

const listOf =
  (check: Check, expected: string): Check =>
  (value) =>
    Array.isArray(value) && value.length > 0 && value.every((one) => check(one) === undefined) ? undefined : expected;

const date: Check = (value) =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && parseCivilDate(value)
    ? undefined
    : 'a date such as 2027-01-31';
const flag: Check = (value) => (typeof value === 'boolean' ? undefined : 'true or false');
const loanTypes = listOf(text(40), 'ids of loan types');

const zip = like(/^(\d{3}-\d{3}|\d{3,5})$/, 'a ZIP code 11004, a prefix 116, or a range of prefixes 100-104');
const locality: Check = (value) =>
  isRecord(value) && text(100)(value.name) === undefined && listOf(zip, '')(value.zips) === undefined
    ? undefined
    : '{ name, zips }: ZIP codes 11004, prefixes 116, and ranges of prefixes 100-104';

const fields: Readonly<Record<string, Check>> = {
  id: like(/^[A-Z0-9][A-Za-z0-9@-]{1,79}$/, 'capital letters, digits and dashes, such as FED-FREQ-7IN7'),
  citation: text(500),
  jurisdiction: like(/^(federal|[A-Z]{2})$/, 'federal, or the two letters of a state'),
  locality: orNull(locality),
  appliesTo: words('creditor', 'collector', 'both'),
  channels: listOf(words('voice', 'text', 'email', 'letter'), 'some of voice, text, email, letter'),
  kind: words(...ruleKinds),
  context: words('collection', 'solicitation', 'prerecorded', 'licensing', 'any'),
  severity: words('block', 'warn', 'info'),
  params: (value) => (isRecord(value) ? undefined : 'an object with the parameters of its kind'),
  summary: text(1000),
  confidence: words('verified', 'knowledge'),
  source: text(1000),
  effectiveFrom: orNull(date),
  effectiveTo: orNull(date),
  muted: flag,
  onlyLoanTypeIds: orNull(loanTypes),
  exceptLoanTypeIds: (value) => (Array.isArray(value) && value.length === 0 ? undefined : loanTypes(value)),
};

/** What is not said. */
const defaults: Fields = {
  locality: null,
  effectiveFrom: null,
  effectiveTo: null,
  muted: false,
  onlyLoanTypeIds: null,
  exceptLoanTypeIds: [],
};

export function checkRule(value: unknown): CheckedRule {
  if (!isRecord(value)) return { problems: [{ path: '', message: 'is no rule', expected: 'an object' }] };
  const said = { ...defaults, ...value };
  const problems = [...wrongFields(said), ...wrongParams(said), ...wrongTogether(said)];
  return problems.length > 0 ? { problems } : { rule: inOrder(said) };
}

/** The fields in their order, so that equal rules are equal as text too. */
const inOrder = (said: Fields): Rule =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, said[name]])) as object as Rule;

function wrongFields(said: Fields): Problem[] {
  const unknown = Object.keys(said).filter((name) => !Object.hasOwn(fields, name));
  return [
    ...unknown.map((path) => ({ path, message: 'is no field of a rule', expected: 'nothing' })),
    ...Object.entries(fields).flatMap(([path, check]) => wrong(path, said[path], check)),
  ];
}

function wrongParams({ kind, params }: Fields): Problem[] {
  if (!isKind(kind) || !isRecord(params)) return [];
  const known = paramsOfKinds[kind];
  const missing = (requiredParams[kind] ?? []).filter((name) => params[name] === undefined);
  return [
    ...missing.map((name) => ({ path: `params.${name}`, message: 'is missing', expected: `what ${kind} needs` })),
    ...Object.entries(params).flatMap(([name, value]) => {
      const check = Object.hasOwn(known, name) ? known[name] : undefined;
      if (check !== undefined) return wrong(`params.${name}`, value, check);
      const expected = `one of ${Object.keys(known).join(', ')}`;
      return [{ path: `params.${name}`, message: `is no parameter of ${kind}`, expected }];
    }),
  ];
}

const isKind = (kind: unknown): kind is RuleKind => (ruleKinds as readonly unknown[]).includes(kind);

function wrong(path: string, value: unknown, check: Check): Problem[] {
  const expected = check(value);
  if (expected === undefined) return [];
  return [{ path, message: value === undefined ? 'is missing' : 'is not right', expected }];
}

/** What each field allows and all of them together do not. */
function wrongTogether({ kind, params, effectiveFrom, effectiveTo }: Fields): Problem[] {
  const problems: Problem[] = [];
  if (typeof effectiveFrom === 'string' && typeof effectiveTo === 'string' && effectiveFrom > effectiveTo) {
    problems.push({ path: 'effectiveTo', message: 'is before effectiveFrom', expected: 'the same day or a later one' });
  }
  if (!isRecord(params)) return problems;
  const hasWindow = kind === 'timeWindow' || params.start !== undefined || params.end !== undefined;
  if (hasWindow && kind !== 'holidayOrSunday' && !opens(params.start, params.end)) {
    problems.push({
      path: 'params.end',
      message: 'is not after start: the window never opens',
      expected: 'a later time',
    });
  }
  if (kind === 'frequency' && params.max === 0 && params.after === undefined) {
    problems.push({
      path: 'params.max',
      message: 'is 0, so nothing would ever be allowed',
      expected: '1 or more, or after',
    });
  }
  return problems;
}
