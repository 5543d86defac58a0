// A paper that cannot be kept, because somebody has locked what it lies with, is a try in vain: its item is tried again, and
// then a person is asked.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { whole } from '#app/capabilities.ts';
import type { WorkTools } from '#platform/capability.ts';
import { errors, Refusal } from '#platform/errors.ts';
import { makeLog } from '#platform/log.ts';
import { pace } from '#platform/pace.ts';
import { Shifts } from '#platform/shifts.ts';
import { useHouse } from '../../../../tests/support/house.ts';
import { aPassingDay } from '../../../../tests/support/passing-day.ts';
import { aWorkflow, aWorkflowType, itemNamed } from '../../../../tests/support/workflow.ts';
import { workflowDay } from '../day/workflow-day.ts';
import { makingPapers } from './making-papers.ts';

const makeDocument = { subject: 'identityTheftValidated', documentType: 'caseDocument' };
const automatic = { action: 'makeDocument', makeDocument };
const paper = { key: 'paper', kind: 'automatic', automatic, retry: { attempts: 1, waitMinutes: 10 } };

describe('a paper that cannot be kept', () => {
  const { house, aCompany } = useHouse({ works: false });

  test('asks a person', async () => {
    const { test: api } = await aCompany();
    const workflow = await aWorkflow(api, await aWorkflowType(api, [{ items: [paper] }]));
    await workflowDay([]).run(aPassingDay(house(), api));
    const { id } = await itemNamed(api, workflow, 'paper');
    const { service } = house();
    let isSet = false;
    const database = {
      ...service.database,
      reader(realm: typeof api.realm) {
        isSet = true;
        return service.database.reader(realm);
      },
    };
    const locked = {
      ...whole,
      get permissions(): typeof whole.permissions {
        if (isSet) throw new Refusal(errors.Locked, 'Somebody else has locked it.');
        return whole.permissions;
      },
    };
    const more = {
      log: makeLog('silent'),
      newPace: () => pace(service.load),
      isServing: () => false,
      shifts: new Shifts(() => false),
    };
    const tools: WorkTools = { ...service, ...more, database, whole: locked };
    const ref = { person_id: workflow.personPath.split('/').at(-1) as string, id };
    assert.equal(await makingPapers.run(tools, api.realm, ref), 'done');
    const item = await itemNamed(api, workflow, 'paper');
    assert.deepEqual([item.status, item.errorType, item.tries], ['failed', 'Locked', 1]);
  });
});
