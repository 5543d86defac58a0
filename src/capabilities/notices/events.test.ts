// The events of notices that requests emit. What is not sent is told by the work of the day: system-notices.test.ts.
import { describe } from 'node:test';
import { emitsAsDeclared, type Scenarios } from '../../../tests/support/emits-as-declared.ts';
import type { Client } from '../../../tests/support/house.ts';
import { notices } from './index.ts';

const repayments = '/companies/current/repayment-engine/notifications';
const reminder = { trigger: 'expectedPayment', subject: 'paymentDueDateReminder', day: -7 };
const type = { onStatus: 'initiated', subject: 'annualPrivacyPolicyNotice', status: 'active' };

const aReminder = async (api: Client): Promise<string> => `${repayments}/${(await api.made(repayments, reminder)).id}`;

const aType = async (api: Client, more: object): Promise<string> =>
  `/notification-types/${(await api.made('/notification-types', { ...type, ...more })).id}`;

const scenarios: Scenarios = {
  'systemNotices.update': [
    { emits: ['systemnotice.updated'], run: (api) => api.put('/system-notices/paymentReceived', { isEnabled: false }) },
  ],
  'repaymentengineNotifications.create': [
    { emits: ['repaymentenginenotification.created'], run: (api) => api.post(repayments, reminder) },
  ],
  'repaymentengineNotifications.update': [
    {
      emits: ['repaymentenginenotification.updated'],
      run: async (api) => api.put(await aReminder(api), { day: -5 }),
    },
  ],
  'repaymentengineNotifications.delete': [
    { emits: ['repaymentenginenotification.deleted'], run: async (api) => api.delete(await aReminder(api)) },
  ],
  'notificationTypes.create': [
    { emits: ['notificationtype.created'], run: (api) => api.post('/notification-types', type) },
  ],
  'notificationTypes.update': [
    {
      emits: ['notificationtype.updated'],
      run: async (api) => api.put(await aType(api, { status: 'draft' }), { delay: 2 }),
    },
    {
      emits: ['notificationtype.updated', 'notificationtype.created'],
      run: async (api) => api.put(await aType(api, {}), { delay: 2 }),
    },
  ],
};

describe('the events of notices', () => emitsAsDeclared(notices, scenarios));
