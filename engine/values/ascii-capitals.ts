// Text as old forms take it: capital letters of ASCII.

/**
 * Letters that do not decompose into a letter and a mark, as people without their keyboards write them. The search for people
 * has such a list too (people/rules/search-words.ts).
 */
const spelled: Readonly<Record<string, string>> = {
  ß: 'SS',
  ẞ: 'SS',
  Æ: 'AE',
  Œ: 'OE',
  Ø: 'O',
  Đ: 'D',
  Ð: 'D',
  Þ: 'TH',
  Ł: 'L',
  Ħ: 'H',
  Ŧ: 'T',
  Ŋ: 'NG',
  Ə: 'A',
  ı: 'I',
  '’': "'",
  '‘': "'",
  ʻ: "'",
  ʼ: "'",
  '–': '-',
  '—': '-',
  '‑': '-',
};

/**
 * A letter that has no spelling here stays as it is. The caller decides what to do with it, because each form allows other
 * signs.
 */
export const asciiCapitals = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/./gsu, (letter) => spelled[letter] ?? spelled[letter.toUpperCase()] ?? letter)
    .toUpperCase();
