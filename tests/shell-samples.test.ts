// Every shell block of the README and of docs/ is run, by a newcomer who has the service, a test key, and a borrower with
// a loan. What cannot be run says so in the document, in a comment above the block. The guides of the service are run by
// tests/guides.test.ts, and what is printed by commands that need no service by tests/tools.test.ts.
import assert from 'node:assert/strict';
import { copyFileSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { accountsPath } from './support/bank.ts';
import { beginLoan } from './support/begun-loan.ts';
import { aPerson, type Client, useHouse } from './support/house.ts';
import { anAccountOf, good } from './support/payer.ts';
import { providerKeys } from './support/provider-keys.ts';
import { aReader, type Block, blocksOf, bodyOf, differsAt, type Reader } from './support/reader.ts';
import { commandLinesOf } from './support/with-database.ts';

const documents = ['README.md', ...globSync('docs/**/*.md').sort()];
const blocks = documents.flatMap((file) => blocksOf(file, readFileSync(file, 'utf8')));
const notRun = blocks.filter((block) => block.notRun !== undefined);
/** Raise it only for what truly needs a host, a person or an hour. */
const notRunMax = 10;

/** In place of 8090; below the ports that the system gives to those who do not ask for one. */
const bridgePort = String(29_000 + (process.pid % 3_000));

test(`${blocks.length - notRun.length} shell blocks of README and docs are run, and ${notRun.length} are not`, () => {
  assert.ok(notRun.length <= notRunMax, notRun.map((block) => `${block.at}: ${block.notRun}`).join('\n'));
  const marks = documents.flatMap((file) => readFileSync(file, 'utf8').match(/<!-- not run:/g) ?? []);
  assert.equal(marks.length, notRun.length, 'a comment stands right above the block that it is about');
});

for (const file of documents) {
  const ofPage = blocks.filter(({ at }) => at.startsWith(`${file}:`));
  if (ofPage.some((block) => block.notRun === undefined)) describe(`the shell blocks of ${file}`, () => runAll(ofPage));
  else for (const block of ofPage) test(titleOf(block), { skip: block.notRun }, () => {});
}

function titleOf({ at, code }: Block): string {
  return `${at} ${code.split('\n', 1)[0]}`;
}

/** One service for a page: what one block leaves behind, the next one may use. */
function runAll(ofPage: readonly Block[]): void {
  const { house, aCompany } = useHouse({
    webhookDevHosts: [`127.0.0.1:${bridgePort}`],
    config: { syncTimeoutMs: 60_000 },
  });
  const directory = mkdtempSync(join(tmpdir(), 'tenor-samples-'));
  after(() => rmSync(directory, { recursive: true }));
  let key = '';
  const commandLine = commandLinesOf(house, directory, () => ({ TENOR_API_KEY: key }));
  // The reader answers yes when a command asks whether it shall really erase a person.
  const tenor = (words: readonly string[]) => commandLine(words.includes('erase') ? [...words, '--yes'] : words);
  let reader: Reader;

  before(async () => {
    layOut(directory);
    await house().app.listen({ host: '127.0.0.1', port: 0 });
    const url = `http://127.0.0.1:${(house().app.server.address() as AddressInfo).port}`;
    const api = (await aCompany()).test;
    key = api.key;
    const { environment, ids } = await ofTheReader(api);
    const own = { TENOR: url, TENOR_API_KEY: key, KEY: key, ...environment };
    reader = await aReader({ url, key, tenor, directory, environment: own, ids, instead: { 8090: bridgePort } });
  });
  after(() => reader?.close());

  for (const block of ofPage) {
    test(titleOf(block), { skip: block.notRun }, async () => {
      const { at, code, status, shown } = block;
      const ran = await reader.run(code);
      const ends = endsOf(code);
      assert.ok(ends.includes(ran.code), `${at} ended with ${ran.code}\n${ran.said}`);
      for (const { words, status: found, output } of ran.commands) {
        const isRight = found < 300 || (ends.includes(1) && words[0] === 'tenor');
        assert.ok(isRight, `${at}: ${words.join(' ')} answered ${found}\n${output}`);
      }
      if (status === undefined) return;
      const last = ran.commands.at(-1);
      assert.ok(last, at);
      assert.equal(last.status, status, at);
      assert.equal(differsAt(shown, bodyOf(last.output)), undefined, at);
    });
  }
}

/** With which codes a block may end: its comment says `ends with 1: …`, or `ends with 1 if …`. */
function endsOf(code: string): readonly number[] {
  const [, one, mayBe] = /ends with (\d)( if)?/.exec(code) ?? [];
  if (one === undefined) return [0];
  return mayBe === undefined ? [Number(one)] : [0, Number(one)];
}

/** What the pages call by names: each is of the reader's own company. */
async function ofTheReader(api: Client) {
  const agreed = {
    amountFinanced: 4800,
    interestRates: [{ rate: 0.1499 }],
    paymentFrequency: 'monthly',
    specificDays: [15],
    duration: 12,
  };
  const loan = await beginLoan(api, { start: '2027-05-13T16:00:00Z', agreed });
  const role = await api.made('/roles', { name: 'Sample', permissions: ['person:read'] });
  const [event] = (await api.get(`/people/${loan.personId}/events?limit=1`)).body.data;
  const ofAccount = { name: 'Collections', accountNumber: '4000001234', paymentProviderIds: ['simulator'] };
  const account = await api.made(accountsPath, ofAccount);
  const environment = {
    PERSON: loan.personId,
    LOAN: loan.id,
    INSTRUMENT: await anAccountOf(api, loan, good),
    LAST: event.id,
    ACCOUNT: account.id,
    HOST_KEY: `SHA256:${'A'.repeat(43)}`,
    CERTIFICATE: providerKeys.certificate.replaceAll('\n', '\\n'),
    READ_ONLY: role.id,
    OPERATIONS: role.id,
  };
  // Somebody without a loan, who can be erased.
  return { environment, ids: { BO: (await api.made('/people', aPerson())).id } };
}

/** What a reader of these pages has at hand: the repository, and files of their own. */
function layOut(directory: string): void {
  for (const name of ['ach', 'engine', 'examples']) symlinkSync(resolve(name), join(directory, name));
  copyFileSync('examples/bank-files/statement.bai2', join(directory, 'statement.bai2'));
  /** The first one, or the first that begins so. */
  const sampleIn = (file: string, begins = ''): string =>
    [...readFileSync(file, 'utf8').matchAll(/^```json\n([\s\S]*?)^```/gm)]
      .map(([, sample]) => sample ?? '')
      .find((sample) => sample.startsWith(begins)) ?? '';
  writeFileSync(join(directory, 'entries.json'), sampleIn('ach/format.md'));
  writeFileSync(join(directory, 'people.jsonl'), sampleIn('docs/operating.md', '{"person"'));
  writeFileSync(join(directory, 'bank.key'), providerKeys.privateKey);
}
