// What the law wants said when a debt is collected for somebody else, and when credit is refused.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aLine } from '../../../tests/support/begun-line.ts';
import { eventually } from '../../../tests/support/eventually.ts';
import { aPerson, type Client, useHouse } from '../../../tests/support/house.ts';
import { moveClock, setClock } from '../../../tests/support/test-clock.ts';
import { canBeWrittenTo, mailOf, writtenTo } from '../../../tests/support/written-to.ts';

const subject = 'debtValidationNoticeAutomatic';
/** The hour of notices, 17:00, is over. */
const today = '2026-01-20T18:00:00Z';

/** 3,650.00 at 10 % are 1.00 a day; 500.00 are due on the first of each month, the first time on November 1st 2025. */
const atOrigination = {
  amountFinanced: 3650,
  interestRates: [{ rate: 0.1 }],
  paymentFrequency: 'monthly',
  specificDays: [1],
  periodicPaymentAmount: 500,
  originatingCreditorName: 'First Bank',
};
const startDate = '2025-10-01';

describe('the validation notice of a debt', () => {
  const { aCompany } = useHouse();
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
    await setClock(api, today);
    const company = { legalName: 'Acme Lending LLC', papers: { address: '1 Lender Way\nGary, IN 46402' } };
    assert.equal((await api.put('/companies/current', company)).status, 200);
  });

  const takenOver = async (said: object, takeOver: object = {}): Promise<string> => {
    const { id: personId } = await api.made('/people', aPerson());
    await canBeWrittenTo(api, personId);
    // A collector writes an email to whoever has agreed to that, and a letter to others.
    const agreed = { consentType: 'priorExpress', channel: 'email', text: 'You may write to me.' };
    await api.made(`/people/${personId}/consents`, agreed);
    const loan = { loanTypeId: 'ext-installment', status: 'originated', atOrigination, ...said };
    const { id } = await api.made(`/people/${personId}/loans`, loan);
    await api.made(`/people/${personId}/loans/${id}/migration/activate`, { startDate, ...takeOver });
    return personId;
  };

  // From October 1st to January 21st are 112 days: 112.00 of interest. The late fees are those of the loan type.
  test('comes on the next morning, with what was added and paid since the transaction, and the end of its period', async () => {
    const personId = await takenOver({ defaultedAtBoarding: true });
    const other = await takenOver({ defaultedAtBoarding: false }, { sendNotice: true });
    const unknown = await takenOver({});
    const missing = await takenOver(
      { defaultedAtBoarding: true },
      { migrationDate: '2026-01-20', balances: { principalAmount: 3000 } },
    );
    await mailOf(api, other, 'welcome');
    await moveClock(api, '2026-01-21T16:59:00Z');
    assert.deepEqual(await writtenTo(api, personId, subject), []);
    await moveClock(api, '2026-01-21T18:00:00Z');
    const [notice] = await mailOf(api, personId, subject);
    const { text } = notice.content;
    for (const words of ['Acme Lending LLC', '1 Lender Way', 'First Bank', 'October 1, 2025', '3,650.00', '112.00']) {
      assert.ok(text.includes(words), `${words}: ${text}`);
    }
    // Sent on Wednesday the 21st, or on the day after; received five open days later, on the 29th; 30 days from then.
    assert.ok(text.includes('February 28, 2026'), text);
    assert.ok(text.includes('12 Main St'), text);
    const reason = await eventually('it is told that a notice was not sent', async () => {
      const { body } = await api.get(`/people/${missing}/events?events=notice.not.sent`);
      return body.data[0]?.reason;
    });
    assert.equal(reason, 'valueMissing');
    for (const one of [other, unknown]) assert.deepEqual(await writtenTo(api, one, subject), []);
    assert.deepEqual(await writtenTo(api, unknown, 'welcome'), [], 'a book that is taken over is not announced');
  });
});

