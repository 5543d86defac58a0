// The form of users in earlier versions of the interface.
import type { VersionStep } from '#platform/http/versions.ts';

interface EarlierUser {
  readonly id: string;
  readonly employee: object | null;
  readonly auths: readonly { readonly authValueType: string; readonly value: string }[];
}

/** The whole employee, from what the user tells. */
function wholeEmployee({ employee, auths, ...user }: EarlierUser & Readonly<Record<string, unknown>>) {
  const authOf = (type: string) => auths.find(({ authValueType }) => authValueType === type)?.value ?? null;
  const { companyId, externalId, status, roleIds, createdAt, updatedAt, deletedAt } = user;
  return {
    ...employee,
    companyId,
    externalId,
    userId: user.id,
    email: authOf('email'),
    phone: authOf('phone'),
    status,
    roleIds,
    availableAndPermittedTasktypes: [],
    createdAt,
    updatedAt,
    deletedAt,
  };
}

export const usersVersions: VersionStep[] = [
  {
    since: '2025-03-26',
    resource: 'User',
    change: '`employee` holds only the names and the id; before, it was the whole employee.',
    before(resource) {
      const user = resource as unknown as EarlierUser & Record<string, unknown>;
      return user.employee === null ? user : { ...user, employee: wholeEmployee(user) };
    },
  },
  {
    since: '2025-03-26',
    resource: 'Employee',
    change: '`availableAndPermittedTasktypes` is an array that cannot be set; before, it was not shown.',
    field: 'availableAndPermittedTasktypes',
    before({ availableAndPermittedTasktypes: _, ...earlier }) {
      return earlier;
    },
  },
];
