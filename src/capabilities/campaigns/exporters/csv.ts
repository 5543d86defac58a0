// CSV as RFC 4180 says, with what a spreadsheet would run made harmless in columns of text.
const needsQuotes = /[",\r\n]|^\s|\s$/;
/** Also their wide forms, which some programs take for the same. */
const runs = /^[=+\-@\t\r\n＝＋－＠]/;

interface Cell {
  readonly text: string | null;
  /** True: somebody wrote it freely. Numbers and dates begin with signs of their own. */
  readonly isText: boolean;
}

/** Nothing stands for null, and two quotes for an empty text. */
function cell({ text, isText }: Cell): string {
  if (text === null) return '';
  const harmless = isText && runs.test(text) ? `'${text}` : text;
  return harmless === '' || needsQuotes.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cell).join(',')}\r\n`;
