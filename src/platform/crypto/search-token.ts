// The token of a searchable word. Each realm and field has its own key, so that tokens of one reveal nothing about
// those of another.
import type { KeyObject } from 'node:crypto';
import { keyedHash } from './keyring.ts';
import { type SipKey, sipHash, sipKeyOf } from './siphash.ts';

/** When there are more, they are forgotten and derived again: each costs one hash. */
const fieldKeysMax = 10_000;
const fieldKeys = new WeakMap<KeyObject, Map<string, SipKey>>();

const scratch = Buffer.alloc(4096);

/** 64 bits as a signed decimal number. */
export function searchToken(search: KeyObject, realm: string, field: string, value: string): string {
  const key = fieldKey(search, `${realm}\n${field}`);
  // A UTF-16 unit becomes at most three bytes of UTF-8.
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
