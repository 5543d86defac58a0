// Supercases over HTTP: a disaster from its first word to its end, with the cases of its borrowers; what is refused; who
// sees it.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { erasePersonByHand } from '#app/erase-person.ts';
import { everythingStored } from '../../../tests/support/everything-stored.ts';
import { type Answer, aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { ids, refused, refusedAt } from '../../../tests/support/refusals.ts';
import { aUser, signedIn } from '../../../tests/support/signed-in.ts';
import { loanBody } from '../../../tests/support/world.ts';

interface Pair {
  readonly personId: string;
  readonly loanId: string;
}

describe('supercases', () => {
  const { house, aCompany } = useHouse();
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  const aMember = async (of = api): Promise<Pair> => {
    const { id: personId } = await of.made('/people', aPerson());
    return { personId, loanId: (await of.made(`/people/${personId}/loans`, loanBody)).id };
  };
  const aSupercase = async (more: object = {}): Promise<string> =>
    `/supercases/${(await api.made('/supercases', { name: 'Floods', ...more })).id}`;
  const withMembers = async (path: string, ...members: readonly Pair[]): Promise<string> => {
    const population = `${path}/populations/${(await api.made(`${path}/populations`, {})).id}`;
    await api.made(`${population}/members`, { members });
    return population;
  };
  const ended = async (operationId: string): Promise<Answer['body']> => {
    const { body } = await api.get(`/operations/${operationId}`);
    if (body.data.finishedAt !== null) return body.data;
    await new Promise((later) => setImmediate(later));
    return ended(operationId);
  };
  const commit = async (population: string) =>
    ended((await api.put(population, { isDraft: false })).body.data.operationId);
  const done = async (path: string, body: object) => ended((await api.post(path, body)).body.data.id);
  const shown = async (path: string) => (await api.get(path)).body.data;
  const notesOf = async ({ personId, id }: { personId: string; id: string }): Promise<string[]> =>
    (await shown(`/people/${personId}/cases/${id}/notes`)).map(({ content }: { content: string }) => content);

  test('make a case for each member once, with what stands on all of them, and end', async () => {
    const path = await aSupercase({
      externalId: 'flood-26',
      supercaseType: 'federalEmergency',
      femaDisasterNumber: 4801,
      femaMonitoringEndDate: '2027-01-31',
      eventStartedAt: '2026-06-01T12:00:00Z',
    });
    const [one, two, three] = [await aMember(), await aMember(), await aMember()];
    await api.made(`${path}/notes`, { content: 'Ask the county.' });
    await api.made(`${path}/notes`, { content: 'The bridge is closed.', isGlobal: true });
    const population = await withMembers(path, one, two, three, two);
    assert.equal((await api.made(`${population}/members`, { members: [one] })).memberCount, 3, 'once is enough');
    const [last] = await shown(`${population}/members`);
    assert.deepEqual(
      [last.personId, last.loanId, last.caseId, last.errorType],
      [three.personId, three.loanId, null, null],
    );
    assert.equal((await api.delete(`${population}/members/${last.id}`)).body.data.memberCount, 2);
    const made = await commit(population);
    assert.deepEqual([made.state, made.result], ['succeeded', { members: 2, changed: 2, failed: 0 }]);
    assert.deepEqual(made.progress, { done: 2, total: 2 });

    const cases = await shown(`${path}/subcases/cases?sortBy=createdAt`);
    assert.deepEqual(
      new Map(cases.map((a: Pair & { loanIds: string[] }) => [a.personId, a.loanIds])),
      new Map([one, two].map(({ personId, loanId }) => [personId, [loanId]])),
    );
    const members = await shown(`${population}/members`);
    assert.deepEqual(
      new Set(members.map((a: { caseId: string }) => a.caseId)),
      new Set(ids({ ...made, body: { data: cases } })),
    );
    const [first, second] = cases;
    assert.deepEqual(
      [first.caseType, first.status, `/supercases/${first.supercaseId}`],
      ['federalEmergency', 'initiated', path],
    );
    assert.equal((await api.get(`/cases?supercaseId=ext-flood-26`)).body.total, 2);
    assert.deepEqual(await notesOf(first), ['The bridge is closed.'], 'a private note stays where it is');

    // One is closed by hand: nothing that is done to all reaches it any more.
    await api.put(`/people/${first.personId}/cases/${first.id}`, { status: 'canceled' });
    const noted = await done(`${path}/subcases/notes`, { content: 'It is open again.', important: true });
    assert.deepEqual(noted.result, { members: 2, cases: 0, changed: 1, failed: 0 });
    assert.deepEqual(
      [await notesOf(first), await notesOf(second)],
      [['The bridge is closed.'], ['It is open again.', 'The bridge is closed.']],
    );
    const [note] = await shown(`/people/${second.personId}/cases/${second.id}/notes`);
    const notePath = `/people/${second.personId}/cases/${second.id}/notes/${note.id}`;
    refusedAt(await api.put(notePath, { content: 'It is not.' }), 'content');
    assert.equal((await api.put(notePath, { pinned: true })).body.data.pinned, true);

    // Who comes later finds the same notes.
    await commit(await withMembers(path, three));
    const [late] = (await api.get(`/people/${three.personId}/cases`)).body.data;
    assert.deepEqual(await notesOf(late), ['It is open again.', 'The bridge is closed.']);

    assert.deepEqual((await done(`${path}/subcases/close`, { outcome: 'resolved' })).result, {
      members: 3,
      cases: 0,
      changed: 2,
      failed: 0,
    });
    const outcomes = (await shown(`${path}/subcases/cases?sortBy=createdAt`)).map(
      (a: { outcome: string }) => a.outcome,
    );
    assert.deepEqual(outcomes, [null, 'resolved', 'resolved']);
    assert.equal((await done(`${path}/subcases/close`, { outcome: 'other' })).result.changed, 0, 'they are closed');
    await api.put(path, { status: 'processing' });
    assert.equal((await api.put(path, { status: 'completed', outcome: 'resolved' })).body.data.outcome, 'resolved');
  });

  test('forbid contact with all of their borrowers, once and as was said last, and allow it again', async () => {
    const path = await aSupercase();
    const [one, two, three] = [await aMember(), await aMember(), await aMember()];
    await commit(await withMembers(path, one, two, three));
    const caseOf = async ({ personId }: Pair) =>
      `/people/${personId}/cases/${ids(await api.get(`/people/${personId}/cases`))[0]}`;
    const [byHand, closed] = [await caseOf(two), await caseOf(three)];
    await api.made(`${byHand}/do-not-interacts`, { channels: ['mail'] });
    await api.put(closed, { status: 'canceled' });
    const forbid = `${path}/subcases/do-not-interacts`;
    const hours = { channels: ['voice'], timesOfDay: [{ fromHour: 8, toHour: 12 }] };
    assert.deepEqual((await done(forbid, hours)).result, { members: 3, cases: 0, changed: 1, failed: 1 });
    const list = `${await caseOf(one)}/do-not-interacts`;
    const [made] = await shown(list);
    assert.deepEqual([made.source, made.channels, made.timesOfDay], ['bulk', hours.channels, hours.timesOfDay]);
    const members = await shown(
      `${path}/populations/${ids(await api.get(`${path}/populations`))[0]}/members?failed=true`,
    );
    assert.deepEqual(
      members.map((a: { personId: string; errorType: string }) => [a.personId, a.errorType]),
      [[two.personId, 'DoNotInteractExists']],
    );
    assert.equal((await done(forbid, hours)).result.changed, 0, 'it says so already');
    assert.equal((await done(forbid, { channels: ['text'] })).result.changed, 1);
    const [changed] = await shown(list);
    assert.deepEqual([changed.id, changed.channels, changed.timesOfDay], [made.id, ['text'], []]);
    const blocked = async ({ personId }: Pair) =>
      (await shown(`/people/${personId}/do-not-interact-check?channel=text&theme=opsCollDebt`)).isBlocked;
    assert.equal(await blocked(one), true);
    // On a case that is closed by then it is released too.
    await api.put(await caseOf(one), { status: 'canceled' });
    assert.deepEqual((await done(`${forbid}/release`, {})).result, { members: 3, cases: 0, changed: 1, failed: 0 });
    assert.equal(await blocked(one), false);
    assert.equal((await shown(`${byHand}/do-not-interacts`))[0].endedAt, null, 'what stands by hand stays');
    refusedAt(await api.post(forbid, { endDate: '2020-01-01' }), 'endDate');
    refusedAt(await api.post(forbid, { timesOfDay: [{ fromHour: 9, toHour: 8 }] }), 'timesOfDay[0].toHour');
  });

  test('obey what was said last of contact, whichever operation comes to a borrower first', async () => {
    const path = await aSupercase();
    const all = await Promise.all(Array.from({ length: 4 }, () => aMember()));
    await commit(await withMembers(path, ...all));
    const forbid = `${path}/subcases/do-not-interacts`;
    const asked = [];
    for (let n = 0; n < 3; n++) {
      asked.push((await api.post(forbid, { channels: ['voice'] })).body.data.id);
      asked.push((await api.post(`${forbid}/release`, {})).body.data.id);
    }
    for (const id of asked) assert.equal((await ended(id)).state, 'succeeded');
    for (const { personId } of all) {
      const check = await shown(`/people/${personId}/do-not-interact-check?channel=voice&theme=opsCollDebt`);
      assert.equal(check.isBlocked, false);
    }
  });

  test('pass over a member that cannot be brought, say why, and try it again when asked', async () => {
    const path = await aSupercase({ subcaseName: 'Flood relief' });
    const [stays, goes] = [await aMember(), await aMember()];
    const population = await withMembers(path, stays, goes);
    await erasePersonByHand(house().service, api.realm, goes.personId, { evenWithOpenLoans: true });
    assert.deepEqual((await commit(population)).result, { members: 2, changed: 1, failed: 1 });
    const answer = await api.get(`${population}/members?failed=true`);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    const failed = answer.body.data;
    assert.deepEqual(
      failed.map((a: Pair & { errorType: string }) => [a.personId, a.errorType]),
      [[goes.personId, 'PersonErased']],
    );
    assert.deepEqual((await commit(population)).result, { members: 2, changed: 0, failed: 1 });
    const [made] = await shown(`${path}/subcases/cases`);
    assert.deepEqual([made.personId, made.name], [stays.personId, 'Flood relief']);
  });

  test('write a note once on each case, also when its cases are made at the same time', async () => {
    const path = await aSupercase();
    const population = await withMembers(path, await aMember(), await aMember(), await aMember());
    const { operationId } = (await api.put(population, { isDraft: false })).body.data;
    const notes = await Promise.all(
      [1, 2, 3].map(async (n) => (await api.post(`${path}/subcases/notes`, { content: `Note ${n}` })).body.data.id),
    );
    for (const id of [operationId, ...notes]) assert.equal((await ended(id)).state, 'succeeded');
    const cases = await shown(`${path}/subcases/cases`);
    assert.equal(cases.length, 3);
    for (const one of cases) assert.deepEqual((await notesOf(one)).sort(), ['Note 1', 'Note 2', 'Note 3']);
  });

  test('stand still when they are committed, completed or canceled', async () => {
    const path = await aSupercase();
    refused(await api.post(`${path}/subcases/close`, { outcome: 'resolved' }), 409, 'NoSubcases', 'supercaseId');
    const population = await withMembers(path, await aMember());
    await commit(population);
    const [{ id }] = await shown(`${population}/members`);
    const members = { members: [await aMember()] };
    refused(await api.post(`${population}/members`, members), 409, 'PopulationCommitted', 'isDraft');
    refused(await api.delete(`${population}/members/${id}`), 409, 'PopulationCommitted', 'isDraft');
    refused(await api.put(population, { name: 'Other' }), 409, 'PopulationCommitted', 'isDraft');
    refused(await api.put(population, { isDraft: true }), 409, 'PopulationCommitted', 'isDraft');
    const draft = `${path}/populations/${(await api.made(`${path}/populations`, { name: 'Later' })).id}`;
    await api.put(path, { status: 'canceled' });
    const closed = (answer: Answer) => refused(answer, 409, 'SupercaseClosed', 'status');
    closed(await api.put(path, { name: 'Other' }));
    closed(await api.post(`${path}/populations`, {}));
    closed(await api.put(draft, { name: 'Other' }));
    closed(await api.put(population, { isDraft: false }));
    closed(await api.post(`${draft}/members`, members));
    closed(await api.post(`${path}/notes`, { content: 'More' }));
    closed(await api.post(`${path}/subcases/notes`, { content: 'More' }));
    closed(await api.post(`${path}/subcases/close`, { outcome: 'resolved' }));
    closed(await api.post(`${path}/subcases/do-not-interacts`, {}));
    closed(await api.post(`${path}/subcases/do-not-interacts/release`, {}));
  });

  test('refuse what is wrong, by its field', async () => {
    const path = await aSupercase();
    const wrong = async (body: object, field: string) =>
      refusedAt(await api.post('/supercases', { name: 'A', ...body }), field);
    await wrong({ supercaseType: 'flood' }, 'supercaseType');
    await wrong({ femaDisasterNumber: 1 }, 'femaDisasterNumber');
    await wrong({ femaMonitoringEndDate: '2027-01-01' }, 'femaMonitoringEndDate');
    await wrong({ status: 'processing' }, 'status');
    await wrong({ outcome: 'approved' }, 'outcome');
    await wrong({ supercaseType: 'federalEmergency', subcaseName: 'Mine' }, 'subcaseName');
    refused(
      await api.post('/supercases', { name: 'A', subcaseTypeId: 'CE-4K7T-M2XW' }),
      404,
      'NotFound',
      'subcaseTypeId',
    );
    refusedAt(await api.put(path, { supercaseType: 'federalEmergency' }), 'supercaseType');
    refusedAt(await api.put(path, { subcaseName: 'x'.repeat(101) }), 'subcaseName');
    refusedAt(await api.post(`${path}/populations`, { isDraft: false }), 'isDraft');
    const population = `${path}/populations/${(await api.made(`${path}/populations`, {})).id}`;
    refusedAt(await api.put(population, { isDraft: false }), 'isDraft');
    refusedAt(await api.post(`${population}/members`, { members: [] }), 'members');
    refusedAt(await api.post(`${path}/subcases/close`, {}), 'outcome');
    refused(await api.delete(`${population}/members/MB-AAAA-AAAA`), 404, 'NotFound', 'populationMemberId');
  });

  test('name each row of members that is wrong, and then take none', async () => {
    const path = await aSupercase();
    const [mine, other, elsewhere, gone] = [await aMember(), await aMember(), await aMember(), await aMember()];
    const strange = await aMember((await aCompany()).test);
    await erasePersonByHand(house().service, api.realm, gone.personId, { evenWithOpenLoans: true });
    await withMembers(path, elsewhere);
    const population = `${path}/populations/${(await api.made(`${path}/populations`, {})).id}`;
    const members = [
      mine,
      { ...mine, loanId: other.loanId },
      strange,
      { ...mine, loanId: strange.loanId },
      gone,
      elsewhere,
    ];
    const answer = await api.post(`${population}/members`, { members });
    assert.equal(answer.status, 400);
    assert.deepEqual(
      answer.body.data.errors.map((a: { path: string }) => a.path),
      ['members[1].loanId', 'members[2].personId', 'members[3].loanId', 'members[4].personId', 'members[5].loanId'],
    );
    assert.equal((await shown(population)).memberCount, 0);
    const other2 = await aSupercase();
    refused(await api.get(`${other2}/populations/${population.split('/').at(-1)}`), 404, 'NotFound', 'populationId');
  });

  test('are seen and changed by those who may', async () => {
    const path = await aSupercase();
    await api.made(`${path}/notes`, { content: 'A secret thing', sensitiveData: true });
    const as = async (role: 'operations' | 'collections' | 'compliance' | 'readOnly') => {
      const email = `${role}@supercases.example`;
      await aUser(house(), api, { email, role });
      return signedIn(house(), api, email);
    };
    for (const role of ['operations', 'compliance'] as const) {
      const user = await as(role);
      assert.equal((await user.put(path, { description: role })).status, 200, role);
      assert.equal((await user.post(`${path}/populations`, {})).status, 201, role);
    }
    for (const role of ['collections', 'readOnly'] as const) {
      const user = await as(role);
      assert.equal((await user.get(path)).status, 200, role);
      assert.equal((await user.get(`${path}/populations`)).status, 200, role);
      assert.equal((await user.put(path, { description: role })).status, 403, role);
      assert.equal((await user.post(`${path}/subcases/close`, { outcome: 'resolved' })).status, 403, role);
      const [note] = (await user.get(`${path}/notes`)).body.data;
      assert.equal(note.content, null, role);
    }
    const stored = await everythingStored(house());
    assert.equal(JSON.stringify(stored).includes('A secret thing'), false, 'what is written is sealed');
  });
});
