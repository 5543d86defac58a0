// Interactions: recorded on each channel, found by borrower, loan, case and company, corrected, and known as of a day.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aBorrower as aBorrowersSession } from '../../../tests/support/a-borrower.ts';
import { aPerson, aPhone, type Client, useHouse } from '../../../tests/support/house.ts';
import { ids, refused, refusedAt } from '../../../tests/support/refusals.ts';
import { setClock } from '../../../tests/support/test-clock.ts';
import { loanBody } from '../../../tests/support/world.ts';

const email = { contactType: 'email', label: 'personal', affiliation: 'self', status: 'primary', value: 'a@b.example' };
const aCall = { channel: 'voice', theme: 'opsCollDebt', status: 'attempted', connected: true, conversation: false };

describe('interactions', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  const aBorrower = async () => {
    const { id } = await api.made('/people', aPerson());
    const path = `/people/${id}`;
    const phone = await api.made(`${path}/contacts`, aPhone({ value: '+13175550100' }));
    const { id: emailId } = await api.made(`${path}/contacts`, email);
    const { id: loanId } = await api.made(`${path}/loans`, loanBody);
    return { personId: id as string, path: `${path}/interactions`, phoneId: phone.id as string, emailId, loanId };
  };
  const record = (path: string, body: object, query = '') => api.made(`${path}${query}`, body);
  const read = async (id: string, query = '') => (await api.get(`/interactions/${id}${query}`)).body.data;

  test('of a subject that offers something are not transactional', async () => {
    const { path } = await aBorrower();
    const offer = { channel: 'text', status: 'succeeded', subject: 'autopayEnableReminder', theme: null };
    refusedAt(await api.post(path, { ...offer, isTransactional: true }), 'isTransactional');
    const { id } = await record(path, offer);
    refusedAt(await api.put(`/interactions/${id}`, { isTransactional: true }), 'isTransactional');
    assert.equal((await api.put(`/interactions/${id}`, { isTransactional: false })).status, 200);
  });

  test('are recorded on each channel with what it has, and read as they came', async () => {
    const { path, phoneId, emailId, loanId, personId } = await aBorrower();
    const call = await record(path, {
      ...aCall,
      contactId: phoneId,
      loanId,
      messageLeft: true,
      limitedContent: true,
      wrongNumber: false,
      isAutodialed: false,
      voiceKind: 'ai',
      subject: 'loanOverdueFirstNotice',
      theme: null,
      content: { recordingUrl: 'https://calls.example/1', text: 'Left word.', campaign: { wave: 3 } },
    });
    assert.deepEqual(
      [call.object, call.personId, call.direction, call.theme, call.contactId, call.loanId, call.loanIds],
      ['interaction', personId, 'outbound', 'opsCollDebt', phoneId, loanId, [loanId]],
    );
    assert.deepEqual(
      [call.connected, call.conversation, call.messageLeft, call.limitedContent, call.wrongNumber],
      [true, false, true, true, false],
    );
    assert.deepEqual([call.isAutodialed, call.voiceKind, call.delivery], [false, 'ai', null]);
    const late = await api.put(`/interactions/${call.id}`, { wrongNumber: true, voiceKind: 'live' });
    assert.deepEqual([late.body.data.wrongNumber, late.body.data.voiceKind, late.body.data.version], [true, 'live', 2]);
    const { versions } = (await api.get(`/interactions/${call.id}/versions`)).body.data;
    assert.deepEqual(
      versions.map(({ wrongNumber, voiceKind }: typeof call) => [wrongNumber, voiceKind]),
      [
        [true, 'live'],
        [false, 'ai'],
      ],
    );
    assert.deepEqual([call.version, call.threadId, call.isExternal, call.searchable], [1, call.id, true, false]);
    assert.deepEqual(await read(call.id), late.body.data, 'what nobody has named is kept in its content as well');
    assert.deepEqual(call.content.campaign, { wave: 3 });
    const mail = await record(path, {
      channel: 'email',
      theme: 'opsServicing',
      status: 'succeeded',
      contactId: emailId,
      direction: 'inbound',
      previousInteractionId: call.id,
      content: { subjectLine: 'Re: your call', text: 'Please call in May.', html: '<p>Please call in May.</p>' },
    });
    assert.deepEqual([mail.previousInteractionId, mail.threadId, mail.connected], [call.id, call.id, null]);
    const others = {
      text: { undeliverable: true, status: 'failed', contactId: phoneId },
      chat: {
        status: 'inProgress',
        borrowerSelectedTheme: 'opsServicing',
        content: { messages: [{ by: 'x', text: 'y' }] },
      },
      mail: { status: 'attempted', undeliverable: null, delivery: 'registered' },
      gui: { status: 'succeeded', subject: 'autopayAgreement', content: { page: 'autopay' } },
      document: { status: 'succeeded', isExternal: false },
    };
    for (const [channel, more] of Object.entries(others)) {
      const made = await record(path, { channel, theme: 'opsServicing', ...more });
      assert.deepEqual([made.channel, (await read(made.id)).status], [channel, more.status]);
    }
    assert.deepEqual(ids(await api.get(`${path}?threadId=${call.id}`)), [mail.id, call.id]);
  });

  test('are listed below their borrower and for the company, by each filter and both ways', async () => {
    const { path, loanId, personId } = await aBorrower();
    const at = (hour: string) => `${new Date().toISOString().slice(0, 10)}T00:00:${hour}Z`;
    const first = await record(path, { ...aCall, loanId, startedAt: at('02') });
    const second = await record(path, {
      ...aCall,
      channel: 'chat',
      connected: null,
      direction: 'inbound',
      startedAt: at('01'),
    });
    const third = await record(path, {
      channel: 'text',
      theme: 'opsServicing',
      status: 'scheduled',
      scheduledAtFrom: '2099-01-01',
    });
    const own = `/interactions?personId=${personId}`;
    for (const list of [`${path}?`, `${own}&`]) {
      const found = async (query: string) => {
        const answer = await api.get(`${list}${query}`);
        assert.equal(answer.status, 200, JSON.stringify(answer.body));
        return ids(answer);
      };
      assert.deepEqual(await found('limit=2'), [third.id, second.id]);
      assert.deepEqual(await found(`startingAfter=${second.id}`), [first.id]);
      assert.deepEqual(await found('sortBy=startedAt'), [second.id, first.id, third.id]);
      assert.deepEqual(await found('channel=chat'), [second.id]);
      assert.deepEqual(await found('theme=opsCollDebt'), [second.id, first.id]);
      assert.deepEqual(await found('status=scheduled'), [third.id]);
      assert.deepEqual(await found('direction=inbound'), [second.id]);
      assert.deepEqual(await found(`loanId=${loanId}`), [first.id]);
      assert.deepEqual(await found(`startedAtFrom=${at('02')}`), [first.id]);
      assert.deepEqual(await found(`startedAtTo=${at('02')}`), [second.id]);
    }
    const [shown] = (await api.get(`${path}?channel=chat`)).body.data;
    assert.equal('content' in shown, false, 'a list does not show what was said');
  });

  test('with an external id are found by it, and it is taken once', async () => {
    const { path } = await aBorrower();
    const { id } = await record(path, { ...aCall, externalId: 'dialer-1' });
    assert.equal((await read('ext-dialer-1')).id, id);
    const again = await api.post(path, { ...aCall, externalId: 'dialer-1' });
    assert.deepEqual([again.status, again.body.errorType], [409, 'DuplicateExternalId']);
    const next = await record(path, { ...aCall, previousInteractionId: 'ext-dialer-1' });
    assert.equal(next.threadId, id);
  });

  test('that go on or were not so are corrected, and what was known before stays', async () => {
    const { path, loanId } = await aBorrower();
    const days = ['2099-03-01T15:00:00Z', '2099-03-02T15:00:00Z', '2099-03-03T15:00:00Z'] as const;
    await setClock(api, days[0]);
    const { id } = await record(path, {
      channel: 'voice',
      theme: 'opsCollDebt',
      status: 'inProgress',
      content: { text: 'Rings' },
    });
    await setClock(api, days[1]);
    const ended = await api.put(`/interactions/${id}`, { status: 'attempted', endedAt: days[0], messageLeft: true });
    assert.deepEqual([ended.status, ended.body.data.version, ended.body.data.content], [200, 2, { text: 'Rings' }]);
    await setClock(api, days[2]);
    const late = {
      status: 'succeeded',
      conversation: true,
      messageLeft: false,
      loanIds: [loanId],
      content: { text: 'Talked' },
    };
    const corrected = (await api.put(`/interactions/${id}`, late)).body.data;
    assert.deepEqual([corrected.version, corrected.recordedAt, corrected.loanIds], [3, corrected.updatedAt, [loanId]]);
    const same = (await api.put(`/interactions/${id}`, late)).body.data;
    assert.equal(same.version, 3, 'what is said again changes nothing');
    const known = await Promise.all(days.map((day) => read(id, `?knownAt=${day}`)));
    assert.deepEqual(
      known.map(({ status, conversation, messageLeft, loanId, content }) => [
        status,
        conversation,
        messageLeft,
        loanId,
        content.text,
      ]),
      [
        ['inProgress', null, null, null, 'Rings'],
        ['attempted', null, true, null, 'Rings'],
        ['succeeded', true, false, loanId, 'Talked'],
      ],
    );
    refused(await api.get(`/interactions/${id}?knownAt=2099-02-28`), 404, 'NotFound', 'knownAt');
    const { versions } = (await api.get(`/interactions/${id}/versions`)).body.data;
    assert.deepEqual(
      versions.map(({ version, status }: { version: number; status: string }) => [version, status]),
      [
        [3, 'succeeded'],
        [2, 'attempted'],
        [1, 'inProgress'],
      ],
    );
  });

  test('that were recorded as searchable are found by their words, others are not', async () => {
    const { path, personId } = await aBorrower();
    const content = {
      subjectLine: 'Hardship',
      html: '<p class="lay-off">Lost my job at O’Brien</p>',
      deep: { note: 'zebra' },
    };
    const mail = { channel: 'email', theme: 'opsServicing', status: 'succeeded', content };
    const found = await record(path, mail, '?searchable=true');
    await record(path, mail);
    const search = async (text: string) => ids(await api.get(`/interactions?personId=${personId}&search=${text}`));
    for (const text of ['hardship', 'HARDSHIP%20job', 'o%27brien', 'zebra']) {
      assert.deepEqual(await search(text), [found.id], text);
      assert.deepEqual(ids(await api.get(`${path}?search=${text}`)), [found.id], text);
    }
    for (const text of ['lay-off', 'class', 'hardship%20giraffe', '%3F%3F'])
      assert.deepEqual(await search(text), [], text);
    await api.put(`/interactions/${found.id}`, { content: { text: 'Giraffe' } });
    assert.deepEqual([await search('zebra'), await search('giraffe')], [[], [found.id]]);
  });

  test('of another borrower or company are not found, nor is anything of theirs taken', async () => {
    const [mine, theirs] = [await aBorrower(), await aBorrower()];
    const { test: other } = await aCompany();
    const { id } = await record(theirs.path, aCall);
    assert.equal((await other.get(`/interactions/${id}`)).status, 404);
    assert.equal((await other.put(`/interactions/${id}`, { status: 'failed' })).status, 404);
    assert.deepEqual(ids(await other.get('/interactions')), []);
    const named = {
      loanId: theirs.loanId,
      contactId: theirs.phoneId,
      previousInteractionId: id,
      caseId: 'CS-AAAA-AAAA',
    };
    const own = await record(mine.path, aCall);
    for (const [path, value] of Object.entries(named)) {
      refused(await api.post(mine.path, { ...aCall, [path]: value }), 404, 'NotFound', path);
      if (path === 'previousInteractionId') continue;
      refused(await api.put(`/interactions/${own.id}`, { [path]: value }), 404, 'NotFound', path);
    }
    refused(
      await api.post(mine.path, { ...aCall, loanIds: [mine.loanId, theirs.loanId] }),
      404,
      'NotFound',
      'loanIds[1]',
    );
  });

  test('with somebody else on a loan name the shared loan, also after they left it; with others they do not', async () => {
    const [main, coBorrower, stranger] = [await aBorrower(), await aBorrower(), await aBorrower()];
    const loan = `/people/${main.personId}/loans/${main.loanId}`;
    await api.made(`${loan}/people`, { personId: coBorrower.personId, loanRelationType: 'coBorrower' });
    const call = await record(coBorrower.path, { ...aCall, loanId: main.loanId });
    assert.deepEqual([call.personId, call.loanIds], [coBorrower.personId, [main.loanId]]);
    const both = { loanIds: [coBorrower.loanId, main.loanId] };
    assert.deepEqual((await api.put(`/interactions/${call.id}`, both)).body.data.loanIds, both.loanIds);
    assert.deepEqual(ids(await api.get(`/interactions?loanId=${main.loanId}`)), [call.id]);
    assert.deepEqual(ids(await api.get(main.path)), [], 'it was with the co-borrower alone');
    refused(await api.post(main.path, { ...aCall, loanId: coBorrower.loanId }), 404, 'NotFound', 'loanId');
    refused(await api.post(stranger.path, { ...aCall, loanId: main.loanId }), 404, 'NotFound', 'loanId');
    const [first] = (await api.get(`${loan}/people`)).body.data;
    await api.made(`${loan}/people/${first.id}/end`, {});
    assert.deepEqual((await record(coBorrower.path, { ...aCall, loanId: main.loanId })).loanIds, [main.loanId]);
  });

  test('that name a shared loan are told to no other borrower, and no other company names it', async () => {
    const [main, coBorrower] = [await aBorrower(), await aBorrower()];
    const people = `/people/${main.personId}/loans/${main.loanId}/people`;
    await api.made(people, { personId: coBorrower.personId, loanRelationType: 'coBorrower' });
    await record(coBorrower.path, { ...aCall, status: 'succeeded', conversation: true, loanId: main.loanId });
    const asMain = await aBorrowersSession(house(), api, main.personId);
    const asOther = await aBorrowersSession(house(), api, coBorrower.personId);
    assert.deepEqual(ids(await asMain.get(main.path)), []);
    assert.equal((await asMain.get(coBorrower.path)).status, 404);
    assert.equal(ids(await asOther.get(coBorrower.path)).length, 1);
    assert.equal((await asOther.post(coBorrower.path, { ...aCall, loanId: main.loanId })).status, 403);
    const { test: other } = await aCompany();
    const { id } = await other.made('/people', aPerson());
    refused(
      await other.post(`/people/${id}/interactions`, { ...aCall, loanId: main.loanId }),
      404,
      'NotFound',
      'loanId',
    );
  });

  test('that name a document name one of their borrower', async () => {
    const [mine, theirs] = [await aBorrower(), await aBorrower()];
    const aDocument = async (of: string) => (await api.post(`/people/${of}/documents`, { type: 'other' })).body.id;
    const [own, strange] = [await aDocument(mine.personId), await aDocument(theirs.personId)];
    const sent = { channel: 'mail', theme: 'opsServicing', status: 'succeeded' };
    const made = await record(mine.path, { ...sent, documentId: own });
    assert.equal(made.documentId, own);
    refused(await api.post(mine.path, { ...sent, documentId: strange }), 404, 'NotFound', 'documentId');
    refused(await api.put(`/interactions/${made.id}`, { documentId: strange }), 404, 'NotFound', 'documentId');
    assert.equal((await api.put(`/interactions/${made.id}`, { documentId: null })).body.data.documentId, null);
  });

  describe('are refused by the field that is wrong', () => {
    const call = { channel: 'voice', theme: 'opsCollDebt', status: 'attempted' };
    const wrong: readonly (readonly [string, object, string])[] = [
      ['without a channel', { channel: undefined }, 'channel'],
      ['by fax', { channel: 'fax' }, 'channel'],
      ['without a status', { status: undefined }, 'status'],
      ['of no status', { status: 'ringing' }, 'status'],
      ['in progress where nothing lasts', { channel: 'text', status: 'inProgress' }, 'status'],
      ['without a theme', { theme: undefined }, 'theme'],
      ['of all themes', { theme: 'all' }, 'theme'],
      ['without a theme where the subject implies none', { theme: null, subject: 'custom7' }, 'theme'],
      [
        'of another theme than the subject implies',
        { theme: 'opsServicing', subject: 'loanOverdueSecondNotice' },
        'theme',
      ],
      ['of a subject in words', { subject: 'Please pay' }, 'subject'],
      ['in the future', { startedAt: '2099-12-31T00:00:00Z' }, 'startedAt'],
      ['before the borrower was recorded', { startedAt: '2020-01-01' }, 'startedAt'],
      ['ended in the future', { endedAt: '2099-12-31' }, 'endedAt'],
      ['ended before it began', { endedAt: '2020-01-01' }, 'endedAt'],
      ['scheduled without a time', { status: 'scheduled' }, 'scheduledAtFrom'],
      [
        'scheduled and begun',
        { status: 'scheduled', scheduledAtFrom: '2099-12-31', startedAt: '2020-01-01' },
        'startedAt',
      ],
      [
        'scheduled until before it begins',
        { scheduledAtFrom: '2099-12-31', scheduledAtTo: '2099-12-30' },
        'scheduledAtTo',
      ],
      ['undeliverable by voice', { undeliverable: true }, 'undeliverable'],
      ['connected by text', { channel: 'text', connected: true }, 'connected'],
      ['with a conversation that did not connect', { connected: false, conversation: true }, 'conversation'],
      ['with a message that did not connect', { connected: false, messageLeft: true }, 'messageLeft'],
      ['with limited content of no message', { messageLeft: false, limitedContent: true }, 'limitedContent'],
      ['with a conversation at a wrong number', { wrongNumber: true, conversation: true }, 'conversation'],
      ['by a voice that nobody knows', { voiceKind: 'robot' }, 'voiceKind'],
      ['delivered by voice', { delivery: 'registered' }, 'delivery'],
      ['with a content that is a text', { content: 'Hello' }, 'content'],
      ['with a content beyond bounds', { content: { more: 'a'.repeat(300_000) } }, 'content'],
      ['with an external id that begins with ext-', { externalId: 'ext-1' }, 'externalId'],
    ];
    for (const [what, change, path] of wrong) {
      test(what, async () => {
        const { id } = await api.made('/people', aPerson());
        refusedAt(await api.post(`/people/${id}/interactions`, { ...call, ...change }), path);
      });
    }

    test('called at an email address, or changed to another channel', async () => {
      const { path, emailId, personId } = await aBorrower();
      refusedAt(await api.post(path, { ...call, contactId: emailId }), 'contactId');
      const { id } = await record(path, call);
      refusedAt(await api.put(`/interactions/${id}`, { channel: 'text' }), 'channel');
      refusedAt(await api.put(`/interactions/${id}`, { connected: false, conversation: true }), 'conversation');
      const { createdAt } = (await api.get(`/people/${personId}`)).body.data;
      const lately = new Date(Date.parse(createdAt) - 3_600_000).toISOString();
      const early = await record(path, { ...call, startedAt: lately });
      refusedAt(await api.put(`/interactions/${early.id}`, { startedAt: '2020-01-01' }), 'startedAt');
    });
  });

  test('keep what a stamp or an unknown field says out, and end at five hundred versions', async () => {
    const { path, personId } = await aBorrower();
    const { id, createdAt, version } = await record(path, {
      ...aCall,
      id: 'IN-AAAA-AAAA',
      createdAt: '2020-01-01',
      version: 9,
    });
    assert.ok(id !== 'IN-AAAA-AAAA' && createdAt > '2020-01-02' && version === 1);
    const { pools } = house().service.database;
    await pools.test.query('update interactions set version = 500 where person_id = $1 and id = $2', [personId, id]);
    const { status, body } = await api.put(`/interactions/${id}`, { conversation: true });
    assert.deepEqual([status, body.errorType], [409, 'NoRoom'], JSON.stringify(body));
  });
});
