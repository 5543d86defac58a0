// docs/views.md: what may be asked in SQL.
import { views } from '#app/capabilities.ts';
import type { View, ViewColumn } from '#platform/db/views/view.ts';

export const viewsDocument = (): string => `# Views

Made by \`npm run docs\`. Do not edit.

What a query (\`/queries\`) may be asked of: each view shows what belongs to the company in its mode. The same sentences stand in the database as comments. Names and meanings stay as they are; columns are added at the end. What is sealed is in no view, nor what is packed and cannot be read by SQL, such as the states of loans. Amounts are \`numeric(14,2)\`. [Choices](decisions/0047-questions.md).

A query is one SELECT, written without schemas. It may join, group, sort, use WITH (not RECURSIVE), windows and the usual functions of numbers, texts, days and lists. A parameter is written \`:name\`. What is not allowed is refused with its line and column before anything is sent: functions that wait, lock, read files or settings, or make long texts of short ones; texts and lists may be joined at most 10 times, and a row as a whole is no value. An answer has at most 1,000,000 rows and 256 MB, and is worked on for at most 10 minutes.

${views.map(section).join('\n')}`;

const section = ({ name, says, isPersonal, columns }: View): string =>
  [
    `## ${name}`,
    '',
    `${says}${isPersonal ? ' Needs `query:personal.read`.' : ''}`,
    '',
    '| Column | Type | |',
    '|---|---|---|',
    ...Object.entries(columns).map(row),
    '',
  ].join('\n');

const row = ([column, { type, says }]: [string, ViewColumn]): string => `| \`${column}\` | ${type} | ${says} |`;
