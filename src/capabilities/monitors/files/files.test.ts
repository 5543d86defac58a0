// Files of registers in live mode: read whole first, applied once, refused with each line that is wrong, and never about
// a borrower of somebody else.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { endedOperation } from '../../../../tests/support/ended-operation.ts';
import { eventually } from '../../../../tests/support/eventually.ts';
import { type Answer, aPerson, type Client, useHouse } from '../../../../tests/support/house.ts';
import { refused } from '../../../../tests/support/refusals.ts';

type Shown = Answer['body'];

interface Death {
  readonly change?: string;
  readonly ssn: string;
  readonly lastName?: string;
  readonly died?: string;
}

const death = ({ change = 'A', ssn, lastName = 'LOVELACE', died = '02282027' }: Death): string =>
  `${change.padEnd(1)}${ssn}${lastName.padEnd(20)}    ${'ADA'.padEnd(15)}${''.padEnd(15)}V${died}12101985`.padEnd(100);

interface Duty {
  readonly ssn: string;
  readonly id: string;
  readonly onDuty: string;
  readonly begin?: string;
  readonly end?: string;
}

const duty = ({ ssn, id, onDuty, begin = '', end = '' }: Duty): string => {
  const asked = `${ssn}19851210${'LOVELACE'.padEnd(26)}${'ADA'.padEnd(20)}${id.padEnd(28)}20270310`;
  const said = `${onDuty}NN${end.padEnd(8)}1 20270310${begin.padEnd(8)}${''.padEnd(16)}AC  ${''.padEnd(20)}CERT-1`;
  return `${asked}${said}`.padEnd(183);
};

