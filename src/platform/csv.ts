// Cells of CSV (RFC 4180), and what a spreadsheet would run. Wide signs are taken for the same by some programs.
const signs = '[=+\\-@\\t\\r\\n＝＋－＠]';

/** Whoever writes it for people puts an apostrophe before it. */
export const likeFormula = new RegExp(`^${signs}`);

/** Also where apostrophes stand before it: for what is read back, by taking one away. */
export const likeFormulaQuoted = new RegExp(`^'*${signs}`);

const needsQuotes = /[",\r\n]|^\s|\s$|^$/;

/** An empty text has quotes; what is null is no cell of text, and is written as nothing. */
export const quotedCell = (text: string): string => (needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
