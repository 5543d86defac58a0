// Tapes at a host by SFTP, plain and encrypted for whoever has the key: whole, once, and only where the host shows its key.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { decrypt, generateKey, readMessage, readPrivateKey } from 'openpgp';
import { hasSshd, startSshd, type TestSshd } from '#platform/file-places/test-sshd.ts';
import { eventually } from '../../../../tests/support/eventually.ts';
import { type Answer, type Client, useHouse } from '../../../../tests/support/house.ts';
import { aLife, type Life } from '../../../../tests/support/loan-life.ts';
import { refusedAt } from '../../../../tests/support/refusals.ts';
import { madeTape, tapeTypes } from '../../../../tests/support/tapes.ts';

type Shown = Answer['body'];

const sshd: TestSshd | undefined = hasSshd ? await startSshd() : undefined;
const skip = !hasSshd && 'there is no sshd';

describe('tapes at a host', () => {
  after(() => sshd?.stop());
  const { house, aCompany } = useHouse({ webhookDevHosts: [`127.0.0.1:${sshd?.settings.port ?? 1}`] });
  let api: Client;
  let life: Life;
  before(async () => {
    const company = await aCompany();
    api = company.test;
    life = await aLife(company);
  });

  const sftpSettings = (more: object = {}) => ({
    host: `127.0.0.1:${sshd?.settings.port}`,
    username: sshd?.settings.username,
    privateKey: sshd?.settings.privateKey,
    hostKey: sshd?.settings.hostKey,
    cdDir: sshd?.folder,
    ...more,
  });
  const type = (more: object) => ({
    tapeName: 'For the investor',
    status: 'active',
    fields: ['loanId'],
    compressionType: 'noCompression',
    ...more,
  });
  const isToBeSent = true;
  const whenIt = (id: string, is: (tape: Shown) => boolean): Promise<Shown> =>
    eventually('the tape is there', async () => {
      const { data } = (await api.get(`/companies/current/loan-tapes/${id}`)).body;
      return is(data) && data;
    });
  const folder = (): string => sshd?.folder as string;

  test('are left under their one name, and the key is shown to nobody', { skip }, async () => {
    const made = await api.made(tapeTypes, type({ sftpSettings: sftpSettings() }));
    assert.deepEqual(Object.keys(made.sftpSettings).sort(), ['cdDir', 'host', 'hostKey', 'username']);
    const { id } = await madeTape(api, { loanTapeTypeId: made.id, isToBeSent });
    await whenIt(id, ({ leftAt }) => leftAt !== null);
    assert.equal(readFileSync(join(folder(), `${id}.csv`), 'utf8'), `loanId\r\n${life.id}\r\n`);
    assert.ok(readdirSync(folder()).every((name) => !name.endsWith('.tmp')));
    // The next version keeps the key of the same host, and asks for one of another.
    const path = `${tapeTypes}/${made.id}`;
    const { privateKey: _, ...again } = sftpSettings();
    const next = (await api.put(path, { description: 'Again', sftpSettings: again })).body.data;
    const later = await madeTape(api, { loanTapeTypeId: next.id, isToBeSent });
    await whenIt(later.id, ({ leftAt }) => leftAt !== null);
    refusedAt(
      await api.put(`${tapeTypes}/${next.id}`, { sftpSettings: { ...again, username: 'another' } }),
      'sftpSettings.password',
    );
  });

  test('are left with a recipient of their own, in place of that of their type', { skip }, async () => {
    const elsewhere = sftpSettings({ host: 'sftp.other.example.com', hostKey: `SHA256:${'A'.repeat(43)}` });
    const { id: loanTapeTypeId } = await api.made(tapeTypes, type({ sftpSettings: elsewhere }));
    const own = { sftpSettings: sftpSettings(), customFileName: 'second-fund-%Y-{{loanTapeId}}' };
    const { id, sftpSettings: shown } = await madeTape(api, { loanTapeTypeId, ...own });
    assert.deepEqual(Object.keys(shown).sort(), ['cdDir', 'host', 'hostKey', 'username']);
    const { fileName } = await whenIt(id, ({ leftAt }) => leftAt !== null);
    assert.match(fileName, /^second-fund-20\d\d-TA-/);
    assert.equal(readFileSync(join(folder(), fileName), 'utf8'), `loanId\r\n${life.id}\r\n`);
    const { rows } = await house().service.database.pools.test.query(
      'select secrets_sealed from loan_tapes where id = $1',
      [id],
    );
    assert.deepEqual(rows, [{ secrets_sealed: null }]);
  });

  test('are given to no host that shows another key', { skip }, async () => {
    const other = sftpSettings({ hostKey: `SHA256:${'A'.repeat(43)}` });
    const { id: loanTapeTypeId } = await api.made(tapeTypes, type({ sftpSettings: other }));
    const { id } = await madeTape(api, { loanTapeTypeId, isToBeSent });
    const tape = await whenIt(id, ({ lastFailure }) => lastFailure !== null);
    assert.match(tape.lastFailure, /shows another key/);
    assert.ok(!readdirSync(folder()).includes(`${id}.csv`));
    const path = `/companies/current/loan-tapes/${id}`;
    assert.equal((await api.put(path, { isToBeSent: false })).body.data.isToBeSent, false);
  });

  test('keep no key of a host that was tried in vain for a day', { skip }, async () => {
    const { id: loanTapeTypeId } = await api.made(tapeTypes, type({}));
    const own = { sftpSettings: sftpSettings({ hostKey: `SHA256:${'A'.repeat(43)}` }) };
    const { id } = await madeTape(api, { loanTapeTypeId, isToBeSent, ...own });
    await whenIt(id, ({ lastFailure }) => lastFailure !== null);
    const db = house().service.database.unscoped('test');
    const kept = async () => {
      const rows = db.rows(db.db.selectFrom('loan_tapes').select(['secrets_sealed', 'due_at']).where('id', '=', id));
      return (await rows)[0];
    };
    assert.notEqual((await kept())?.secrets_sealed, null);
    await db.rows(db.db.updateTable('loan_tapes').set({ tries: 11, due_at: 1 }).where('id', '=', id));
    const given = await eventually('it is given up', async () => {
      const row = await kept();
      return row?.due_at === null && row;
    });
    assert.equal(given.secrets_sealed, null);
  });

  test('are encrypted on their way, and stay plain here', { skip }, async () => {
    const { publicKey, privateKey } = await generateKey({ userIDs: [{ name: 'Investor' }], format: 'armored' });
    const { id: loanTapeTypeId } = await api.made(
      tapeTypes,
      type({ sftpSettings: sftpSettings(), openPgpPublicKey: publicKey }),
    );
    const { id } = await madeTape(api, { loanTapeTypeId, isToBeSent });
    await whenIt(id, ({ leftAt }) => leftAt !== null);
    const message = await readMessage({ binaryMessage: readFileSync(join(folder(), `${id}.csv.pgp`)) });
    const decryptionKeys = await readPrivateKey({ armoredKey: privateKey });
    const opened = await decrypt({ message, decryptionKeys, format: 'binary' });
    assert.equal(String(Buffer.from(opened.data)), `loanId\r\n${life.id}\r\n`);
  });
});
