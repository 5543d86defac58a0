// A collection case that waits until the borrower was told of what is overdue: the service counts the notices that it sent.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { eventually } from '../../../tests/support/eventually.ts';
import { useHouse } from '../../../tests/support/house.ts';
import { aRoundLoan } from '../../../tests/support/round-loan.ts';
import { moveClock } from '../../../tests/support/test-clock.ts';
import { canBeWrittenTo, mailOf } from '../../../tests/support/written-to.ts';

describe('a collection case', () => {
  const { aCompany } = useHouse();

  // 500.00 are due on February 1st, a Sunday. Notices go out three and eight days after it.
  test('opens once the second notice was sent, though the debt is old enough before', async () => {
    const api = (await aCompany()).test;
    const autoInitiate = { isEnabled: true, daysOverdue: 5, overdueNoticesMin: 2 };
    assert.equal((await api.put('/companies/current', { collections: { autoInitiate } })).status, 200);
    const loan = await aRoundLoan(api);
    await canBeWrittenTo(api, loan.personId);
    const notice = { trigger: 'loanOverdue', subject: 'loanOverdueFirstNotice', day: 3 };
    const path = '/companies/current/repayment-engine/notifications';
    await api.made(path, notice);
    await api.made(path, { ...notice, subject: 'loanOverdueSecondNotice', day: 8 });
    const cases = async () => (await api.get(`/people/${loan.personId}/cases`)).body.data;
    const reported = {
      channel: 'email',
      direction: 'outbound',
      subject: 'loanOverdueSecondNotice',
      status: 'succeeded',
    };
    await moveClock(api, '2026-02-04T20:00:00Z');
    await mailOf(api, loan.personId, 'loanOverdueFirstNotice');
    await api.made(`/people/${loan.personId}/interactions`, { ...reported, startedAt: '2026-02-04T20:00:00Z' });
    await moveClock(api, '2026-02-08T20:00:00Z');
    assert.deepEqual(await cases(), []);
    await moveClock(api, '2026-02-09T20:00:00Z');
    await mailOf(api, loan.personId, 'loanOverdueSecondNotice');
    const [opened] = await eventually('a case opens', async () => {
      const found = await cases();
      return found.length > 0 && found;
    });
    assert.equal(opened.caseType, 'collection');
  });
});
