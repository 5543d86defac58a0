// Clients in the field are generated from our description. Two of the usual generators, one of types alone and one of a
// whole client, make theirs; what they make passes a strict type check and calls the service.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { type Client, useHouse } from '../support/house.ts';

const run = promisify(execFile);
const here = import.meta.dirname;
const generators = join(here, 'node_modules');

describe('a client that is generated from the description', () => {
  const { house, aCompany } = useHouse({ works: false });
  const folder = mkdtempSync(join(tmpdir(), 'tenor-typed-'));
  let url: string;
  let api: Client;
  after(() => rmSync(folder, { recursive: true, force: true }));

  before(async () => {
    await house().app.listen({ host: '127.0.0.1', port: 0 });
    url = `http://127.0.0.1:${(house().app.server.address() as AddressInfo).port}`;
    api = (await aCompany()).test;
    const { body } = await house().call(undefined, 'GET', 'http://tenor.test/openapi.json');
    writeFileSync(join(folder, 'openapi.json'), JSON.stringify(body));
    writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(strict));
    writeFileSync(join(folder, 'generate.mjs'), `export default ${JSON.stringify(wholeClient)}`);
    cpSync(join(here, 'uses'), folder, { recursive: true });
    const generate = (script: string, ...words: string[]) =>
      run(process.execPath, [join(generators, script), ...words], { cwd: folder });
    await Promise.all([
      generate('openapi-typescript/bin/cli.js', 'openapi.json', '-o', 'types.ts'),
      generate('@hey-api/openapi-ts/bin/run.js', '-f', 'generate.mjs', '--silent', '--no-log-file'),
    ]);
  });

  test('passes a strict type check', async () => {
    const checked = await run(resolve('node_modules/.bin/tsc'), ['-p', folder]).catch((error) => error);
    assert.equal(checked.stdout, '');
  });

  for (const use of ['with-types', 'with-client']) {
    test(`${use} makes a borrower, a loan and a payment, reads the events and a refusal`, async () => {
      const env = { ...process.env, TENOR_URL: url, TENOR_API_KEY: api.key };
      const { stdout } = await run(process.execPath, [join(folder, `${use}.ts`)], { env });
      const { events, ...said } = JSON.parse(stdout);
      assert.deepEqual(said, {
        firstName: 'Ada',
        status: 'originated',
        payments: 6,
        paid: 10.1,
        paymentStatus: 'succeeded',
        refused: ['InvalidRequest', 400, 'function'],
      });
      for (const type of ['person.created', 'loan.activated', 'payment.applied'])
        assert.ok(events.includes(type), type);
    });
  }
});

const strict = {
  compilerOptions: {
    strict: true,
    noEmit: true,
    target: 'es2024',
    module: 'nodenext',
    allowImportingTsExtensions: true,
    noUncheckedIndexedAccess: true,
    types: ['node'],
    typeRoots: [resolve('node_modules/@types')],
  },
  files: ['with-types.ts', 'with-client.ts'],
};

const wholeClient = { input: 'openapi.json', output: { path: 'client', module: { extension: '.ts' } } };
