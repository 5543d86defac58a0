// Each figure as JSON, as a file and as a picture.
import { dateInZone } from '@tenor/engine/values/zone.ts';
import Type from 'typebox';
import { below } from '#platform/http/below.ts';
import type { Endpoint, ReadContext } from '#platform/http/endpoint.ts';
import { DateOnly, Named } from '#platform/input/schemas.ts';
import { autopay } from './autopay.ts';
import { chargeOffs } from './charge-offs.ts';
import { drawFigure } from './chart.ts';
import { collections } from './collections.ts';
import { contactRules } from './contact-rules.ts';
import { delinquency } from './delinquency.ts';
import { type Asked, type Figure, fieldsOf, type Row, shown } from './figure.ts';
import { prepayments } from './prepayments.ts';
import { promises } from './promises.ts';
import { returns } from './returns.ts';
import { rollRates } from './roll-rates.ts';
import { vintages } from './vintages.ts';

const figures: readonly Figure[] = [
  delinquency,
  rollRates,
  chargeOffs,
  vintages,
  prepayments,
  collections,
  promises,
  autopay,
  returns,
  contactRules,
];

async function computed({ compute }: Figure, { reader, caller, now }: ReadContext, asked: Asked) {
  const at = await now();
  return compute({ reader, now: at, today: dateInZone(at, caller.timezone) }, asked);
}

/** No cell has anything that must be quoted: names are ours, and amounts have no commas. */
const fileOf = ({ columns }: Figure, rows: readonly Row[]): string =>
  [
    columns.map(({ name }) => name).join(','),
    ...rows.map((row) =>
      columns
        .map((column) => (column.kind === 'share' ? String(row[column.name] ?? '') : shown(column, row[column.name])))
        .join(','),
    ),
  ]
    .map((line) => `${line}\r\n`)
    .join('');

function endpointsOf(figure: Figure): Endpoint[] {
  const { name, title, path, summary, description, query, columns, errors } = figure;
  const ofFigure = below({ path, permission: 'figure:read', errors });
  return [
    ofFigure({
      name: `${name}.read`,
      summary: `Read ${summary}`,
      description,
      query,
      answer: Named(title)({
        object: Type.Literal('figure'),
        asOf: DateOnly,
        rows: Type.Array(Named(`${title}Row`)(fieldsOf(columns))),
      }),
      async read(ctx, { query: asked }) {
        const { asOf, rows } = await computed(figure, ctx, asked);
        return { object: 'figure' as const, asOf, rows: [...rows] };
      },
    }),
    ofFigure({
      name: `${name}.content`,
      path: '/content',
      summary: `Download ${summary}`,
      description: 'CSV by RFC 4180, with the same columns.',
      query,
      shape: 'page',
      contentType: 'text/csv',
      answer: Type.String(),
      async read(ctx, { query: asked }) {
        const { asOf, rows } = await computed(figure, ctx, asked);
        const headers = { 'content-disposition': `attachment; filename="${path.split('/').at(-1)}-${asOf}.csv"` };
        return { body: fileOf(figure, rows), headers };
      },
    }),
    ofFigure({
      name: `${name}.picture`,
      path: '/picture',
      summary: `Draw ${summary}`,
      description: 'SVG: bars, and the table beside them.',
      query,
      shape: 'page',
      contentType: 'image/svg+xml',
      answer: Type.String(),
      async read(ctx, { query: asked }) {
        const { asOf, rows } = await computed(figure, ctx, asked);
        return { body: drawFigure(figure, asOf, rows) };
      },
    }),
  ];
}

export const figureRoutes: readonly Endpoint[] = figures.flatMap(endpointsOf);
