// The token of a word that can be searched for: by a key of its own for each realm and field, so that tokens of one say
// nothing about those of another.
import type { KeyObject } from 'node:crypto';
import { keyedHash } from './keyring.ts';
import { type SipKey, sipHash, sipKeyOf } from './siphash.ts';

/** Derived anew when there are too many: each is a hash. */
const fieldKeysMax = 10_000;
const fieldKeys = new WeakMap<KeyObject, Map<string, SipKey>>();

const scratch = Buffer.alloc(4096);

/** 64 bits, as a decimal number with its sign. */
export function searchToken(search: KeyObject, realm: string, field: string, value: string): string {
  const key = fieldKey(search, `${realm}\n${field}`);
  // A sign has three bytes at most, or four for two.
  if (value.length * 3 > scratch.length) {
    const bytes = Buffer.from(value);
    return sipHash(key, bytes, bytes.length).toString();
  }
  return sipHash(key, scratch, scratch.write(value, 0)).toString();
}

function fieldKey(search: KeyObject, name: string): SipKey {
  let keys = fieldKeys.get(search);
  if (keys === undefined || keys.size >= fieldKeysMax) {
    keys = new Map();
    fieldKeys.set(search, keys);
  }
  let key = keys.get(name);
  if (key === undefined) {
    key = sipKeyOf(keyedHash(search, name));
    keys.set(name, key);
  }
  return key;
}
