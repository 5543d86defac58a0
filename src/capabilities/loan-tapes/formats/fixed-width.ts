// Lines in which every column has a width: texts stand to the left and are cut, numbers to the right. What else is
// longer than its column fails the tape: a part of an id or of a date is another one. There is no head.
import type { Value } from '../catalogue/field.ts';
import { TapeNotMade } from '../errors.ts';
import type { ColumnInFile } from '../making/columns.ts';
import type { MoneyUnit } from '../types/words.ts';
import { isNumber, writerOf } from './cell.ts';
import type { Lines } from './lines.ts';

export const fixedWidth: Lines = {
  head: () => '',
  line(columns, unit) {
    const cells = columns.map((column) => cellOf(column, unit));
    return (values) => `${cells.map((cell, i) => cell(values[i] ?? null)).join('')}\r\n`;
  },
};

function cellOf({ name, kind, width }: ColumnInFile, unit: MoneyUnit): (value: Value) => string {
  const write = writerOf(kind, unit);
  const textOf = (value: Value): string => (value === null ? '' : write(value));
  if (kind === 'text')
    return (value) => [...textOf(value).replace(/[\r\n\t]/g, ' ')].slice(0, width).join('').padEnd(width);
  const isToTheRight = isNumber(kind);
  return (value) => {
    const text = textOf(value);
    if (text.length > width)
      throw new TapeNotMade(`${name} has ${text.length} signs for a loan, and is ${width} wide.`);
    return isToTheRight ? text.padStart(width) : text.padEnd(width);
  };
}
