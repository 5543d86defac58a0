// A tool whose preview fails waits longer each time, and those that come after it have their turn.
import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import Type from 'typebox';
import { whole } from '#app/capabilities.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { standingClock } from '../../../../tests/support/clock.ts';
import { aPerson, type Client, useHouse } from '../../../../tests/support/house.ts';
import { aPassingDay } from '../../../../tests/support/passing-day.ts';
import { aWorkflowType, itemNamed, type WorkflowOfCase } from '../../../../tests/support/workflow.ts';
import { loanBody } from '../../../../tests/support/world.ts';
import { workflowDay } from './workflow-day.ts';

const tool = 'customPaymentPlans.create';
const body = { numberOfPeriods: 3, amount: 150 };
/** More than stand on a page, and more than are looked at in a turn. */
const copies = 60;

type Command = NonNullable<Endpoint['command']>;

/** The tool by its name, without what it asks of the loan. */
function withoutLoan({ body: _, subject: __, alongside: ___, ...bare }: Endpoint, command: Command): Endpoint {
  return { ...bare, answer: Type.Object({}), command };
}

describe('a tool whose preview fails', () => {
  const clock = standingClock();
  const { house, aCompany } = useHouse({ works: false, clock });
  let api: Client;
  let typeId: string;
  beforeEach(async () => {
    api = (await aCompany()).test;
    const automatic = { action: 'loanTool', loanTool: { tool, body, values: [] } };
    typeId = (await aWorkflowType(api, [{ items: [{ key: 'plan', kind: 'automatic', automatic }] }])).id;
  });

  /** More items that are as that of the workflow, and older. */
  async function copied(workflow: WorkflowOfCase): Promise<void> {
    const { id } = await itemNamed(api, workflow, 'plan');
    await house().service.database.pools.test.query(
      `insert into workflow_items select (jsonb_populate_record(
        item, jsonb_build_object('id', 'WI-COPY-' || n, 'acts_at', item.acts_at - interval '1 hour')
      )).* from workflow_items item, generate_series(1, ${copies}) n where id = $1`,
      [id],
    );
  }

  async function ordering(): Promise<WorkflowOfCase> {
    const personPath = `/people/${(await api.made('/people', aPerson())).id}`;
    const { id: loanId } = await api.made(`${personPath}/loans`, loanBody);
    const casePath = `${personPath}/cases/${(await api.made(`${personPath}/cases`, { loanIds: [loanId] })).id}`;
    const { id } = await api.made(`${casePath}/workflows`, { workflowTypeId: typeId });
    return { personPath, casePath, path: `/workflows/${id}`, id };
  }

  /** The work of a day in which the tool fails for one borrower. */
  function aDay(failing: WorkflowOfCase) {
    let tries = 0;
    const failsForOne: Command = async (_ctx, _tx, { params }) => {
      if (`/people/${(params as Record<string, string>).personId}` !== failing.personPath) return {};
      tries += 1;
      throw new Error('The tool is broken.');
    };
    const endpoints = whole.endpoints.map((one) => (one.name === tool ? withoutLoan(one, failsForOne) : one));
    const day = aPassingDay(house(), api, { ...whole, endpoints });
    const pass = () => workflowDay([]).run(day);
    return { day, pass, tries: () => tries };
  }

  test('is passed over by the day without a commit, however many there are', async () => {
    const failing = await ordering();
    await copied(failing);
    const { day } = aDay(failing);
    let commits = 0;
    const transact: typeof day.transact = (work) => {
      commits += 1;
      return day.transact(work);
    };
    const pass = () => workflowDay([]).run({ ...day, transact });
    // All are looked at in two turns, and none may be tried in the third.
    assert.deepEqual([await pass(), await pass()], [{ isMore: true }, { isMore: true }]);
    commits = 0;
    assert.deepEqual(await pass(), { isMore: false });
    assert.equal(commits, 4, 'one finds that nothing is due, and three read the pages of what waits');
  });

  test('waits longer each time', async () => {
    const failing = await ordering();
    const { pass, tries } = aDay(failing);
    await pass();
    assert.equal(tries(), 1);
    await pass();
    assert.equal(tries(), 1, 'not at once');
    clock.moveOn(3);
    await pass();
    assert.equal(tries(), 2);
    clock.moveOn(3);
    await pass();
    assert.equal(tries(), 2, 'longer than the first time');
    clock.moveOn(6);
    await pass();
    assert.equal(tries(), 3);
  });

  test('keeps no other one from being looked at and ordered, however many fail', async () => {
    const failing = await ordering();
    await copied(failing);
    const other = await ordering();
    const { pass } = aDay(failing);
    for (let turns = 0; turns < 10; turns += 1) await pass();
    assert.equal((await itemNamed(api, other, 'plan')).outcome, 'completed');
  });
});
