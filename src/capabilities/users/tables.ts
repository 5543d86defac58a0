import type { UserType } from '#platform/actor.ts';
import { as, defineTable, type RowOf, type Stored, tablesByName } from '#platform/db/define-table.ts';
import { reference } from '#platform/db/tables.ts';
import type { DefaultRole } from '#platform/permissions.ts';

export const nameTypes = ['email', 'username', 'phone', 'samlSubjectNameId'] as const;
export type NameType = (typeof nameTypes)[number];

/** Pending: a borrower's user who waits for somebody else than its maker to confirm by what it signs in. */
export const userStatuses = ['active', 'inactive', 'pending'] as const;
export type UserStatus = (typeof userStatuses)[number];

export const roles = defineTable('roles', reference, {
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  external_id: 'text?',
  name: 'text',
  description: 'text?',
  default_kind: as<DefaultRole | null>('text?'),
  permissions: 'texts?',
  created_at: 'instant',
  updated_at: 'instant?',
  deleted_at: 'instant?',
});

export const users = defineTable('users', reference, {
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  external_id: 'text?',
  user_type: as<UserType>('text'),
  status: as<UserStatus>('text'),
  user_number: 'int',
  person_id: 'text?',
  employee_id: 'text?',
  profile_sealed: 'bytes?',
  created_at: 'instant',
  updated_at: 'instant?',
  deleted_at: 'instant?',
  unconfirmed_since: 'instant?',
});

const userRoles = defineTable('user_roles', reference, {
  user_id: 'text',
  role_id: 'text',
  company_id: 'company',
  created_at: 'instant',
});

const userNames = defineTable('user_names', reference, {
  user_id: 'text',
  company_id: 'company',
  user_type: as<UserType>('text'),
  name_type: as<NameType>('text'),
  name_hash: 'bytes',
  created_at: 'instant',
});

export const teams = defineTable('teams', reference, {
  id: 'text',
  company_id: 'company',
  position: 'bigint',
  external_id: 'text?',
  name: 'text',
  description: 'text?',
  created_at: 'instant',
  updated_at: 'instant?',
  deleted_at: 'instant?',
});

const teamMembers = defineTable('team_members', reference, {
  team_id: 'text',
  user_id: 'text',
  company_id: 'company',
  created_at: 'instant',
});

declare module '#platform/db/tables.ts' {
  interface Tables {
    roles: Stored<typeof roles>;
    users: Stored<typeof users>;
    user_roles: Stored<typeof userRoles>;
    user_names: Stored<typeof userNames>;
    teams: Stored<typeof teams>;
    team_members: Stored<typeof teamMembers>;
  }
}

export const usersTables = tablesByName(roles, users, userRoles, userNames, teams, teamMembers);

export type RoleRow = RowOf<typeof roles>;
export type UserRow = RowOf<typeof users>;
export type TeamRow = RowOf<typeof teams>;
