// Turns text into words for searching, and words into terms. The values are stored encrypted with a keyed token of each
// term beside them, and a query can only ask for equal tokens. So prefixes are terms of their own: all of them, however
// long the word, so that a match need not be decrypted to be confirmed.

/** Shorter words are found only as a whole: prefixes of one or two letters would match nearly everybody. */
const prefixLengthMin = 3;

// Letters that do not decompose into a letter and a mark, and how people without their keyboards write them.
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
  // The form of sigma at the end of a word would otherwise prevent a match with the word's own prefixes.
  ς: 'σ',
};
const plainLettersPattern = /[ßæœøđðłþıς]/g;

/** The words under which stored text is found. `O'Brien` is found as `obrien`, as `o` and as `brien`. */
export function words(text: string): string[] {
  const all = runsOf(text).flatMap((run) => (run.includes("'") ? [joined(run), ...run.split("'")] : [run]));
  return [...new Set(all)];
}

/** The words that a query asks for: one for `O'Brien`, so that it also finds a person stored as `OBrien`. */
export function queryWords(text: string): string[] {
  return [...new Set(runsOf(text).map(joined))];
}

/** The terms stored for a text: of each word its prefixes from three letters on, and the word itself. */
export function indexTerms(text: string): string[] {
  return [...new Set(words(text).flatMap((word) => [...prefixesOf(word), word]))];
}

/** How decrypted text matches one of `queryWords`; null when it does not. */
export function matches(text: string, queryWord: string): 'exact' | 'prefix' | null {
  const candidates = words(text);
  if (candidates.includes(queryWord)) return 'exact';
  if ([...queryWord].length < prefixLengthMin) return null;
  return candidates.some((candidate) => candidate.startsWith(queryWord)) ? 'prefix' : null;
}

function prefixesOf(word: string): string[] {
  // By code points, because half of a surrogate pair is no text and has no token.
  const letters = [...word];
  return letters.slice(prefixLengthMin - 1).map((_, index) => letters.slice(0, index + prefixLengthMin).join(''));
}

/** Runs of letters and digits of any script, with apostrophes between them, without case and diacritics. */
function runsOf(text: string): string[] {
  return plain(text).match(/[\p{L}\p{N}]+(?:'[\p{L}\p{N}]+)*/gu) ?? [];
}

// People type several characters for an apostrophe; Unicode counts some as letters and decomposes others into an
// accent.
const apostrophes = /[\u2018\u2019\u02BB\u02BC\u2032\u00B4\u0060\uFF07]/g;

function plain(text: string): string {
  // Replaced twice: before, because an accent would be left; and after, because one letter (U+0149) decomposes into
  // such a character.
  const decomposed = text.replace(apostrophes, "'").normalize('NFKD').replace(apostrophes, "'");
  const bare = decomposed.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');
  return bare.replace(plainLettersPattern, (letter) => plainLetters[letter] ?? letter);
}

function joined(run: string): string {
  return run.replaceAll("'", '');
}
