// The events of users, roles and teams.
import { describe } from 'node:test';
import { emitsAsDeclared, type Scenarios } from '../../../tests/support/emits-as-declared.ts';
import type { Client } from '../../../tests/support/house.ts';
import { users } from './index.ts';

let made = 0;
const agent = (more: object = {}) => ({ userType: 'agent', authType: { email: `${++made}@acme.example` }, ...more });
const aRole = async (api: Client): Promise<string> =>
  (await api.made('/roles', { name: `Role ${++made}`, permissions: [] })).id;
const aUser = async (api: Client, more: object = {}): Promise<string> => (await api.made('/users', agent(more))).id;
const aTeam = async (api: Client): Promise<string> => `/teams/${(await api.made('/teams', { name: `${++made}` })).id}`;

const newNames = { employee: { firstName: 'Ada' } };
const allOfUser = ['user.role.removed', 'user.role.added', 'user.updated'];
/** Instead of the role that the user has. */
const anotherRole = async (api: Client, path: (user: { id: string; employee: { id: string } }) => string) => {
  const user = await api.made('/users', agent({ roles: [await aRole(api)] }));
  return api.put(path(user), { roles: [await aRole(api)] });
};

const scenarios: Scenarios = {
  'users.create': [{ emits: ['user.created'], run: (api) => api.post('/users', agent()) }],
  'users.createInCompany': [{ emits: ['user.created'], run: (api) => api.post('/companies/current/users', agent()) }],
  'users.update': [
    { emits: ['user.updated'], run: async (api) => api.put(`/users/${await aUser(api)}`, newNames) },
    { emits: allOfUser, run: (api) => anotherRole(api, ({ id }) => `/users/${id}`) },
  ],
  'users.delete': [{ emits: ['user.deleted'], run: async (api) => api.delete(`/users/${await aUser(api)}`) }],
  'userRoles.add': [
    {
      emits: ['user.role.added'],
      run: async (api) => api.put(`/users/${await aUser(api)}/roles/${await aRole(api)}`),
    },
  ],
  'userRoles.remove': [
    {
      emits: ['user.role.removed'],
      async run(api) {
        const role = await aRole(api);
        return api.delete(`/users/${await aUser(api, { roles: [role] })}/roles/${role}`);
      },
    },
  ],
  'employees.create': [
    { emits: ['user.created'], run: (api) => api.post('/employees', { email: `${++made}@acme.example` }) },
  ],
  'employees.update': [
    { emits: allOfUser, run: (api) => anotherRole(api, (user) => `/employees/${user.employee.id}`) },
  ],
  'roles.create': [
    { emits: ['role.created'], run: (api) => api.post('/roles', { name: `Role ${++made}`, permissions: [] }) },
  ],
  'roles.update': [
    { emits: ['role.updated'], run: async (api) => api.put(`/roles/${await aRole(api)}`, { description: 'x' }) },
  ],
  'roles.delete': [{ emits: ['role.deleted'], run: async (api) => api.delete(`/roles/${await aRole(api)}`) }],
  'teams.create': [{ emits: ['team.created'], run: (api) => api.post('/teams', { name: `${++made}` }) }],
  'teams.update': [{ emits: ['team.updated'], run: async (api) => api.put(await aTeam(api), { description: 'x' }) }],
  'teams.delete': [{ emits: ['team.deleted'], run: async (api) => api.delete(await aTeam(api)) }],
};

describe('the events of users', () => emitsAsDeclared(users, scenarios));
