// Names a message within an address or a Message-ID, so that whatever comes back says to which message it belongs, of which
// company and mode. The name has no case, because mail servers keep none, and ends with a signature that only we can make:
// nobody reports a bounce of a message that they were not sent.
import { timingSafeEqual } from 'node:crypto';
import type { Vault } from '#platform/crypto/vault.ts';
import type { Realm } from '#platform/db/realm.ts';
import { type IdPrefix, idOfNumber, idPrefixes, idsOfPrefix, numberOfId } from '#platform/ids.ts';

export interface MessageNamed {
  readonly realm: Realm;
  readonly messageId: string;
}

const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
const prefixes = Object.keys(idPrefixes) as IdPrefix[];
const ids = BigInt(idsOfPrefix);
/** More prefixes than there will ever be. */
const prefixesMax = 1_296n;
/** 100 bits hold mode, company, prefix and number. */
const signs = 20;
/** 80 bits: whoever guesses has one answer a try, and a mail server between. */
const signatureSigns = 16;

/** 37 signs: with `b+` before it a local part has fewer than the 64 that mail servers take. */
export function nameOfMessage(vault: Vault, { realm, messageId }: MessageNamed): string {
  const [mode, company] = [realm.mode === 'live' ? 0n : 1n, BigInt(numberOfId(realm.companyId))];
  const prefix = numberOfPrefix(messageId.slice(0, 2));
  const whole = ((mode * ids + company) * prefixesMax + prefix) * ids + BigInt(numberOfId(messageId));
  const body = inSigns(whole);
  return `${body}.${signatureOf(vault, body)}`;
}

/** Undefined: it is none of ours. */
export function messageNamedBy(vault: Vault, name: string): MessageNamed | undefined {
  const [, body = '', signature = ''] = /^([a-z2-7]{20})\.([a-z2-7]{16})$/.exec(name.toLowerCase()) ?? [];
  if (body === '' || !timingSafeEqual(Buffer.from(signature), Buffer.from(signatureOf(vault, body)))) return undefined;
  let left = [...body].reduce((sum, sign) => sum * 32n + BigInt(alphabet.indexOf(sign)), 0n);
  const take = (count: bigint): number => {
    const value = left % count;
    left /= count;
    return Number(value);
  };
  const [number, prefix, company] = [take(ids), take(prefixesMax), take(ids)];
  const messageId = idOfNumber(prefixOfNumber(prefix), number);
  return { realm: { mode: left === 0n ? 'live' : 'test', companyId: idOfNumber('CP', company) }, messageId };
}

/** All of them in a text that may be long: header fields of whatever came back. */
export function messagesNamedIn(vault: Vault, text: string): readonly MessageNamed[] {
  const found = text.slice(0, textMax).match(/(?<![a-z2-7])[a-z2-7]{20}\.[a-z2-7]{16}(?![a-z2-7])/gi) ?? [];
  return found.slice(0, namesMax).flatMap((name) => messageNamedBy(vault, name) ?? []);
}

const textMax = 100_000;
const namesMax = 50;

const signatureOf = (vault: Vault, body: string): string =>
  [...vault.secretHash('message', body).subarray(0, signatureSigns)].map((byte) => alphabet[byte % 32]).join('');

function inSigns(number: bigint): string {
  let text = '';
  for (let left = number; text.length < signs; left /= 32n) text = alphabet[Number(left % 32n)] + text;
  return text;
}

/** By its letters, so that a prefix that is added to the list changes no name. */
const numberOfPrefix = (prefix: string): bigint => BigInt(Number.parseInt(prefix, 36));

function prefixOfNumber(number: number): IdPrefix {
  const text = number.toString(36).toUpperCase().padStart(2, '0');
  return prefixes.find((prefix) => prefix === text) ?? 'EM';
}
