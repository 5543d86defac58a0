// Letters for a printer: each once, whatever is repeated, and an index of a day when it is over.
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { providersOf } from '#app/providers.ts';
import { hasSshd, startSshd, type TestSshd } from '#platform/file-places/test-sshd.ts';
import { makeLog } from '#platform/log.ts';
import { type Client, useHouse } from '../../../../tests/support/house.ts';
import { type Outgoing, plainMessage } from '../providers/provider.ts';
import { indexingLetters } from './index-job.ts';

const pdf = '%PDF-1.7\nDear Ada';
async function* open() {
  yield Buffer.from(pdf);
}
const attachment = {
  documentId: null,
  fileName: 'letter.pdf',
  contentType: 'application/pdf',
  contentLength: pdf.length,
  open,
};
const aLetter = (id: string): Omit<Outgoing, 'realm'> => ({
  ...plainMessage,
  id,
  channel: 'mail',
  to: 'Ada "Byron"\n1 Main St\n=SUM(1)\nSpringfield, IL 62701',
  subject: null,
  text: '',
  purpose: 'rightToCure',
  attachments: [attachment],
});

describe('letters', () => {
  const folder = mkdtempSync(join(tmpdir(), 'letters-'));
  const sending = { email: null, webhook: null, letters: { directory: folder } };
  const { house, aCompany } = useHouse({ works: false, sending });
  let api: Client;
  before(async () => {
    api = (await aCompany()).live;
  });
  after(() => rmSync(folder, { recursive: true }));

  const tools = () => {
    const { database, vault, clock, position } = house().service;
    const settings = { webhookDevHosts: new Set<string>(), sending };
    return { database, vault, clock, position, settings, log: makeLog('silent') };
  };
  const letter = (id: string, more: Partial<Outgoing> = {}): Outgoing => ({
    ...aLetter(id),
    realm: api.realm,
    ...more,
  });
  const send = (one: Outgoing) => providersOf(tools(), 'live').mail?.send(one);
  const files = () => {
    const path = join(folder, api.realm.companyId);
    return readdirSync(path).toSorted();
  };

  test('without a PDF are refused', async () => {
    assert.equal((await send(letter('EM-AAAA-AAA9', { attachments: [] })))?.kind, 'refused');
    const text = { ...attachment, contentType: 'text/plain' };
    assert.equal((await send(letter('EM-AAAA-AAA9', { attachments: [text] })))?.kind, 'refused');
  });

  test('are left once, and named once by the index of their day, which is the same however often it is written', async () => {
    const [one, two] = ['EM-AAAA-AAA1', 'EM-AAAA-AAA2'];
    for (const id of [one, two, one]) assert.equal((await send(letter(id)))?.kind, 'done');
    const company = api.realm.companyId;
    assert.deepEqual(files(), [`letter_${company}_${one}_1.pdf`, `letter_${company}_${two}_1.pdf`]);
    const { rows } = await house().service.database.pools.live.query(
      'select day::text, number, state, due_at from letter_batches where company_id = $1',
      [company],
    );
    assert.equal(rows.length, 1);
    const [{ day, number, state, due_at }] = rows;
    assert.equal(state, 'open');
    assert.ok(Number(due_at) > house().service.clock.micros(), 'it waits for the end of its day');
    const outcomes = await Promise.all([
      indexingLetters.run(tools(), api.realm, { day, number }),
      indexingLetters.run(tools(), api.realm, { day, number }),
    ]);
    assert.deepEqual(
      outcomes.filter((kind) => kind !== undefined),
      ['done'],
    );
    const index = readFileSync(join(folder, company, `letters_${company}_${day}_${number}.csv`), 'utf8');
    const [head, ...lines] = index.trimEnd().split('\r\n');
    assert.match(head as string, /^"letterId","subject","files","address1"/);
    assert.equal(lines.length, 2);
    assert.equal(
      lines[0],
      `"${one}","rightToCure","letter_${company}_${one}_1.pdf","Ada ""Byron""","1 Main St","'=SUM(1)","Springfield, IL 62701","","","",""`,
    );
    const kept = await house().service.database.pools.live.query('select content_sealed from letters');
    assert.ok(kept.rows.every(({ content_sealed }) => content_sealed === null));
  });

  test('that come when the index of the day was written get one of their own', async () => {
    const id = 'EM-AAAA-AAA3';
    assert.equal((await send(letter(id)))?.kind, 'done');
    const { rows } = await house().service.database.pools.live.query(
      'select number, state from letter_batches where company_id = $1 order by number',
      [api.realm.companyId],
    );
    assert.deepEqual(rows, [
      { number: 1, state: 'left' },
      { number: 2, state: 'open' },
    ]);
  });
});

describe('a printer that is reached by SFTP', { skip: hasSshd ? false : 'there is no sshd' }, () => {
  const { house, aCompany } = useHouse({ works: false });
  let sshd: TestSshd;
  before(async () => {
    sshd = await startSshd();
  });
  after(() => sshd.stop());

  test('gets each letter once, and waits where its host shows another key', async () => {
    const { realm } = (await aCompany()).live;
    const { host, port, username, hostKey, folder, privateKey = '' } = sshd.settings;
    const url = `sftp://${username}@${host}:${port}${folder}`;
    const by = (key: string) => {
      const { database, vault, clock, position } = house().service;
      const sending = { email: null, webhook: null, letters: { url, hostKey: key, privateKey } };
      const settings = { webhookDevHosts: new Set<string>(), sending };
      return providersOf({ database, vault, clock, position, settings }, 'live').mail;
    };
    const letter = { ...aLetter('EM-AAAA-AAA5'), realm };
    const wrong = await by(`SHA256:${'A'.repeat(43)}`)?.send(letter);
    assert.equal(wrong?.kind, 'later');
    assert.deepEqual(readdirSync(sshd.folder), []);
    assert.equal((await by(hostKey)?.send(letter))?.kind, 'done');
    assert.equal((await by(hostKey)?.send(letter))?.kind, 'done');
    assert.deepEqual(readdirSync(sshd.folder), [`letter_${realm.companyId}_EM-AAAA-AAA5_1.pdf`]);
  });
});
