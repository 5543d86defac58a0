// Turns text into words for searching, and words into terms. The values are stored encrypted with a keyed token of each
// term beside them, and a query can only ask for equal tokens. So prefixes are terms of their own: all of them, however
// long the word, so that a match need not be decrypted to be confirmed.

/** Shorter prefixes are not stored: they would be long lists of nearly everybody. `askedTerms` finds two letters too. */
const prefixLengthMin = 3;

/**
 * The signs that a word may go on with, after two letters or a digit. Words of other scripts are found by three letters
 * on, or as a whole.
 */
const digits = [...'0123456789'];
const scripts = [
  { of: /^[\p{Script=Latin}\p{Nd}]+$/u, letters: [...'abcdefghijklmnopqrstuvwxyzəħŋŧ', ...digits] },
  { of: /^\p{Script=Greek}+$/u, letters: [...'αβγδεζηθικλμνξοπρστυφχψω'] },
  { of: /^\p{Script=Cyrillic}+$/u, letters: [...'абвгдежзиклмнопрстуфхцчшщъыьэюяђєѕіјљњћґџ'] },
];

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

/** One letter, which nearly every word begins with; not a digit. */
export const isLetter = (word: string): boolean => [...word].length === 1 && !/\p{Nd}/u.test(word);

/**
 * The terms of which one must be stored where a query word is found. Prefixes are stored from three letters on, so that
 * of two letters all that can follow are asked for, and of a digit all numbers up to three digits.
 */
export function askedTerms(queryWord: string): string[] {
  const length = [...queryWord].length;
  if (length === 1 && digits.includes(queryWord)) {
    return [queryWord, ...goingOn([queryWord], digits), ...goingOn(goingOn([queryWord], digits), digits)];
  }
  if (length !== 2) return [queryWord];
  return [queryWord, ...goingOn([queryWord], scripts.find(({ of }) => of.test(queryWord))?.letters ?? [])];
}

const goingOn = (beginnings: readonly string[], signs: readonly string[]): string[] =>
  beginnings.flatMap((beginning) => signs.map((sign) => beginning + sign));

/** How decrypted text matches one of `queryWords`; null when it does not. */
export function matches(text: string, queryWord: string): 'exact' | 'prefix' | null {
  const candidates = words(text);
  if (candidates.includes(queryWord)) return 'exact';
  if ([...queryWord].length >= prefixLengthMin) {
    return candidates.some((candidate) => candidate.startsWith(queryWord)) ? 'prefix' : null;
  }
  const asked = new Set(askedTerms(queryWord));
  return indexTerms(text).some((term) => asked.has(term)) ? 'prefix' : null;
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
