// A higher rate of a line is told when it is given, 45 days ahead, also where nothing is owed that could bear interest.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aDraw, aLine } from '../../../tests/support/begun-line.ts';
import { type Client, useHouse } from '../../../tests/support/house.ts';
import { moveClock, setClock } from '../../../tests/support/test-clock.ts';
import { canBeWrittenTo, mailOf, writtenTo } from '../../../tests/support/written-to.ts';

const subject = 'rateChangeAhead';

describe('a higher rate of a line', () => {
  const { aCompany } = useHouse();
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
    await setClock(api, '2026-01-20T18:00:00Z');
  });

  const aReadersLine = async () => {
    const line = await aLine(api);
    const personId = line.split('/')[2] as string;
    await canBeWrittenTo(api, personId);
    await aDraw(api, line, { atOrigination: { interestRates: [{ rate: 0.1825 }] } });
    const give = (rate: object) => api.made(`${line}/rates`, { interestRate: { replaces: true, ...rate } });
    return { personId, give };
  };

  test('is told on the day on which it is given, though the line owes nothing', async () => {
    const { personId, give } = await aReadersLine();
    await give({ annualRate: 0.2125, effectiveDate: '2026-03-07' });
    const [notice] = await mailOf(api, personId, subject);
    assert.equal(notice.startedAt.slice(0, 10), '2026-01-20');
    assert.match(notice.content.text, /March 7, 2026.*18\.25%.*21\.25%/s);
  });

  test('is told by nobody else where the company has told it, and told where it was agreed', async () => {
    const [told, agreed] = [await aReadersLine(), await aReadersLine()];
    await told.give({ annualRate: 0.2125, effectiveDate: '2026-02-01', noticeExemption: 'toldBefore' });
    await agreed.give({ annualRate: 0.2125, effectiveDate: '2026-02-01', noticeExemption: 'agreedByBorrower' });
    const [notice] = await mailOf(api, agreed.personId, subject);
    assert.match(notice.content.text, /February 1, 2026/);
    await moveClock(api, '2026-01-21T18:00:00Z');
    assert.deepEqual(await writtenTo(api, told.personId, subject), []);
  });
});
