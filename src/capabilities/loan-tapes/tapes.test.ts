// A tape from its type to its file: golden bytes of small tapes, worked by hand, of today, of past days, as known before a
// correction; and what is other between two.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { eventually } from '../../../tests/support/eventually.ts';
import { type Answer, type Client, useHouse } from '../../../tests/support/house.ts';
import { aLife, type Life } from '../../../tests/support/loan-life.ts';
import { refusedAt } from '../../../tests/support/refusals.ts';
import { madeTape, tapeTypes, textOfTape } from '../../../tests/support/tapes.ts';
import { loanCatalogue } from './catalogue/catalogue.ts';

type Shown = Answer['body'];

describe('loan tapes', () => {
  const { house, aCompany } = useHouse();
  let api: Client;
  let life: Life;
  before(async () => {
    const company = await aCompany();
    api = company.test;
    life = await aLife(company, { start: '2026-01-20T15:00:00Z' });
  });

  const aType = async (more: object): Promise<string> =>
    (
      await api.made(tapeTypes, {
        tapeName: 'Tape of a story',
        status: 'active',
        compressionType: 'noCompression',
        ...more,
      })
    ).id;
  const aTape = (loanTapeTypeId: string, more: object = {}): Promise<Shown> =>
    madeTape(api, { loanTapeTypeId, ...more });
  const linesOf = async (tape: Shown): Promise<string[]> => (await textOfTape(api, tape)).split('\r\n').slice(0, -1);

  const amounts = ['reportDate', 'loanId', 'status', 'outstandingPrincipalAmount', 'overdueTotalAmount', 'daysPastDue'];

  test('has a line for each loan, of today by its figures', async () => {
    const id = await aType({ fields: amounts, fieldNameMappings: { loanId: 'loan_number' }, moneyUnit: 'fullUnit' });
    const tape = await aTape(id);
    assert.deepEqual(
      [tape.state, tape.errorMessage, tape.numLoans, tape.numReplayed, tape.proof.isProved, tape.proof.loansByLedger],
      ['succeeded', null, 1, 0, true, 1],
    );
    assert.deepEqual(await linesOf(tape), [
      'reportDate,loan_number,status,outstandingPrincipalAmount,overdueTotalAmount,daysPastDue',
      `2026-01-20,${life.id},active,4800.00,0.00,0`,
    ]);
    assert.deepEqual([tape.proof.principal.tapeAmount, tape.proof.principal.ledgerAmount], [4800, 4800]);
    assert.equal(tape.sha256.length, 64);
  });

  test('of a past day, and as known before a payment that was recorded later', async () => {
    const id = await aType({ fields: amounts });
    // The payment of February 15th never came: 432.20 are late from the 16th on.
    await life.moveTo('2026-02-25');
    const early = await aTape(id, { asOf: '2026-02-20' });
    assert.deepEqual(await linesOf(early), [amounts.join(','), `2026-02-20,${life.id},active,480000,43220,5`]);
    await life.moveTo('2026-02-26');
    await life.pay(432.2, { effectiveDate: '2026-02-15' });
    const later = await aTape(id, { asOf: '2026-02-20' });
    // 26 days of interest at 14.99 % of 4,800.00 are 51.25; the rest pays principal.
    assert.deepEqual(await linesOf(later), [amounts.join(','), `2026-02-20,${life.id},active,441905,0,0`]);
    const again = await aTape(id, { asOf: '2026-02-20', knownAt: early.knownAt });
    assert.equal(again.sha256, early.sha256);
    assert.ok(again.numReplayed === 1 && again.proof.isProved);

    const next = await aTape(await aType({ fields: ['nextDueDate'] }), { asOf: '2026-02-20' });
    assert.deepEqual([await linesOf(next), next.numReplayed], [['nextDueDate', '2026-03-15'], 1]);

    const path = `/companies/current/loan-tapes/${later.id}`;
    const compared = await madeTape(api, { withId: early.id }, `${path}/compare`);
    assert.deepEqual([compared.comparedWithId, compared.numLoans, compared.proof], [early.id, 3, null]);
    assert.deepEqual(await linesOf(compared), [
      'loanId,change,field,before,after',
      `${life.id},changed,outstandingPrincipalAmount,480000,441905`,
      `${life.id},changed,overdueTotalAmount,43220,0`,
      `${life.id},changed,daysPastDue,5,0`,
    ]);
    refusedAt(await api.post(`${path}/compare`, { withId: later.id }), 'withId');
    assert.equal((await api.post(`${path}/compare`, { withId: compared.id })).body.errorType, 'TapeIsComparison');
  });

  test('before the books begin a loan has no data', async () => {
    const fields = ['loanId', 'status', 'dataStatus', 'outstandingTotalAmount', 'activatedDate'];
    const empty = await aTape(await aType({ fields }), { asOf: '2026-01-10' });
    assert.deepEqual([empty.numLoans, empty.numLeftOut], [0, 1]);
    const withIds = await aTape(await aType({ fields, actionOnMissingData: 'includeIDsAndEmptyData' }), {
      asOf: '2026-01-10',
    });
    assert.deepEqual(await linesOf(withIds), [fields.join(','), `${life.id},originated,noBooks,,`]);
  });

  test('columns of its own, a filter, masks, and texts that a spreadsheet would run', async () => {
    await api.put(life.path, { nickname: '=1+1' });
    const id = await aType({
      fields: ['nickname', 'exposure', 'isLate', 'share', 'mainBorrowerLastName', 'mainBorrowerIdentityValue'],
      calculatedColumns: [
        { name: 'exposure', type: 'money', expression: 'loan.outstandingTotalAmount + loan.chargedOffTotalAmount' },
        { name: 'isLate', type: 'boolean', expression: 'loan.daysPastDue > 0' },
        { name: 'share', type: 'integer', expression: 'loan.creditLimitAmount / 2' },
      ],
      masks: { mainBorrowerLastName: 'initial', mainBorrowerIdentityValue: 'lastFour' },
      filter: 'loan.product == "installment" && loan.status == "active"',
    });
    const tape = await aTape(id, { asOf: '2026-02-20' });
    const [, line = ''] = await linesOf(tape);
    // Five days of interest are not in the total outstanding of a past day twice: 4,419.05 and what has accrued since.
    assert.match(line, /^'=1\+1,\d+,false,,[A-Z],\d{0,4}$/);
    const none = await aTape(await aType({ fields: ['loanId'], filter: 'loan.daysPastDue > 1000' }));
    assert.deepEqual([none.numLoans, none.numLeftOut], [0, 1]);
  });

  test('compressed, in lines of fixed widths', async () => {
    const id = await aType({
      fields: ['loanId', 'outstandingPrincipalAmount', 'status'],
      tapeOutputFormat: 'fixedWidth',
      compressionType: 'gzip',
      fieldWidths: { status: 11 },
      customFileName: 'acme-%Y-%m-%d-{{loanTapeId}}',
    });
    const tape = await aTape(id, { asOf: '2026-02-20' });
    assert.equal(tape.fileName, `acme-2026-02-20-${tape.id}.txt.gz`);
    const url = `/api/companies/current/loan-tapes/${tape.id}/download`;
    const { rawPayload } = await house().app.inject({ url, headers: { 'x-api-key': api.key } });
    assert.equal(gunzipSync(rawPayload).toString(), `${life.id}${' '.repeat(11)}441905active     \r\n`);
  });

  test('a number that is too long for its column fails the tape, which says so', async () => {
    const id = await aType({
      fields: ['outstandingPrincipalAmount'],
      tapeOutputFormat: 'fixedWidth',
      fieldWidths: { outstandingPrincipalAmount: 3 },
    });
    const { id: tape } = await api.made('/companies/current/loan-tapes', { loanTapeTypeId: id });
    const failed = await eventually('it has failed', async () => {
      const { data } = (await api.get(`/companies/current/loan-tapes/${tape}`)).body;
      return data.state === 'failed' && data;
    });
    assert.match(failed.errorMessage, /outstandingPrincipalAmount has 6 signs for a loan, and is 3 wide/);
  });

  test('wrong types are refused by field, with what was meant', async () => {
    const refused = async (body: object) => api.post(tapeTypes, { tapeName: 'Wrong', fields: ['loanId'], ...body });
    const one = await refused({ fields: ['loanId', 'outstandingPrincipleAmount'] });
    refusedAt(one, 'fields[1]');
    assert.match(JSON.stringify(one.body), /did you mean outstandingPrincipalAmount/);
    refusedAt(await refused({ fields: ['loanId', 'loanId'] }), 'fields[1]');
    refusedAt(await refused({ fieldNameMappings: { status: 's' } }), 'fieldNameMappings.status');
    refusedAt(await refused({ filter: 'loan.daysPastDew > 1' }), 'filter');
    refusedAt(await refused({ fields: ['loanMetaData'] }), 'loanMetaDataFields');
    const metaData = { fields: ['loanMetaData'], loanMetaDataFields: ['pool'] };
    refusedAt(await refused({ ...metaData, masks: { loanMetaData: 'hidden' } }), 'masks.loanMetaData');
    refusedAt(await refused({ masks: { loanId: 'year' } }), 'masks.loanId');
    refusedAt(await refused({ tapeOutputFormat: 'parquet' }), 'compressionType');
    refusedAt(await refused({ schedule: '0 6 * * *' }), 'schedule');
    for (const customFileName of ['acme', 'a/{{loanTapeId}}', '-{{loanTapeId}}', `${'%Y'.repeat(42)}{{loanTapeId}}`])
      refusedAt(await refused({ customFileName }), 'customFileName');
    refusedAt(await refused({ openPgpPublicKey: 'x'.repeat(100) }), 'openPgpPublicKey');
    const own = (expression: string, type = 'money') =>
      refused({ calculatedColumns: [{ name: 'own', type, expression }] });
    refusedAt(await own('loan.outstandingTotal + 1'), 'calculatedColumns[0].expression');
    refusedAt(await own('loan.status'), 'calculatedColumns[0].expression');
    refusedAt(await own('loan.status.matches("a+")', 'boolean'), 'calculatedColumns[0].expression');
    const calculated = { name: 'own', type: 'money', expression: 'loan.outstandingTotalAmount' };
    const shown = { fields: ['own'], calculatedColumns: [calculated], masks: { own: 'lastFour' } };
    refusedAt(await refused(shown), 'masks.own');
  });

  test('widths that are too small for what a column holds, and lines that are too long, are refused', async () => {
    const refused = async (fieldWidths: Record<string, number>, fields = Object.keys(fieldWidths)) =>
      api.post(tapeTypes, { tapeName: 'Wrong', tapeOutputFormat: 'fixedWidth', fields, fieldWidths });
    refusedAt(await refused({ loanId: 11 }), 'fieldWidths.loanId');
    refusedAt(await refused({ reportDate: 8 }), 'fieldWidths.reportDate');
    refusedAt(await refused({ status: 8 }), 'fieldWidths.status');
    assert.equal((await refused({ status: 11, nickname: 3 })).status, 201);
    const wide = loanCatalogue.names.filter((name) => !name.startsWith('mainBorrower')).slice(0, 65);
    refusedAt(await refused(Object.fromEntries(wide.map((name) => [name, 500]))), 'fieldWidths');
  });

  test('a mask of a key of the meta data hides it', async () => {
    await api.put(life.path, { metaData: { pool: 'Alpha', series: 'B-2041' } });
    const metaData = { fields: ['loanMetaData'], loanMetaDataFields: ['pool', 'series'] };
    const tape = await aTape(await aType({ ...metaData, masks: { 'loanMetaData.series': 'lastFour' } }));
    assert.deepEqual(await linesOf(tape), ['loanMetaData.pool,loanMetaData.series', 'Alpha,2041']);
  });

  test('a folder of the recipient is looked at also where its password is the one of before', async () => {
    const again = { host: 'sftp.investor.example.com', username: 'acme', hostKey: `SHA256:${'A'.repeat(43)}` };
    const path = `${tapeTypes}/${await aType({ fields: ['loanId'], sftpSettings: { ...again, password: 'secret' } })}`;
    const changed = (more: object) => api.put(path, { sftpSettings: { ...again, ...more } });
    refusedAt(await changed({ cdDir: 'für Anleger' }), 'sftpSettings.cdDir');
    refusedAt(await changed({ host: 'sftp.other.example.com' }), 'sftpSettings.password');
    assert.equal((await changed({ cdDir: 'investors' })).status, 200);
  });

  test('a day that has not come, a version that is not in use, and a tape without a host are refused', async () => {
    const id = await aType({ fields: ['loanId'] });
    const asked = (more: object) => api.post('/companies/current/loan-tapes', { loanTapeTypeId: id, ...more });
    refusedAt(await asked({ asOf: '2026-02-27' }), 'asOf');
    refusedAt(await asked({ knownAt: '2027-01-01T00:00:00Z' }), 'knownAt');
    refusedAt(await asked({ isToBeSent: true }), 'isToBeSent');
    const host = { host: 'sftp.investor.example.com', username: 'acme', hostKey: `SHA256:${'A'.repeat(43)}` };
    const sftpSettings = { ...host, password: 'secret' };
    refusedAt(await asked({ sftpSettings: host }), 'sftpSettings.password');
    refusedAt(await asked({ sftpSettings: { ...sftpSettings, cdDir: 'für Anleger' } }), 'sftpSettings.cdDir');
    refusedAt(await asked({ sftpSettings, isToBeSent: false }), 'sftpSettings');
    refusedAt(await asked({ sftpSettings, openPgpPublicKey: 'x'.repeat(100) }), 'openPgpPublicKey');
    refusedAt(await asked({ openPgpPublicKey: 'x'.repeat(100) }), 'openPgpPublicKey');
    refusedAt(await asked({ customFileName: 'acme' }), 'customFileName');
    assert.equal((await asked({ loanTapeTypeId: 'TY-AAAA-AAAA' })).status, 404);
    await api.delete(`${tapeTypes}/${id}`);
    assert.equal((await asked({})).body.errorType, 'TapeTypeNotActive');
  });

  test('an address gives the file for some minutes, without a key', async () => {
    const tape = await aTape(await aType({ fields: ['loanId'] }));
    const { url } = (await api.get(`/companies/current/loan-tapes/${tape.id}/download?returnUrl=true`)).body;
    const answer = await api.call('GET', new URL(url).pathname.replace('/api', ''));
    assert.equal(answer.status, 200);
    assert.equal((await api.get('/loan-tape-files/nothing')).status, 404);
  });

  test('whoever downloads it must have the right to read what it tells', async () => {
    const tape = await aTape(await aType({ fields: ['loanId', 'mainBorrowerIdentityValue'] }));
    const permissions = ['loan.tape:download.sensitive', 'loan:read'];
    const { key } = await api.made('/keys', { name: 'small', permissions });
    const path = `/companies/current/loan-tapes/${tape.id}/download`;
    for (const asked of [path, `${path}?returnUrl=true`]) {
      const { status, body } = await house().client(key, api.realm).get(asked);
      assert.deepEqual([status, body.data.permission], [403, 'person.identity:read']);
    }
  });

  test('its schedule makes one of the day before', async () => {
    const id = await aType({ fields: ['reportDate', 'loanId'], schedule: 'P P * * *' });
    await life.moveTo('2026-02-27');
    const [tape] = (await api.get(`/companies/current/loan-tapes?loanTapeTypeId=${id}`)).body.data;
    assert.deepEqual([tape.isScheduled, tape.asOf], [true, '2026-02-26']);
    await api.put(`${tapeTypes}/${id}`, { schedule: null });
    await life.moveTo('2026-02-28');
    assert.equal((await api.get(`/companies/current/loan-tapes?loanTapeTypeId=${id}`)).body.data.length, 1);
  });

  test('a version that was written while the tape of a run began makes no second one for it', async () => {
    const schedule = 'P P * * *';
    const first = await aType({ fields: ['loanId'], schedule });
    const asked = 'select next_run_at from loan_tape_types where id = $1';
    const { pools } = house().service.database;
    const [{ next_run_at: run }] = (await pools.test.query(asked, [first])).rows;
    await life.moveTo('2026-03-01');
    const second = (await api.put(`${tapeTypes}/${first}`, { description: 'In the same second' })).body.data.id;
    // Its next run was reckoned right before the day came.
    await pools.test.query('update loan_tape_types set next_run_at = $2 where id = $1', [second, run]);
    await life.moveTo('2026-03-02');
    const days = async (id: string): Promise<string[]> =>
      (await api.get(`/companies/current/loan-tapes?loanTapeTypeId=${id}`)).body.data.map(({ asOf }: Shown) => asOf);
    assert.deepEqual([await days(first), await days(second)], [['2026-02-28'], ['2026-03-01']]);
    await api.put(`${tapeTypes}/${second}`, { schedule: null });
  });
});
