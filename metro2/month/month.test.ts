// Stories of accounts, worked by hand: what each month says, and that it breaks no rule beside the month before.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { checkFile, readMonth } from '../check/check-file.ts';
import { bytesOf, header, textOf } from '../check/test-account.ts';
import type { Account, Base } from '../layout/segments.ts';
import type { Facts, Person, Said } from './facts.ts';
import { reportMonth } from './month.ts';
import { untroubled } from './test-facts.ts';

const day = (text: string): CivilDate => text as CivilDate;

const sam: Person = {
  surname: 'O’Brien-Núñez',
  firstName: 'Sam',
  middleName: '',
  ssn: '219-09-9999',
  birthDate: day('1980-02-29'),
  telephone: '(217) 555-0142',
  address: { country: 'US', street: '12 Main St.', street2: '', city: 'Springfield', state: 'il', zip: '62701-1234' },
  role: 'individual',
  isDeceased: false,
  isReleased: false,
  bankruptcy: null,
};
const ana: Person = { ...sam, firstName: 'Ana', ssn: '219088888', role: 'joint' };

/** $12,000 over 36 months, $400 due on the 10th of each month. */
const current: Facts = {
  identification: 'TENOR01',
  accountNumber: 'LN7KQ2M9XA',
  portfolio: 'I',
  accountType: '01',
  openedOn: day('2025-01-15'),
  duration: 36,
  frequency: 'M',
  mayRateChange: false,
  creditLimitCents: 0,
  highestCents: 1_200_000,
  regularPaymentCents: 40_000,
  receivedCents: 40_000,
  lastPaymentOn: day('2025-11-10'),
  balanceCents: 800_099,
  ...untroubled,
  people: [sam],
};

const lateBy = (days: number, overdueCents: number, firstMissedOn: string): Partial<Facts> => ({
  daysPastDue: days,
  overdueCents,
  firstMissedOn: day(firstMissedOn),
  receivedCents: 0,
});

/** One account, month after month; each month is checked as a file beside the one before. */
function story() {
  let said: Said | null = null;
  let before: Account | undefined;
  let file: string | undefined;
  return async (asOf: string, changes: Partial<Facts> = {}): Promise<Account> => {
    const stamp = `${asOf.slice(5, 7)}${asOf.slice(8)}${asOf.slice(0, 4)}120000`;
    const reported = reportMonth({ ...current, ...changes }, { asOf: day(asOf), stamp, isCorrection: false, said });
    if (reported.is === 'silent') assert.fail(`silent because ${reported.because}`);
    const text = textOf([reported.account], { ...header, activityDate: day(asOf), dateCreated: day(asOf) });
    const month = file === undefined ? undefined : await readMonth(bytesOf(file));
    const { findings } = await checkFile(bytesOf(text), month);
    assert.deepEqual(findings, [], `${asOf}, after ${before?.base.status}`);
    [said, before, file] = [reported.said, reported.account, text];
    return reported.account;
  };
}

const says = <K extends keyof Base>({ base }: Account, ...fields: readonly K[]): readonly Base[K][] =>
  fields.map((field) => base[field]);

