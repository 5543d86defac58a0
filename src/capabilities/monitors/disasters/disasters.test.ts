// A disaster over two counties: borrowers of both are found by the county of their home, those whose ZIP code two counties
// share possibly, and nobody else. Their cases name one supercase, and end with the relief.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { anArea, declare, livesIn } from '../../../../tests/support/declared.ts';
import { eventually } from '../../../../tests/support/eventually.ts';
import { type Answer, type Client, useHouse } from '../../../../tests/support/house.ts';
import { refusedAt } from '../../../../tests/support/refusals.ts';
import { moveClock, setClock } from '../../../../tests/support/test-clock.ts';

type Shown = Answer['body'];

describe('a disaster', () => {
  const { aCompany } = useHouse();
  let api: Client;
  before(async () => {
    api = (await aCompany({ timezone: 'America/Chicago' })).test;
    await setClock(api, '2027-03-10T17:00:00Z');
    await api.put('/monitors/federalEmergency', { isEnabled: true });
  });

  const lives = (address: object): Promise<string> => livesIn(api, address);

  const statusOf = async (person: string): Promise<Shown> =>
    (await api.get(`${person}/monitoring-statuses`)).body.data[0];
  const looked = (person: string, result: string) =>
    eventually(`the look says ${result}`, async () => (await statusOf(person))?.lastResult === result);
  const casesOf = async (person: string): Promise<Shown[]> => (await api.get(`${person}/cases`)).body.data;

  test('over two counties finds who lives there, until its relief is over', async () => {
    const zips = [
      { postalCode: '77002', countyFips: ['48201'] },
      { postalCode: '77082', countyFips: ['48201', '48157'] },
    ];
    assert.equal((await api.put('/zip-counties', { zipCounties: zips })).status, 200);
    const inHarris = await lives({ countyOrRegion: 'Harris County' });
    const byZip = await lives({ postalCode: '77002-1234' });
    const shared = await lives({ postalCode: '77082' });
    const elsewhere = await lives({ countyOrRegion: 'Travis' });
    const nobodyKnows = await lives({ city: 'Houston' });
    for (const one of [inHarris, byZip, shared, elsewhere, nobodyKnows]) await looked(one, 'noHit');
    const answer = await declare(api, [anArea('201', 'Harris')]);
    assert.deepEqual([answer.body.data.state, answer.body.data.result], ['succeeded', { people: 5 }]);
    for (const one of [inHarris, byZip, shared]) await looked(one, 'hit');
    const [made] = await casesOf(inHarris);
    assert.deepEqual(
      [made.caseType, made.fields.disasterNumber, made.fields.disasterCounty, made.fields.reliefWindowEndDate],
      ['federalEmergency', 4801, 'Harris (County)', '2027-05-30'],
    );
    const qualities = await Promise.all(
      [inHarris, byZip, shared].map(async (one) => (await statusOf(one)).matchQuality),
    );
    assert.deepEqual(qualities, ['exact', 'exact', 'possible']);
    const [disaster] = (await api.get('/fema-disasters')).body.data;
    const { status, supercaseType, femaDisasterNumber, autoCreated } = (
      await api.get(`/supercases/${disaster.supercaseId}`)
    ).body.data;
    assert.deepEqual(
      [status, supercaseType, femaDisasterNumber, autoCreated],
      ['initiated', 'federalEmergency', 4801, true],
    );
    assert.equal((await api.get(`/supercases/${disaster.supercaseId}/subcases/cases`)).body.data.length, 3);
    // A second county, and the first one again.
    const inBend = await lives({ countyOrRegion: 'Fort Bend' });
    await looked(inBend, 'noHit');
    assert.equal(
      (await declare(api, [anArea('201', 'Harris'), anArea('157', 'Fort Bend')])).body.data.state,
      'succeeded',
    );
    await looked(inBend, 'hit');
    assert.equal((await casesOf(inHarris)).length, 1);
    const supercase = `/supercases/${disaster.supercaseId}`;
    const { femaDisasterDetails, femaMonitoringEndDate } = (await api.get(supercase)).body.data;
    assert.deepEqual(
      [femaMonitoringEndDate, femaDisasterDetails],
      [
        '2027-05-30',
        {
          description: 'SEVERE STORMS AND FLOODING',
          incidentType: 'Flood',
          declarationDate: '2027-03-01',
          programs: ['individualsAndHouseholds', 'publicAssistance', 'hazardMitigation'],
          areas: ['Fort Bend (County)', 'Harris (County)'],
        },
      ],
    );
    // What is done to all cases reaches those that the monitor has made.
    const all = async (path: string, body: object): Promise<Shown> =>
      (await api.post(`${supercase}/subcases/${path}?sync=true`, body)).body.data.result;
    const each = { members: 0, cases: 4, changed: 4, failed: 0 };
    assert.deepEqual(await all('notes', { content: 'The county has opened a shelter.' }), each);
    assert.deepEqual(await all('do-not-interacts', { channels: ['voice'], themes: ['opsCollDebt'] }), each);
    const isBlocked = async (): Promise<boolean> =>
      (await api.get(`${byZip}/do-not-interact-check?channel=voice&theme=opsCollDebt`)).body.data.isBlocked;
    assert.equal(await isBlocked(), true);
    assert.deepEqual(await all('do-not-interacts/release', {}), each);
    assert.equal(await isBlocked(), false);
    const details = (await api.get(`/fema-disasters/${disaster.id}/fema-disaster-details`)).body.data;
    assert.deepEqual(details.map(({ countyFips }: Shown) => countyFips).sort(), ['48157', '48201']);
    assert.deepEqual(await casesOf(elsewhere), []);
    assert.deepEqual(await casesOf(nobodyKnows), []);
    await moveClock(api, '2027-05-31T17:00:00Z');
    await looked(inHarris, 'noHit');
    const [ended] = await casesOf(inHarris);
    assert.deepEqual([ended.status, ended.outcome], ['completed', 'ended']);
  });

  test('has struck whoever moves away afterwards, until its relief is over', async () => {
    await setClock(api, '2027-06-10T17:00:00Z');
    const storm = {
      femaDeclarationString: 'DR-4804-TX',
      disasterNumber: 4804,
      declarationDate: '2027-06-09T00:00:00.000Z',
      incidentBeginDate: '2027-06-08T00:00:00.000Z',
    };
    const zips = [{ postalCode: '78539', countyFips: ['48215', '48061'] }];
    assert.equal((await api.put('/zip-counties', { zipCounties: zips })).status, 200);
    const surely = await lives({ countyOrRegion: 'Hidalgo' });
    const possibly = await lives({ postalCode: '78539' });
    await declare(api, [anArea('215', 'Hidalgo', storm)]);
    for (const one of [surely, possibly]) await looked(one, 'hit');
    const endOf = async (person: string): Promise<string> => (await casesOf(person))[0].fields.reliefWindowEndDate;
    assert.equal(await endOf(surely), '2027-09-07');
    await moveClock(api, '2027-06-20T17:00:00Z');
    for (const one of [surely, possibly]) {
      const [{ id }] = (await api.get(`${one}/contacts`)).body.data;
      const moved = { addressLine1: '2 Main St', state: 'TX', countyOrRegion: 'Travis' };
      assert.equal((await api.put(`${one}/contacts/${id}`, { address: moved })).status, 200);
    }
    // Of whom it was only possible nobody knows that they ever lived there.
    await looked(possibly, 'noHit');
    await eventually('the home was looked at', async () => {
      const { lastCheckedAt, lastResult, nextCheckAt } = await statusOf(surely);
      return lastCheckedAt >= '2027-06-20' && lastResult === 'hit' && nextCheckAt === '2027-09-08T05:00:00Z';
    });
    const outcomes = async () => (await Promise.all([surely, possibly].map(casesOf))).map(([one]) => one.outcome);
    assert.deepEqual(await outcomes(), [null, 'ended']);
    await declare(api, [anArea('215', 'Hidalgo', { ...storm, lastIAFilingDate: '2027-10-01T00:00:00.000Z' })]);
    await eventually('it lasts longer', async () => (await endOf(surely)) === '2027-10-01');
    await moveClock(api, '2027-10-02T17:00:00Z');
    await looked(surely, 'noHit');
    assert.deepEqual(await outcomes(), ['ended', 'ended']);
  });

  test('for which no relief is offered makes no case', async () => {
    const person = await lives({ countyOrRegion: 'Cameron' });
    await looked(person, 'noHit');
    const drought = { disasterNumber: 4802, femaDeclarationString: 'DR-4802-TX', incidentType: 'Drought' };
    await declare(api, [anArea('061', 'Cameron', drought)]);
    const [disaster] = (await api.get('/fema-disasters')).body.data;
    assert.deepEqual([disaster.isRelevant, disaster.supercaseId], [false, null]);
    await looked(person, 'noHit');
    assert.deepEqual(await casesOf(person), []);
  });

  test('that is named in two ways, or a ZIP code twice, is refused', async () => {
    const other = anArea('157', 'Fort Bend', { femaDeclarationString: 'EM-4801-TX' });
    refusedAt(
      await declare(api, [anArea('201', 'Harris'), other]),
      'DisasterDeclarationsSummaries[1].femaDeclarationString',
    );
    const twice = { postalCode: '77002', countyFips: ['48201'] };
    refusedAt(await api.put('/zip-counties', { zipCounties: [twice, twice] }), 'zipCounties[1].postalCode');
  });
});
