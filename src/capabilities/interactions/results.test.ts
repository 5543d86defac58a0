// What comes of an interaction: notes of people, transcriptions and summaries of an outside service.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { erasePersonByHand } from '#app/erase-person.ts';
import { everythingStored } from '../../../tests/support/everything-stored.ts';
import { aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { ids, refused, refusedAt } from '../../../tests/support/refusals.ts';

const call = { channel: 'voice', theme: 'opsServicing', status: 'succeeded' };

describe('what comes of an interaction', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  const aCall = async (more: object = {}) => {
    const { id: personId } = await api.made('/people', aPerson());
    const { id } = await api.made(`/people/${personId}/interactions`, { ...call, ...more });
    return { personId, path: `/people/${personId}/interactions/${id}`, id: id as string };
  };

  test('is a note that is written, changed and deleted', async () => {
    const { path } = await aCall();
    const note = await api.made(`${path}/notes`, { text: 'Sounded tired.' });
    assert.deepEqual([note.object, note.text, note.createdByType], ['interactionNote', 'Sounded tired.', 'key']);
    assert.equal((await api.put(`${path}/notes/${note.id}`, { text: 'Was tired.' })).body.data.text, 'Was tired.');
    assert.equal((await api.get(`${path}/notes/${note.id}`)).body.data.text, 'Was tired.');
    await api.delete(`${path}/notes/${note.id}`);
    assert.deepEqual(ids(await api.get(`${path}/notes`)), []);
    refused(await api.get(`${path}/notes/${note.id}`), 404, 'NotFound', 'interactionNoteId');
  });

  test('is a transcription, and a summary that names it, once by their external ids', async () => {
    const { path } = await aCall();
    const sent = {
      externalId: 'speech-1',
      provider: 'speech',
      language: 'en-US',
      text: 'Hello. I lost my job.',
      segments: [{ speaker: 'borrower', startSecond: 3, text: 'I lost my job.' }],
    };
    const transcription = await api.made(`${path}/transcriptions`, sent);
    assert.deepEqual([transcription.segments, transcription.producedAt], [sent.segments, null]);
    assert.equal((await api.post(`${path}/transcriptions`, sent)).body.errorType, 'DuplicateExternalId');
    const summary = await api.made(`${path}/summaries`, {
      text: 'No job.',
      topics: ['hardship'],
      transcriptionId: 'ext-speech-1',
    });
    assert.deepEqual(
      [summary.transcriptionId, summary.topics, summary.actionItems],
      [transcription.id, ['hardship'], null],
    );
    assert.deepEqual((await api.get(`${path}/summaries/${summary.id}`)).body.data, summary);
    assert.deepEqual(ids(await api.get(`${path}/transcriptions`)), [transcription.id]);
    assert.equal((await api.put(`${path}/transcriptions/${transcription.id}`, { text: 'x' })).status, 405);
    refused(
      await api.post(`${path}/summaries`, { text: 'a', transcriptionId: 'AT-AAAA-AAAA' }),
      404,
      'NotFound',
      'transcriptionId',
    );
    refusedAt(await api.post(`${path}/summaries`, {}), 'text');
  });

  test('of another interaction, borrower or kind is not found', async () => {
    const [mine, theirs] = [await aCall(), await aCall()];
    const { id: otherId } = await api.made(`/people/${mine.personId}/interactions`, call);
    const note = await api.made(`${mine.path}/notes`, { text: 'Mine' });
    for (const path of [theirs.path, `/people/${mine.personId}/interactions/${otherId}`]) {
      refused(await api.get(`${path}/notes/${note.id}`), 404, 'NotFound', 'interactionNoteId');
      assert.deepEqual(ids(await api.get(`${path}/notes`)), []);
    }
    refused(await api.get(`${mine.path}/summaries/${note.id}`), 404, 'NotFound', 'interactionSummaryId');
    const crossed = `/people/${theirs.personId}/interactions/${mine.id}/notes`;
    refused(await api.get(crossed), 404, 'NotFound', 'interactionId');
  });

  test('is hidden where the interaction is sensitive, and goes with the borrower', async () => {
    const { path, personId } = await aCall({ sensitive: true });
    const words = { text: 'Telltale words', externalId: 'telltale-id' };
    for (const kind of ['notes', 'transcriptions', 'summaries']) await api.made(`${path}/${kind}`, words);
    const permissions = ['interaction.note:list', 'interaction.note:read', 'interaction:read'];
    const few = house().client((await api.made('/keys', { name: 'few', permissions })).key, api.realm);
    assert.deepEqual((await few.get(`${path}/notes`)).body.data[0].text, null);
    assert.deepEqual((await api.get(`${path}/notes`)).body.data[0].text, 'Telltale words');
    const holding = async (said: RegExp) =>
      [...(await everythingStored(house()))].filter(([, text]) => said.test(text)).map(([table]) => table);
    assert.deepEqual(await holding(/telltale words/i), []);
    await erasePersonByHand(house().service, api.realm, personId, { evenWithOpenLoans: true });
    assert.deepEqual(await holding(/telltale/i), []);
    const again = await aCall();
    assert.equal((await api.post(`${again.path}/notes`, words)).status, 201, 'the external id is free');
  });
});
