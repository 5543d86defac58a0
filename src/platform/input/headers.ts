// How unknown fields of a request are named in a header of the answer.
import { andMore } from './run.ts';

/** Room for some forty paths; many proxies allow 4,000 or 8,000 characters for all headers together. */
const headerLengthMax = 1000;
const separator = ', ';

// Token characters of RFC 9110, section 5.6.2, brackets and dots; `%` is encoded, or decoding would be ambiguous.
const unsafe = /[^A-Za-z0-9!#$&'*+\-.^_`|~[\]]/gu;

function encode(path: string): string {
  return path.replace(unsafe, (character) => {
    // Half of a surrogate pair becomes U+FFFD here, while encodeURIComponent would throw.
    const bytes = [...Buffer.from(character, 'utf8')];
    return bytes.map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
  });
}

/** Undefined when there are no such fields. A list that does not fit, or was cut before, ends in `...`. */
export function ignoredFieldsHeader(paths: readonly string[]): string | undefined {
  if (paths.length === 0) return undefined;
  const names = paths.filter((path) => path !== andMore).map(encode);
  const fitting: string[] = [];
  let length = 0;
  for (const name of names) {
    length += name.length + separator.length;
    if (length > headerLengthMax - andMore.length) break;
    fitting.push(name);
  }
  const isWhole = fitting.length === paths.length;
  return (isWhole ? fitting : [...fitting, andMore]).join(separator);
}

/** Joins two such headers. The dots that say that there are more fields come last. */
export function bothHeaders(first: string, second: string): string {
  const all = `${first}${separator}${second}`.split(separator);
  const names = all.filter((name) => name !== andMore);
  return (names.length === all.length ? names : [...names, andMore]).join(separator);
}
