// Lines in which every column has a width: texts stand to the left and are cut, numbers to the right. There is no head.
import { TapeNotMade } from '../errors.ts';
import { isNumber, textOf } from './cell.ts';
import type { Lines } from './lines.ts';

export const fixedWidth: Lines = {
  head: () => '',
  line: (columns, values, unit) =>
    `${columns
      .map(({ name, kind, width }, i) => {
        const text = textOf(values[i] ?? null, kind, unit) ?? '';
        if (!isNumber(kind)) return [...text.replace(/[\r\n\t]/g, ' ')].slice(0, width).join('').padEnd(width);
        if (text.length > width)
          throw new TapeNotMade(`${name} has ${text.length} digits for a loan, and is ${width} wide.`);
        return text.padStart(width);
      })
      .join('')}\r\n`,
};
