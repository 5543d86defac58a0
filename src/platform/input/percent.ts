// Reads name=value&name=value strictly, the encoding that queries and form bodies share.

import type { Refusal } from '#platform/errors.ts';
import { shortName } from './path.ts';

interface Pair {
  readonly name: string;
  readonly text: string;
}

type RefusePair = (message: string, path: string) => Refusal;

/** Five times our largest form. It limits what is built from the pairs, whatever the size of the body. */
export const pairsMax = 1000;

export function readPairs(source: string, refuse: RefusePair): Pair[] {
  const parts = source.split('&', pairsMax + 1);
  if (parts.length > pairsMax) throw refuse(`must have at most ${pairsMax} name=value pairs`, '');
  // `a=1&&b=2` and a trailing `&` are common and mean nothing.
  return parts.filter((part) => part !== '').map((part) => readPair(part, refuse));
}

function readPair(part: string, refuse: RefusePair): Pair {
  const equals = part.indexOf('=');
  const written = equals === -1 ? part : part.slice(0, equals);
  const name = decode(written);
  if (name === undefined) throw refuse(`must have a name with ${escapeRule}`, shortName(written));
  if (name === '') throw refuse('must have a name before each =', '');
  const text = equals === -1 ? '' : decode(part.slice(equals + 1));
  if (text === undefined) throw refuse(`must have a value with ${escapeRule}`, shortName(name));
  return { name, text };
}

const escapeRule = 'valid percent escapes, each two hexadecimal digits after % and together UTF-8';

function decode(text: string): string | undefined {
  if (!text.includes('%') && !text.includes('+')) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