describe('what is said of a month', () => {
  test('is plain of a loan that is paid as agreed: whole dollars, capital letters, no history at first', async () => {
    const { base } = await story()('2026-01-31');
    const { status, rating, balance, pastDue, scheduledPayment, actualPayment, profile, termsDuration, interest } =
      base;
    assert.deepEqual(
      [status, rating, balance, pastDue, scheduledPayment, actualPayment, profile, termsDuration, interest],
      ['11', '', 8000, 0, 400, 400, 'B'.repeat(24), '036', 'F'],
    );
    assert.deepEqual(
      [base.surname, base.ssn, base.telephone, base.address1, base.state, base.zip, base.ecoa],
      ['OBRIEN-NUNEZ', '219099999', '2175550142', '12 MAIN ST.', 'IL', '627011234', '1'],
    );
    assert.deepEqual([base.firstDelinquency, base.dateClosed, base.lastPayment], [null, null, '2025-11-10']);
  });

  test('goes on from what was said: first delinquency is thirty days after the first missed payment, and it stays', async () => {
    const month = story();
    await month('2026-02-28', lateBy(18, 0, '2026-02-10'));
    const first = await month('2026-03-31', lateBy(49, 40_000, '2026-02-10'));
    // 2026-02-10 and thirty days.
    assert.deepEqual(says(first, 'status', 'pastDue', 'firstDelinquency'), ['71', 400, '2026-03-12']);
    assert.equal(first.base.profile, `0${'B'.repeat(23)}`);
    // A part was paid, so the oldest payment is that of March; the first missed one is still that of February.
    const second = await month('2026-04-30', lateBy(51, 40_000, '2026-02-10'));
    assert.deepEqual(says(second, 'status', 'firstDelinquency'), ['71', '2026-03-12']);
    assert.equal(second.base.profile, `10${'B'.repeat(22)}`);
    const cured = await month('2026-05-31');
    assert.deepEqual(says(cured, 'status', 'firstDelinquency'), ['11', null]);
    assert.equal(cured.base.profile, `110${'B'.repeat(21)}`);
  });

  test('skips no step: 29 days at the end of December are 60 at the end of January', async () => {
    const month = story();
    await month('2025-12-31', lateBy(29, 0, '2025-12-02'));
    const january = await month('2026-01-31', lateBy(60, 40_000, '2025-12-02'));
    assert.equal(january.base.status, '71');
    const february = await month('2026-02-28', lateBy(88, 80_000, '2025-12-02'));
    assert.equal(february.base.status, '78');
  });

  test('has a D for a month without a report', async () => {
    const month = story();
    await month('2025-12-31');
    assert.equal((await month('2026-03-31')).base.profile, `DD0${'B'.repeat(21)}`);
  });

  test('of a charge-off that is sold: loss, then nothing is owed, and then no more', async () => {
    const month = story();
    const late = lateBy(111, 160_000, '2025-09-10');
    await month('2025-12-30', late);
    const loss = { ...late, daysPastDue: 0, overdueCents: 0, chargedOff: { on: day('2026-01-08'), cents: 810_050 } };
    const lost = await month('2026-01-31', loss);
    assert.deepEqual(says(lost, 'status', 'balance', 'pastDue', 'chargeOff', 'scheduledPayment', 'firstDelinquency'), [
      '97',
      8000,
      8000,
      8100,
      0,
      '2025-10-10',
    ]);
    const facts = {
      ...current,
      ...loss,
      end: { kind: 'sold', on: day('2026-02-20'), to: 'SECOND HAND DEBTS LLC' } as const,
    };
    const sold = await month('2026-02-28', facts);
    assert.deepEqual(
      says(sold, 'status', 'comment', 'balance', 'pastDue', 'chargeOff', 'dateClosed', 'firstDelinquency'),
      ['97', 'AH', 0, 0, 8100, null, '2025-10-10'],
    );
    assert.deepEqual(sold.k2, { indicator: '2', name: 'SECOND HAND DEBTS LLC' });
    assert.equal(sold.base.profile.slice(0, 3), 'L3B');
    await assert.rejects(month('2026-03-31', facts), /silent because endedBefore/);
  });

  test('of a settlement after a charge-off: 64, paid for less', async () => {
    const month = story();
    const loss = { firstMissedOn: day('2025-09-10'), chargedOff: { on: day('2026-01-08'), cents: 810_050 } };
    await month('2026-01-31', loss);
    const end = { kind: 'paid', on: day('2026-02-17'), by: 'borrower', isForLess: true } as const;
    const settled = await month('2026-02-28', { ...loss, end });
    assert.deepEqual(
      says(
        settled,
        'status',
        'rating',
        'comment',
        'balance',
        'chargeOff',
        'dateClosed',
        'informationDate',
        'lastPayment',
      ),
      ['64', '', 'AU', 0, 8100, '2026-02-17', '2026-02-17', '2026-02-17'],
    );
  });

  test('of a bankruptcy from filing to discharge: alone, the status stays and ends with it', async () => {
    const month = story();
    await month('2026-01-31', lateBy(52, 40_000, '2025-12-10'));
    const petition = { chapter: 7, stage: 'petition', petitionOn: day('2026-02-05') } as const;
    const filed = await month('2026-02-28', {
      ...lateBy(80, 80_000, '2025-12-10'),
      people: [{ ...sam, bankruptcy: petition }],
    });
    assert.deepEqual(says(filed, 'status', 'indicator', 'pastDue'), ['71', 'A', 800]);
    const discharge = { ...petition, stage: 'discharged' } as const;
    const discharged = await month('2026-03-31', {
      ...lateBy(111, 120_000, '2025-12-10'),
      people: [{ ...sam, bankruptcy: discharge }],
    });
    assert.deepEqual(
      says(discharged, 'status', 'indicator', 'balance', 'pastDue', 'scheduledPayment', 'firstDelinquency'),
      ['71', 'E', 0, 0, 0, '2026-01-09'],
    );
  });

  test('of a bankruptcy of one of two: the other goes on owing', async () => {
    const month = story();
    await month('2026-01-31', { people: [{ ...sam, role: 'joint' }, ana] });
    const petition = { chapter: 13, stage: 'petition', petitionOn: day('2026-02-05') } as const;
    const people: [Person, Person] = [
      { ...sam, role: 'joint' },
      { ...ana, bankruptcy: petition },
    ];
    const filed = await month('2026-02-28', { people });
    assert.deepEqual([filed.base.indicator, filed.j1[0]?.indicator], ['', 'D']);
    assert.deepEqual(says(filed, 'status', 'balance', 'firstDelinquency'), ['11', 8000, '2026-02-05']);
    const late = await month('2026-03-31', { ...lateBy(49, 40_000, '2026-02-10'), people });
    assert.equal(late.base.status, '71', 'who is not bankrupt has not paid');
    people[1] = { ...ana, bankruptcy: { ...petition, stage: 'discharged' } };
    const discharged = await month('2026-04-30', { people, receivedCents: 120_000 });
    assert.deepEqual([discharged.j1[0]?.indicator, discharged.base.balance], ['H', 8000]);
  });

  test('of a bankruptcy of all who owe: an authorized user and one who is released decide nothing', async () => {
    const month = story();
    const user: Person = { ...ana, role: 'authorizedUser' };
    const gone: Person = { ...ana, ssn: '219077777', isReleased: true };
    const dead: Person = { ...user, ssn: '219066666', isDeceased: true };
    await month('2026-01-31', { ...lateBy(52, 40_000, '2025-12-10'), people: [sam, user, gone, dead] });
    const petition = { chapter: 7, stage: 'petition', petitionOn: day('2026-02-05') } as const;
    const filed = await month('2026-02-28', {
      ...lateBy(80, 80_000, '2025-12-10'),
      people: [{ ...sam, bankruptcy: petition }, user, gone, dead],
    });
    assert.deepEqual(says(filed, 'status', 'pastDue'), ['71', 800]);
    const discharged = await month('2026-03-31', {
      ...lateBy(111, 120_000, '2025-12-10'),
      people: [{ ...sam, bankruptcy: { ...petition, stage: 'discharged' } }, user, gone, dead],
    });
    assert.deepEqual(says(discharged, 'status', 'balance', 'pastDue'), ['71', 0, 0]);
    assert.deepEqual(
      discharged.j1.map(({ ecoa }) => ecoa),
      ['3', 'T', 'X'],
    );
  });

  test('is not held for an authorized user alone, when nobody owes it any more', async () => {
    const month = story();
    const user: Person = {
      ...ana,
      role: 'authorizedUser',
      bankruptcy: { chapter: 7, stage: 'discharged', petitionOn: day('2026-01-05') },
    };
    const people: readonly [Person, Person] = [{ ...sam, isReleased: true }, user];
    const { base } = await month('2026-01-31', { ...lateBy(52, 40_000, '2025-12-10'), people });
    assert.deepEqual([base.status, base.balance, base.pastDue], ['71', 8000, 400]);
  });

  test('of relief in a disaster: no worse than before while it is kept, and then one step at a time', async () => {
    const month = story();
    await month('2026-01-31');
    const relief = { kind: 'disaster', isKept: true, resumesOn: null } as const;
    const held = await month('2026-02-28', { ...lateBy(49, 40_000, '2026-01-10'), relief });
    assert.deepEqual(says(held, 'status', 'comment', 'pastDue'), ['11', 'AW', 0]);
    const after = await month('2026-03-31', lateBy(80, 80_000, '2026-01-10'));
    assert.deepEqual(says(after, 'status', 'comment', 'profile'), ['71', '', `00${'B'.repeat(22)}`]);
  });

  test('of a deferral says when payments begin again', async () => {
    const { base, k4 } = await story()('2026-01-31', {
      relief: { kind: 'deferral', isKept: true, resumesOn: day('2026-05-10') },
    });
    assert.equal(base.comment, 'CP');
    assert.deepEqual(k4, { indicator: '02', deferredStart: '2026-05-10', balloonDate: null, balloonAmount: 0 });
  });

  test('is corrected where a payment is taken back: the same month once more, from what was said before it', () => {
    const january = reportMonth(current, { asOf: day('2026-01-31'), stamp: '', isCorrection: false, said: null });
    assert.equal(january.is, 'reported');
    const { said } = january as Extract<typeof january, { is: 'reported' }>;
    const of = (facts: Facts, isCorrection: boolean) => {
      const reported = reportMonth(facts, { asOf: day('2026-02-28'), stamp: '', isCorrection, said });
      return reported.is === 'reported' ? says(reported.account, 'correction', 'status', 'pastDue', 'profile') : [];
    };
    const history = `0${'B'.repeat(23)}`;
    assert.deepEqual(of(current, false), ['0', '11', 0, history]);
    assert.deepEqual(of({ ...current, ...lateBy(49, 40_000, '2026-01-10') }, true), ['1', '71', 400, history]);
  });

  test('of a dispute: under way, settled, removed once it is over', async () => {
    const month = story();
    const codes: string[] = [];
    const states: readonly Facts['dispute'][] = [
      { law: 'FCRA', state: 'open' },
      { law: 'FCRA', state: 'settled' },
      null,
      null,
      { law: 'FCBA', state: 'open' },
      { law: 'FCBA', state: 'consumerDisagrees' },
    ];
    for (const [i, dispute] of states.entries()) {
      const { base } = await month(`2025-${String(i + 7).padStart(2, '0')}-28`, { dispute, lastPaymentOn: null });
      codes.push(base.compliance);
    }
    assert.deepEqual(codes, ['XB', 'XH', 'XR', '', 'XF', 'XG']);
  });

  test('of a line that its consumer closed has the day, also while it is disputed', async () => {
    const line: Partial<Facts> = { portfolio: 'C', accountType: '15', creditLimitCents: 500_000, balanceCents: 0 };
    const month = story();
    await month('2026-01-31', line);
    const closed = await month('2026-02-28', {
      ...line,
      closedByConsumerOn: day('2026-02-03'),
      dispute: { law: 'FCBA', state: 'open' },
    });
    assert.deepEqual(says(closed, 'compliance', 'dateClosed', 'profile', 'termsDuration', 'creditLimit'), [
      'XJ',
      '2026-02-03',
      `E${'B'.repeat(23)}`,
      'LOC',
      5000,
    ]);
  });

  test('of a death says X of who has died and nothing of others; of active duty AI', async () => {
    const { base, j2 } = await story()('2026-01-31', {
      isOnActiveDuty: true,
      people: [
        { ...sam, role: 'joint', isDeceased: true },
        { ...ana, address: { ...ana.address, street: '7 Elm St' } },
      ],
    });
    assert.deepEqual([base.ecoa, base.comment, j2[0]?.ecoa, j2[0]?.address1], ['X', 'AI', '2', '7 ELM ST']);
  });

  test('of a transfer has the new number, and how it stood before', async () => {
    const month = story();
    await month('2026-01-31', lateBy(52, 40_000, '2025-12-10'));
    const end = { kind: 'transferred', on: day('2026-02-15'), newAccountNumber: 'NS0000042' } as const;
    const moved = await month('2026-02-28', { ...lateBy(67, 80_000, '2025-12-10'), end });
    assert.deepEqual(says(moved, 'status', 'rating', 'comment', 'balance', 'dateClosed', 'firstDelinquency'), [
      '05',
      '2',
      'O',
      0,
      '2026-02-15',
      '2026-01-09',
    ]);
    assert.deepEqual(moved.l1, { indicator: '1', account: 'NS0000042', identification: '' });
  });

  test('is nothing before it is opened, of less than a dollar, and after seven years', () => {
    const because = (changes: Partial<Facts>, asOf: string, said: Said | null = null) => {
      const reported = reportMonth(
        { ...current, ...changes },
        { asOf: day(asOf), stamp: '', isCorrection: false, said },
      );
      return reported.is === 'silent' ? reported.because : reported.account.base.status;
    };
    const chargedOff = { on: day('2025-06-01'), cents: 810_050 };
    const loss = { chargedOff, firstMissedOn: day('2025-01-20') };
    assert.equal(because({}, '2024-12-31'), 'notOpenedYet');
    assert.equal(because({ end: { kind: 'deleted', because: 'fraud' } }, '2026-01-31'), 'neverReported');
    assert.equal(because({ ...loss, balanceCents: 99 }, '2026-01-31'), 'lessThanADollar');
    assert.equal(because({ ...loss, chargedOff: { ...chargedOff, cents: 99 } }, '2026-01-31'), 'lessThanADollar');
    // 2025-01-20 and thirty days: 2025-02-19.
    assert.equal(because(loss, '2032-02-18'), '97');
    assert.equal(because(loss, '2032-02-19'), 'sevenYears');
    assert.equal(because({ ...lateBy(49, 99, '2026-01-10') }, '2026-02-28'), '11', 'cents are not late');
  });
});
