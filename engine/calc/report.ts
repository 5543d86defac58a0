// The result of a calculation, for people and for programs. Its text has no styles: the printer knows the kind of each
// line and chooses its style.

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

export interface Report {
  readonly lines: readonly Line[];
  readonly json: Json;
}

export interface Line {
  readonly kind: 'title' | 'head' | 'rule' | 'row' | 'total' | 'note';
  readonly text: string;
}

export interface Column {
  readonly title: string;
  readonly side: 'left' | 'right';
}

export interface Table {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
  readonly total?: readonly string[];
}

const gap = '  ';

/** Columns are as wide as their longest entry; columns without entries are left out. */
export function linesOf({ columns, rows, total }: Table): Line[] {
  const all = total === undefined ? rows : [...rows, total];
  const shown = columns.flatMap((column, at) => {
    const cells = all.map((row) => row[at] ?? '');
    if (cells.every((cell) => cell === '')) return [];
    const titles = column.title.split('\n');
    return [{ ...column, at, titles, width: Math.max(...[...titles, ...cells].map((text) => text.length)) }];
  });
  const line = (kind: Line['kind'], cellAt: (column: (typeof shown)[number]) => string): Line => {
    const cells = shown.map((column) => {
      const cell = cellAt(column);
      return column.side === 'left' ? cell.padEnd(column.width) : cell.padStart(column.width);
    });
    return { kind, text: cells.join(gap).trimEnd() };
  };
  const rule: Line = { kind: 'rule', text: shown.map(({ width }) => '─'.repeat(width)).join(gap) };
  const headHeight = Math.max(0, ...shown.map(({ titles }) => titles.length));
  const heads = Array.from({ length: headHeight }, (_, i) =>
    line('head', ({ titles }) => titles[i - headHeight + titles.length] ?? ''),
  );
  const hasHead = shown.some(({ title }) => title !== '');
  const body = rows.map((row) => line('row', ({ at }) => row[at] ?? ''));
  const foot = total === undefined ? [] : [rule, line('total', ({ at }) => total[at] ?? '')];
  return [...(hasHead ? [...heads, rule] : []), ...body, ...foot];
}

export const title = (text: string): Line => ({ kind: 'title', text });
export const note = (text: string): Line => ({ kind: 'note', text });
export const blank: Line = { kind: 'row', text: '' };
