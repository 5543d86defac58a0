// Which rules of contact spoke in a month: counted by hand, and against what events and kept verdicts say of each message.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aReminder } from '../../../tests/support/a-reader.ts';
import { aCall, aCollectedBorrower } from '../../../tests/support/collected-borrower.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { anEmail, aPerson, aPhone, type Client, useHouse } from '../../../tests/support/house.ts';
import { moveClock, setClock } from '../../../tests/support/test-clock.ts';
import { told } from '../../../tests/support/told.ts';

type Shown = Awaited<ReturnType<Client['made']>>;

const noon = '2026-09-14T16:00:00Z';

describe('figures of rules of contact', () => {
  const { house, aCompany } = useHouse();
  let api: Client;
  let calls: Shown[];

  const rows = async (asOf: string, of = api): Promise<Shown[]> => {
    const { status, body } = await of.get(`/figures/contact-rules?asOf=${asOf}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body.data.rows;
  };
  const setting = (becomes: string | null) => ({
    compliance: becomes === null ? null : { whenBlocked: [{ theme: 'opsServicing', becomes }] },
  });
  const whenBlocked = (becomes: string | null) => api.put('/companies/current', setting(becomes));

  async function aReader(of: Client, endDate: string): Promise<string> {
    // Without a loan, so that nothing is written to them but what is sent here.
    const { id: personId } = await of.made('/people', aPerson());
    const path = `/people/${personId}`;
    await of.made(`${path}/contacts`, anEmail({ affiliation: 'self' }));
    const { id: contactId } = await of.made(`${path}/contacts`, aPhone({ affiliation: 'self' }));
    const esign = { consentType: 'esign', channel: 'email', demonstratedAt: '2020-01-01T00:00:00Z' };
    await of.made(`${path}/consents`, { ...esign, text: 'You may write to me.' });
    const texts = { consentType: 'priorExpress', channel: 'text', contactId, givenAt: '2026-01-01T00:00:00Z' };
    await of.made(`${path}/consents`, { ...texts, text: 'You may write to me.' });
    const aCase = await of.made(`${path}/cases`, { caseType: 'generic', name: 'No contact' });
    const blocks = `${path}/cases/${aCase.id}/do-not-interacts`;
    await of.made(blocks, { channels: ['email'], themes: ['all'], endDate });
    return personId;
  }
  async function send(of: Client, personId: string, more: object = {}): Promise<Shown> {
    const { status, body } = await of.post('/communicator/send', { ...aReminder, personId, ...more });
    assert.equal(status, 200, JSON.stringify(body));
    return body.data;
  }
  const isSent = (of: Client, { messageId }: Shown): Promise<unknown> =>
    eventually('the message is sent', async () => {
      const { data } = (await of.get(`/communicator/messages/${messageId}`)).body;
      return data.state === 'sent';
    });

  before(async () => {
    api = (await aCompany()).test;
    await setClock(api, noon);
    await api.put('/companies/current/general-ledger/accounts', {});
    const reader = await aReader(api, '2026-09-20');
    const held = await send(api, reader);
    await whenBlocked('dropped');
    await send(api, reader);
    await send(api, reader);
    await whenBlocked('sent');
    const allTheSame = await send(api, reader);
    // It is asked again when it leaves, by what the company has set then.
    await isSent(api, allTheSame);
    await whenBlocked(null);
    // Nobody has looked for more than 60 days whether the number is still the borrower's.
    await isSent(api, await send(api, reader, { channel: 'text' }));
    const { path, phoneId: contactId, loanId } = await aCollectedBorrower(api);
    const call = { ...aCall, contactId, loanId };
    const first = await api.made(`${path}/interactions`, { ...call, status: 'succeeded', conversation: true });
    await setClock(api, '2026-09-15T16:00:00Z');
    calls = [first, await api.made(`${path}/interactions`, call)];
    await moveClock(api, '2026-09-22T16:00:00Z');
    await isSent(api, held);
    await moveClock(api, '2026-11-01T17:00:00Z');
  });

  test('have each message and contact once for each rule and outcome, in its month', async () => {
    const [standing, ...rules] = await rows('2026-09-30');
    // One was held, and has gone out since; two were dropped, and one was sent all the same.
    assert.deepEqual(standing, {
      ruleId: 'DO-NOT-INTERACT',
      heldCount: 1,
      droppedCount: 2,
      sentCount: 1,
      madeCount: 0,
      warnedCount: 0,
    });
    const afterTalk = rules.find(({ ruleId }) => ruleId === 'FED-FREQ-POSTCONV');
    assert.deepEqual([afterTalk?.madeCount, afterTalk?.heldCount], [1, 0]);
    const byText = rules.find(({ ruleId }) => ruleId === 'FED-TCPA-RND');
    assert.deepEqual([byText?.warnedCount, byText?.sentCount], [1, 0], 'asked twice, and counted when it went out');
    const file: string = (await api.get('/figures/contact-rules/content?asOf=2026-09-30')).body;
    assert.match(
      file,
      /^ruleId,heldCount,droppedCount,sentCount,madeCount,warnedCount\r\nDO-NOT-INTERACT,1,2,1,0,0\r\n/,
    );
  });

  test('have nothing of a rule that no longer speaks when what it would let go goes out', async () => {
    const own = (await aCompany()).test;
    await setClock(own, '2026-09-15T03:00:00Z');
    await own.put('/companies/current/general-ledger/accounts', {});
    const quietHours = { from: '21:00', to: '08:00' };
    await own.put('/companies/current', { ...setting('sent'), communication: { quietHours } });
    const waiting = await send(own, await aReader(own, '2026-09-14'));
    assert.deepEqual(waiting.blockedBy, ['DO-NOT-INTERACT', 'quietHours']);
    await moveClock(own, '2026-09-16T16:00:00Z');
    await isSent(own, waiting);
    await moveClock(own, '2026-10-01T17:00:00Z');
    assert.deepEqual(await rows('2026-09-30', own), []);
  });

  test('come to what events tell of messages, and verdicts of contacts, in each month', async () => {
    const blocked = await told(house(), api, 'events=interaction.blocked');
    const ofCalls = await Promise.all(
      calls.map(async ({ id }) => (await api.get(`/interactions/${id}/verdict`)).body.data as Shown),
    );
    for (const [month, asOf] of [
      ['2026-09', '2026-09-30'],
      ['2026-10', '2026-10-31'],
    ] as const) {
      // Nothing happens in the hours between midnight in New York and in Greenwich.
      const once = new Set<string>();
      for (const { messageId, ruleIds, becomes, createdAt } of blocked) {
        if (createdAt.startsWith(month))
          for (const ruleId of ruleIds) once.add(`${ruleId} ${becomes}Count ${messageId}`);
      }
      for (const { interactionId, rules, knownAt } of ofCalls) {
        const stand = rules.filter(({ outcome }: Shown) => outcome === 'blocks' && knownAt.startsWith(month));
        for (const { ruleId } of stand) once.add(`${ruleId} madeCount ${interactionId}`);
      }
      const counted = Map.groupBy(once, (name) => name.split(' ').slice(0, 2).join(' '));
      const expected = [...counted].map(([name, all]) => `${name} ${all.length}`);
      const shown = (await rows(asOf)).flatMap(({ ruleId, ...row }: Shown) =>
        ['heldCount', 'droppedCount', 'madeCount'].flatMap((name) =>
          row[name] === 0 ? [] : [`${ruleId} ${name} ${row[name]}`],
        ),
      );
      assert.deepEqual(shown.sort(), expected.sort(), month);
      if (month === '2026-09') assert.ok(expected.length >= 3, JSON.stringify(expected));
    }
  });
});
