// Where in a text something stands, as people count: lines and columns from 1.

export interface Place {
  readonly line: number;
  readonly column: number;
}

/** The place of the character with this number, counted from 0. */
export function placeIn(text: string, index: number): Place {
  const before = [...text].slice(0, Math.max(0, index)).join('');
  const lines = before.split('\n');
  return { line: lines.length, column: [...(lines.at(-1) as string)].length + 1 };
}

/** The parser counts the bytes of the text in UTF-8. */
export const placeOfByte = (text: string, byte: number): Place =>
  placeIn(text, [...Buffer.from(text).subarray(0, Math.max(0, byte)).toString('utf8')].length);
