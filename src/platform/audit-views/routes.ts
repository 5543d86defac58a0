// The list of the audit. Its rows are kept by audit/, which commands write through.
import { type Static, Type } from 'typebox';
import { userTypes } from '#platform/actor.ts';
import { outcomes } from '#platform/audit/entry.ts';
import { rowIds } from '#platform/audit/row-ids.ts';
import { entryOf, type Said } from '#platform/audit/stored-entry.ts';
import { saidColumns } from '#platform/audit/tables.ts';
import type { Realm } from '#platform/db/realm.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { DateTime, Described, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { auditList, inOrder } from './audit-list.ts';

const named = (description: string, max = 100) => Nullable(Text({ max, description }));

const AuditRow = Type.Object(
  {
    id: Text({ max: 12, example: 'AU-7KQ2-M9XA' }),
    object: Type.Literal('auditRow'),
    number: Type.Integer({ description: 'From one on, without a gap: the place in the chain of the company.' }),
    hash: Text({ max: 64, description: 'SHA-256 of this row and of the hash of the row before.' }),
    createdAt: Described(DateTime, { description: 'By the real clock: no test clock moves it.' }),
    outcome: StringEnum(outcomes, {
      description: '`done`: a change was made. `refused`: a request was. `read`: personal values were shown to a user.',
    }),
    action: Text({ max: 100, description: 'The operationId of the call, or a command of the command line.' }),
    actorType: StringEnum(['key', 'user', 'provider', 'system']),
    actorId: named('Its id; null for the system.', 12),
    sessionId: named('The session, where a user acted who had signed in.', 12),
    address: named('From where. Of borrowers and strangers only the network.'),
    requestId: named('As in the header Request-ID, and in the events of the request.', 20),
    personId: named('The borrower that it was about.', 12),
    objectId: named('What was made, changed or asked for.', 12),
    fields: Nullable(Type.Array(Text({ max: 100 })), {
      description:
        'The fields that were sent to change what existed, without those known to be the same as before. Values are not kept.',
    }),
    errorType: named('Why it was refused.'),
    permission: named('The permission that was missing, where it was refused for that.'),
    userType: Nullable(StringEnum(userTypes), { description: 'The kind of user who signed in, or tried to.' }),
    method: named('How somebody signed in, such as password, code, or password+totp.'),
    reason: named('What ended the session.'),
    unknownName: named('A keyed hash of a name that was tried and that nobody has; the same for the same name.'),
    sha256: named('SHA-256 of the content that was accepted, or made from another one.', 64),
    count: Type.Integer({ description: 'How often it happened, within a second or so; of a flood only this is kept.' }),
  },
  { title: 'AuditRow' },
);

const example: Static<typeof AuditRow> = {
  id: 'AU-7KQ2-M9XA',
  object: 'auditRow',
  number: 4812,
  hash: '0f4c8f8b3e2a5d6c7b8a9e0d1c2b3a4f5e6d7c8b9a0f1e2d3c4b5a6978871605',
  createdAt: '2026-03-02T14:05:09.120344+00:00' as Static<typeof DateTime>,
  outcome: 'done',
  action: 'contacts.update',
  actorType: 'user',
  actorId: 'UR-4N8Q-TZ1C',
  sessionId: 'SN-9DK2-X4MA',
  address: '192.0.2.7',
  requestId: 'k3v9q2x7m4t1zv8wb3nd',
  personId: 'BO-7KQ2-M9XA',
  objectId: 'CT-9DK2-X4MA',
  fields: ['label', 'value'],
  errorType: null,
  permission: null,
  userType: null,
  method: null,
  reason: null,
  unknownName: null,
  sha256: null,
  count: 1,
};

type Shown = Static<typeof AuditRow>;

interface Row extends Said {
  readonly number: number;
  readonly hash: Buffer;
}

function showing(realm: Realm) {
  const { idOf } = rowIds(realm);
  const ofSignIn = { userType: null, method: null, reason: null, unknownName: null };
  const nothing = { fields: null, errorType: null, permission: null, ...ofSignIn, sha256: null, count: 1 };
  return (row: Row): Shown => {
    const { number, hash } = row;
    return {
      id: idOf(number),
      object: 'auditRow',
      number,
      hash: hash.toString('hex'),
      ...nothing,
      ...entryOf(row),
    } as Shown;
  };
}

export const auditRoutes: Endpoint[] = [
  endpoint({
    name: 'audit.list',
    path: '/audit',
    summary: 'List who did what',
    description:
      'Newest first. A row is here a second or two after what it tells of. The rows of a company are one chain: `tenor audit verify` finds one that was altered, removed or cut off.',
    permission: 'audit:list',
    shape: 'list',
    query: auditList.query,
    list: auditList,
    answer: AuditRow,
    example: { answer: example },
    read: ({ reader }, { query }) =>
      auditList.page(reader, reader.db.selectFrom('audit').select(['number', 'hash', ...saidColumns]), inOrder(query), {
        each: showing(reader.realm),
      }),
  }),
];
