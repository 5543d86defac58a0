// A generated document is as new as the code, and a hand-written one names nothing that no longer exists.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { describe, test } from 'node:test';
import pg from 'pg';
import { conditionsDocument } from '../scripts/conditions-document.ts';
import {
  apiDocument,
  coverageWithFields,
  errorsDocument,
  eventsDocument,
  fieldsTable,
  openApiDocument,
  readmeWithSettings,
  scaleOutWithPlaces,
  schemaDocument,
} from '../scripts/documents.ts';
import { loanTapeFieldsDocument } from '../scripts/loan-tape-fields-document.ts';
import { withOutputs } from '../scripts/loan-year.ts';
import { metro2Document } from '../scripts/metro2-document.ts';
import { monitoringWithTables } from '../scripts/monitoring-document.ts';
import { noticesDocument } from '../scripts/notices-document.ts';
import { permissionsDocument } from '../scripts/permissions-document.ts';
import { productsDocument } from '../scripts/products-document.ts';
import { statesDocument } from '../scripts/states-document.ts';
import { defaultTextFiles, defaultTextsDocument, subjectsDocument } from '../scripts/subjects-document.ts';
import { templatesDocument } from '../scripts/templates-document.ts';
import { toolsDocument } from '../scripts/tools-document.ts';
import { viewsDocument } from '../scripts/views-document.ts';
import { aHouse, aPerson } from './support/house.ts';
import { testServer } from './support/server.ts';

const stale = (file: string) => `${file} is stale: run "npm run docs" and look at the difference.`;

