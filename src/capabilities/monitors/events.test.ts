// The events of monitors.
import { describe } from 'node:test';
import { emitsAsDeclared, type Scenarios } from '../../../tests/support/emits-as-declared.ts';
import { monitors } from './index.ts';

const scenarios: Scenarios = {
  'monitors.update': [
    { emits: ['monitor.updated'], run: (api) => api.put('/monitors/militaryDuty', { isEnabled: true }) },
  ],
};

describe('the events of monitors', () => emitsAsDeclared(monitors({ listeners: [] }), scenarios));
