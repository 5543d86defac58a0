// Identities: which kinds there are, which values they take, and the form in which two values are the same. Only shape
// and length are checked, never issuing rules: placeholders such as 999999999 are in use (resource shapes 3.2).

import type { Checked } from './checked.ts';

export const identityTypes = ['SSN', 'ITIN', 'passport', 'driversLicense', 'taxID', 'FEIN', 'custom'] as const;
export type IdentityType = (typeof identityTypes)[number];

const nineDigitTypes: ReadonlySet<IdentityType> = new Set(['SSN', 'ITIN', 'taxID', 'FEIN']);

/** Longer than the number on any document known to us; a limit only so that nothing is without one. */
export const identityValueLengthMax = 64;
export const customTypeNameLengthMax = 64;

/** A custom identity needs the name of its type, and no other may have one. Absent and null are the same. */
export function checkCustomTypeName(type: IdentityType, name: string | null | undefined): Checked<string | null> {
  if (type !== 'custom') {
    if (name === null || name === undefined) return { value: null };
    return { problem: 'is only for a custom identity', expected: 'no value, or the identityType custom' };
  }
  const trimmed = name?.trim() ?? '';
  if (trimmed === '') return { problem: 'is missing', expected: 'what kind of identity this custom one is' };
  if (!isPrintable(trimmed, customTypeNameLengthMax)) {
    return { problem: 'is not a name', expected: `1 to ${customTypeNameLengthMax} printable characters` };
  }
  return { value: trimmed };
}

/** The value is kept as written, dashes too, but for spaces around it. */
export function checkIdentityValue(type: IdentityType, value: string): Checked<string> {
  const trimmed = value.trim();
  if (nineDigitTypes.has(type)) {
    if (/^\d(?:[- ]?\d){8}$/.test(trimmed)) return { value: trimmed };
    return { problem: 'does not have nine digits', expected: 'nine digits, with or without dashes' };
  }
  if (isPrintable(trimmed, identityValueLengthMax) && identityKey(trimmed) !== '') return { value: trimmed };
  return {
    problem: 'is not an identity number',
    expected: `1 to ${identityValueLengthMax} printable characters, with a letter or a digit among them`,
  };
}

/** Equal for two ways of writing one number: without dashes, spaces and dots, and without case. For exact search. */
export function identityKey(value: string): string {
  return value
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

function isPrintable(text: string, lengthMax: number): boolean {
  return text !== '' && text.length <= lengthMax && !/\p{C}/u.test(text);
}