describe('documents', () => {
  for (const [file, made] of Object.entries({
    'docs/errors.md': errorsDocument,
    'docs/api.md': apiDocument,
    'docs/permissions.md': permissionsDocument,
    'docs/products.md': productsDocument,
    'docs/events.md': eventsDocument,
    'docs/notices.md': noticesDocument,
    'docs/states.md': statesDocument,
    'docs/conditions.md': conditionsDocument,
    'docs/views.md': viewsDocument,
    'docs/metro2.md': metro2Document,
    'docs/loan-tape-fields.md': loanTapeFieldsDocument,
    'docs/templates.md': templatesDocument,
    'docs/tools.md': toolsDocument,
    'docs/subjects.md': subjectsDocument,
    'docs/openapi.json': openApiDocument,
  })) {
    test(`${file} is fresh`, async () => {
      assert.equal(await readFile(file, 'utf8'), made(), stale(file));
    });
  }

  for (const { file, channel, language } of defaultTextFiles) {
    test(`${file} is fresh`, async () => {
      assert.equal(await readFile(file, 'utf8'), await defaultTextsDocument(channel, language), stale(file));
    });
  }

  test('docs/events.md follows events by requests that work', async () => {
    const [first, next, ...more] = [...eventsDocument().matchAll(/^curl "\$TENOR\/api(\S+)" -H "X-API-KEY: \$KEY"$/gm)];
    assert.ok(first && next && more.length === 0, 'the newest, then those after it');
    const house = await aHouse({ works: false });
    try {
      const { test: api } = await house.aCompany();
      const asked = async (path = '') => {
        await house.service.orderEvents('test');
        const { status, body } = await api.get(path);
        assert.equal(status, 200, path);
        return body.data;
      };
      const [{ id }] = await asked(first[1]);
      await api.made('/people', aPerson());
      const after = await asked(next[1]?.replace('$LAST', id));
      assert.deepEqual(
        after.map(({ eventType }: { eventType: string }) => eventType),
        ['person.created'],
      );
    } finally {
      await house.close();
    }
  });

  test('docs/schema.sql is what the migrations make', async () => {
    const server = testServer();
    const client = new pg.Client({ ...server.owner, database: server.template });
    await client.connect();
    const schema = await schemaDocument(client).finally(() => client.end());
    assert.equal(await readFile('docs/schema.sql', 'utf8'), schema, stale('docs/schema.sql'));
  });

  test('docs/monitoring.md shows every metric of a service, and every field of its log', async () => {
    const page = await readFile('docs/monitoring.md', 'utf8');
    assert.match(page, /`workers_running`/);
    assert.match(page, /`requestId`/);
    assert.equal(page, await monitoringWithTables(page), stale('docs/monitoring.md'));
  });

  test('docs/scale-out.md says where each table lies', async () => {
    const page = await readFile('docs/scale-out.md', 'utf8');
    assert.match(page, /`loan_postings` \(person_id\)/);
    assert.equal(page, scaleOutWithPlaces(page), stale('docs/scale-out.md'));
  });

  for (const file of ['docs/loan-year.md', 'docs/line-year.md']) {
    test(`${file} shows what the commands print`, async () => {
      const page = await readFile(file, 'utf8');
      assert.ok(page.includes('$ tenor calc replay'), 'the page shows a command');
      assert.equal(page, withOutputs(page), stale(file));
    });
  }

  test('hand-written documents name files that are there', () => {
    const files = globSync('**/*.{ts,mjs,sql,sh}', { exclude: ['**/node_modules/**'] });
    const documents = globSync('{README,CONTRIBUTING}.md').concat(
      globSync('{docs,bench,engine,simulator,src}/**/*.md'),
    );
    const gone = documents.flatMap((document) =>
      [...readFileSync(document, 'utf8').matchAll(/`((?:[\w-]+\/)+[\w.-]+\.(?:ts|mjs|sql|sh))`/g)]
        .map(([, name]) => String(name))
        .filter((name) => !files.some((file) => file === name || file.endsWith(`/${name}`)))
        .map((name) => `${document}: ${name}`),
    );
    assert.deepEqual(gone, []);
  });

  test('hand-written documents name metrics that there are', () => {
    const there = new Set(
      [...readFileSync('docs/monitoring.md', 'utf8').matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name),
    );
    assert.ok(there.has('tenor_ready'));
    const gone = globSync('{*,docs/**/*,operations/*,src/**/*}.md').flatMap((document) =>
      [...readFileSync(document, 'utf8').matchAll(/`(tenor_(?!live|test|owner)[^`{]*)/g)]
        .filter(([, name]) => !there.has(name))
        .map(([, name]) => `${document}: ${name}`),
    );
    assert.deepEqual(gone, []);
  });

  test("the README's table holds every setting", async () => {
    const readme = await readFile('README.md', 'utf8');
    assert.ok(readme.includes('<!-- settings -->'), 'the README has a place for the settings');
    assert.equal(readme, readmeWithSettings(readme), stale('README.md'));
  });

  test('docs/coverage.md lists every field that nothing acts on yet', async () => {
    const coverage = await readFile('docs/coverage.md', 'utf8');
    assert.match(fieldsTable(), /^\| `smartReviews` \|/m, 'some are declared');
    assert.ok(coverage.includes('<!-- fields -->'), 'the page has a place for them');
    assert.equal(coverage, coverageWithFields(coverage), stale('docs/coverage.md'));
    // If it were written by hand, no list would contain it.
    const saidByHand = openApiDocument().match(/[^"]*without effect(?! yet: it waits for)[^"]*/i);
    assert.equal(saidByHand, null);
  });

  test('every dependency has a reason', async () => {
    const { workspaces } = JSON.parse(await readFile('package.json', 'utf8'));
    const manifests = ['package.json', ...workspaces.map((folder: string) => `${folder}/package.json`)];
    const names = manifests.flatMap((file) => {
      const { dependencies, devDependencies, optionalDependencies } = JSON.parse(readFileSync(file, 'utf8'));
      return Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
    });
    const document = await readFile('docs/dependencies.md', 'utf8');
    const missing = names.filter((name) => !name.startsWith('@tenor/') && !document.includes(`\`${name}\``));
    assert.deepEqual(missing, [], 'docs/dependencies.md gives each a reason');
  });
});
