// Writes the documents that are made from the code. Run it as npm run docs.
import { readFile, writeFile } from 'node:fs/promises';
import pg from 'pg';
import { recordExamples } from '../tests/support/examples/record.ts';
import { setUp, tearDown } from '../tests/support/setup.ts';
import { conditionsDocument } from './conditions-document.ts';
import {
  apiDocument,
  coverageWithFields,
  errorsDocument,
  eventsDocument,
  examplesDocument,
  openApiDocument,
  readmeWithSettings,
  scaleOutWithPlaces,
  schemaDocument,
} from './documents.ts';
import { loanTapeFieldsDocument } from './loan-tape-fields-document.ts';
import { withOutputs } from './loan-year.ts';
import { metro2Document } from './metro2-document.ts';
import { monitoringWithTables } from './monitoring-document.ts';
import { noticesDocument } from './notices-document.ts';
import { permissionsDocument } from './permissions-document.ts';
import { productsDocument } from './products-document.ts';
import { sqlDocument } from './sql-document.ts';
import { statesDocument } from './states-document.ts';
import { defaultTextFiles, defaultTextsDocument, subjectsDocument } from './subjects-document.ts';
import { templatesDocument } from './templates-document.ts';
import { toolsDocument } from './tools-document.ts';
import { viewsDocument } from './views-document.ts';

process.env.TENOR_TEST_SERVER = await setUp();
const server = JSON.parse(process.env.TENOR_TEST_SERVER);

async function schema() {
  const client = new pg.Client({ ...server.owner, database: server.template });
  await client.connect();
  try {
    return await schemaDocument(client);
  } finally {
    await client.end();
  }
}

const { answers, failed } = await recordExamples();
if (failed.length > 0) throw new Error(`These examples do not work:\n${failed.join('\n')}`);
// The description takes them from the file.
await writeFile('docs/examples.json', examplesDocument(answers));

const documents = {
  'docs/errors.md': errorsDocument(),
  'docs/api.md': apiDocument(),
  'docs/permissions.md': permissionsDocument(),
  'docs/products.md': productsDocument(),
  'docs/events.md': eventsDocument(),
  'docs/notices.md': noticesDocument(),
  'docs/states.md': statesDocument(),
  'docs/conditions.md': conditionsDocument(),
  'docs/views.md': viewsDocument(),
  'docs/metro2.md': metro2Document(),
  'docs/loan-tape-fields.md': loanTapeFieldsDocument(),
  'docs/templates.md': templatesDocument(),
  'docs/tools.md': toolsDocument(),
  'docs/subjects.md': subjectsDocument(),
  'docs/openapi.json': openApiDocument(),
  'docs/schema.sql': await schema(),
  'docs/statements.sql': await sqlDocument(),
  'docs/loan-year.md': withOutputs(await readFile('docs/loan-year.md', 'utf8')),
  'docs/line-year.md': withOutputs(await readFile('docs/line-year.md', 'utf8')),
  'docs/coverage.md': coverageWithFields(await readFile('docs/coverage.md', 'utf8')),
  'docs/scale-out.md': scaleOutWithPlaces(await readFile('docs/scale-out.md', 'utf8')),
  'docs/monitoring.md': await monitoringWithTables(await readFile('docs/monitoring.md', 'utf8')),
  'README.md': readmeWithSettings(await readFile('README.md', 'utf8')),
};
for (const { file, channel, language } of defaultTextFiles) {
  documents[file] = await defaultTextsDocument(channel, language);
}
for (const [file, text] of Object.entries(documents)) {
  await writeFile(file, text);
  console.log(`wrote ${file}`);
}
await tearDown();
