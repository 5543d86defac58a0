// Text as old forms take it: capital letters of ASCII.

/** Letters that are no letter with a mark, as passports write them. */
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

/** Letters without a spelling stay: whoever writes a form says what becomes of those. */
export const asciiCapitals = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/./gsu, (letter) => spelled[letter] ?? spelled[letter.toUpperCase()] ?? letter)
    .toUpperCase();
