// A borrower on the telephone is verified by what only the borrower should know; and nothing of it is shown.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { everythingStored } from '../../../tests/support/everything-stored.ts';
import { aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { refused, refusedAt } from '../../../tests/support/refusals.ts';
import { answersTo, aVerifiable, wrongAnswersTo } from '../../../tests/support/verifiable.ts';
import { questionIds } from './questions/bank.ts';

describe('the questions', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  const allKnown = {
    questionSelectionCriteria: [
      { exactMatchCount: 1, category: 'notInBorrowerPortal' },
      { exactMatchCount: 4, category: 'inBorrowerPortal' },
    ],
  };
  const typeId = async (body: object) => (await api.made('/verification-types', body)).id as string;
  const begun = async (body: object = {}, person?: string) => {
    const personId = person ?? (await aVerifiable(api));
    const path = `/people/${personId}/verifications`;
    const { status, body: answer } = await api.post(path, body);
    assert.equal(status, 200, JSON.stringify(answer));
    return { verification: answer.data, path: `${path}/${answer.data.id}` };
  };
  const attempts = (path: string, answers: object) => api.post(`${path}/attempts`, { answers });

  test('are listed, without a word of what is known', async () => {
    const { data, total } = (await api.get('/verification-questions')).body;
    assert.deepEqual([total, data.map(({ id }: { id: string }) => id)], [questionIds.length, questionIds]);
    assert.deepEqual(Object.keys(data[0]), ['id', 'text', 'memo', 'category', 'object', 'format']);
  });

  test('are three by the standard, and right answers to all of them are a success that is current for 15 minutes', async () => {
    const { verification, path } = await begun();
    assert.deepEqual(
      [verification.status, verification.questions.length, verification.verificationTypeId, verification.maxAttempts],
      ['inProgress', 3, null, 3],
    );
    const { data } = (await attempts(path, answersTo(verification))).body;
    assert.equal(data.status, 'succeeded', JSON.stringify(data));
    assert.deepEqual(
      data.attempts.map(({ isSuccess }: { isSuccess: boolean }) => isSuccess),
      [true],
    );
    assert.equal(Date.parse(data.currentUntil) - Date.parse(data.updatedAt), 15 * 60_000);
    assert.deepEqual((await api.get(path)).body.data, data);
    const { status, body } = await attempts(path, answersTo(verification));
    assert.deepEqual([status, body.errorType, body.data.status], [409, 'VerificationEnded', 'succeeded']);
  });

  test('are right or wrong as a whole: one wrong answer of five is an attempt, and says nothing more', async () => {
    const verificationTypeId = await typeId(allKnown);
    const { verification, path } = await begun({ verificationTypeId });
    assert.equal(verification.questions.length, 5);
    const { data } = (await attempts(path, wrongAnswersTo(verification))).body;
    assert.deepEqual([data.status, data.attempts.length, data.attempts[0].isSuccess], ['inProgress', 1, false]);
    assert.equal((await attempts(path, answersTo(verification))).body.data.status, 'succeeded');
  });

  test('may be answered in several writings', async () => {
    const verificationTypeId = await typeId(allKnown);
    const writings = [
      { dateOfBirth: 'December 10, 1985', phone: '317.555.1212', homeZip: '46204-1234' },
      { dateOfBirth: '10 de diciembre de 1985', phone: '+1 317 555 1212', taxNumberLastFour: ' 67-89 ' },
      { dateOfBirth: '1985-12-10', email: ' ada@EXAMPLE.com ' },
    ];
    for (const wording of writings) {
      const { verification, path } = await begun({ verificationTypeId });
      const { data } = (await attempts(path, answersTo(verification, wording))).body;
      assert.equal(data?.status, 'succeeded', JSON.stringify(wording));
    }
  });

  test('refuse what cannot be read by its field, which is no attempt', async () => {
    const { verification, path } = await begun({ verificationTypeId: await typeId(allKnown) });
    const right = answersTo(verification);
    refusedAt(await attempts(path, answersTo(verification, { dateOfBirth: '31/31/1985' })), 'answers[0].value');
    refusedAt(await attempts(path, right.slice(1)), 'answers');
    refusedAt(await attempts(path, [...right, right[0]]), 'answers[5].questionId');
    refusedAt(await attempts(path, [{ questionId: 'loanYear', value: '2020' }]), 'answers[0].questionId');
    refusedAt(await api.post(`${path}/attempts`, { code: '123456' }), 'code');
    refusedAt(await api.post(`${path}/attempts`, {}), 'answers');
    assert.deepEqual((await api.get(path)).body.data.attempts, []);
  });

  test('are asked only where the answer is on file', async () => {
    const { id } = await api.made('/people', aPerson({ dateOfBirth: '1985-12-10' }));
    const { status, body } = await api.post(`/people/${id}/verifications`, {});
    assert.deepEqual([status, body.errorType, body.data.reason], [400, 'VerificationNotPossible', 'tooFewAnswers']);
    const byBirth = {
      enabledQuestionIds: ['dateOfBirth'],
      questionSelectionCriteria: [{ exactMatchCount: 1, category: 'inBorrowerPortal' }],
    };
    const { verification } = await begun({ verificationTypeId: await typeId(byBirth) }, id);
    assert.deepEqual(
      verification.questions.map((one: { id: string }) => one.id),
      ['dateOfBirth'],
    );
  });

  test('do not ask for a contact that somebody has put there lately', async () => {
    const { id } = await api.made('/people', aPerson({ dateOfBirth: '1985-12-10' }));
    const key = await api.made('/keys', { name: 'somebody else' });
    const other = house().client(key.key, api.realm);
    await other.made(`/people/${id}/contacts`, { contactType: 'email', label: 'personal', value: 'eve@example.com' });
    const byEmail = {
      enabledQuestionIds: ['email'],
      questionSelectionCriteria: [{ exactMatchCount: 1, category: 'inBorrowerPortal' }],
    };
    const verificationTypeId = await typeId(byEmail);
    const { body } = await api.post(`/people/${id}/verifications`, { verificationTypeId });
    assert.equal(body.errorType, 'VerificationNotPossible');
  });

  test('keep no answer: neither in a row, nor in an event, nor in the audit', async () => {
    const verificationTypeId = await typeId(allKnown);
    const { verification, path } = await begun({ verificationTypeId });
    const word = 'chrysanthemum@nowhere.example';
    await attempts(path, answersTo(verification, { email: word, phone: '+13175559876' }));
    for (const [table, text] of await everythingStored(house())) {
      assert.ok(!text.includes('chrysanthemum') && !text.includes('3175559876'), table);
    }
  });

  test('are of one borrower: nobody else’s verification is found by its id', async () => {
    const { path, verification } = await begun();
    const other = await aVerifiable(api);
    refused(await api.get(`/people/${other}/verifications/${verification.id}`), 404, 'NotFound', 'verificationId');
    const answers = answersTo(verification);
    refused(
      await api.post(`/people/${other}/verifications/${verification.id}/attempts`, { answers }),
      404,
      'NotFound',
      'verificationId',
    );
    assert.equal((await api.get(path)).body.data.attempts.length, 0);
  });

  test('are listed with their attempts, the newest first', async () => {
    const personId = await aVerifiable(api);
    const first = await begun({}, personId);
    await attempts(first.path, wrongAnswersTo(first.verification));
    const second = await begun({}, personId);
    const { data, total } = (await api.get(`/people/${personId}/verifications`)).body;
    assert.equal(total, 2);
    assert.deepEqual(
      data.map(({ id, attempts: made }: { id: string; attempts: object[] }) => [id, made.length]),
      [
        [second.verification.id, 0],
        [first.verification.id, 1],
      ],
    );
  });
});
