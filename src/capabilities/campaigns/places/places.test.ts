// The file of a run at a host by SFTP, encrypted for whoever has the key: whole, once, and only where the host shows its key.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { decrypt, generateKey, readMessage, readPrivateKey } from 'openpgp';
import { hasSshd, startSshd, type TestSshd } from '#platform/file-places/test-sshd.ts';
import { eventually } from '../../../../tests/support/eventually.ts';
import { type Answer, aPerson, aPhone, type Client, useHouse } from '../../../../tests/support/house.ts';
import { aRedash, redashKey } from '../../../../tests/support/redash.ts';
import { refusedAt } from '../../../../tests/support/refusals.ts';

type Shown = Answer['body'];

const redash = await aRedash();
const sshd: TestSshd | undefined = hasSshd ? await startSshd() : undefined;
const skip = !hasSshd && 'there is no sshd';

describe('the files of a campaign', () => {
  after(() => sshd?.stop());
  const { house, aCompany } = useHouse({ webhookDevHosts: [redash.host, `127.0.0.1:${sshd?.settings.port ?? 1}`] });
  let api: Client;
  let personId: string;
  before(async () => {
    api = (await aCompany()).test;
    personId = (await api.made('/people', aPerson())).id;
    await api.made(`/people/${personId}/contacts`, aPhone({ value: '+13175550100', affiliation: 'self' }));
  });

  const sftpSettings = (more: object = {}) => ({
    host: `127.0.0.1:${sshd?.settings.port}`,
    username: sshd?.settings.username,
    privateKey: sshd?.settings.privateKey,
    hostKey: sshd?.settings.hostKey,
    cdDir: sshd?.folder,
    ...more,
  });

  let queries = 0;
  async function aRun(more: object): Promise<{ readonly path: string; readonly id: string }> {
    queries += 1;
    redash.says(queries, [`id\r\n${personId}\r\n`]);
    const { id: contactExporterId } = await api.made('/campaign-workers/contact-exporters', {
      contactMatchingCriteria: { contactType: ['phone'] },
      columnSettings: [{ field: 'borrower.id' }, { field: 'contact.value', format: 'digits' }],
    });
    const question = { redashQueryUrl: redash.urlOf(queries), redashApiKey: redashKey };
    const { id: campaign } = await api.made('/campaigns', { ...question, contactExporterId, ...more });
    const { id } = await api.made(`/campaigns/${campaign}/runs`, {});
    return { id, path: `/campaigns/${campaign}/runs/${id}` };
  }
  const whenIt = (path: string, is: (run: Shown) => boolean): Promise<Shown> =>
    eventually('the run is there', async () => {
      const { data } = (await api.get(path)).body;
      return is(data) && data;
    });
  const content = () => `borrower.id,contact.value\r\n${personId},13175550100\r\n`;

  test('are left by SFTP under their one name', { skip }, async () => {
    const { path, id } = await aRun({ sftpSettings: sftpSettings() });
    const run = await whenIt(path, ({ state }) => state === 'succeeded' || state === 'failed');
    assert.deepEqual([run.state, run.errorMessage, run.fileName], ['succeeded', null, `${id}.csv`]);
    assert.ok(run.leftAt !== null);
    assert.equal(readFileSync(join(sshd?.folder as string, `${id}.csv`), 'utf8'), content());
    assert.ok(readdirSync(sshd?.folder as string).every((name) => !name.endsWith('.tmp')));
  });

  test('are given to no host that shows another key', { skip }, async () => {
    const { path, id } = await aRun({ sftpSettings: sftpSettings({ hostKey: `SHA256:${'A'.repeat(43)}` }) });
    const run = await whenIt(path, ({ lastFailure }) => lastFailure !== null);
    assert.match(run.lastFailure, /shows another key/);
    assert.deepEqual([run.state, run.leftAt], ['running', null]);
    assert.ok(!readdirSync(sshd?.folder as string).includes(`${id}.csv`));
    assert.equal((await api.put(path, { state: 'canceled' })).body.data.state, 'canceled');
  });

  test('are encrypted for whoever has the other half of the key', async () => {
    const { publicKey, privateKey } = await generateKey({ userIDs: [{ name: 'Dialler' }], format: 'armored' });
    refusedAt(
      await api.post('/campaigns', {
        redashQueryUrl: redash.urlOf(1),
        redashApiKey: redashKey,
        openPgpPublicKey: privateKey,
      }),
      'openPgpPublicKey',
    );
    const { path, id } = await aRun({ openPgpPublicKey: publicKey });
    const run = await whenIt(path, ({ state }) => state === 'succeeded' || state === 'failed');
    assert.deepEqual([run.state, run.fileName], ['succeeded', `${id}.csv.pgp`], run.errorMessage);
    const url = `/api${path}/download`;
    const { headers, rawPayload } = await house().app.inject({ url, headers: { 'x-api-key': api.key } });
    assert.equal(headers['content-type'], 'application/octet-stream');
    const message = await readMessage({ binaryMessage: rawPayload });
    const decryptionKeys = await readPrivateKey({ armoredKey: privateKey });
    // As bytes: as a text it would have other line ends.
    const opened = await decrypt({ message, decryptionKeys, format: 'binary' });
    assert.equal(String(Buffer.from(opened.data)), content());
  });
});
