// What conditions may name: each context against its objects. A field is named as the answers name it, has the type and
// the words that its values have, and many objects are read as one is.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { namedContexts, whole } from '#app/capabilities.ts';
import { interactionContext } from '#capabilities/interactions/interaction-context.ts';
import { loanContext } from '#capabilities/loans/index.ts';
import { personContext } from '#capabilities/people/index.ts';
import { factsOf, fieldTypes, type LoadedContext } from '#platform/conditions/named-context.ts';
import { anAddress, aPerson, type Client, useHouse } from './support/house.ts';
import { loanBody } from './support/world.ts';

describe('what conditions may name', () => {
  const { house, aCompany } = useHouse({ works: false });
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });
  const reader = () => house().service.database.reader(api.realm);

  test('is said once for each object, with permissions that there are', () => {
    const names = namedContexts.map(({ name }) => name);
    assert.deepEqual(names.toSorted(), ['case', 'interaction', 'loan', 'person']);
    for (const { name, permission, fields } of namedContexts) {
      assert.ok(whole.permissions.has(permission), `${name}: ${permission}`);
      for (const [path, field] of Object.entries(fields)) {
        const place = `${name}.${path}`;
        assert.match(path, /^[a-zA-Z]+(\.[a-zA-Z]+)*$/, place);
        assert.ok(fieldTypes.includes(field.type), place);
        assert.ok(field.words === undefined || (field.type === 'string' && field.words.length > 0), place);
        assert.ok(field.permission === undefined || whole.permissions.has(field.permission), place);
      }
    }
  });

  async function someObjects() {
    const { id: personId } = await api.made('/people', aPerson());
    const person = `/people/${personId}`;
    await api.made(`${person}/contacts`, anAddress({ label: 'home', status: 'primary' }));
    const loan = await api.made(`${person}/loans`, { ...loanBody, defaultedAtBoarding: true });
    const call = { channel: 'voice', theme: 'opsCollDebt', status: 'attempted', connected: true, voiceKind: 'live' };
    const interaction = await api.made(`${person}/interactions`, call);
    return {
      person: personId as string,
      loan: { person_id: personId as string, id: loan.id as string },
      interaction: { personId: personId as string, id: interaction.id as string },
    };
  }

  /** All fields are asked for at once, of two objects and of one that is not there. */
  async function loadedAlike<Key>(context: LoadedContext<Key>, [one, other, nobody]: readonly [Key, Key, Key]) {
    const { vault } = house().service;
    const paths = new Set(Object.keys(context.fields));
    const load = (keys: readonly Key[]) => context.load(reader(), vault, keys, paths);
    const all = await load([one, nobody, other]);
    assert.deepEqual([...all.keys()], [one, other]);
    for (const key of [one, other]) {
      const alone = await load([key]);
      assert.deepEqual(alone.get(key), all.get(key));
      const values = all.get(key) as Readonly<Record<string, unknown>>;
      const facts = factsOf(context, values);
      for (const [path, { words }] of Object.entries(context.fields)) {
        assert.ok(path in values, `${context.name}.${path} is read`);
        // A value of another type than that of its field would be none.
        assert.equal(facts[path] === undefined, values[path] === null, `${context.name}.${path}`);
        if (words && values[path] !== null) assert.ok(words.includes(values[path] as string), path);
      }
    }
    return all.get(one);
  }

  test('is read of many objects as of one, and of none that is not there', async () => {
    const [one, other] = [await someObjects(), await someObjects()];
    const person = await loadedAlike(personContext, [one.person, other.person, 'BO-AAAA-AAAA']);
    assert.equal(person?.homeState, 'IN');
    const loan = await loadedAlike(loanContext, [one.loan, other.loan, { ...other.loan, person_id: one.person }]);
    assert.deepEqual([loan?.status, loan?.defaultedAtBoarding, loan?.isOverdue], ['originated', true, false]);
    const strange = { personId: one.person, id: other.interaction.id };
    const call = await loadedAlike(interactionContext, [one.interaction, other.interaction, strange]);
    assert.deepEqual([call?.channel, call?.voiceKind, call?.messageLeft], ['voice', 'live', null]);
  });
});
