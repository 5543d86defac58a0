// The counties that ZIP codes lie in, as the company knows them: a home whose address names no county is placed by them.
import { sql } from 'kysely';
import Type from 'typebox';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { errors, mustHaveNone, problemIf } from '#platform/errors.ts';
import { below } from '#platform/http/below.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { notFound } from '#platform/resource/not-found.ts';

const digits = (length: number, expected: string, example: string) =>
  Type.Unsafe<string>({
    type: 'string',
    maxLength: length,
    pattern: `^\\d{${length}}$`,
    'x-expected': expected,
    examples: [example],
  });

const ZipCounty = Type.Object(
  {
    postalCode: digits(5, 'the five digits of a ZIP code', '77002'),
    countyFips: Type.Array(digits(5, 'two digits of the state and three of the county', '48201'), {
      minItems: 1,
      maxItems: 20,
      description: 'All counties in which it lies.',
    }),
  },
  { title: 'ZipCounty' },
);

const rowsMax = 1_000;

const ZipCounties = Type.Object(
  { zipCounties: Type.Array(ZipCounty, { minItems: 1, maxItems: rowsMax }) },
  { title: 'ZipCounties' },
);

const endpoint = below({ path: '/zip-counties', permission: 'zip.county', answer: ZipCounties });

const example = { zipCounties: [{ postalCode: '77002', countyFips: ['48201'] }] };

export const zipCountyRoutes: readonly Endpoint[] = [
  endpoint({
    name: 'zipCounties.read',
    path: '/{postalCode}',
    summary: 'Read the counties of a ZIP code',
    answer: ZipCounty,
    errors: [errors.NotFound],
    async read({ reader }, { params: { postalCode } }) {
      const query = reader.db.selectFrom('zip_counties').select('county_fips').where('postal_code', '=', postalCode);
      const row = /^\d{5}$/.test(postalCode) ? await reader.row(query) : undefined;
      if (row === undefined) throw notFound('ZIP code', postalCode, 'postalCode');
      return { postalCode, countyFips: [...row.county_fips] };
    },
  }),
  endpoint({
    name: 'zipCounties.update',
    summary: 'Say in which counties ZIP codes lie',
    description:
      'The list of each replaces the one before. Other ZIP codes stay. Bring the declarations again to look up homes anew.',
    body: ZipCounties,
    example: { body: example },
    command: (ctx, tx, { body }) => keepZips(ctx, tx, body),
  }),
];

/** Errors: InvalidRequest. */
async function keepZips({ now }: CommandContext, tx: Tx, body: Type.Static<typeof ZipCounties>) {
  const codes = body.zipCounties.map(({ postalCode }) => postalCode);
  mustHaveNone(
    codes.flatMap((code, i) =>
      problemIf(codes.indexOf(code) < i, `zipCounties[${i}].postalCode`, 'stands there twice', 'each ZIP code once'),
    ),
  );
  const rows = body.zipCounties.map(({ postalCode, countyFips }) => ({
    postal_code: postalCode,
    county_fips: [...new Set(countyFips)].sort(),
    updated_at: now,
  }));
  tx.write(
    tx.db
      .insertInto('zip_counties')
      .values(rows)
      .onConflict((there) =>
        there
          .columns(['company_id', 'postal_code'])
          .doUpdateSet({ county_fips: sql`excluded.county_fips`, updated_at: sql`excluded.updated_at` }),
      ),
  );
  return {
    zipCounties: rows.map(({ postal_code, county_fips }) => ({ postalCode: postal_code, countyFips: county_fips })),
  };
}
