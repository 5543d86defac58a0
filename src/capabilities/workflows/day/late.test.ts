// What goes on by itself as the clock of a company is moved: waits end, and what is not done in time is reminded of, given
// to somebody else, escalated or passed by.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { eventually } from '../../../../tests/support/eventually.ts';
import { type Client, useHouse } from '../../../../tests/support/house.ts';
import { aUser } from '../../../../tests/support/signed-in.ts';
import { moveClock, setClock } from '../../../../tests/support/test-clock.ts';
import { type Shown, told } from '../../../../tests/support/told.ts';
import {
  aWorkflow,
  aWorkflowType,
  itemNamed,
  pathOfItem,
  stepsOfWorkflow,
} from '../../../../tests/support/workflow.ts';

const days = (count: number) => ({ count, unit: 'calendarDays' });

describe('a workitem in time', () => {
  const { house, aCompany } = useHouse();
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
  });
  const late = async (workflow: { readonly id: string }) =>
    (await told(house(), api)).filter(
      ({ eventType, workflowId }) => eventType === 'workflow.workitem.late' && workflowId === workflow.id,
    );

  test('waits for a time, for a date of its case, and for an event', async () => {
    await setClock(api, '2027-03-01T17:00:00Z');
    const type = await aWorkflowType(api, [
      { items: [{ key: 'pause', kind: 'wait', wait: { time: days(30) } }] },
      { items: [{ key: 'until', kind: 'wait', wait: { untilField: 'case.creditorClaimDeadlineDate' } }] },
      {
        items: [
          { key: 'heard', kind: 'wait', wait: { event: 'note.created' }, due: days(60), whenLate: { do: 'goOn' } },
        ],
      },
    ]);
    const workflow = await aWorkflow(api, type, { caseType: 'bankruptcy' });
    assert.equal((await itemNamed(api, workflow, 'pause')).status, 'waiting');
    await moveClock(api, '2027-03-30T17:00:00Z');
    assert.equal((await itemNamed(api, workflow, 'pause')).status, 'waiting');
    await moveClock(api, '2027-04-01T17:00:00Z');
    assert.equal((await itemNamed(api, workflow, 'pause')).outcome, 'completed');
    // The case has no such date: a person is asked.
    const until = await itemNamed(api, workflow, 'until');
    assert.deepEqual([until.status, until.errorType], ['failed', 'NoDate']);
    const again = async () => (await api.post(`${pathOfItem(until)}/retry`, {})).body.data;
    assert.deepEqual((await again()).errorType, 'NoDate');
    const fields = { creditorClaimDeadlineDate: '2027-04-20' };
    assert.equal((await api.put(workflow.casePath, { fields })).status, 200);
    const waits = await again();
    assert.deepEqual([waits.status, waits.actsAt?.slice(0, 10)], ['waiting', '2027-04-20']);
    await moveClock(api, '2027-04-21T17:00:00Z');
    const heard = await itemNamed(api, workflow, 'heard');
    assert.equal(heard.status, 'waiting');
    await api.made(`${workflow.personPath}/notes`, { text: 'A word' });
    await eventually(
      'the event is heard',
      async () => (await itemNamed(api, workflow, 'heard')).outcome === 'completed',
    );
    assert.equal((await api.get(workflow.path)).body.data.status, 'completed');
  });

  test('is late as its type says: again and again, for somebody else, or not any more', async () => {
    await setClock(api, '2027-05-03T17:00:00Z');
    const userIds = [await aUser(house(), api, { email: 'second@acme.example' })];
    const team = await api.made('/teams', { name: 'Second line', userIds });
    const due = days(2);
    const type = await aWorkflowType(api, [
      {
        items: [
          { key: 'remind', due, whenLate: { do: 'remind', again: days(1) } },
          { key: 'give', due, whenLate: { do: 'reassign', to: { to: 'team', id: team.id } } },
          { key: 'tell', due, whenLate: { do: 'escalate', to: { to: 'team', id: team.id } } },
          { key: 'pass', due, whenLate: { do: 'goOn' } },
        ],
      },
    ]);
    const workflow = await aWorkflow(api, type);
    await moveClock(api, '2027-05-05T17:00:00Z');
    assert.deepEqual(await late(workflow), []);
    await moveClock(api, '2027-05-06T17:00:00Z');
    const [step] = await stepsOfWorkflow(api, workflow);
    const items = step?.workitems as Shown[];
    assert.deepEqual(
      items.map(({ key, status, isLate, assignedTeamId }) => [key, status, isLate, assignedTeamId]),
      [
        ['remind', 'open', true, null],
        ['give', 'open', true, team.id],
        ['tell', 'open', true, null],
        ['pass', 'skipped', true, null],
      ],
    );
    const first = await late(workflow);
    assert.deepEqual(
      first.map(({ workitemId, tellsTeamId }) => [items.find(({ id }) => id === workitemId)?.key, tellsTeamId]).sort(),
      [
        ['give', null],
        ['remind', null],
        ['tell', team.id],
      ].sort(),
    );
    await moveClock(api, '2027-05-10T17:00:00Z');
    const again = (await late(workflow)).filter(({ workitemId }) => workitemId === items[0]?.id);
    assert.ok(again.length > 1, 'it is told again');
  });
});
