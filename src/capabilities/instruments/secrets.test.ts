// Numbers of accounts and cards are in no answer, no column and no line of the log. Security codes are not stored at
// all.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pino } from 'pino';
import { makeServer } from '#app/server.ts';
import { everythingStored } from '../../../tests/support/everything-stored.ts';
import { useHouse } from '../../../tests/support/house.ts';

const accountNumbers = ['000718281828', '000161803398', '0007182818-28'];
/** A card of the simulator; a real one is refused, or dropped where the card is external. */
const simulated = '4000 0051 0000 0000';
const cardNumber = '4532015112830366';
const codes = '8675';

const account = {
  instrumentType: 'bankAccount',
  accountNumber: accountNumbers[0],
  routingNumber: '021000021',
  accountType: 'checking',
  accountHolderType: 'personal',
  accountHolderName: 'Telltale Holder',
  nickname: 'Telltale nickname',
};
const card = {
  instrumentType: 'card',
  cardNumber: simulated,
  cvv: codes,
  cardType: 'credit',
  expirationMonth: 4,
  expirationYear: 2097,
  accountHolderName: 'Telltale Holder',
  address: { addressLine1: '7 Telltale St', city: 'Indianapolis', state: 'IN', postalCode: '46204' },
};

describe('the numbers of payment instruments', () => {
  const { house, aCompany } = useHouse();

  test('are in no answer, no column and no line of the log', async () => {
    const { service } = house();
    const { test: api } = await aCompany();
    const lines: string[] = [];
    const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) });
    const app = makeServer(
      service,
      {
        publicUrl: '',
        syncTimeoutMs: 5000,
        trustProxy: false,
        limitsPerMinute: { key: 0, company: 0, address: 0 },
        host: '127.0.0.1',
      },
      log,
    );
    const answers: string[] = [];
    const call = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, key = 'none') => {
      const { statusCode, payload } = await app.inject({
        method,
        url: `/api${path}`,
        headers: { 'x-api-key': api.key, ...(method === 'POST' ? { 'idempotency-key': key } : {}) },
        ...(body === undefined ? {} : { payload: body }),
      });
      answers.push(payload);
      return { status: statusCode, data: JSON.parse(payload).data };
    };
    const person = await api.made('/people', { name: { firstName: 'Ada', lastName: 'Lovelace' } });
    const path = `/people/${person.id}/payment-instruments`;
    await api.made('/webhooks', {
      webhookType: 'direct',
      eventTypes: ['*'],
      webhookDirectDetails: { webhookUrl: 'https://receiver.invalid/' },
    });
    const statuses: number[] = [];
    const [bank, plastic] = [await call('POST', path, account, 'a'), await call('POST', path, card, 'b')];
    const recorded = { ...account, isExternal: true, accountNumber: accountNumbers[1] };
    for (const [body, key] of [
      [recorded, 'c'],
      [account, 'a'],
      [account, 'd'],
      [{ ...account, accountNumber: accountNumbers[2] }, 'e'],
      [{ ...card, cardNumber }, 'i'],
      [{ ...card, cardNumber, isExternal: true }, 'j'],
      [{ ...card, cardNumber: cardNumber.replace(/6$/, '7') }, 'f'],
      [{ ...card, accountNumber: accountNumbers[0] }, 'g'],
      [{ ...account, accountNumber: `${accountNumbers[0]}`.repeat(9) }, 'h'],
    ] as const) {
      statuses.push((await call('POST', path, body, key)).status);
    }
    assert.deepEqual(
      [bank.status, plastic.status, ...statuses],
      [201, 201, 201, 201, 409, 409, 400, 201, 400, 400, 400],
    );
    const one = `${path}/${plastic.data[0].id}`;
    statuses.length = 0;
    statuses.push((await call('PUT', one, { cardNumber, nickname: 'Telltale' })).status);
    statuses.push((await call('PUT', one, { status: 'active' })).status);
    statuses.push((await call('GET', one)).status, (await call('GET', path)).status);
    statuses.push((await call('DELETE', one)).status);
    assert.deepEqual(statuses, [400, 200, 200, 200, 200]);
    await service.orderEvents('test');
    await call('GET', '/events');
    await app.close();

    const number = /71828|16180|6180339|45320151|1512830|8675|5112830366/;
    assert.equal(number.exec(answers.join('\n'))?.[0], undefined, 'an answer');
    assert.ok(lines.length > 5 && lines.some((line) => line.includes('payment-instruments')), 'the log was read');
    assert.equal(/telltale/i.exec(lines.join('\n'))?.[0] ?? number.exec(lines.join('\n'))?.[0], undefined, 'the log');
    for (const [table, text] of await everythingStored(house())) {
      // Times and random characters may contain any few digits, so only whole numbers and words count.
      const found = /000718281828|718281828|161803398|4532015112830366|telltale/i.exec(text)?.[0];
      assert.equal(found, undefined, table);
    }
  });

  test('are sealed with the key of the borrower, and the security code is not even sealed', async () => {
    const { service } = house();
    const { test: api } = await aCompany();
    const { id } = await api.made('/people', { name: { firstName: 'Ada', lastName: 'Lovelace' } });
    const path = `/people/${id}/payment-instruments`;
    const [made] = await api.made(path, card);
    const { rows } = await service.database.pools.test.query(
      `select data_key, number_sealed, holder_sealed from payment_instruments join people using (person_id)
       where payment_instruments.id = $1`,
      [made.id],
    );
    const [row] = rows;
    const sealer = service.vault.sealer(id, row.data_key);
    assert.equal(sealer.unseal(`instrument.${made.id}.number`, row.number_sealed), 'sim_card_51');
    const holder = sealer.unseal(`instrument.${made.id}.holder`, row.holder_sealed);
    assert.match(holder, /Telltale Holder/);
    assert.ok(!holder.includes(codes));
    assert.throws(() => sealer.unseal('instrument.PT-AAAA-AAAA.number', row.number_sealed), 'moved to another row');
  });

  test('have another token with another borrower: that two share an account is not to be seen', async () => {
    const { service } = house();
    const { test: api } = await aCompany();
    const tokens: string[] = [];
    for (const firstName of ['Ada', 'Mary']) {
      const { id } = await api.made('/people', { name: { firstName, lastName: 'L' } });
      const [made] = await api.made(`/people/${id}/payment-instruments`, account);
      const { rows } = await service.database.pools.test.query(
        'select number_token::text from payment_instruments where id = $1',
        [made.id],
      );
      tokens.push(rows[0].number_token);
    }
    assert.notEqual(tokens[0], tokens[1]);
  });
});
