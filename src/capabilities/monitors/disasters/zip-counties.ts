// The counties that ZIP codes lie in, as the company knows them: a home whose address names no county is placed by them.
import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import Type from 'typebox';
import { companyToHold } from '#capabilities/access/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { errors, mustHaveNone, problemIf } from '#platform/errors.ts';
import { below } from '#platform/http/below.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { notFound } from '#platform/resource/not-found.ts';
import { withMaker } from '#platform/with-maker.ts';

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
      'The list of each replaces the one before. Other ZIP codes stay. Bring the declarations again to look up homes anew. Whoever has said where a ZIP code lies has prepared the cases of homes that are placed by it.',
    body: ZipCounties,
    example: { body: example },
    command: (ctx, tx, { body }) => keepZips(ctx, tx, body),
  }),
];

/** Errors: InvalidRequest. */
async function keepZips({ now, caller: { actor } }: CommandContext, tx: Tx, body: Type.Static<typeof ZipCounties>) {
  const codes = body.zipCounties.map(({ postalCode }) => postalCode);
  mustHaveNone(
    codes.flatMap((code, i) =>
      problemIf(codes.indexOf(code) < i, `zipCounties[${i}].postalCode`, 'stands there twice', 'each ZIP code once'),
    ),
  );
  await tx.rows(companyToHold(tx));
  const known = await knownOf(tx, codes);
  const rows = body.zipCounties.map(({ postalCode, countyFips }) => {
    const county_fips = [...new Set(countyFips)].sort();
    const before = known.get(postalCode);
    // Whoever says the same again has said nothing.
    const makers =
      before !== undefined && isDeepStrictEqual(before.county_fips, county_fips)
        ? before.makers
        : withMaker(before?.makers, actor);
    return { postal_code: postalCode, county_fips, makers: [...makers], updated_at: now };
  });
  tx.write(
    tx.db
      .insertInto('zip_counties')
      .values(rows)
      .onConflict((there) =>
        there.columns(['company_id', 'postal_code']).doUpdateSet({
          county_fips: sql`excluded.county_fips`,
          makers: sql`excluded.makers`,
          updated_at: sql`excluded.updated_at`,
        }),
      ),
  );
  return {
    zipCounties: rows.map(({ postal_code, county_fips }) => ({ postalCode: postal_code, countyFips: county_fips })),
  };
}

async function knownOf(reader: Reader, codes: readonly string[]) {
  const rows = await reader.rows(
    reader.db
      .selectFrom('zip_counties')
      .select(['postal_code', 'county_fips', 'makers'])
      .where('postal_code', '=', sql<string>`any(${codes}::text[])`),
  );
  return new Map(rows.map((row) => [row.postal_code, row]));
}
