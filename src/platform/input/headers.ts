// How unknown fields of a request are named in a header of the answer.

/** Room for some forty paths; many proxies allow 4,000 or 8,000 characters for all headers together. */
const headerLengthMax = 1000;
const separator = ', ';
const more = '...';

// Token characters of RFC 9110, section 5.6.2, brackets and dots; `%` is encoded, or decoding would be ambiguous.
const unsafe = /[^A-Za-z0-9!#$&'*+\-.^_`|~[\]]/gu;

function encode(path: string): string {
  return path.replace(unsafe, (character) => {
    // Half of a surrogate pair becomes U+FFFD here, while encodeURIComponent would throw.
    const bytes = [...Buffer.from(character, 'utf8')];
    return bytes.map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
  });
}

/** Undefined when there are no such fields. A list that does not fit ends in `...`. */
export function ignoredFieldsHeader(paths: readonly string[]): string | undefined {
  if (paths.length === 0) return undefined;
  const fitting: string[] = [];
  let length = 0;
  for (const path of paths) {
    const encoded = encode(path);
    length += encoded.length + separator.length;
    if (length > headerLengthMax - more.length) return [...fitting, more].join(separator);
    fitting.push(encoded);
  }
  return fitting.join(separator);
}
