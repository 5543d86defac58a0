// Lines in which every column has a width: texts stand to the left and are cut, numbers to the right. What else is
// longer than its column fails the tape: a part of an id or of a date is another one. There is no head.
import { TapeNotMade } from '../errors.ts';
import { isNumber, textOf } from './cell.ts';
import type { Lines } from './lines.ts';

export const fixedWidth: Lines = {
  head: () => '',
  line: (columns, values, unit) =>
    `${columns
      .map(({ name, kind, width }, i) => {
        const text = textOf(values[i] ?? null, kind, unit) ?? '';
        if (kind === 'text') return [...text.replace(/[\r\n\t]/g, ' ')].slice(0, width).join('').padEnd(width);
        if (text.length > width)
          throw new TapeNotMade(`${name} has ${text.length} signs for a loan, and is ${width} wide.`);
        return isNumber(kind) ? text.padStart(width) : text.padEnd(width);
      })
      .join('')}\r\n`,
};
