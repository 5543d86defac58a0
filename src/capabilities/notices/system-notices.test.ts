// Each notice of the system from its event to the mailbox, over HTTP. A notice without a story here fails.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { aDraw, aLine } from '../../../tests/support/begun-line.ts';
import { beginLoan } from '../../../tests/support/begun-loan.ts';
import { type Client, useHouse } from '../../../tests/support/house.ts';
import { aPayer } from '../../../tests/support/payer.ts';
import { aRoundLoan, type RoundLoan } from '../../../tests/support/round-loan.ts';
import { moveClock, setClock } from '../../../tests/support/test-clock.ts';
import { canBeWrittenTo, mailOf } from '../../../tests/support/written-to.ts';
import { noticeSubjects } from './system-notices.ts';

/** Each makes its event happen, and gives the borrower. */
type Story = (api: Client) => Promise<string>;

const agreed = {
  amountFinanced: 3650,
  interestRates: [{ rate: 0.1 }],
  paymentFrequency: 'monthly',
  specificDays: [1],
  periodicPaymentAmount: 500,
};

async function aReadersLoan(api: Client): Promise<RoundLoan> {
  const loan = await aRoundLoan(api);
  await canBeWrittenTo(api, loan.personId);
  return loan;
}

async function aReadersLine(api: Client): Promise<{ path: string; personId: string }> {
  const path = await aLine(api);
  const personId = path.split('/')[2] as string;
  await canBeWrittenTo(api, personId);
  return { path, personId };
}

const ofLoan =
  (run: (loan: RoundLoan) => Promise<unknown>): Story =>
  async (api) => {
    const loan = await aReadersLoan(api);
    await run(loan);
    return loan.personId;
  };

const ofLine =
  (run: (api: Client, path: string) => Promise<unknown>): Story =>
  async (api) => {
    const line = await aReadersLine(api);
    await run(api, line.path);
    return line.personId;
  };

const ofCase =
  (made: object, ...moves: readonly object[]): Story =>
  async (api) => {
    const loan = await aReadersLoan(api);
    const path = `/people/${loan.personId}/cases`;
    const { id } = await api.made(path, { loanIds: [loan.id], ...made });
    for (const move of moves) {
      const answer = await api.put(`${path}/${id}`, move);
      assert.equal(answer.status, 200, JSON.stringify(answer.body));
    }
    return loan.personId;
  };

const act =
  (action: string, body: object = {}): Story =>
  async (api) => {
    const loan = await aReadersLoan(api);
    await api.made(`${loan.path}/${action}`, body);
    return loan.personId;
  };

const ofAutopay =
  (run: (api: Client, autopay: string, paymentInstrumentId: string) => Promise<unknown>): Story =>
  async (api) => {
    const { loan, autopay, paymentInstrumentId } = await aPayer(api);
    await canBeWrittenTo(api, loan.personId);
    await api.made(autopay, { amountType: 'dueAmount', paymentInstrumentId, noticeAbove: 400 });
    await run(api, autopay, paymentInstrumentId);
    return loan.personId;
  };

const ended = (outcome: string) => [{ status: 'processing' }, { status: 'completed', outcome }] as const;

const stories: Readonly<Record<string, Story>> = {
  autopayEnabled: ofAutopay(async () => {}),
  autopayCanceled: ofAutopay((api, autopay) => api.delete(autopay)),
  autopayAmountChanged: ofAutopay((api) => moveClock(api, '2026-01-23T20:00:00Z')),
  paymentReceived: ofLoan((loan) => loan.pay(50)),
  paymentCanceled: ofLoan(async (loan) => loan.act(await loan.pay(50), 'cancel')),
  loanActivated: async (api) => {
    const loan = await beginLoan(api, { start: '2026-01-01T17:00:00Z', agreed, activate: false });
    await canBeWrittenTo(api, loan.personId);
    await api.made(`${loan.path}/activate`, {});
    return loan.personId;
  },
  welcome: async (api) => {
    const path = await aLine(api, {}, { activate: false });
    const personId = path.split('/')[2] as string;
    await canBeWrittenTo(api, personId);
    await api.made(`${path}/activate`, {});
    return personId;
  },
  loanCanceled: async (api) => {
    const loan = await beginLoan(api, { start: '2026-01-01T17:00:00Z', agreed, activate: false });
    await canBeWrittenTo(api, loan.personId);
    await api.made(`${loan.path}/cancel`, {});
    return loan.personId;
  },
  loanPaidOff: ofLoan((loan) => loan.pay(3650)),
  loanAccelerated: act('accelerate'),
  loanChargedOff: act('charge-off', { chargeOffReason: 'bankruptcy' }),
  collectionAgencyAssigned: async (api) => {
    const loan = await aReadersLoan(api);
    const agency = await api.made('/companies/current/collection-agencies', { legalName: `Agency ${loan.id}` });
    await api.made(`${loan.path}/collection-agency`, { collectionAgencyId: agency.id });
    return loan.personId;
  },
  paymentsDeferred: act('defer', { dueDates: ['2026-02-01'] }),
  settlementOffered: act('settlements', {
    amount: 1000,
    acceptBy: '2026-01-20',
    schedule: [{ dueDate: '2026-01-25', amount: 1000 }],
  }),
  drawsFrozen: ofLine((api, path) => api.made(`${path}/freeze-draws`, {})),
  drawActivated: ofLine((api, path) => aDraw(api, path)),
  identityTheftValidated: ofCase({ caseType: 'identityTheft' }, ...ended('approved')),
  identityTheftNotValidated: ofCase({ caseType: 'identityTheft' }, ...ended('rejected')),
  disputeOfDebtConfirmed: ofCase({ caseType: 'disputeOfDebt' }, ...ended('rejected')),
  disputeOfDebtUnableToConfirm: ofCase({ caseType: 'disputeOfDebt' }, ...ended('approved')),
};

describe('a notice of the system', () => {
  const { aCompany } = useHouse();
  let api: Client;
  before(async () => {
    api = (await aCompany()).test;
    await setClock(api, '2026-01-01T17:00:00Z');
  });

  for (const [subject, story] of Object.entries(stories)) {
    test(`${subject} reaches the mailbox`, async () => {
      const own = (await aCompany()).test;
      const personId = await story(own);
      const [message] = await mailOf(own, personId, subject);
      assert.equal(message.channel, 'email');
    });
  }

  test('is in the table with a story here', () => {
    const without = noticeSubjects.filter((subject) => !(subject in stories));
    assert.deepEqual(without, []);
  });

  test('is not sent where the company has switched it off, or whoever acts says so', async () => {
    const own = (await aCompany()).test;
    const off = await own.put('/system-notices/paymentReceived', { isEnabled: false });
    assert.deepEqual([off.status, off.body.data?.isEnabled], [200, false], JSON.stringify(off.body));
    const loan = await aReadersLoan(own);
    await loan.pay(50);
    await own.made(`${loan.path}/accelerate`, { sendNotice: false });
    const again = await aReadersLoan(own);
    await own.made(`${again.path}/accelerate`, {});
    await mailOf(own, again.personId, 'loanAccelerated');
    const { body } = await own.get(`/people/${loan.personId}/interactions`);
    assert.deepEqual(body.data, []);
  });

  test('that the law asks for cannot be switched off', async () => {
    const answer = await api.put('/system-notices/autopayAmountChanged', { isEnabled: false });
    assert.deepEqual([answer.status, answer.body.data.path], [400, 'isEnabled']);
  });
});