describe('a file of a register', () => {
  const { aCompany } = useHouse();
  let api: Client;
  let other: Client;
  before(async () => {
    api = (await aCompany()).live;
    other = (await aCompany()).live;
    for (const one of [api, other]) {
      for (const kind of ['deceased', 'militaryDuty', 'bankruptcy']) {
        assert.equal((await one.put(`/monitors/${kind}`, { isEnabled: true })).status, 200);
      }
    }
  });

  const bring = async (kind: string, lines: readonly string[], of = api): Promise<Answer> => {
    const answer = await of.call('POST', `/monitors/${kind}/files?asOf=2026-01-15&sync=true`, {
      headers: { 'content-type': 'application/x-ndjson' },
      body: lines.join('\r\n'),
    });
    return endedOperation(of, answer);
  };

  /** Enrolled with all monitors. */
  async function watched(ssn: string, of = api): Promise<string> {
    const person = `/people/${(await of.made('/people', aPerson())).id}`;
    await of.made(`${person}/identities`, { identityType: 'SSN', value: ssn, isPrimary: true });
    await eventually('the borrower is enrolled', async () => (await statusesOf(person, of)).length === 3);
    return person;
  }

  const statusesOf = async (person: string, of = api): Promise<Shown[]> =>
    (await of.get(`${person}/monitoring-statuses`)).body.data;
  const statusOf = async (person: string, kind: string, of = api): Promise<Shown> =>
    (await statusesOf(person, of)).find(({ serviceType }) => serviceType === kind);
  const casesOf = async (person: string, of = api): Promise<Shown[]> => (await of.get(`${person}/cases`)).body.data;
  const isBlocked = async (person: string): Promise<boolean> =>
    (await api.get(`${person}/do-not-interact-check?channel=voice&theme=opsCollDebt`)).body.data.isBlocked;

  test('of deaths makes a case for whom it names, once, and takes it back by its line with D', async () => {
    const person = await watched('521-44-0001');
    const sameNumber = await watched('521-44-0002');
    const lines = [
      death({ ssn: '521440001' }),
      death({ ssn: '521440002', lastName: 'BYRON' }),
      death({ ssn: '999990000' }),
    ];
    const first = await bring('deceased', lines);
    assert.deepEqual(
      [first.body.data.state, first.body.data.result],
      ['succeeded', { lines: 3, borrowers: 2, failed: 0 }],
    );
    const [made] = await casesOf(person);
    assert.deepEqual(
      [made.fields.dateOfDeath, made.fields.proofLevel, made.fields.matchQuality],
      ['2027-02-28', 'verified', 'exact'],
    );
    assert.equal((await statusOf(sameNumber, 'deceased')).matchQuality, 'probable');
    assert.equal(await isBlocked(person), true);
    const again = await bring('deceased', lines);
    assert.deepEqual([again.status, again.body.errorType], [409, 'MonitorFileRepeated']);
    // The same deaths in another file.
    await bring('deceased', lines.toReversed());
    assert.equal((await casesOf(person)).length, 1);
    await bring('deceased', [death({ change: 'D', ssn: '521440001' })]);
    const [ended] = await casesOf(person);
    assert.deepEqual([ended.status, ended.outcome, await isBlocked(person)], ['completed', 'rejected', false]);
    const [hit] = (await api.get(`${person}/monitor-hits`)).body.data;
    assert.deepEqual([hit.source, hit.standing], ['file', 'withdrawn']);
    assert.match(hit.record, /^D\*{5}0001LOVELACE/);
  });

  test('that is cut off or wrong is refused with each line, and changes nothing', async () => {
    const person = await watched('521-44-0003');
    const lines = [death({ ssn: '521440003' }), death({ ssn: '52144000X' }), death({ ssn: '521440004' }).slice(0, 40)];
    const { body } = await bring('deceased', lines);
    assert.equal(body.status, 400);
    assert.deepEqual(
      body.data.errors.map(({ path, message }: Shown) => [path, message]),
      [
        ['lines[2]', 'has no number at positions 2 to 10'],
        ['lines[3]', 'has 40 characters'],
      ],
    );
    assert.deepEqual(await casesOf(person), []);
    const right = await bring('deceased', [death({ ssn: '521440003' })]);
    assert.equal(right.body.data.state, 'succeeded');
    assert.equal((await casesOf(person)).length, 1);
  });

  test('about a borrower of another company is refused', async () => {
    const theirs = await watched('521-44-0005', other);
    const { id } = await statusOf(theirs, 'militaryDuty', other);
    const { body } = await bring('militaryDuty', [duty({ ssn: '521440005', id, onDuty: 'Y', begin: '20260301' })]);
    assert.equal(body.status, 400);
    assert.match(body.data.errors[0].message, /whom this company did not ask about/);
    assert.deepEqual(await casesOf(theirs, other), []);
  });

  test('of duty opens a case, and ends it when the borrower does not serve any more', async () => {
    const person = await watched('521-44-0006');
    const { id } = await statusOf(person, 'militaryDuty');
    await bring('militaryDuty', [duty({ ssn: '521440006', id, onDuty: 'Y', begin: '20260301' })]);
    const [made] = await casesOf(person);
    assert.deepEqual(
      [made.caseType, made.fields.dutyBeginDate, made.fields.dutyCertificateId],
      ['militaryDuty', '2026-03-01', 'CERT-1'],
    );
    await bring('militaryDuty', [duty({ ssn: '521440006', id, onDuty: 'Z' })]);
    assert.equal((await casesOf(person))[0].status, 'initiated', 'what is not known ends nothing');
    await bring('militaryDuty', [duty({ ssn: '521440006', id, onDuty: 'N' })]);
    const [ended] = await casesOf(person);
    assert.deepEqual([ended.status, ended.outcome], ['completed', 'ended']);
    assert.equal((await statusOf(person, 'militaryDuty')).lastResult, 'noHit');
  });

  test('of courts follows a bankruptcy from its filing to its end', async () => {
    const person = await watched('521-44-0007');
    const { id } = await statusOf(person, 'bankruptcy');
    const filed = {
      clientReference: id,
      courtId: 'insbke',
      caseNumberFull: '1:25-bk-10482',
      bankruptcyChapter: '13',
      dateFiled: '2025-05-04',
      lastName: 'Lovelace',
      ssnLast4: '0007',
    };
    const lines = (more: object = {}) => [JSON.stringify({ ...filed, ...more })];
    await bring('bankruptcy', lines());
    const [made] = await casesOf(person);
    assert.deepEqual(
      [
        made.fields.courtCaseChapter,
        made.fields.courtCaseLastStatus,
        made.fields.matchQuality,
        await isBlocked(person),
      ],
      ['chapter13', 'filed', 'exact', true],
    );
    await bring('bankruptcy', lines({ dateDismissed: '2025-11-02' }));
    const [ended] = await casesOf(person);
    assert.deepEqual([ended.outcome, ended.fields.courtCaseDebtorDisposition], ['ended', 'dismissed']);
    assert.equal(await isBlocked(person), false);
    await bring('bankruptcy', lines({ dateDismissed: '2025-11-02', dateReopened: '2025-12-01' }));
    const [goesOn] = await casesOf(person);
    assert.deepEqual([goesOn.status, goesOn.fields.courtCaseLastStatus], ['initiated', 'reinstated']);
    assert.equal(await isBlocked(person), true);
    await bring('bankruptcy', lines({ dateDismissed: '2025-11-02', docket: 'an older list' }));
    assert.equal((await casesOf(person))[0].status, 'initiated', 'what is told of an earlier day is no news');
  });

  test('that is surer than the one before is looked at anew, also where somebody has dismissed that or nobody has looked at it', async () => {
    for (const [i, status] of ['processing', 'canceled', 'initiated'].entries()) {
      const ssn = `521-44-002${i}`;
      const person = await watched(ssn);
      const { id } = await statusOf(person, 'bankruptcy');
      const record = {
        clientReference: id,
        courtId: 'insbke',
        caseNumberFull: '1:25-bk-20001',
        bankruptcyChapter: '7',
        dateFiled: '2025-05-04',
      };
      await bring('bankruptcy', [JSON.stringify(record)]);
      const [{ id: caseId, fields }] = await casesOf(person);
      assert.deepEqual([fields.matchQuality, await isBlocked(person)], ['possible', false]);
      if (status !== 'initiated') await api.put(`${person}/cases/${caseId}`, { status });
      await bring('bankruptcy', [JSON.stringify({ ...record, lastName: 'Lovelace', ssnLast4: ssn.slice(-4) })]);
      const [again, ...more] = await casesOf(person);
      assert.deepEqual([again.status, again.fields.matchQuality, more], ['initiated', 'exact', []]);
      assert.equal(await isBlocked(person), true);
    }
  });

  test('asks a register about those whose look is due, with references that its answers give back', async () => {
    const person = await watched('521-44-0008');
    const { id } = await statusOf(person, 'militaryDuty');
    const request = await api.made('/monitors/militaryDuty/requests', {});
    const { status, body } = await api.get(`/monitors/militaryDuty/requests/${request.id}/content`);
    assert.equal(status, 200);
    const lines = String(body)
      .split('\n')
      .filter((line) => line !== '');
    assert.equal(lines.length, request.lines);
    const [own] = lines.filter((line) => line.includes(id));
    assert.equal(own?.length, 119);
    assert.match(own ?? '', /^521440008 {8}LOVELACE {18}ADA {17}MS-/);
    const { status: refused } = await api.post('/monitors/deceased/requests', {});
    assert.equal(refused, 400, 'the file of deaths is given whole');
  });

  test('of a monitor that is off is not taken, and no register is asked for it', async () => {
    const { live } = await aCompany();
    const answer = await bring('deceased', [death({ ssn: '521440009' })], live);
    refused(answer, 409, 'MonitorOff', 'monitorId');
    refused(await live.post('/monitors/bankruptcy/requests', {}), 409, 'MonitorOff', 'monitorId');
    assert.equal((await live.put('/monitors/deceased', { isEnabled: true })).status, 200);
    assert.equal((await bring('deceased', [death({ ssn: '521440009' })], live)).status, 200);
  });

  test('is about borrowers with a loan of the types that are watched, and no register hears of others', async () => {
    const { live } = await aCompany();
    await live.made('/loan-types', { name: 'Watched' });
    const [type] = (await live.get('/loan-types')).body.data;
    for (const kind of ['deceased', 'militaryDuty', 'bankruptcy']) {
      const set = { isEnabled: true, loanTypeIds: [type.id] };
      assert.equal((await live.put(`/monitors/${kind}`, set)).status, 200);
    }
    const person = await watched('521-44-0010', live);
    const { body } = await bring('deceased', [death({ ssn: '521440010' })], live);
    assert.equal(body.data.state, 'succeeded');
    assert.deepEqual(await casesOf(person, live), []);
    assert.equal((await live.made('/monitors/bankruptcy/requests', {})).lines, 0);
  });

  test('that asks a register is made so often in a day, and then says when again', async () => {
    const { live } = await aCompany();
    await live.put('/monitors/bankruptcy', { isEnabled: true });
    for (let n = 0; n < 24; n++) await live.made('/monitors/bankruptcy/requests', {});
    const answer = await live.post('/monitors/bankruptcy/requests', {});
    assert.deepEqual([answer.status, answer.body.errorType], [429, 'TooManyMonitorRequests']);
    const seconds = Number(answer.headers['retry-after']);
    assert.ok(seconds > 0 && seconds <= 86_400, `${seconds}`);
    assert.equal((await live.get('/monitors/bankruptcy/requests')).body.total, 24);
  });

  test('is of a monitor whose register gives files', async () => {
    const { status, body } = await bring('federalEmergency', ['x']);
    assert.deepEqual([status, body.data.path], [400, 'monitorId']);
    assert.equal((await bring('nothing', ['x'])).status, 404);
  });
});
