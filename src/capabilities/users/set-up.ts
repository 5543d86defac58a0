// What a new company gets in each mode: the default roles. No event is emitted: nobody can have subscribed yet.
import type { CompanySetUp } from '#platform/capability.ts';
import { redraw } from '#platform/db/races.ts';
import { newId } from '#platform/ids.ts';
import { type DefaultRole, defaultRoles } from '#platform/permissions.ts';

const names: Readonly<Record<DefaultRole, string>> = {
  owner: 'Owner',
  operations: 'Operations',
  collections: 'Collections',
  compliance: 'Compliance',
  readOnly: 'Read only',
  borrower: 'Borrower',
};

export const rolesSetUp: CompanySetUp = (tx, { now, position }) => {
  const rows = defaultRoles.map((kind) => ({
    id: newId('RL'),
    position: position(),
    name: names[kind],
    default_kind: kind,
    created_at: now,
  }));
  tx.write(tx.db.insertInto('roles').values(rows), redraw('roles_pkey'));
};
