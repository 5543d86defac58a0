// What follows for an endpoint from what it does, its verb and its group, so that it says only what is its own.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Type } from 'typebox';
import { endpoints } from '#app/capabilities.ts';
import { errors } from '#platform/errors.ts';
import { below } from './below.ts';
import { endpoint, type Subject } from './endpoint.ts';
import { errorKindsOf } from './openapi.ts';

const Note = Type.Object({ text: Type.String() }, { title: 'Note' });
const example = { answer: { text: 'called' } };
const read = async () => ({ text: 'called' });
const command = read;

const person: Subject<{ readonly name: string }> = {
  param: 'personId',
  notFound: errors.NotFound,
  find: async () => ({ id: 'BO-7KQ2-M9XA', subject: { name: 'Ada' } }),
};

const counted: Subject<{ readonly count: number }> = {
  param: 'personId',
  notFound: errors.NotFound,
  find: async () => ({ id: 'BO-7KQ2-M9XA', subject: { count: 3 } }),
};

describe('what an endpoint does not say', () => {
  const said = { path: '/notes', summary: 'A note', permission: 'note:any', answer: Note, example } as const;
  const make = (verb: string) => endpoint({ ...said, name: `notes.${verb}`, command });

  test('its method and status follow from what it does and from its verb', () => {
    const formOf = ({ method, status }: ReturnType<typeof make>) => [method, status];
    assert.deepEqual(formOf(endpoint({ ...said, name: 'notes.read', read })), ['GET', 200]);
    assert.deepEqual(formOf(endpoint({ ...said, name: 'notes.delete', read })), ['GET', 200], 'it changes nothing');
    assert.deepEqual(
      ['create', 'update', 'delete', 'remove', 'send'].map((verb) => formOf(make(verb))),
      [
        ['POST', 201],
        ['PUT', 200],
        ['DELETE', 200],
        ['DELETE', 200],
        ['POST', 200],
      ],
    );
    const own = endpoint({ ...said, name: 'notes.create', method: 'PUT', status: 200, command });
    assert.deepEqual(formOf(own), ['PUT', 200], 'what is said counts');
  });

  test('it answers with a single object', () => assert.equal(make('send').shape, 'single'));

  test('where its path names an object, there may be none', () => {
    const one = endpoint({ ...said, name: 'notes.read', path: '/notes/{noteId}', read });
    assert.ok(errorKindsOf(one).includes(errors.NotFound));
    assert.ok(!errorKindsOf(make('send')).includes(errors.NotFound));
    for (const { name, path, open, ...rest } of endpoints.filter(({ open }) => open === undefined)) {
      const mayBeMissing = errorKindsOf({ name, path, ...rest }).some(({ status }) => status === 404);
      assert.ok(mayBeMissing || !path.includes('{'), `${name} of ${path} may answer 404`);
    }
  });
});

describe('a group of endpoints', () => {
  const group = below({ path: '/people/{personId}/notes', permission: 'person.note', subject: person, answer: Note });

  test('has a path, permissions, an object and an answer in common', () => {
    const all = group({ name: 'notes.latest', summary: 'Read the latest', example, read });
    const one = group({
      name: 'notes.read',
      path: '/{noteId}',
      summary: 'Read',
      example,
      // The types of the group reach the handler: parameters of both paths, and the object of the group.
      read: async (_, { params: { personId, noteId } }, { name }) => ({ text: `${personId} ${noteId} ${name}` }),
    });
    const saidOf = ({ path, permission, subject, answer }: typeof one) => ({ path, permission, subject, answer });
    assert.deepEqual(saidOf(all), {
      path: '/people/{personId}/notes',
      permission: 'person.note:latest',
      subject: person,
      answer: Note,
    });
    assert.deepEqual([one.path, one.permission], ['/people/{personId}/notes/{noteId}', 'person.note:read']);
  });

  test('counts for less than what an endpoint says itself', () => {
    const Other = Type.Object({ count: Type.Number() });
    const other = group({
      name: 'notes.count',
      summary: 'Count',
      permission: 'person:read',
      subject: counted,
      answer: Other,
      example,
      read: async (_, __, { count }) => ({ count }),
    });
    assert.deepEqual([other.permission, other.answer], ['person:read', Other]);
  });

  test('has one permission for all where it names an action', () => {
    const sent = below({ path: '/notes', permission: 'note:send', answer: Note });
    assert.equal(sent({ name: 'notes.mail', summary: 'Mail', example, command }).permission, 'note:send');
  });

  test('asks for no permission where an endpoint is open to whoever has signed in', () => {
    const own = below({ path: '/own-notes', permission: 'note', answer: Note });
    const open = own({ name: 'ownNotes.read', summary: 'Read', openTo: 'signedIn', example, read });
    assert.deepEqual([open.permission, open.openTo], [undefined, 'signedIn']);
  });

  test('lets no handler answer anything else', () => {
    // @ts-expect-error: a note has a text.
    group({ name: 'notes.read', summary: 'Read', example, read: async () => ({ words: 'called' }) });
    // @ts-expect-error: neither the group nor the endpoint says what the answer is.
    below({ path: '/notes' })({ name: 'notes.read', summary: 'Read', permission: 'note:read', example, read });
  });
});
