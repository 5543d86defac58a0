// The rules by which borrowers may be contacted, over HTTP.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { shippedRules } from '@tenor/guard/rules/shipped.ts';
import { type Client, useHouse } from '../../../tests/support/house.ts';
import { aUser, signedIn } from '../../../tests/support/signed-in.ts';
import { idOfShipped, numberOfShipped } from './rules/sets.ts';

const path = '/compliance/rules';
const aRule = {
  name: 'Three calls a week',
  description: 'We call a borrower at most three times in seven days.',
  citation: 'Calling policy 2026, section 4',
  kind: 'frequency',
  channels: ['voice'],
  params: { max: 3, per: '7d', scope: 'borrower' },
};

interface Shown {
  readonly id: string;
  readonly ruleId: string;
  readonly [field: string]: unknown;
}

describe('compliance rules', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });

  const read = async (id: string): Promise<Shown> => (await api.get(`${path}/${id}`)).body.data;
  const refusedAt = async (body: object, field: string, expected?: RegExp) => {
    const answer = await api.post(path, body);
    assert.deepEqual(
      [answer.status, answer.body.data?.path],
      [answer.status === 404 ? 404 : 400, field],
      JSON.stringify(answer.body),
    );
    if (expected) assert.match(answer.body.data.expected, expected);
  };

  describe('that come with a release', () => {
    test('have text, citation, confidence and source, and say where counsel should look', async () => {
      const shown = await read('FED-FREQ-7IN7');
      assert.deepEqual(
        [shown.id, shown.ruleId, shown.origin, shown.kind, shown.status, shown.version],
        [idOfShipped('FED-FREQ-7IN7'), 'FED-FREQ-7IN7', 'shipped', 'frequency', 'active', 1],
      );
      assert.equal(shown.citation, '12 CFR 1006.14(b)(2)(i)(A)');
      assert.equal(
        shown.description,
        'At most 7 call attempts to a person about a particular debt in 7 consecutive days.',
      );
      assert.deepEqual([shown.confidence, shown.counselShouldLook], ['verified', false]);
      const known = await read('FED-TIME');
      assert.deepEqual([known.confidence, known.counselShouldLook], ['knowledge', true]);
      assert.ok(typeof known.source === 'string' && known.source !== '');
    });

    test('are read by each of their ids, the same in every company', async () => {
      const other = (await aCompany()).test;
      const { id } = await read('FED-TIME');
      assert.equal((await other.get(`${path}/${id}`)).body.data.ruleId, 'FED-TIME');
      assert.equal((await read('FED-TIME@LT-AAAA-AAAA')).id, id, 'as a verdict names its form for a loan type');
      for (const strange of ['FED-NOTHING', 'CR-AAAA-AAAA', 'OWN-1', 'OWN-9999999999', 'ext-x']) {
        const { status, body } = await api.get(`${path}/${strange}`);
        assert.deepEqual([status, body.data.path], [404, 'complianceRuleId'], strange);
      }
    });

    test('have ids and numbers of which none comes twice', () => {
      const ids = shippedRules.map(({ id }) => id);
      assert.equal(new Set(ids).size, ids.length);
      assert.equal(new Set(ids.map(idOfShipped)).size, ids.length);
      assert.equal(new Set(ids.map(numberOfShipped)).size, ids.length);
      assert.equal(idOfShipped('FED-TIME'), idOfShipped('FED-TIME'));
    });

    test('are not changed as own ones are', async () => {
      const { status, body } = await api.put(`${path}/FED-TIME`, { severity: 'warn' });
      assert.deepEqual([status, body.errorType], [409, 'ComplianceRuleShipped']);
      const { id } = await read('FED-TIME');
      assert.equal((await api.put(`${path}/${id}`, { status: 'deprecated' })).body.errorType, 'ComplianceRuleShipped');
    });
  });

  describe('in lists', () => {
    test('are filtered by each of the filters', async () => {
      const all = shippedRules.length;
      const { body } = await api.get(`${path}?origin=shipped&limit=1`);
      assert.deepEqual([body.total, body.data.length], [all, 1]);
      const count = async (query: string) => (await api.get(`${path}?origin=shipped&${query}&limit=1`)).body.total;
      const of = (is: (rule: (typeof shippedRules)[number]) => boolean) => shippedRules.filter(is).length;
      assert.equal(
        await count('jurisdiction=CA'),
        of((one) => one.jurisdiction === 'CA'),
      );
      assert.equal(
        await count('kind=timeWindow'),
        of((one) => one.kind === 'timeWindow'),
      );
      assert.equal(
        await count('channel=letter'),
        of((one) => one.channels.includes('letter')),
      );
      assert.equal(
        await count('severity=warn'),
        of((one) => one.severity === 'warn'),
      );
      assert.equal(
        await count('confidence=knowledge'),
        of((one) => one.confidence === 'knowledge'),
      );
      assert.equal(await count('jurisdiction=CA&kind=timeWindow&status=active'), 1);
      assert.equal(await count('status=draft'), 0);
      assert.equal(await count('typeId=1'), 0);
      const { data } = (await api.get(`${path}?kind=nonsense`)).body;
      assert.equal(data.path, 'kind');
    });

    test('come page by page, first those of a release, then the own ones that are active', async () => {
      const own = (await aCompany()).test;
      const active = await own.made(path, { ...aRule, status: 'active' });
      await own.made(path, aRule);
      const seen: string[] = [];
      for (let query = 'limit=100'; ; query = `limit=100&startingAfter=${seen.at(-1)}`) {
        const { data } = (await own.get(`${path}?${query}`)).body;
        seen.push(...data.map(({ id }: Shown) => id));
        if (data.length < 100) break;
      }
      assert.deepEqual(seen, [...shippedRules.map(({ id }) => idOfShipped(id)), active.id]);
      const versions = (await own.get(`${path}?origin=own`)).body.data;
      assert.deepEqual(
        versions.map(({ status }: Shown) => status),
        ['draft', 'active'],
      );
      const drafts = async (channel: string) => (await own.get(`${path}?status=draft&channel=${channel}`)).body;
      const [voice, email] = [await drafts('voice'), await drafts('email')];
      assert.deepEqual([voice.total, email.total], [1, 0], JSON.stringify(voice));
    });
  });

  describe('of the company', () => {
    test('show every field, and what was not sent by its default', async () => {
      const loanType = await api.made('/loan-types', { name: 'Cars', externalId: 'cars' });
      const made = await api.made(path, {
        ...aRule,
        loanTypeIds: ['ext-cars', loanType.id],
        locality: { name: 'The city', zips: ['100-104'] },
        jurisdiction: 'NY',
        effectiveFrom: '2026-01-01',
        condition: 'person.borrowerType == "person"',
      });
      assert.deepEqual(made, await read(made.id));
      const { id, typeId, createdAt, ...rest } = made;
      assert.deepEqual([id.slice(0, 3), Number.isInteger(typeId), typeof createdAt], ['CR-', true, 'string']);
      assert.deepEqual(rest, {
        object: 'complianceRule',
        companyId: api.realm.companyId,
        ...aRule,
        jurisdiction: 'NY',
        locality: { name: 'The city', zips: ['100-104'] },
        appliesTo: 'both',
        context: 'collection',
        severity: 'block',
        confidence: 'knowledge',
        source: 'The company',
        effectiveFrom: '2026-01-01',
        effectiveTo: null,
        loanTypeIds: [loanType.id],
        condition: 'person.borrowerType == "person"',
        status: 'draft',
        deprecationMessage: null,
        version: 1,
        derivedFromTypeId: '0',
        createdBy: null,
        publishedAt: null,
        publishedBy: null,
        deprecatedAt: null,
        deprecatedBy: null,
        ruleId: `OWN-${typeId}`,
        origin: 'own',
        counselShouldLook: true,
        isMuted: false,
        changes: [],
        updatedAt: null,
        deletedAt: null,
      });
    });

    test('are read by the id that all versions have: the active one, or the newest', async () => {
      const first = await api.made(path, { ...aRule, status: 'active' });
      const second = (await api.put(`${path}/${first.ruleId}`, { severity: 'warn' })).body.data;
      assert.deepEqual([second.ruleId, second.version], [first.ruleId, 2]);
      assert.equal((await read(first.ruleId)).id, second.id);
      assert.equal((await read(first.id)).status, 'deprecated');
      await api.put(`${path}/${second.id}`, { status: 'deprecated' });
      assert.equal((await read(first.ruleId)).id, second.id);
    });

    test('are refused by field', async () => {
      await refusedAt({ ...aRule, citation: undefined }, 'citation');
      await refusedAt({ ...aRule, citation: ' ' }, 'citation');
      await refusedAt({ ...aRule, kind: undefined }, 'kind');
      await refusedAt({ ...aRule, kind: 'mood' }, 'kind', /frequency/);
      await refusedAt({ ...aRule, description: undefined }, 'description');
      await refusedAt({ ...aRule, params: { ...aRule.params, maximum: 3 } }, 'params.maximum', /max/);
      await refusedAt({ ...aRule, params: { per: '7d', scope: 'borrower' } }, 'params.max');
      const never = { start: '21:00', end: '08:00', days: ['mon'], clock: 'consumerLocal' };
      await refusedAt({ ...aRule, kind: 'timeWindow', params: never }, 'params.end');
      await refusedAt({ ...aRule, jurisdiction: 'nowhere' }, 'jurisdiction');
      await refusedAt({ ...aRule, loanTypeIds: ['LT-AAAA-AAAA'] }, 'loanTypeIds[0]');
      await refusedAt({ ...aRule, effectiveFrom: '2026-02-01', effectiveTo: '2026-01-01' }, 'effectiveTo');
      await refusedAt({ ...aRule, condition: 'person.age > 3' }, 'condition', /person\./);
    });

    test('are written with a condition only by who may read what it names', async () => {
      const { key } = await api.made('/keys', { name: 'Narrow', permissions: ['compliance.rule:create'] });
      const narrow = house().client(key, api.realm);
      const { status, body } = await narrow.post(path, { ...aRule, condition: 'person.status == "active"' });
      assert.deepEqual([status, body.data.path], [400, 'condition']);
      assert.match(body.message, /person:read/);
    });
  });

  describe('that the company changes', () => {
    const changes = (rule: string) => `${path}/${rule}/changes`;
    const change = (rule: string, body: object) => api.post(changes(rule), { reason: 'Counsel said so', ...body });
    const problem = async (rule: string, body: object) => {
      const { status, body: answer } = await change(rule, body);
      return [status, answer.data?.path ?? answer.errorType];
    };

    test('say who, when and why, newest first, and what stands', async () => {
      const rule = 'FED-FREQ-7IN7';
      const muted = (await change(rule, { action: 'mute', reason: 'Not ours' })).body.data;
      assert.deepEqual(
        [muted.object, muted.ruleId, muted.action, muted.reason],
        ['complianceRuleChange', rule, 'mute', 'Not ours'],
      );
      assert.deepEqual([muted.isMuted, muted.severity, muted.params, muted.loanTypeId], [true, null, null, null]);
      assert.deepEqual([muted.createdByType, typeof muted.createdById], ['key', 'string']);
      assert.deepEqual(
        [(await read(rule)).isMuted, (await read(rule)).changes],
        [true, [{ loanTypeId: null, isMuted: true, severity: null, params: null }]],
      );
      await change(rule, { action: 'tighten', params: { max: 5 } });
      await change(rule, { action: 'unmute' });
      const history = (await api.get(changes(rule))).body.data;
      assert.deepEqual(
        history.map((one: { action: string }) => one.action),
        ['unmute', 'tighten', 'mute'],
      );
      const shown = await read(rule);
      assert.deepEqual([shown.isMuted, (shown.params as { max: number }).max], [false, 7], 'what was written stays');
      assert.deepEqual(shown.changes, [{ loanTypeId: null, isMuted: false, severity: null, params: { max: 5 } }]);
      await change(rule, { action: 'restore' });
      assert.deepEqual((await read(rule)).changes, []);
    });

    test('become stricter only where that can be told', async () => {
      assert.deepEqual(await problem('FED-FREQ-7IN7', { action: 'tighten', params: { max: 8 } }), [400, 'params.max']);
      assert.deepEqual(await problem('FED-FREQ-7IN7', { action: 'tighten', params: { scope: 'person' } }), [
        400,
        'params.scope',
      ]);
      assert.deepEqual(await problem('FED-FREQ-7IN7', { action: 'tighten', params: { max: 7 } }), [
        409,
        'ComplianceRuleUnchanged',
      ]);
      assert.deepEqual(await problem('FED-FREQ-7IN7', { action: 'tighten', severity: 'warn' }), [400, 'severity']);
      assert.deepEqual(await problem('FED-TIME', { action: 'tighten', params: { start: '07:00' } }), [
        400,
        'params.start',
      ]);
      assert.equal(
        (await change('FED-TIME', { action: 'tighten', params: { start: '09:00', end: '20:00' } })).status,
        201,
      );
      assert.equal((await change('FED-TIME', { action: 'loosen', params: { start: '07:00' } })).status, 201);
      await change('FED-TIME', { action: 'restore' });
    });

    test('are refused by field', async () => {
      assert.deepEqual(await problem('FED-TIME', { action: 'mute', reason: undefined }), [400, 'reason']);
      assert.deepEqual(await problem('FED-TIME', { action: 'mute', reason: '' }), [400, 'reason']);
      assert.deepEqual(await problem('FED-TIME', { action: 'mute', reason: '  ' }), [400, 'reason']);
      assert.deepEqual(await problem('FED-TIME', { action: 'forget' }), [400, 'action']);
      assert.deepEqual(await problem('FED-TIME', { action: 'mute', severity: 'warn' }), [400, 'severity']);
      assert.deepEqual(await problem('FED-TIME', { action: 'loosen' }), [400, 'params']);
      assert.deepEqual(await problem('FED-TIME', { action: 'loosen', params: { begin: '07:00' } }), [
        400,
        'params.begin',
      ]);
      assert.deepEqual(await problem('FED-TIME', { action: 'loosen', params: { end: '07:00' } }), [400, 'params.end']);
      assert.deepEqual(await problem('FED-TIME', { action: 'mute', loanTypeId: 'LT-AAAA-AAAA' }), [404, 'loanTypeId']);
      assert.deepEqual(await problem('FED-NOTHING', { action: 'mute' }), [404, 'complianceRuleId']);
      assert.deepEqual(await problem('FED-TIME', { action: 'unmute' }), [409, 'ComplianceRuleUnchanged']);
    });

    test('for one loan type go before what is said of all', async () => {
      const cars = await api.made('/loan-types', { name: 'Cars' });
      const boats = await api.made('/loan-types', { name: 'Boats' });
      const own = await api.made(path, { ...aRule, status: 'active', loanTypeIds: [cars.id] });
      assert.equal((await change(own.ruleId, { action: 'loosen', loanTypeId: cars.id, severity: 'warn' })).status, 201);
      assert.deepEqual((await read(own.id)).changes, [
        { loanTypeId: cars.id, isMuted: null, severity: 'warn', params: null },
      ]);
      assert.deepEqual(await problem(own.ruleId, { action: 'mute', loanTypeId: boats.id }), [400, 'loanTypeId']);
    });

    test('fit every version of an own rule: a version that they do not fit is refused', async () => {
      const first = await api.made(path, { ...aRule, status: 'active' });
      const second = (await api.put(`${path}/${first.id}`, { params: { ...aRule.params, max: 5 } })).body.data;
      assert.deepEqual(await problem(first.id, { action: 'tighten', params: { max: 5 } }), [
        409,
        'ComplianceRuleUnchanged',
      ]);
      assert.equal((await change(first.id, { action: 'tighten', params: { max: 4 } })).status, 201);
      const other = { kind: 'other', params: { always: true } };
      const { status, body } = await api.put(`${path}/${second.id}`, other);
      assert.deepEqual([status, body.data.path], [400, 'params.max']);
      await change(first.ruleId, { action: 'restore' });
      assert.equal((await api.put(`${path}/${second.id}`, other)).status, 200);
    });

    test('are muted by whoever may loosen, and made stricter by whoever may tighten', async () => {
      const withKey = async (...permissions: readonly string[]) => {
        const { key } = await api.made('/keys', { name: 'Narrow', permissions });
        const narrow = house().client(key, api.realm);
        return async (action: string, more: object = {}) =>
          (await narrow.post(changes('FED-MEDIUM'), { action, reason: 'Counsel said so', ...more })).status;
      };
      const [tighter, looser] = [await withKey('compliance.rule:tighten'), await withKey('compliance.rule:loosen')];
      assert.deepEqual([await tighter('mute'), await looser('mute')], [403, 201]);
      assert.deepEqual([await looser('unmute'), await tighter('unmute')], [403, 201]);
      assert.deepEqual(
        [await tighter('loosen', { severity: 'warn' }), await looser('loosen', { severity: 'warn' })],
        [403, 201],
      );
      assert.deepEqual(
        [await looser('tighten', { severity: 'block' }), await tighter('tighten', { severity: 'block' })],
        [403, 201],
      );
      assert.deepEqual([await looser('restore'), await tighter('restore')], [403, 403]);
    });

    test('at once come one after the other', async () => {
      const answers = await Promise.all(Array.from({ length: 4 }, () => change('FED-THIRDPARTY', { action: 'mute' })));
      const statuses = answers.map(({ status }) => status).sort();
      assert.deepEqual(statuses, [201, 409, 409, 409]);
    });

    test('belong to the company and the mode', async () => {
      await change('FED-ESIGN', { action: 'mute' });
      const other = await aCompany();
      const seen = async (client: Client) => (await client.get(`${path}/FED-ESIGN`)).body.data.changes.length;
      assert.equal(await seen(other.test), 0);
      assert.equal((await other.test.get(changes('FED-ESIGN'))).body.data.length, 0);
      assert.equal(await seen(house().client(other.live.key, other.live.realm)), 0);
    });
  });

  test('are written by the role compliance, and read by agents', async () => {
    const asRole = async (role: 'compliance' | 'collections') => {
      const email = `${role}@acme.example`;
      await aUser(house(), api, { email, role });
      return signedIn(house(), api, email);
    };
    const [counsel, agent] = [await asRole('compliance'), await asRole('collections')];
    assert.equal((await counsel.post(path, aRule)).status, 201);
    assert.equal((await counsel.post(`${path}/FED-SPAM-CONTENT/changes`, { action: 'mute', reason: 'x' })).status, 201);
    assert.equal((await agent.get(`${path}/FED-TIME`)).status, 200);
    assert.equal((await agent.get(`${path}/FED-TIME/changes`)).status, 200);
    assert.equal((await agent.post(path, aRule)).status, 403);
    assert.equal((await agent.post(`${path}/FED-TIME/changes`, { action: 'mute', reason: 'x' })).status, 403);
    assert.equal((await agent.post(`${path}/updates`, { setNumber: 1 })).status, 403);
  });
});
