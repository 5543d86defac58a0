// Email addresses: enough of a check to catch what cannot be delivered, and no more. Only a sent message proves the
// rest. The part before the @ is kept as written, because its meaning, and its case, belong to the receiving server
// (RFC 5321, section 2.4); the domain has no case.

import type { Checked } from './checked.ts';

// RFC 5321, sections 4.5.3.1.1 and 4.5.3.1.3 (a path of 256 includes two angle brackets); both count octets.
const localOctetsMax = 64;
const emailOctetsMax = 254;

// Letters of any script, as mail with internationalized addresses allows (RFC 6531). Quoted local parts are left out:
// they are legal, nobody has one, and a quote is usually a copied display name.
const forbiddenInLocal = /[\p{C}\p{Z}"(),:;<>@[\]\\]/u;
const domainLabel = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?$/u;

export function normalizeEmail(text: string): Checked<string> {
  const [local = '', domain, ...rest] = text.trim().split('@');
  if (domain === undefined || rest.length > 0) return wrong('does not have exactly one @');
  if (!isLocalPart(local)) return wrong('has a part before the @ that cannot be delivered');
  const lowerDomain = domain.normalize('NFC').toLowerCase();
  if (!isDomain(lowerDomain)) return wrong('has a part after the @ that is not a domain name');
  const email = `${local}@${lowerDomain}`;
  if (octetsOf(local) > localOctetsMax || octetsOf(email) > emailOctetsMax) {
    return wrong(`is longer than ${localOctetsMax} characters before the @, or ${emailOctetsMax} in all`);
  }
  return { value: email };
}

/** Addresses with the same key count as one mailbox: in practice no server distinguishes upper and lower case. */
export function emailKey(text: string): string {
  return text.trim().toLowerCase().normalize('NFC');
}

function isLocalPart(local: string): boolean {
  return !forbiddenInLocal.test(local) && local.split('.').every((part) => part !== '');
}

function isDomain(domain: string): boolean {
  const labels = domain.split('.');
  // A last label of digits would be an IP address.
  return labels.length >= 2 && labels.every((label) => domainLabel.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '');
}

function octetsOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

function wrong(problem: string): Checked<string> {
  return { problem, expected: 'an email address such as maria.lopez@example.com' };
}
