// The rules of a company as they are in force: now, as they were known, for one borrower, and after an update.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Rule } from '@tenor/guard/contract.ts';
import { shippedRules } from '@tenor/guard/rules/shipped.ts';
import type { CaseAfterMove } from '#capabilities/case-types/index.ts';
import { keyActor } from '#platform/actor.ts';
import type { Reader, Tx } from '#platform/db/realm-database.ts';
import { Refusal } from '#platform/errors.ts';
import { type Client, useHouse } from '../../../tests/support/house.ts';
import { takeSet } from './commands/take-set.ts';
import { namedOfPerson, namesCases, rulesFor, rulesInForce } from './index.ts';
import { type RuleBooks, ruleBooks } from './rule-book.ts';
import { shippedSets } from './rules/sets.ts';
import { presentUpdate } from './update.ts';

const path = '/compliance/rules';
const aRule = {
  description: 'We do not call.',
  citation: 'Policy 7',
  kind: 'other',
  params: { always: true },
  status: 'active',
};
const maxOf = (rules: readonly Rule[], id: string) =>
  (rules.find((one) => one.id === id)?.params as { max?: number } | undefined)?.max;

describe('the rules in force', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });
  const reader = (of: Client = api): Reader => house().service.database.reader(of.realm);
  const change = (of: Client, rule: string, body: object) =>
    of.made(`${path}/${rule}/changes`, { reason: 'Counsel said so', ...body });
  const setClock = (of: Client, to: string) => of.made('/test-clock', { now: to });

  test('are the same array until something is changed, and another one in every process after that', async () => {
    const { test: own } = await aCompany();
    const first = await rulesInForce(reader(own));
    assert.equal((await rulesInForce(reader(own))).rules, first.rules);
    assert.deepEqual(
      first.rules,
      shippedRules.filter(({ muted }) => !muted),
    );
    await change(own, 'FED-FREQ-7IN7', { action: 'tighten', params: { max: 5 } });
    const second = await rulesInForce(reader(own));
    assert.deepEqual([maxOf(second.rules, 'FED-FREQ-7IN7'), second.version === first.version], [5, false]);
    const made = await own.made(path, aRule);
    const third = await rulesInForce(reader(own));
    assert.equal(third.rules.at(-1)?.id, made.ruleId);
    await own.put(`${path}/${made.id}`, { status: 'deprecated' });
    assert.deepEqual((await rulesInForce(reader(own))).rules, second.rules);
  });

  test('read one narrow row where nothing is changed', async () => {
    await rulesInForce(reader());
    const statements: string[] = [];
    const { db, realm, ...asks } = reader();
    const counting: Reader = {
      db,
      realm,
      ...asks,
      row: (query) => {
        statements.push(query.compile().sql);
        return asks.row(query);
      },
      rows: () => assert.fail('it reads nothing else'),
      together: () => assert.fail('it reads nothing else'),
    };
    await rulesInForce(counting);
    assert.deepEqual([statements.length, /from "?rule_books/.test(String(statements))], [1, true]);
  });

  test('leave a change out that was not committed', async () => {
    const { test: own } = await aCompany();
    const failed = house().service.database.transact(own.realm, async (tx) => {
      tx.write(tx.db.updateTable('rule_books').set({ version: 'mine' }));
      tx.write(tx.db.deleteFrom('compliance_rules'));
      await rulesInForce(tx);
      throw new Error('It is not to be.');
    });
    await assert.rejects(failed, /not to be/);
    assert.notEqual((await rulesInForce(reader(own))).version, 'mine');
  });

  test('are known as they were at any moment', async () => {
    const { test: own } = await aCompany();
    const known = async (at: string) => (await rulesInForce(reader(own), { knownAt: at as Instant })).rules;
    const moment = (day: number) => `2030-01-0${day}T12:00:00.000000+00:00`;
    await setClock(own, moment(1));
    await change(own, 'FED-FREQ-7IN7', { action: 'tighten', params: { max: 5 } });
    await setClock(own, moment(2));
    const made = await own.made(path, aRule);
    await setClock(own, moment(3));
    await change(own, 'FED-FREQ-7IN7', { action: 'restore' });
    const second = (await own.put(`${path}/${made.id}`, { severity: 'warn' })).body.data;
    await setClock(own, moment(4));
    await own.put(`${path}/${second.id}`, { status: 'deprecated' });
    const seen = async (at: string) => {
      const rules = await known(at);
      return [maxOf(rules, 'FED-FREQ-7IN7'), rules.find(({ id }) => id === made.ruleId)?.severity];
    };
    assert.deepEqual(await seen('2029-12-31T00:00:00.000000+00:00'), [7, undefined]);
    assert.deepEqual(await seen(moment(1)), [5, undefined]);
    assert.deepEqual(await seen(moment(2)), [5, 'block']);
    assert.deepEqual(await seen(moment(3)), [7, 'warn']);
    assert.deepEqual(await seen(moment(4)), [7, undefined]);
    assert.deepEqual(await known(moment(4)), (await rulesInForce(reader(own))).rules);
  });

  test('are narrowed by conditions, to which a borrower must be known not to belong', async () => {
    const { test: own } = await aCompany();
    const plain = await rulesInForce(reader(own));
    assert.equal(rulesFor(plain, { person: {}, cases: [] }), plain.rules);
    const { ruleId } = await own.made(path, { ...aRule, condition: 'person.homeState == "CA"' });
    const inForce = await rulesInForce(reader(own));
    assert.deepEqual([[...namedOfPerson(inForce)], namesCases(inForce)], [['homeState'], false]);
    const counts = (person: object) =>
      rulesFor(inForce, { person: person as Record<string, unknown>, cases: [] }).some(({ id }) => id === ruleId);
    assert.deepEqual([counts({ homeState: 'CA' }), counts({ homeState: 'NY' }), counts({})], [true, false, true]);
    const ofNewYork = () => rulesFor(inForce, { person: { homeState: 'NY' }, cases: [] });
    assert.equal(ofNewYork(), ofNewYork(), 'the guard prepares them once');
    await own.made(path, { ...aRule, condition: 'case.caseType == "bankruptcy" && case.status != "completed"' });
    const ofCases = await rulesInForce(reader(own));
    const type: CaseAfterMove['type'] = {
      id: null,
      caseType: 'bankruptcy',
      name: 'Bankruptcy',
      customFieldSchemas: [],
      workflowTypeId: null,
      doNotInteractTypeIds: [],
      makersOfDefaults: [],
    };
    const aCase = (status: CaseAfterMove['status']) =>
      ({ status, outcome: null, name: null, fields: {}, customFields: {}, type }) satisfies CaseAfterMove;
    const left = (...cases: readonly CaseAfterMove['status'][]) =>
      rulesFor(ofCases, { person: { homeState: 'NY' }, cases: cases.map(aCase) }).length - plain.rules.length;
    assert.deepEqual([left(), left('completed'), left('completed', 'initiated')], [0, 0, 1]);
  });

  describe('after an update', () => {
    const calls = shippedRules.find(({ id }) => id === 'FED-FREQ-7IN7') as Rule;
    const added = { ...calls, id: 'FED-NEW', citation: '99 CFR 1' } as Rule;
    const next = shippedRules
      .filter(({ id }) => id !== 'FED-ESIGN')
      .map((one) =>
        one.id === 'FED-TIME' ? ({ ...one, params: { ...one.params, start: '09:00' }, severity: 'warn' } as Rule) : one,
      );
    const releasedOn = '2027-03-01' as CivilDate;
    const now = '2031-01-01T00:00:00.000000+00:00' as Instant;
    const books = ruleBooks([...shippedSets, { number: 2, releasedOn, rules: [...next, added] }]);
    const take = (of: Client, number: number, by: RuleBooks = books) =>
      house().service.database.transact(of.realm, (tx: Tx) =>
        takeSet(
          { realm: of.realm, now, emit: () => {}, was: () => {}, caller: { actor: keyActor('AK-AAAA-AAAA') } },
          tx,
          by,
          number,
        ),
      );

    test('a company has the set that it has until it takes the later one, and sees before what would change', async () => {
      const { test: own } = await aCompany();
      await change(own, 'FED-TIME', { action: 'tighten', params: { end: '20:00' } });
      const shown = await presentUpdate(reader(own), books);
      assert.deepEqual([shown.setNumber, shown.newestSetNumber], [1, 2]);
      assert.deepEqual(
        [shown.added.map(({ ruleId }) => ruleId), shown.removed.map(({ ruleId }) => ruleId)],
        [['FED-NEW'], ['FED-ESIGN']],
      );
      assert.deepEqual(shown.changed, [
        {
          ruleId: 'FED-TIME',
          citation: '15 USC 1692c(a)(1); 12 CFR 1006.6(b)(1)(i)',
          differences: [
            { field: 'severity', before: 'block', after: 'warn' },
            { field: 'params.start', before: '08:00', after: '09:00' },
          ],
          changes: [{ loanTypeId: null, isMuted: null, severity: null, params: { end: '20:00' } }],
        },
      ]);
      assert.deepEqual(shown.doesNotFit, []);
      const windowOf = async (asked?: { knownAt: Instant }) => {
        const rule = (await books.rulesInForce(reader(own), asked)).rules.find(({ id }) => id === 'FED-TIME');
        const { start, end } = (rule as Rule).params as { start: string; end: string };
        return [rule?.severity, start, end];
      };
      assert.deepEqual(await windowOf(), ['block', '08:00', '20:00']);
      await take(own, 2);
      assert.deepEqual(await windowOf(), ['warn', '09:00', '20:00'], 'what the company changed stays');
      assert.deepEqual(await windowOf({ knownAt: '2030-01-01T00:00:00.000000+00:00' as Instant }), [
        'block',
        '08:00',
        '20:00',
      ]);
      const after = await presentUpdate(reader(own), books);
      assert.deepEqual([after.setNumber, after.added, after.removed, after.changed], [2, [], [], []]);
    });

    test('another company keeps its set', async () => {
      const { test: own, live } = await aCompany();
      await take(own, 2);
      assert.equal((await books.rulesInForce(reader(own))).setNumber, 2);
      assert.equal((await books.rulesInForce(reader(live))).setNumber, 1);
      assert.equal((await books.rulesInForce(reader())).setNumber, 1);
    });

    test('waits for what the company has changed and would not fit', async () => {
      const { test: own } = await aCompany();
      await change(own, 'FED-TIME', { action: 'loosen', params: { start: '06:00', end: '08:30' } });
      await assert.rejects(
        take(
          own,
          2,
          booksWith(changedTo('FED-TIME', { kind: 'frequency', params: { max: 1, per: '7d', scope: 'debt' } })),
        ),
        refusal('ComplianceChangesDoNotFit'),
      );
      assert.equal((await books.rulesInForce(reader(own))).setNumber, 1);
    });

    const changedTo = (id: string, more: object) =>
      shippedRules.map((one) => (one.id === id ? ({ ...one, ...more } as Rule) : one));
    const booksWith = (rules: readonly Rule[]) => ruleBooks([...shippedSets, { number: 2, releasedOn, rules }]);
    const refusal = (errorType: string) => (error: unknown) =>
      error instanceof Refusal && error.kind.errorType === errorType;

    test('takes nothing that is older or not there, and nothing twice', async () => {
      const { test: own } = await aCompany();
      await take(own, 1);
      await assert.rejects(take(own, 3), refusal('InvalidRequest'));
      await take(own, 2);
      await take(own, 2);
      await assert.rejects(take(own, 1), refusal('InvalidRequest'));
    });

    test('over HTTP says what there is: nothing later yet', async () => {
      const { data } = (await api.get(`${path}/updates`)).body;
      assert.deepEqual([data.setNumber, data.newestSetNumber, data.createdByType], [1, 1, 'system']);
      assert.deepEqual((await api.post(`${path}/updates`, { setNumber: 1 })).body.data, data);
      const { status, body } = await api.post(`${path}/updates`, { setNumber: 2 });
      assert.deepEqual([status, body.data.path, body.data.expected], [400, 'setNumber', '1']);
    });
  });
});
