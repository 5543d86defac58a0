// The number of a card and its security code are in no answer, no column, no line of the log and no fingerprint.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pino } from 'pino';
import { makeServer } from '#app/server.ts';
import { aLine } from '../../../tests/support/a-line.ts';
import { everythingStored } from '../../../tests/support/everything-stored.ts';
import { useHouse } from '../../../tests/support/house.ts';

const pan = '4532015112830366';
const written = '4532-0151 1283-0366';
/** With the same last four digits. */
const samePan = '5425233430190366';
const otherPan = '4111111111111111';
const code = '8675';

const settings = {
  publicUrl: '',
  syncTimeoutMs: 5000,
  trustProxy: false,
  limitsPerMinute: { key: 0, company: 0, address: 0 },
  host: '127.0.0.1',
};

const withDetails = (cardDetails: object) => JSON.stringify({ cardDetails: { nickname: 'Telltale', ...cardDetails } });

describe('the number of a card and its security code', () => {
  const { house, aCompany } = useHouse();

  test('are in no answer, no column and no line of the log', async () => {
    const { service } = house();
    const { test: api } = await aCompany();
    const { cards } = await aLine(api);
    const lines: string[] = [];
    const log = pino({ level: 'trace', base: null }, { write: (line: string) => lines.push(line) });
    const app = makeServer(service, settings, log);
    const answers: string[] = [];
    const call = async (
      method: 'POST' | 'PUT',
      url: string,
      payload: string,
      key: string,
      type = 'application/json',
    ) => {
      const headers = { 'x-api-key': api.key, 'idempotency-key': key, 'content-type': type };
      const answer = await app.inject({ method, url: `/api${url}`, headers, payload });
      answers.push(answer.payload + JSON.stringify(answer.headers));
      return { status: answer.statusCode, id: JSON.parse(answer.payload).data?.id };
    };
    await api.made('/webhooks', {
      webhookType: 'direct',
      eventTypes: ['*'],
      webhookDirectDetails: { webhookUrl: 'https://receiver.invalid/' },
    });
    const full = { pan, cvvNumber: code };
    const form = `cardDetails[pan]=${pan}&cardDetails[cvvNumber]=${code}`;
    const { id } = await call('POST', cards, withDetails(full), 'a');
    const statuses = [
      await call('POST', cards, withDetails(full), 'a'),
      await call('POST', cards, withDetails({ ...full, pan: written }), 'b'),
      await call('POST', cards, form, 'c', 'application/x-www-form-urlencoded'),
      await call('PUT', `${cards}/${id}`, withDetails(full), 'd'),
      await call('POST', cards, withDetails({ ...full, pan: pan.replace(/6$/, '7') }), 'e'),
      await call('POST', cards, withDetails({ ...full, cvvNumber: `${code}${code}` }), 'f'),
      await call('POST', cards, withDetails({ ...full, cardNumberLastFour: '1111' }), 'g'),
      await call('POST', cards, withDetails({ ...full, nickname: written }), 'h'),
      await call('POST', cards, withDetails({ pan: { pan }, cvvNumber: [code] }), 'i'),
      await call('POST', cards, withDetails(full).slice(0, -1), 'j'),
      await call('POST', cards, withDetails(full).replace(`"${pan}"`, pan), 'k'),
      await call('POST', cards.replace(/LN-.*/, 'LN-QQQQ-QQQQ/cards'), withDetails(full), 'l'),
    ].map(({ status }) => status);
    assert.deepEqual(statuses, [201, 201, 201, 200, 400, 400, 400, 400, 400, 400, 400, 404]);
    await service.orderEvents('test');
    answers.push(JSON.stringify((await api.get('/events')).body), JSON.stringify((await api.get(cards)).body));
    await app.close();

    // Times and process ids may contain the four digits of the code, so it counts where it stands alone.
    const secret = /45320151|1512830|12830366|1283-0366|(?<![\d.])8675(?!\d)/;
    assert.equal(secret.exec(answers.join('\n'))?.[0], undefined, 'an answer');
    assert.ok(lines.length > 5 && lines.some((line) => line.includes('/cards')), 'the log was read');
    assert.equal(/telltale/i.exec(lines.join('\n'))?.[0] ?? secret.exec(lines.join('\n'))?.[0], undefined, 'the log');
    const stored = await everythingStored(house());
    assert.ok(stored.some(([table, text]) => table === 'cards' && text.includes('0366')));
    for (const [table, text] of stored) {
      // Times and random bytes may contain any few digits, so only whole numbers and words count.
      const found = /4532015112830366|453201511283|4532-0151|cvvNumber|telltale/i.exec(text)?.[0];
      assert.equal(found, undefined, table);
    }
  });

  test('are not sealed either: what is sealed of a card has no digit of them', async () => {
    const { service } = house();
    const { test: api } = await aCompany();
    const { personId, cards } = await aLine(api);
    const { id } = await api.made(cards, JSON.parse(withDetails({ pan, cvvNumber: code })));
    const { rows } = await service.database.pools.test.query(
      'select data_key, details_sealed from cards join people using (person_id) where id = $1',
      [id],
    );
    const sealer = service.vault.sealer(personId, rows[0].data_key);
    const details = sealer.unseal(`card.${id}.details`, rows[0].details_sealed);
    assert.match(details, /Telltale/);
    assert.doesNotMatch(details, /\d/);
    assert.throws(() => sealer.unseal('card.CD-AAAA-AAAA.details', rows[0].details_sealed), 'moved to another row');
  });

  test('are not in the fingerprint of a request: a repeat with another code is the same request', async () => {
    const { test: api } = await aCompany();
    const { cards } = await aLine(api);
    const post = (details: object, key = 'once') =>
      api.post(cards, JSON.parse(withDetails(details)), { 'idempotency-key': key });
    const first = await post({ pan, cvvNumber: code });
    assert.equal(first.status, 201);
    for (const again of [
      { pan, cvvNumber: '123' },
      { pan, cvvNumber: null },
      { pan: samePan, cvvNumber: code },
    ]) {
      const { status, headers, body } = await post(again);
      assert.deepEqual([status, headers['idempotent-replayed'], body.data.id], [201, 'true', first.body.data.id]);
    }
    for (const other of [
      { pan: otherPan, cvvNumber: code },
      { pan, cvvNumber: code, nickname: 'Green' },
    ]) {
      assert.equal((await post(other)).body.errorType, 'IdempotencyKeyReused');
    }
    assert.equal((await api.get(cards)).body.total, 1);
  });
});
