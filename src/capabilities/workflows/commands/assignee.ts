// Whom an item is given to: a user who is active, a role, a team, or the owner of the case.
import { findUser, rolesNamed, team } from '#capabilities/users/index.ts';
import type { Assignee } from '#capabilities/workflow-types/index.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import { namedIn } from '#platform/resource/named-in.ts';
import { notFound } from '#platform/resource/not-found.ts';
import { type Assigned, assignedTo, type OwnerOfCase } from '../run/open-items.ts';

/** Errors: NotFound, InvalidRequest. */
export async function assigneeAsked(reader: Reader, ofCase: OwnerOfCase, { to, id }: Assignee): Promise<Assigned> {
  if (to === 'caseOwner') {
    if (id !== null) throw refuseField('to.id', 'stands beside caseOwner', 'null: the case says who owns it');
    return assignedTo({ to, id }, ofCase);
  }
  if (id === null) throw refuseField('to.id', 'is missing', `the id of a ${to}`);
  return assignedTo({ to, id: await found(reader, to, id) }, ofCase);
}

async function found(reader: Reader, to: 'user' | 'role' | 'team', id: string): Promise<string> {
  if (to === 'team') return (await namedIn('to.id', team.find(reader, id))).id;
  if (to === 'role') {
    const role = (await rolesNamed(reader, [id])).get(id);
    if (role === undefined) throw notFound('role', id, 'to.id');
    return role.id;
  }
  const user = await findUser(reader, id, false);
  if (user === undefined) throw notFound('user', id, 'to.id');
  if (user.row.status !== 'active' || user.row.user_type === 'borrower') {
    throw refuseField('to.id', 'is nobody who works here', 'an active user of the company');
  }
  return user.row.id;
}
