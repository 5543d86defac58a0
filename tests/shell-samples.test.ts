// Every shell block of the README and of docs/ is run, by a newcomer who has the service, a test key, and a borrower with
// a loan. The guides of the service are run by tests/guides.test.ts.
import assert from 'node:assert/strict';
import { copyFileSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { bankOf } from './support/bank.ts';
import { beginLoan } from './support/begun-loan.ts';
import { useHouse } from './support/house.ts';
import { providerKeys } from './support/provider-keys.ts';
import { aReader, type Block, blocksOf, bodyOf, differsAt, type Reader } from './support/reader.ts';
import { commandLinesOf } from './support/with-database.ts';

/** Blocks that cannot be run here, by a text that only they have, and why. */
const notRun: Readonly<Record<string, string>> = {
  'npm ci && npm start': 'a package manager',
  'npm ci && npm test': 'a package manager',
  'npm start': 'a package manager, and a database server by its name',
  'docker compose': 'docker',
  'ach send': 'the host of a bank',
  'https://accounts.google.com': 'the host of an identity provider',
  exchangeToken: 'the host of an identity provider: tests/browser and single-sign-on have one of their own',
  'sh examples/first-loan.sh': 'npm; tests/crash/example-scripts.test.ts runs it',
  'npx tenor restore': 'an empty database server beside this one; tests/crash/backup.test.ts restores',
  'ach bring': 'a file that answers what this company has sent; src/app/cli-ach-bring.test.ts has one',
};

/** The code with which a block ends that finds something wrong on purpose. */
const endsWith: Readonly<Record<string, number>> = { 'tenor reconcile examples': 1 };

const ofText = <T>(table: Readonly<Record<string, T>>, code: string): T | undefined =>
  Object.entries(table).find(([text]) => code.includes(text))?.[1];

const documents = ['README.md', ...globSync('docs/**/*.md').sort()];
const blocks = documents.flatMap((file) => blocksOf(file, readFileSync(file, 'utf8')));

describe('the shell blocks of README and docs', () => {
  const { house, aCompany } = useHouse({ webhookDevHosts: ['127.0.0.1:8090'], config: { syncTimeoutMs: 60_000 } });
  const place = mkdtempSync(join(tmpdir(), 'tenor-samples-'));
  after(() => rmSync(place, { recursive: true }));
  let key = '';
  const tenor = commandLinesOf(house, place, () => ({ TENOR_API_KEY: key }));
  let reader: Reader;

  before(async () => {
    prepare(place);
    await house().app.listen({ host: '127.0.0.1', port: 0 });
    const url = `http://127.0.0.1:${(house().app.server.address() as AddressInfo).port}`;
    const api = (await aCompany()).test;
    key = api.key;
    const agreed = {
      amountFinanced: 4800,
      interestRates: [{ rate: 0.1499 }],
      paymentFrequency: 'monthly',
      specificDays: [15],
      duration: 12,
    };
    const { id, personId } = await beginLoan(api, { start: '2027-05-13T16:00:00Z', agreed });
    const [instrument] = await api.made(`/people/${personId}/payment-instruments`, {
      instrumentType: 'bankAccount',
      status: 'active',
      routingNumber: '110000013',
      accountNumber: '900000000017',
      accountType: 'checking',
      accountHolderType: 'personal',
      accountHolderName: 'Ada Lovelace',
    });
    const role = await api.made('/roles', { name: 'Sample', permissions: ['person:read'] });
    const bank = await bankOf(house(), api, { accountNumber: '4000001234' });
    const [event] = (await api.get(`/people/${personId}/events?limit=1`)).body.data;
    const environment = {
      TENOR: url,
      TENOR_API_KEY: api.key,
      KEY: api.key,
      PERSON: personId,
      LOAN: id,
      INSTRUMENT: instrument.id,
      LAST: event.id,
      ACCOUNT: bank.id,
      HOST_KEY: `SHA256:${'A'.repeat(43)}`,
      CERTIFICATE: providerKeys.certificate.replaceAll('\n', '\\n'),
      READ_ONLY: role.id,
      OPERATIONS: role.id,
    };
    reader = await aReader({ url, key: api.key, tenor, directory: place, environment });
  });
  after(() => reader?.close());

  for (const block of blocks) {
    const reason = ofText(notRun, block.code);
    test(`${block.at} ${block.code.split('\n', 1)[0]}`, { skip: reason && `needs ${reason}` }, () => run(block));
  }

  async function run({ at, code, status, shown }: Block): Promise<void> {
    const ran = await reader.run(code);
    const expected = ofText(endsWith, code) ?? 0;
    assert.equal(ran.code, expected, `${at}\n${ran.said}`);
    for (const { words, status: found, output } of ran.commands) {
      const isRight = found < 300 || (expected !== 0 && words[0] === 'tenor');
      assert.ok(isRight, `${at}: ${words.join(' ')} answered ${found}\n${output}`);
    }
    const last = ran.commands.at(-1);
    if (status !== undefined) assert.equal(last?.status, status, at);
    if (shown !== undefined && last !== undefined) assert.equal(differsAt(shown, bodyOf(last.output)), undefined, at);
  }

  test('every reason for not running a block is still the reason of one', () => {
    for (const text of [...Object.keys(notRun), ...Object.keys(endsWith)]) {
      assert.ok(
        blocks.some(({ code }) => code.includes(text)),
        `no block has ${text}`,
      );
    }
  });
});

/** What a reader of these pages has at hand: the repository, and files of their own. */
function prepare(place: string): void {
  for (const name of ['ach', 'engine', 'examples']) symlinkSync(resolve(name), join(place, name));
  copyFileSync('examples/bank-files/statement.bai2', join(place, 'statement.bai2'));
  const sampleIn = (file: string): string => /^```json\n([\s\S]*?)^```/m.exec(readFileSync(file, 'utf8'))?.[1] ?? '';
  writeFileSync(join(place, 'entries.json'), sampleIn('ach/format.md'));
  writeFileSync(join(place, 'people.jsonl'), sampleIn('docs/operating.md'));
  writeFileSync(join(place, 'bank.key'), providerKeys.privateKey);
}
