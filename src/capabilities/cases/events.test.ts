// The events of cases.
import { describe } from 'node:test';
import { emitsAsDeclared, type Scenarios } from '../../../tests/support/emits-as-declared.ts';
import { aPerson, type Client } from '../../../tests/support/house.ts';
import { loanBody } from '../../../tests/support/world.ts';
import { cases } from './index.ts';

const aPath = async (api: Client): Promise<string> => `/people/${(await api.made('/people', aPerson())).id}`;

async function aCase(api: Client) {
  const person = await aPath(api);
  const loan = (await api.made(`${person}/loans`, loanBody)).id;
  const made = await api.made(`${person}/cases`, { loanIds: [loan] });
  return { path: `${person}/cases/${made.id}`, loan, other: (await api.made(`${person}/loans`, loanBody)).id };
}

const escalated = 'case.escalation.changed';
const asked = 'case.task.changed';
const later = { dueAt: '2099-01-01T15:00:00Z' };

const aPlainCase = async (api: Client): Promise<string> => (await aCase(api)).path;

async function made(api: Client, segment: string): Promise<string> {
  const path = `${await aPlainCase(api)}/${segment}`;
  return `${path}/${(await api.made(path, later)).id}`;
}

const aTask = async (api: Client, segment: string): Promise<string> =>
  (await made(api, segment)).replace(segment, 'tasks');

async function snoozed(api: Client): Promise<string> {
  const path = `${await aPlainCase(api)}/snooze`;
  await api.made(path, later);
  return path;
}

const ofCompany = 'companycase.task.changed';
const companyTasks = async (api: Client): Promise<string> =>
  `/company-cases/${(await api.made('/company-cases', {})).id}/tasks`;
async function aCompanyTask(api: Client): Promise<string> {
  const path = await companyTasks(api);
  return `${path}/${(await api.made(path, { kind: 'escalation' })).id}`;
}

const scenarios: Scenarios = {
  'cases.create': [
    {
      emits: ['case.changed', 'case.association.added'],
      run: async (api) => {
        const person = await aPath(api);
        return api.post(`${person}/cases`, { loanIds: [(await api.made(`${person}/loans`, loanBody)).id] });
      },
    },
  ],
  'cases.update': [
    {
      emits: ['case.changed', 'case.association.added', 'case.association.removed'],
      run: async (api) => {
        const { path, other } = await aCase(api);
        return api.put(path, { loanIds: [other] });
      },
    },
  ],
  'caseLoans.add': [
    {
      emits: ['case.association.added'],
      run: async (api) => {
        const { path, other } = await aCase(api);
        return api.post(`${path}/loans/${other}`);
      },
    },
  ],
  'caseLoans.remove': [
    {
      emits: ['case.association.removed'],
      run: async (api) => {
        const { path, loan } = await aCase(api);
        return api.delete(`${path}/loans/${loan}`);
      },
    },
  ],
  'caseNotes.create': [
    {
      emits: ['case.note.created', 'case.task.changed'],
      run: async (api) => api.post(`${await aPlainCase(api)}/notes`, { content: 'A note', taskableInstruction: true }),
    },
  ],
  'caseNotes.update': [
    {
      emits: ['case.note.updated'],
      run: async (api) => {
        const notes = `${await aPlainCase(api)}/notes`;
        return api.put(`${notes}/${(await api.post(notes, { content: 'A note' })).body.data.id}`, { pinned: true });
      },
    },
  ],
  'caseEscalations.create': [
    { emits: [escalated], run: async (api) => api.post(`${await aPlainCase(api)}/escalations`, {}) },
  ],
  'caseEscalations.update': [
    { emits: [escalated], run: async (api) => api.put(await made(api, 'escalations'), { reason: 'Another' }) },
  ],
  'caseEscalations.cancel': [{ emits: [escalated], run: async (api) => api.delete(await made(api, 'escalations')) }],
  'caseCalls.create': [
    { emits: [asked], run: async (api) => api.post(`${await aPlainCase(api)}/scheduled-calls`, later) },
  ],
  'caseCalls.update': [
    { emits: [asked], run: async (api) => api.put(await made(api, 'scheduled-calls'), { reason: 'Another' }) },
  ],
  'caseCalls.cancel': [{ emits: [asked], run: async (api) => api.delete(await made(api, 'scheduled-calls')) }],
  'caseSnooze.create': [{ emits: [asked], run: async (api) => api.post(`${await aPlainCase(api)}/snooze`, later) }],
  'caseSnooze.update': [{ emits: [asked], run: async (api) => api.put(await snoozed(api), { reason: 'Another' }) }],
  'caseSnooze.cancel': [{ emits: [asked], run: async (api) => api.delete(await snoozed(api)) }],
  'companyCases.create': [{ emits: ['companycase.created'], run: (api) => api.post('/company-cases', {}) }],
  'companyCases.update': [
    {
      emits: ['companycase.updated'],
      run: async (api) =>
        api.put(`/company-cases/${(await api.made('/company-cases', {})).id}`, { status: 'processing' }),
    },
  ],
  'companyCaseNotes.create': [
    {
      emits: ['companycase.note.created'],
      run: async (api) =>
        api.post(`/company-cases/${(await api.made('/company-cases', {})).id}/notes`, { content: 'A note' }),
    },
  ],
  'companyCaseTasks.create': [
    { emits: [ofCompany], run: async (api) => api.post(await companyTasks(api), { kind: 'escalation' }) },
  ],
  'companyCaseTasks.update': [
    { emits: [ofCompany], run: async (api) => api.put(await aCompanyTask(api), { reason: 'Another' }) },
  ],
  'companyCaseTasks.cancel': [{ emits: [ofCompany], run: async (api) => api.delete(await aCompanyTask(api)) }],
  'companyCaseTasks.done': [{ emits: [ofCompany], run: async (api) => api.post(`${await aCompanyTask(api)}/done`) }],
  'tasks.done': [
    { emits: [escalated], run: async (api) => api.post(`${await aTask(api, 'escalations')}/done`) },
    { emits: [asked], run: async (api) => api.post(`${await aTask(api, 'scheduled-calls')}/done`) },
  ],
};

const alone = { listeners: [], companyListeners: [], taskSources: [], overdueNotices: async () => 0 };

describe('the events of cases', () => emitsAsDeclared(cases(alone), scenarios));
