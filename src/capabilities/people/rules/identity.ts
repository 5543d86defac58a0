// Identities: their kinds, the values of each kind, and the form in which two values are the same. Only shape and
// length are checked, never issuing rules: placeholders such as 999999999 are in use (resource shapes 3.2).

import type { Checked } from '#platform/contacts/checked.ts';

export const identityTypes = ['SSN', 'ITIN', 'passport', 'driversLicense', 'taxID', 'FEIN', 'custom'] as const;
export type IdentityType = (typeof identityTypes)[number];

const nineDigitTypes: ReadonlySet<IdentityType> = new Set(['SSN', 'ITIN', 'taxID', 'FEIN']);

/** Longer than the number on any document known to us. The limit exists because every text needs one. */
export const identityValueLengthMax = 64;
export const customTypeNameLengthMax = 64;

/** A custom identity needs the name of its type, and other identities have none. Absent and null are the same. */
export function checkCustomTypeName(type: IdentityType, name: string | null | undefined): Checked<string | null> {
  if (type !== 'custom') {
    if (name === null || name === undefined) return { value: null };
    return { problem: 'is only for a custom identity', expected: 'no value, or the identityType custom' };
  }
  const trimmed = name?.trim() ?? '';
  if (trimmed === '') return { problem: 'is required', expected: 'what kind of identity this custom one is' };
  if (!isPrintable(trimmed, customTypeNameLengthMax)) {
    return { problem: 'is not a name', expected: `1 to ${customTypeNameLengthMax} printable characters` };
  }
  return { value: trimmed };
}

/** The value is stored as written, with its dashes, but without spaces around it. */
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

/** The form for exact search: without dashes, spaces, dots and case, so that two ways of writing a number are equal. */
export function identityKey(value: string): string {
  return value
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

function isPrintable(text: string, lengthMax: number): boolean {
  return text !== '' && text.length <= lengthMax && !/\p{C}/u.test(text);
}
