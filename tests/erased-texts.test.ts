// No word that somebody wrote about a borrower outlives the borrower: every text in a person's rows is in one list
// (support/texts-of-people.ts), and what goes by it is gone.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { tables } from '#app/capabilities.ts';
import { erasePersonByHand } from '#app/erase-person.ts';
import type { Table } from '#platform/db/define-table.ts';
import { aLine } from './support/a-line.ts';
import { aDraw } from './support/begun-line.ts';
import { everythingStored } from './support/everything-stored.ts';
import { aPerson, type Client, useHouse } from './support/house.ts';
import { textsOfStates } from './support/stored-states.ts';
import { goes, ours, stays } from './support/texts-of-people.ts';
import { loanBody } from './support/world.ts';

/** Tables whose rows are a person's, or about one. */
// Every table is stated by `defineTable`; the list says no more than how it is spread.
const ofPeople = Object.entries(tables as Readonly<Record<string, Table>>).filter(
  ([, table]) =>
    Object.hasOwn(table.columns, 'person_id') ||
    ('column' in table && (table.column === 'subject_id' || table.column === 'owner_id')),
);
const isText = ([name, { type }]: [string, { readonly type: string }]): boolean =>
  /^(_?text|text\[\]|jsonb?)$/.test(type) && name !== 'id' && !/_id$/.test(name);

/** Ids end in _id, and what is sealed is bytes. */
const textsOf = ofPeople.flatMap(([table, { columns }]) =>
  Object.entries(columns)
    .filter(isText)
    .map(([column]) => `${table}.${column}`),
);
const named = (list: Readonly<Record<string, string>>): string[] =>
  Object.entries(list).flatMap(([table, columns]) => columns.split(' ').map((column) => `${table}.${column}`));
const staying = Object.entries(stays).flatMap(([table, columns]) =>
  Object.keys(columns).map((column) => `${table}.${column}`),
);

const word = 'Chrysanthemum';

describe('what somebody wrote about a borrower', () => {
  const { house, aCompany } = useHouse({ works: false });

  test('is in one list, each text of a person’s rows once', () => {
    const listed = [...named(ours), ...named(goes), ...staying];
    const problems = [
      ...textsOf.filter((one) => !listed.includes(one)).map((one) => `${one} is in no list`),
      ...listed.filter((one) => !textsOf.includes(one)).map((one) => `${one} is no text of a person`),
      ...listed.filter((one, i) => listed.indexOf(one) !== i).map((one) => `${one} is listed twice`),
    ];
    assert.deepEqual(problems, []);
  });

  const written = { nickname: word, metaData: { note: word } };

  async function aLoanWithWords(api: Client, personId: string): Promise<string[]> {
    const loans = `/people/${personId}/loans`;
    const atOrigination = { ...loanBody.atOrigination, itemsOrServicesFinanced: word };
    const { id } = await api.made(loans, { ...loanBody, ...written, atOrigination });
    const canceled = await api.made(loans, { ...loanBody, ...written });
    await api.made(`${loans}/${canceled.id}/cancel`, { cancellationReason: word });
    await api.made(`${loans}/${id}/activate`, {});
    const paid = { type: 'oneTime', isExternal: true, amount: 10, metaData: { note: word } };
    const failed = { ...paid, status: 'failed', failureReason: word };
    for (const body of [paid, failed]) await api.post(`${loans}/${id}/transactions`, body);
    const credit = { type: 'serviceCredit', amount: 5, serviceCreditsDetails: { reason: word, sponsor: word } };
    await api.made(`${loans}/${id}/transactions`, credit);
    await api.made(`${loans}/${id}/charge-off`, { chargedOffReason: word });
    return [loans, `${loans}/${id}`, `${loans}/${canceled.id}`, `${loans}/${id}/transactions`];
  }

  async function aLineWithWords(api: Client, personId: string): Promise<string[]> {
    const { path } = await aLine(api, {}, { personId });
    const draw = await aDraw(api, path, written);
    const purchases = `${draw}/purchases`;
    const merchant = { merchantName: word, merchantCity: word, description: word, metadata: { note: word } };
    const bought = { amount: 20, metaData: { note: word } };
    await api.made(purchases, { ...bought, purchaseDetails: merchant });
    return [path, `${path}/draws`, draw, purchases];
  }

  test('is gone when the borrower is, and all that is left can be read', async () => {
    const { test: api } = await aCompany();
    const { id: personId } = await api.made('/people', aPerson({ metaData: { note: word } }));
    const paths = [...(await aLoanWithWords(api, personId)), ...(await aLineWithWords(api, personId))];
    const holding = async () =>
      (await everythingStored(house())).filter(([, text]) => text.includes(word)).map(([table]) => table);
    const before = await holding();
    for (const table of ['people', 'loans', 'draws', 'transactions', 'purchases']) {
      assert.ok(before.includes(table), `${table} had the word; ${before.join(' ')}`);
    }
    const { outcome } = await erasePersonByHand(house().service, api.realm, personId, { evenWithOpenLoans: true });
    assert.equal(outcome, 'erased');
    assert.deepEqual(await holding(), []);
    const states = await textsOfStates(house().service.database.pools.test);
    assert.ok(
      states.length > 0 && !states.some((text) => text.includes(word)),
      'nor is it in a state, which is packed',
    );
    for (const path of paths) assert.equal((await api.get(path)).status, 200, path);
  });
});
