// A figure as a picture: bars, and the table of its numbers beside them. Everything in it is ours or a number.
import { type Column, type Figure, type Row, shown } from './figure.ts';

const colors = ['#1f5fa8', '#3a9a8c', '#c98a1b'];
const [left, top, high, wide, line] = [20, 56, 260, 420, 20];

const text = (x: number, y: number, says: string, more = ''): string => `<text x="${x}" y="${y}"${more}>${says}</text>`;
const end = ' text-anchor="end"';

export function drawFigure({ summary, columns, drawn }: Figure, asOf: string, rows: readonly Row[]): string {
  const series = columns.filter(({ name }) => drawn.includes(name));
  const title = `${summary.charAt(0).toUpperCase()}${summary.slice(1)}, as of ${asOf}`;
  const [name, ...numbers] = columns.filter((column) => !column.isNotPictured) as [Column, ...Column[]];
  const tableLeft = left + wide + 40;
  const width = tableLeft + 90 + numbers.length * 130;
  const height = Math.max(top + high + 60, top + (rows.length + 2) * line);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}" font-family="sans-serif" font-size="12">`,
    `<title>${title}</title>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    text(left, 26, title, ' font-size="16" font-weight="bold"'),
    ...bars(name, series, rows),
    ...table(tableLeft, name, numbers, rows),
    '</svg>',
  ].join('\n');
}

/** A group of bars for each row. What is below zero hangs from the line. */
function bars(name: Column, series: readonly Column[], rows: readonly Row[]): string[] {
  const values = rows.flatMap((row) => series.map((column) => Number(row[column.name] ?? 0)));
  const [most, least] = [Math.max(1, ...values), Math.min(0, ...values)];
  const scale = high / (most - least);
  const zero = top + most * scale;
  const slot = wide / Math.max(1, rows.length);
  const bar = (slot * 0.8) / series.length;
  const drawn = rows.flatMap((row, i) =>
    series.map((column, j) => {
      const value = Number(row[column.name] ?? 0);
      const size = Math.abs(value) * scale;
      const [x, y] = [left + i * slot + j * bar, value < 0 ? zero : zero - size];
      return `<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${bar.toFixed(1)}" height="${size.toFixed(1)}" fill="${colors[j]}"/>`;
    }),
  );
  const every = Math.ceil(rows.length / 6);
  const names = rows.flatMap((row, i) =>
    i % every === 0 ? [text(left + i * slot, top + high + 18, String(row[name.name]))] : [],
  );
  const legend = series.flatMap(({ name: of }, j) => [
    `<rect x="${left + j * 140}" y="${top + high + 32}" width="10" height="10" fill="${colors[j]}"/>`,
    text(left + j * 140 + 16, top + high + 41, of),
  ]);
  const axis = `<line x1="${left}" y1="${zero.toFixed(1)}" x2="${left + wide}" y2="${zero.toFixed(1)}" stroke="#333"/>`;
  return [...drawn, axis, ...names, ...legend];
}

function table(x: number, name: Column, numbers: readonly Column[], rows: readonly Row[]): string[] {
  const at = (i: number): number => x + 90 + (i + 1) * 130;
  const head = [
    text(x, top, name.name, ' font-weight="bold"'),
    ...numbers.map((column, i) => text(at(i), top, column.name, `${end} font-weight="bold"`)),
  ];
  const body = rows.flatMap((row, n) => {
    const y = top + (n + 1) * line;
    return [
      text(x, y, String(row[name.name])),
      ...numbers.map((column, i) => text(at(i), y, shown(column, row[column.name]), end)),
    ];
  });
  return [...head, ...body];
}
