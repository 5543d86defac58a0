import { refuse } from '../text/file-refused.ts';

export interface Field {
  readonly text: string;
  readonly line: number;
  readonly column: number;
}

/** A record with those that continue it. */
export interface Logical {
  readonly type: string;
  readonly line: number;
  /** How many lines it takes. */
  readonly lines: number;
  /** The first is the type. */
  readonly fields: readonly Field[];
}

const types = ['01', '02', '03', '16', '49', '88', '98', '99'];

export function recordOf(written: string, line: number): Logical {
  const strange = written.search(/\p{Cc}/u);
  if (strange >= 0) refuse(line, strange + 1, 'a control character');
  // Records of a fixed length are filled with spaces.
  const text = written.trimEnd().replace(/\/$/, '');
  const parts = text.split(',');
  const type = parts[0] as string;
  if (!types.includes(type)) refuse(line, 1, `a record begins with ${types.join(', ')}`);
  let column = 1;
  const fields = parts.map((part) => {
    const field = { text: part.trim(), line, column };
    column += part.length + 1;
    return field;
  });
  return { type, line, lines: 1, fields };
}

/** More than a record with all its summaries, or a long text, ever needs. */
const linesMax = 500;

export function withContinuation(record: Logical | null, next: Logical): Logical {
  if (record === null) return refuse(next.line, 1, 'there is no record that could go on');
  if (record.lines === linesMax) refuse(next.line, 1, `a record has ${linesMax} lines at the most`);
  return { ...record, lines: record.lines + 1, fields: [...record.fields, ...next.fields.slice(1)] };
}
