// How often, how long, and how many at once.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { standingClock } from '../../../tests/support/clock.ts';
import { type Answer, type Client, useHouse } from '../../../tests/support/house.ts';
import { answersTo, aVerifiable, wrongAnswersTo } from '../../../tests/support/verifiable.ts';

const minute = 60;

describe('the bounds of verifications', () => {
  const clock = standingClock();
  const { aCompany } = useHouse({ clock, works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  const of = (personId: string) => `/people/${personId}/verifications`;
  const attempt = (personId: string, id: string, answers: object) =>
    api.post(`${of(personId)}/${id}/attempts`, { answers });
  const fail = async (
    personId: string,
    verification: { id: string; maxAttempts: number; questions: { id: string }[] },
  ) => {
    for (let i = 0; i < verification.maxAttempts; i++)
      await attempt(personId, verification.id, wrongAnswersTo(verification));
  };
  const mustWait = ({ status, body }: Answer): string => {
    assert.deepEqual([status, body.errorType], [429, 'TooManyVerifications'], JSON.stringify(body));
    return body.data.nextVerificationOkAt;
  };

  test('a dry run answers 204 and begins nothing; where none could begin it says why', async () => {
    const personId = await aVerifiable(api);
    const { status, body } = await api.post(`${of(personId)}?dryRun=true`);
    assert.deepEqual([status, body], [204, '']);
    assert.equal((await api.get(of(personId))).body.total, 0);
    await api.made(of(personId));
    await api.made(of(personId));
    assert.deepEqual(mustWait(await api.post(`${of(personId)}?dryRun=true`)), mustWait(await api.post(of(personId))));
  });

  test('two may begin within an hour; the next one when the first is an hour old', async () => {
    const personId = await aVerifiable(api);
    const first = await api.made(of(personId));
    clock.moveOn(10 * minute);
    await api.made(of(personId));
    const next = mustWait(await api.post(of(personId)));
    assert.equal(Date.parse(next) - Date.parse(first.createdAt), 60 * 60_000);
    clock.moveOn(51 * minute);
    assert.equal((await api.post(of(personId))).status, 200);
  });

  test('the wait begins anew when one fails', async () => {
    const personId = await aVerifiable(api);
    const first = await api.made(of(personId));
    await api.made(of(personId));
    clock.moveOn(5 * minute);
    await fail(personId, first);
    assert.equal((await api.get(`${of(personId)}/${first.id}`)).body.data.status, 'failed');
    clock.moveOn(56 * minute);
    assert.equal(
      (await api.post(of(personId))).status,
      200,
      'the second one is an hour old, the first has failed lately',
    );
    mustWait(await api.post(of(personId)));
  });

  test('what is not answered in time expires, and takes no answer', async () => {
    const personId = await aVerifiable(api);
    const made = await api.made(of(personId));
    clock.moveOn(15 * minute + 1);
    const { status, body } = await attempt(personId, made.id, answersTo(made));
    assert.deepEqual([status, body.errorType, body.data.status], [409, 'VerificationEnded', 'expired']);
    const { data } = (await api.get(`${of(personId)}/${made.id}`)).body;
    assert.deepEqual([data.status, data.attempts], ['expired', []]);
  });

  test('ten wrong attempts in a day are all, whatever the types say', async () => {
    const personId = await aVerifiable(api);
    const { id: verificationTypeId } = await api.made('/verification-types', {
      maxSessionsRecentPast: 20,
      maxAttemptsPerSession: 5,
    });
    const begin = () => api.post(of(personId), { verificationTypeId });
    for (let i = 0; i < 2; i++) await fail(personId, (await begin()).body.data);
    const next = mustWait(await begin());
    clock.moveOn(23 * 60 * minute);
    assert.equal(mustWait(await begin()), next);
    clock.moveOn(61 * minute);
    assert.equal((await begin()).status, 200);
  });

  test('ten wrong attempts in a day are all, also of verifications that were begun before', async () => {
    const personId = await aVerifiable(api);
    const { id: verificationTypeId } = await api.made('/verification-types', {
      maxSessionsRecentPast: 20,
      maxAttemptsPerSession: 10,
    });
    const [first, second] = [
      (await api.post(of(personId), { verificationTypeId })).body.data,
      (await api.post(of(personId), { verificationTypeId })).body.data,
    ];
    await fail(personId, first);
    const right = answersTo(second);
    mustWait(await attempt(personId, second.id, right));
    assert.equal((await api.get(`${of(personId)}/${second.id}`)).body.data.status, 'inProgress');
  });

  test('twenty at once are no more than the attempts that there are', async () => {
    const personId = await aVerifiable(api);
    const made = await api.made(of(personId));
    const wrong = wrongAnswersTo(made);
    const answers = await Promise.all(Array.from({ length: 20 }, () => attempt(personId, made.id, wrong)));
    const looked = answers.filter(({ status }) => status === 200);
    assert.equal(looked.length, made.maxAttempts);
    for (const { status, body } of answers.filter((one) => one.status !== 200)) {
      assert.deepEqual([status, body.errorType], [409, 'VerificationEnded']);
    }
    const { data } = (await api.get(`${of(personId)}/${made.id}`)).body;
    assert.deepEqual([data.status, data.attempts.length], ['failed', made.maxAttempts]);
    assert.equal((await attempt(personId, made.id, answersTo(made))).status, 409, 'the right answer comes too late');
  });

  test('an attempt that is sent twice with one key is one attempt', async () => {
    const personId = await aVerifiable(api);
    const made = await api.made(of(personId));
    const path = `${of(personId)}/${made.id}/attempts`;
    const send = () => api.post(path, { answers: wrongAnswersTo(made) }, { 'idempotency-key': 'once' });
    assert.deepEqual((await send()).body, (await send()).body);
    assert.equal((await api.get(`${of(personId)}/${made.id}`)).body.data.attempts.length, 1);
  });
});