describe('the validation notice of the debt of a line', () => {
  const { aCompany } = useHouse();
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
    await setClock(api, '2027-02-11T18:00:00Z');
    const company = { legalName: 'Acme Lending LLC', papers: { address: '1 Lender Way\nGary, IN 46402' } };
    assert.equal((await api.put('/companies/current', company)).status, 200);
  });

  /** 1,000.00 of principal at 18.25 % are 0.50 a day. After the statement of February 1st 1,115.00 were owed. */
  async function takenOver({ statement = {}, draw = {}, more = {} }: Readonly<Record<string, object>> = {}) {
    const { id: personId } = await api.made('/people', aPerson());
    await canBeWrittenTo(api, personId);
    const agreed = { consentType: 'priorExpress', channel: 'email', text: 'You may write to me.' };
    await api.made(`/people/${personId}/consents`, agreed);
    const { id } = await api.made(`/people/${personId}/loans`, {
      type: 'lineOfCredit',
      loanTypeId: 'ext-credit-card',
      status: 'originated',
      defaultedAtBoarding: true,
      atOrigination: {
        creditLimitAmount: 5000,
        interestRates: [{ rate: 0.1825 }],
        specificDays: [1, 25],
        originatingCreditorName: 'First Bank',
      },
    });
    const path = `/people/${personId}/loans/${id}`;
    const noGrace = { status: 'originated', atOrigination: { gracePeriod: { isGracePeriodApplicable: false } } };
    const { id: drawId } = await api.made(`${path}/draws`, noGrace);
    const billed = { drawId, principalAmount: 10, interestAmount: 15, fullBalanceAmount: 1115, fulfilledAmount: 100 };
    await api.made(`${path}/migration/activate`, {
      startDate: '2026-06-01',
      migrationDate: '2027-02-11',
      balances: {
        draws: [{ drawId, startDate: '2026-07-01', principalAmount: 990, accruedInterestAmount: 5, ...draw }],
        statements: [
          {
            statementDate: '2027-02-01',
            dueDate: '2027-02-25',
            minimumDueAmount: 125,
            newBalanceAmount: 1115,
            fulfilledAmount: 100,
            draws: [billed],
            ...statement,
          },
        ],
        nextPeriodNumber: 9,
        ...more,
      },
    });
    return personId;
  }

  test('tells what was owed after the last statement, and what was added and paid since', async () => {
    const plain = await takenOver();
    const withFee = await takenOver({ draw: { waitingFees: [{ feeType: 'lateFee', amount: 30 }] } });
    await moveClock(api, '2027-02-12T16:59:00Z');
    assert.deepEqual(await writtenTo(api, plain, subject), []);
    await moveClock(api, '2027-02-12T18:00:00Z');
    const [notice] = await mailOf(api, plain, subject);
    const { text } = notice.content;
    // 5.00 were earned until the 11th and 0.50 on that day; 100.00 of 1,115.00 were paid: 1,020.50 are owed.
    for (const words of ['First Bank', 'February 1, 2027', '1,115.00', '5.50', '100.00', '1,020.50'])
      assert.ok(text.includes(words), `${words}: ${text}`);
    // Sent on Friday the 12th, or on the day after; the 15th is a holiday: received on the 22nd; 30 days from then.
    assert.ok(text.includes('March 24, 2027'), text);
    const [other] = await mailOf(api, withFee, subject);
    for (const words of ['30.00', '1,050.50']) assert.ok(other.content.text.includes(words), words);
  });

  test('is not sent where the figures do not add up, or no statement is known: somebody hears of it', async () => {
    const wrong = await takenOver({ statement: { newBalanceAmount: 1215 } });
    const none = await takenOver({ more: { statements: [] } });
    await moveClock(api, '2027-02-13T18:00:00Z');
    for (const personId of [wrong, none]) {
      const reason = await eventually('it is told that a notice was not sent', async () => {
        const { body } = await api.get(`/people/${personId}/events?events=notice.not.sent`);
        return body.data[0]?.reason;
      });
      assert.equal(reason, 'valueMissing');
    }
  });
});

describe('the notice of an adverse action', () => {
  const { aCompany } = useHouse();

  test('says why a loan and a draw were declined, where reasons were given in words', async () => {
    const api = (await aCompany()).test;
    await setClock(api, today);
    const { id: personId } = await api.made('/people', aPerson());
    await canBeWrittenTo(api, personId);
    const subReasons = ['Income is too low', 'Too many accounts'].map((reasonText) => ({ reasonText }));
    const loan = { loanTypeId: 'ext-installment', status: 'declined', atOrigination };
    await api.made(`/people/${personId}/loans`, loan);
    const reason = { mainText: 'Not approved', subReasons, mainScriptForRep: 'Say sorry.' };
    await api.made(`/people/${personId}/loans`, { ...loan, declineReason: reason });
    const [ofLoan] = await mailOf(api, personId, 'adverseActionNotice');
    assert.match(ofLoan.content.text, /Income is too low.*Too many accounts/s);
    assert.doesNotMatch(ofLoan.content.text, /Say sorry/);
    const line = await aLine(api);
    const borrower = line.split('/')[2] as string;
    await canBeWrittenTo(api, borrower);
    const declineReason = { mainText: 'The line is over its limit' };
    await api.made(`${line}/draws`, { status: 'declined', declineReason, atOrigination: {} });
    const [ofDraw] = await mailOf(api, borrower, 'adverseActionNotice');
    assert.match(ofDraw.content.text, /The line is over its limit/);
    assert.equal((await writtenTo(api, personId, 'adverseActionNotice')).length, 1);
  });
});
