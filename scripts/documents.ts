// The documents that are made from the code: written by `npm run docs`, held fresh by tests/documents.test.ts.
import type { ClientBase } from 'pg';
import { endpoints, errorCatalogue, tables, versionSteps } from '#app/capabilities.ts';
import { productVersion } from '#app/server.ts';
import { settings } from '#platform/config.ts';
import type { TableClass } from '#platform/db/tables.ts';
import { openApi } from '#platform/http/openapi.ts';
import { standardVersion, versions } from '#platform/http/versions.ts';

const made = 'Made by `npm run docs`. Do not edit.';

export function errorsDocument(): string {
  const parts = Object.entries(errorCatalogue).map(([title, kinds]) => {
    const rows = Object.values(kinds).map(
      (kind) => `| \`${kind.errorType}\` | ${kind.status} | ${kind.title} | ${kind.remedy} |`,
    );
    return [
      `## ${title}`,
      '',
      '| errorType | Status | What happened | What to do |',
      '|---|---|---|---|',
      ...rows,
    ].join('\n');
  });
  return `# Errors

${made}

Every error answers with \`status\`, \`statusCode\`, \`errorType\`, \`title\`, \`message\`, \`detail\` and \`data\`. \`message\` says what was wrong with this request, \`detail\` what to do about such an error. Where fields are wrong, \`data.path\` names the first and \`data.errors\` all of them, each with \`path\`, \`message\` and \`expected\`.

${parts.join('\n\n')}
`;
}

export function apiDocument(): string {
  const groups = Map.groupBy(endpoints, ({ name }) => name.split('.')[0] as string);
  const parts = [...groups].map(([group, members]) => {
    const rows = members.map((one) => `| ${one.method} | \`${one.path}\` | ${one.summary} | \`${one.permission}\` |`);
    return [`## ${group}`, '', '| Method | Path | | Permission |', '|---|---|---|---|', ...rows].join('\n');
  });
  return `# The interface in one page

${made} The whole description is [openapi.json](openapi.json); a running service shows it at \`/docs\`.

${parts.join('\n\n')}

## Versions

Known: ${versions.join(', ')}; without one, ${standardVersion}. What older versions did not show:

${versionSteps.map(({ since, resource, change }) => `- ${since}, ${resource}: ${change}`).join('\n')}
`;
}

export const openApiDocument = (): string =>
  `${JSON.stringify(openApi({ endpoints, publicUrl: 'http://127.0.0.1:4000', version: productVersion }), null, 2)}\n`;

/** The table of settings as the README holds it. */
export function settingsTable(): string {
  const rows = settings.map(({ name, standard, meaning }) => `| \`${name}\` | ${standard} | ${meaning} |`);
  return ['| Setting | Default | Meaning |', '|---|---|---|', ...rows].join('\n');
}

const settingsMark = /<!-- settings -->[\s\S]*?<!-- \/settings -->/;

export const readmeWithSettings = (readme: string): string =>
  readme.replace(settingsMark, `<!-- settings -->\n${settingsTable()}\n<!-- /settings -->`);

/** The schema of one mode, as the database tells it: every version of PostgreSQL in the same words. */
export async function schemaDocument(client: ClientBase): Promise<string> {
  const columns = await client.query(`
    select table_name, column_name, data_type, udt_name, is_nullable, column_default
    from information_schema.columns where table_schema = 'live' order by table_name, ordinal_position`);
  const constraints = await client.query(`
    select conrelid::regclass::text as table_name, conname, pg_get_constraintdef(oid) as definition
    from pg_constraint where connamespace = 'live'::regnamespace and contype in ('p', 'u', 'c', 'f')
    order by 1, contype = 'p' desc, conname`);
  const indexes = await client.query(`
    select tablename as table_name, indexdef from pg_indexes
    where schemaname = 'live' and indexname not in (select conname from pg_constraint) order by 1, indexname`);
  const bare = (name: string) => name.replace(/^live\./, '');
  const of = (rows: { table_name: string }[], table: string) => rows.filter((row) => bare(row.table_name) === table);
  const names = [...new Set(columns.rows.map((row) => row.table_name as string))];
  const parts = names.map((name) => {
    const lines = [
      ...of(columns.rows, name).map((row) => columnLine(row as never)),
      ...of(constraints.rows, name).map(
        (row) => `constraint ${(row as never as { conname: string }).conname} ${withoutSchema(row as never)}`,
      ),
    ];
    const after = of(indexes.rows, name).map(
      (row) => `${(row as never as { indexdef: string }).indexdef.replaceAll(' live.', ' ')};`,
    );
    return [`-- ${classOf(tables[name])}`, `create table ${name} (\n  ${lines.join(',\n  ')}\n);`, ...after].join('\n');
  });
  return `-- ${made}\n-- The schemas live and test hold the same tables. Above each: how a cluster would spread it.\n\n${parts.join('\n\n')}\n`;
}

const withoutSchema = ({ definition }: { definition: string }): string => definition.replaceAll(' live.', ' ');

function columnLine(row: {
  column_name: string;
  data_type: string;
  udt_name: string;
  is_nullable: string;
  column_default: string | null;
}): string {
  const type = row.data_type === 'ARRAY' ? `${row.udt_name.slice(1)}[]` : row.data_type;
  const notNull = row.is_nullable === 'NO' ? ' not null' : '';
  return `${row.column_name} ${type}${notNull}${row.column_default === null ? '' : ` default ${row.column_default}`}`;
}

function classOf(spread: TableClass | undefined): string {
  if (spread === undefined) throw new Error('A table has no class: name it in the tables.ts of its owner.');
  return spread.kind === 'reference' ? 'reference' : `distributed by ${spread.kind}: ${spread.column}`;
}
