// The documents that are made from the code. `npm run docs` writes them; tests/documents.test.ts checks that they are
// current.
import type { ClientBase } from 'pg';
import { endpoints, errorCatalogue, eventKinds, tables, versionSteps } from '#app/capabilities.ts';
import { describedAt } from '#app/server.ts';
import { settings } from '#platform/config.ts';
import type { TableClass } from '#platform/db/tables.ts';
import type { RecordedAnswers } from '#platform/description/examples.ts';
import { standardVersion, versions } from '#platform/http/versions.ts';
import { fieldsWithoutEffect } from '#platform/http/without-effect.ts';

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
    const rows = members.map(
      (one) =>
        `| ${one.method} | \`${one.path}\` | ${one.summary} | ${one.permission ? `\`${one.permission}\`` : one.openTo} |`,
    );
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

export function eventsDocument(): string {
  const kinds = eventKinds.map(({ type, eventClass, subject, fields, summary }) => {
    const own = Object.keys(fields.properties).map((field) => `\`${field}\``);
    return `| \`${type}\` | \`${eventClass}\` | ${subject} | ${own.join(', ')} | ${summary} |`;
  });
  const emitting = endpoints.filter(({ emits }) => emits.length > 0);
  const operations = emitting.map(({ method, path, name, emits }) => {
    const types = emits.map(({ type }) => `\`${type}\``);
    return `| ${method} \`${path}\` | \`${name}\` | ${types.join(', ')} |`;
  });
  const following = new Set(endpoints.flatMap(({ mayEmit }) => mayEmit));
  const asked = new Set([...emitting.flatMap(({ emits }) => emits), ...following]);
  const replayed = [...following].map(({ type }) => `\`${type}\``);
  const unasked = eventKinds.filter((kind) => !asked.has(kind)).map(({ type }) => `\`${type}\``);
  return `# Events

${made}

Every change writes an event in the same transaction. Refused or failed requests write none. An event never changes. If a replay shows that an earlier event is wrong, that event is marked deleted (\`deletedAt\`) and the right one is written; \`includeDeleted=false\` leaves deleted events out.

Events hold ids, types and statuses, and no personal data. Read the object for more. \`createdAt\` is when the event was written, and \`effectiveAt\` is since when it holds, by the business clock. All events of one change have the same \`creatingMessageId\`. \`requestId\` is the \`Request-Id\` of the request that made the event.

## Order

All events of a company and mode have one order, which is given after the commit. \`GET /events\` lists the newest first. No event is ever added below one that was listed, and the events of one borrower are in the order of its changes. An event is in the list a moment after the answer of its request. In the list of its borrower (\`/people/{personId}/events\`, or \`personId=\`) it is there as soon as the answer.

## Following them

Keep the id of the newest event that you have seen, and ask for the events after it. You miss none, however many writers there are and however long one takes.

\`\`\`sh
TENOR=http://127.0.0.1:4000
# Once: the newest one. Keep its id, data[0].id.
curl "$TENOR/api/events?limit=1" -H "X-API-KEY: $KEY"
# Then again and again: those after it. If there are any, data[0].id is the id to keep now.
curl "$TENOR/api/events?endingBefore=$LAST&limit=100" -H "X-API-KEY: $KEY"
\`\`\`

A page holds the events right after the one that you named, newest first, so read it from its end to its beginning. While \`previousUrl\` is not null, there are more: ask again at once. You may add filters (\`events=contact.*,person.created\`), but no instants and no \`sortBy\`: such a list has another order, and a late event may be added below the newest.

You need not ask: \`GET /events/stream\` sends events as they happen and resumes after \`Last-Event-ID\`, and [webhooks](../src/app/docs-page/guides/webhooks.md) post them to you.

## The interest of a day

\`GET /events?accrualDate=2026-03-01\` lists what each loan earned on that day, as events \`loan.interestaccrued.min\`: of all loans in pages, or of one loan with \`loanId=\`. They are computed when you ask for them, after the day is over. Their ids stay the same; a correction changes the amount. Subscriptions and the stream get one event for each period, when its due date books it.

## What may happen

An event belongs to the borrower that it is about (\`personId\`), or to the company. It has the fields of all events and fields of its own.

| Type | Class | Belongs to | Own fields | |
|---|---|---|---|---|
${kinds.join('\n')}

## Which operation writes which events

An operation writes one or more of its events.

| Operation | | Events |
|---|---|---|
${operations.join('\n')}

A request, a passing day or an index rate may change the books of a loan. Each of these also writes what the replay finds, each as of its own day: ${replayed.join(', ')}.

${unasked.length === 0 ? '' : `No request writes these: ${unasked.join(', ')}. `}The first keys of a company, and what the command line does, have events as well, without a \`requestId\`.
`;
}

