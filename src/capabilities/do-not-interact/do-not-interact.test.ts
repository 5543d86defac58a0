// Do-not-interacts: made on a case, changed, ended with their day, and asked for.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aPerson, aPhone, type Client, useHouse } from '../../../tests/support/house.ts';
import { ids, refused, refusedAt } from '../../../tests/support/refusals.ts';
import { moveClock, setClock } from '../../../tests/support/test-clock.ts';
import { told } from '../../../tests/support/told.ts';

describe('a do-not-interact', () => {
  const { house, aCompany } = useHouse();
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
    await setClock(api, '2027-03-10T17:00:00Z');
  });

  const aCase = async (personId?: string) => {
    const person = `/people/${personId ?? (await api.made('/people', aPerson())).id}`;
    const path = `${person}/cases/${(await api.made(`${person}/cases`, {})).id}`;
    return { person, path, list: `${path}/do-not-interacts` };
  };
  const check = async (person: string, query: string) => {
    const { status, body } = await api.get(`${person}/do-not-interact-check?${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  };
  const toldOf = async (id: string) =>
    (await told(house(), api, 'events=case.donotinteract.*'))
      .filter(({ doNotInteractId }) => doNotInteractId === id)
      .map(({ eventType, change }) => [eventType.replace('case.donotinteract.', ''), change].filter(Boolean).join(' '));

  test('forbids all from today on if nothing is said, and stands on its case once', async () => {
    const { person, path, list } = await aCase();
    const made = await api.made(list, {});
    assert.deepEqual(
      [made.object, made.source, made.channels, made.themes, made.startDate, made.endDate, made.timezone, made.endedAt],
      ['doNotInteract', 'api', ['all'], ['all'], '2027-03-10', null, null, null],
    );
    assert.ok(path.endsWith(made.caseId) && person.endsWith(made.personId));
    const again = await api.post(list, {});
    assert.deepEqual(
      [again.status, again.body.errorType, again.body.data.doNotInteractId],
      [409, 'DoNotInteractExists', made.id],
    );
    assert.deepEqual(ids(await api.get(list)), [made.id]);
    assert.deepEqual((await api.get(`${list}/${made.id}`)).body.data, made);
    const { isBlocked, blocks } = await check(person, 'channel=voice&theme=opsCollDebt');
    assert.deepEqual([isBlocked, blocks.length, blocks[0].doNotInteractId], [true, 1, made.id]);
    assert.equal((await check(person, 'channel=email&theme=opsAccountCredentials')).isBlocked, false);
    await api.delete(`${list}/${made.id}`);
    assert.equal((await check(person, 'channel=voice&theme=opsCollDebt')).isBlocked, false);
    assert.equal((await api.get(`${list}/${made.id}`)).status, 404);
    assert.equal((await api.post(list, {})).status, 201, 'another may stand then');
    assert.deepEqual(await toldOf(made.id), ['changed created', 'changed deleted']);
  });

  test('is the last one by hand that a case takes after a thousand', async () => {
    const { path, list } = await aCase();
    const { id } = await api.made(list, {});
    await api.delete(`${list}/${id}`);
    const { pools } = house().service.database;
    const columns = (await pools.test.query('select * from do_not_interacts limit 0')).fields.map(({ name }) => name);
    const copied = columns.map((name) => (name === 'id' ? "'DN-AAAA-' || lpad(n::text, 4, 'A')" : name));
    await pools.test.query(
      `insert into do_not_interacts (${columns}) select ${copied} from do_not_interacts, generate_series(1, 999) n
       where id = $1 and case_id = $2`,
      [id, path.split('/').at(-1)],
    );
    assert.equal((await api.post(list, {})).body.errorType, 'NoRoom');
  });

  test('can be narrowed, and changed in parts', async () => {
    const { person, list } = await aCase();
    const contacts = `${person}/contacts`;
    const work = await api.made(contacts, aPhone({ value: '+13175550101', label: 'work' }));
    const own = await api.made(contacts, aPhone({ value: '+13175550102' }));
    const made = await api.made(list, {
      channels: ['voice', 'text'],
      themes: ['opsCollDebt', 'opsServicing'],
      daysOfWeek: [0, 6],
      timesOfDay: [{ fromHour: 8, toHour: 12 }],
      timezone: 'America/Chicago',
      contactLabels: ['work'],
    });
    const sunday = 'at=2027-03-14T14:00:00Z';
    const ask = async (query: string) => (await check(person, `theme=opsCollDebt&channel=voice&${query}`)).isBlocked;
    assert.equal(await ask(`${sunday}&contactId=${work.id}`), true);
    assert.equal(await ask(sunday), true, 'nobody knows yet which contact it will be');
    assert.equal(await ask(`${sunday}&contactId=${own.id}`), false);
    assert.equal(await ask('at=2027-03-14T18:00:00Z'), false);
    assert.equal(await ask('at=2027-03-12T14:00:00Z'), false);
    const changed = (await api.put(`${list}/${made.id}`, { daysOfWeek: null, endDate: '2027-03-20' })).body.data;
    assert.deepEqual([changed.daysOfWeek, changed.endDate, changed.channels], [[], '2027-03-20', ['voice', 'text']]);
    assert.equal(await ask('at=2027-03-12T14:00:00Z'), true);
    assert.deepEqual(await toldOf(made.id), ['changed created', 'changed updated']);
  });

  test('ends with its day, tells it once, and is no more', async () => {
    const { person, list } = await aCase();
    const { id } = await api.made(list, { endDate: '2027-03-11' });
    await moveClock(api, '2027-03-12T03:59:00Z');
    assert.equal((await check(person, 'channel=voice&theme=opsCollDebt')).isBlocked, true);
    assert.deepEqual(await toldOf(id), ['changed created']);
    await moveClock(api, '2027-03-12T04:00:00Z');
    await moveClock(api, '2027-03-13T17:00:00Z');
    assert.equal((await check(person, 'channel=voice&theme=opsCollDebt')).isBlocked, false);
    assert.deepEqual(await toldOf(id), ['changed created', 'expired']);
    const { endedAt } = (await api.get(`${list}/${id}`)).body.data;
    assert.ok(endedAt >= '2027-03-12T04:00:00');
    const { status, body } = await api.put(`${list}/${id}`, { endDate: '2027-04-01' });
    assert.deepEqual([status, body.errorType], [409, 'DoNotInteractEnded']);
    assert.equal((await api.post(list, {})).status, 201, 'another one follows it');
  });

  test('stands for several cases of a borrower, and for nobody else', async () => {
    const { person, list } = await aCase();
    const other = await aCase(person.split('/').at(-1));
    const stranger = await aCase();
    const first = await api.made(list, { channels: ['voice'] });
    const second = await api.made(other.list, { channels: ['voice', 'email'] });
    const { blocks } = await check(person, 'channel=voice&theme=opsServicing');
    assert.deepEqual(
      blocks.map(({ doNotInteractId }: { doNotInteractId: string }) => doNotInteractId),
      [first.id, second.id],
    );
    assert.deepEqual((await check(stranger.person, 'channel=voice&theme=opsServicing')).blocks, []);
    refused(await api.get(`${other.list}/${first.id}`), 404, 'NotFound', 'doNotInteractId');
    refused(
      await api.post(`${stranger.person}/cases/${list.split('/')[4]}/do-not-interacts`, {}),
      404,
      'NotFound',
      'caseId',
    );
  });

  test('of a closed case stays as it is until the case is reopened, and goes on to block', async () => {
    const { person, path, list } = await aCase();
    const { id } = await api.made(list, {});
    for (const status of ['processing', 'completed']) {
      const { status: found, body } = await api.put(path, {
        status,
        ...(status === 'completed' && { outcome: 'approved' }),
      });
      assert.equal(found, 200, JSON.stringify(body));
    }
    for (const answer of [
      await api.put(`${list}/${id}`, {}),
      await api.delete(`${list}/${id}`),
      await api.post(list, {}),
    ]) {
      assert.deepEqual([answer.status, answer.body.errorType], [409, 'CaseClosed']);
    }
    assert.equal((await check(person, 'channel=voice&theme=opsServicing')).isBlocked, true);
    await api.put(path, { status: 'reopened' });
    assert.equal((await api.delete(`${list}/${id}`)).status, 200);
  });

  test('that is wrong is refused by the field', async () => {
    const { person, list } = await aCase();
    const wrong: readonly (readonly [object, string])[] = [
      [{ endDate: '2020-01-01' }, 'endDate'],
      [{ startDate: '2028-01-01', endDate: '2027-12-31' }, 'endDate'],
      [{ channels: ['pigeon'] }, 'channels[0]'],
      [{ themes: ['opsAccountCredentials'] }, 'themes[0]'],
      [{ daysOfWeek: [8] }, 'daysOfWeek[0]'],
      [{ timesOfDay: [{ fromHour: 22, toHour: 6 }] }, 'timesOfDay[0].toHour'],
      [{ timesOfDay: [{ fromHour: 24, toHour: 24 }] }, 'timesOfDay[0].fromHour'],
      [{ timezone: 'Mars/Phobos' }, 'timezone'],
      [{ contactLabels: ['yacht'] }, 'contactLabels[0]'],
    ];
    for (const [body, path] of wrong) refusedAt(await api.post(list, body), path);
    refusedAt(await api.get(`${person}/do-not-interact-check?channel=pigeon`), 'channel');
    refusedAt(
      await api.get(`${person}/do-not-interact-check?channel=voice&theme=opsServicing&timezone=Nowhere`),
      'timezone',
    );
  });

  test('of a book that is taken over comes by lines, each once, and one for a case', async () => {
    const { person, path } = await aCase();
    const stop = { personId: person.split('/').at(-1), caseId: path.split('/').at(-1), channels: ['voice'] };
    const imported = async (...lines: readonly object[]) => {
      const body = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
      const headers = { 'content-type': 'application/x-ndjson' };
      const { data } = (await api.call('POST', '/do-not-interacts/import?sync=true', { body, headers })).body;
      const results = (await api.get(`/do-not-interacts/import/${data.id}/results?sortBy=line`)).body.data;
      return results.map(({ outcome, error }: { outcome: string; error: { errorType: string } | null }) =>
        error === null ? outcome : error.errorType,
      );
    };
    const lines = [
      { ...stop, externalId: 'stop-1' },
      { ...stop, externalId: 'stop-2' },
      { ...stop, externalId: 'stop-3', caseId: 'CS-AAAA-AAAA' },
    ];
    assert.deepEqual(await imported(...lines), ['created', 'DoNotInteractExists', 'NotFound']);
    assert.deepEqual(await imported({ ...stop, externalId: 'stop-1' }), ['existing']);
    const [{ source }] = (await api.get(`${path}/do-not-interacts`)).body.data;
    assert.equal(source, 'api');
  });

  test('made twice at once stands once', async () => {
    const { list } = await aCase();
    const answers = await Promise.all([1, 2, 3].map(() => api.post(list, {})));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 409, 409]);
  });
});
