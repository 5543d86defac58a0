// Whether a password is hard enough to guess. No rules of composition: length counts, or variety where it is shorter.
import { Refusal, refuseField } from '#platform/errors.ts';
import { commonPasswords } from './common-passwords.ts';
import { signingInErrors } from './errors.ts';

const longEnough = 12;
const leastLength = 8;
const lengthMax = 256;
/** Guesses, as powers of two, for one that is shorter. */
const bitsEnough = 45;
/** A longer one is no row of keys or of one sign. */
const differentSigns = 5;

/** `own`: what anybody knows of the user, who signs in with it. Errors: WeakPassword, InvalidRequest. */
export function mustBeStrong(password: string, own: readonly string[], path = 'newPassword'): void {
  const text = password.normalize('NFKC');
  if ([...text].length > lengthMax) throw refuseField(path, 'is too long', `at most ${lengthMax} signs`);
  const missing = [...shortOf(text), ...tooUsual(text), ...ownNamesIn(text, own)];
  if (missing.length === 0) return;
  throw new Refusal(signingInErrors.WeakPassword, `${path}: ${missing.join('; ')}.`, {
    data: { path, missing },
  });
}

function shortOf(text: string): string[] {
  const length = [...text].length;
  if (length >= longEnough || (length >= leastLength && bitsOf(text) >= bitsEnough)) return [];
  return [`it needs ${longEnough} signs, or ${leastLength} of many kinds; it has ${length}`];
}

/** Steps to the next or the same sign add nothing, as in 1234 or aaaa. */
function bitsOf(text: string): number {
  const codes = [...text].map((sign) => sign.codePointAt(0) as number);
  const steps = codes.filter((code, i) => i === 0 || Math.abs(code - (codes[i - 1] as number)) > 1).length;
  const kinds: readonly [RegExp, number][] = [
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/\d/, 10],
    [/[^a-zA-Z\d]/, 33],
  ];
  const size = kinds.reduce((sum, [kind, count]) => sum + (kind.test(text) ? count : 0), 0);
  return steps * Math.log2(size);
}

function tooUsual(text: string): string[] {
  const lower = text.toLowerCase();
  const core = lower.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const isCommon = [lower, core, halfOf(core)].some((one) => commonPasswords.has(one));
  if (isCommon) return ['it is one of the passwords that are tried first'];
  if (new Set(lower).size < differentSigns) return [`it needs ${differentSigns} different signs`];
  return isRow(lower) ? ['it is a row of signs'] : [];
}

/** `passwordpassword` is `password`. */
function halfOf(text: string): string {
  const half = text.slice(0, text.length / 2);
  return half + half === text ? half : text;
}

const rows = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
];

const isRow = (lower: string): boolean =>
  rows.some((row) => row.includes(lower) || [...row].reverse().join('').includes(lower));

/** Nothing is left to guess but a few signs when a name is taken out. */
function ownNamesIn(text: string, own: readonly string[]): string[] {
  const lower = text.toLowerCase();
  const names = own
    .flatMap((name) => [name, ...name.split(/[@\s]/)])
    .map((name) => name.toLowerCase())
    .filter((name) => name.length > 2);
  const isOwn = names.some((name) => lower.includes(name) && lower.replaceAll(name, '').length < leastLength);
  return isOwn ? ['it is the own name or address with little else'] : [];
}