export const openApiDocument = (): string => `${inLines(describedAt('http://127.0.0.1:4000'))}\n`;

/** A line for each answer. */
export const examplesDocument = (answers: RecordedAnswers): string => `${inLines(answers, 2)}\n`;

/** A line for each operation and each schema: what changes in one is one line of a difference. */
function inLines(value: unknown, depth = 0): string {
  const isParted = typeof value === 'object' && value !== null && !Array.isArray(value) && depth < 3;
  if (!isParted) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const lines = members.map(([name, member]) => `${JSON.stringify(name)}: ${inLines(member, depth + 1)}`);
  return lines.length === 0 ? '{}' : `{\n${lines.join(',\n')}\n}`;
}

/** The table of settings in the README. */
function settingsTable(): string {
  const rows = settings.map(({ name, standard, meaning }) => `| \`${name}\` | ${standard} | ${meaning} |`);
  return ['| Setting | Default | Meaning |', '|---|---|---|', ...rows].join('\n');
}

/** The table of fields that nothing acts on yet, as docs/coverage.md holds it. */
export function fieldsTable(): string {
  const fields = fieldsWithoutEffect(endpoints).map((field) => ({ ...field, name: field.path.split('.').at(-1) }));
  const groups = Object.values(Object.groupBy(fields, ({ name, until }) => `${name} ${until}`));
  const rows = groups.flatMap((group) => {
    const [first] = group ?? [];
    if (group === undefined || first === undefined) return [];
    const where = [...new Set(group.map(({ endpoint }) => `\`${endpoint.name}\``))];
    return [`| \`${first.name}\` | ${first.until} | ${where.join(', ')} |`];
  });
  return ['| Field | Waits for | Taken by |', '|---|---|---|', ...rows.sort()].join('\n');
}

const fieldsMark = /<!-- fields -->[\s\S]*?<!-- \/fields -->/;

export const coverageWithFields = (coverage: string): string =>
  coverage.replace(fieldsMark, `<!-- fields -->\n${fieldsTable()}\n<!-- /fields -->`);

const settingsMark = /<!-- settings -->[\s\S]*?<!-- \/settings -->/;

export const readmeWithSettings = (readme: string): string =>
  readme.replace(settingsMark, `<!-- settings -->\n${settingsTable()}\n<!-- /settings -->`);

/** The schema of one mode, read from the database and worded alike on every version of PostgreSQL. */
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

const placesMark = /<!-- places -->[\s\S]*?<!-- \/places -->/;

/** The table of what lies where on a cluster, in docs/scale-out.md. */
export const scaleOutWithPlaces = (document: string): string =>
  document.replace(placesMark, `<!-- places -->\n${placesTable()}\n<!-- /places -->`);

const places: Readonly<Record<TableClass['kind'], string>> = {
  subject: 'with its borrower, or with its company',
  key: 'by a value of its own, wherever that falls',
  reference: 'a copy on every node',
  coordinator: 'on the coordinator',
};

function placesTable(): string {
  const groups = Map.groupBy(Object.entries(tables), ([, { kind }]) => kind);
  const rows = Object.entries(places).map(([kind, where]) => {
    const members = (groups.get(kind as TableClass['kind']) ?? []).map(([name, spread]) =>
      'column' in spread ? `\`${name}\` (${spread.column})` : `\`${name}\``,
    );
    return `| ${where} | ${members.length} | ${members.sort().join(', ')} |`;
  });
  return ['| Where a row lies | Tables | |', '|---|---:|---|', ...rows].join('\n');
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
  if (spread.kind === 'reference') return 'reference';
  if (spread.kind === 'coordinator') return 'on the coordinator';
  return `distributed by ${spread.kind}: ${spread.column}`;
}
