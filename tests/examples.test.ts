// The interface from front to back, as a client would try it who has nothing but the description: the example of each
// operation is sent as it stands there, in a company of its own. What its path names is made before, by the examples of
// the operations that make it.
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { endpoints } from '#app/capabilities.ts';
import { isAsked } from './support/asked-endpoints.ts';
import { eventually } from './support/eventually.ts';
import { type Description, type Operation, readDescription } from './support/fuzz/description.ts';
import { type Answer, type Client, useHouse } from './support/house.ts';

/** A call that must come before: its example, with these fields in place of its own. */
type Call = string | readonly [name: string, change: object];

const active: Call = 'loans.activate';
/** Below a loan that must be a line of credit. */
const isOfLines = ({ path }: Operation): boolean =>
  /\{loanId\}\/(draws|cards|purchases|purchases-timeline|disputes|credit-limit|amortize-preview|(un)?freeze-draws|periods\/\{\w+\}\/)/.test(
    path,
  );

const line: readonly Call[] = [
  [
    'loans.create',
    { loanTypeId: 'ext-credit-card', atOrigination: { creditLimitAmount: 5000, interestRates: [{ rate: 0.1999 }] } },
  ],
  active,
];
const inTenDays = new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 10);
/** The service collects it, by the account of the example. */
const collected = (more: object = {}): readonly Call[] => [
  active,
  'paymentInstruments.update',
  ['transactions.create', { isExternal: undefined, paymentInstrumentId: 'ext-acct-81', ...more }],
];
const paid = (change: object): readonly Call[] => [active, ['transactions.create', change]];
/** A loan type by which more may be lent later. */
const withAdvances: readonly Call[] = [
  ['loanTypes.create', { externalId: 'several', payments: { multipleAdvances: true } }],
  ['loans.create', { loanTypeId: 'ext-several' }],
  active,
];

/** The borrower whom the example names, with an email that is a contact, and the user who signs in by this one. */
function withUserOf(email: string): readonly Call[] {
  const contact = { contactType: 'email', label: 'personal', value: 'grace@acme.example', address: undefined };
  const user = { userType: 'borrower', authType: { email }, associatedPersonId: 'ext-crm-20417' };
  return [
    ['people.create', { externalId: 'crm-20417' }],
    ['contacts.create', contact],
    ['users.create', { ...user, roles: undefined, employee: undefined }],
  ];
}

/** What a path cannot tell: the state that an operation asks for, and the calls that bring it about. */
const state: Readonly<Record<string, readonly Call[]>> = {
  'loans.close': paid({ amount: 4800 }),
  'loans.refresh': [active],
  'loans.freeze': [active],
  'loans.unfreeze': ['loans.freeze'],
  'loans.accelerate': [active],
  'loans.reverseAccelerate': ['loans.accelerate'],
  'loans.chargeOff': [active],
  'loans.reverseChargeOff': ['loans.chargeOff'],
  'loans.reimburse': paid({ amount: 5000, allowOverpayment: true }),
  'creditRefundRequests.create': paid({ amount: 5000, allowOverpayment: true }),
  'loanFees.create': [active],
  'loanFees.read': ['loanFees.create'],
  'loanFees.update': ['loanFees.create'],
  'loanFees.cancel': ['loanFees.create'],
  'loanFees.cancelSeveral': ['loanFees.create'],
  'loanRates.create': [active],
  'promoPrograms.create': [
    [
      'promoProgramTypes.create',
      {
        externalId: 'half-a-year',
        programType: 'reducedRate',
        promoRate: 0.05,
        sacDisqualifyOverdueDays: null,
      },
    ],
    active,
  ],
  'advances.create': withAdvances,
  'advances.read': ['advances.create'],
  'advances.update': ['advances.create'],
  'loanAgency.assign': [['collectionAgencies.create', { externalId: 'agency-7' }], active],
  'loanAgency.read': ['loanAgency.assign'],
  'loanAgency.unassign': ['loanAgency.assign'],
  'payoffQuotes.create': [active],
  'payoffQuotes.read': ['payoffQuotes.create'],
  'promiseToPayPlans.create': [active],
  'promiseToPayPlans.read': ['promiseToPayPlans.create'],
  'promiseToPayPlans.cancel': ['promiseToPayPlans.create'],
  'settlements.create': [active],
  'settlements.read': ['settlements.create'],
  'settlements.accept': ['settlements.create'],
  'settlements.cancel': ['settlements.create'],
  'scraCaps.create': [active, ['militaryServices.create', { startDate: inTenDays }]],
  'scraCaps.read': ['scraCaps.create'],
  'scraCaps.update': ['scraCaps.create'],
  'scraCaps.cancel': ['scraCaps.create'],
  'labelsOfLoan.add': ['loanLabels.create'],
  'labelsOfLoan.remove': ['labelsOfLoan.add'],
  'loanInvestors.change': ['investors.create'],
  'loanRefunds.create': [active],
  'loanRefunds.createNewer': [active],
  'loanRefunds.listOfCompany': ['loanRefunds.create'],
  'loanRefunds.cancel': ['loanRefunds.create'],
  'hardships.defer': [active],
  'hardships.changeDueDates': [active],
  'hardships.read': ['hardships.defer'],
  'hardships.cancel': ['hardships.defer'],
  'customPaymentPlans.create': [active],
  'obligations.read': [active],
  'transactions.create': [active],
  'transactions.backdate': ['testClock.set', active, 'testClock.advance'],
  'transactions.cancel': collected({ scheduledDate: inTenDays }),
  'transactionAttempts.list': collected(),
  'autopay.create': [active, 'paymentInstruments.update'],
  'autopay.read': ['autopay.create'],
  'autopay.cancel': ['autopay.create'],
  'accountLinks.update': ['accountLinks.replace'],
  'accountLinks.delete': ['accountLinks.replace'],
  'instrumentBalances.fetch': ['accountLinks.replace'],
  'instrumentBalances.read': ['instrumentBalances.fetch'],
  'paymentAuthorizations.read': collected(),
  'paymentAuthorizations.revoke': collected(),
  'paymentProviders.delete': ['paymentProviders.replace'],
  'bankStatements.read': ['bankStatements.create'],
  'bankStatements.lines': ['bankStatements.create'],
  'bankStatements.page': ['bankStatements.create'],
  'bankStatements.content': ['bankStatements.create'],
  'moneyBreaks.read': ['bankStatements.create'],
  'moneyBreaks.history': ['bankStatements.create'],
  'moneyBreaks.update': ['bankStatements.create'],
  'moneyBreaks.ask': ['bankStatements.create'],
  'moneyBreaks.propose': ['bankStatements.create'],
  'moneyBreaks.reject': ['moneyBreaks.propose'],
  'merchantAccounts.read': ['merchantAccounts.replace'],
  'merchantAccounts.delete': ['merchantAccounts.replace'],
  'transactions.reverse': paid({ type: 'serviceCredit', isExternal: undefined }),
  'testClock.advance': ['testClock.set'],
  'auth.exchange': withUserOf('grace@acme.example'),
  // By what is no contact of the borrower.
  'users.sendConfirmation': withUserOf('grace@elsewhere.example'),
  'draws.changeLimit': ['draws.activate'],
  'draws.reopen': ['draws.activate', 'draws.close'],
  'draws.changeDynamicFees': ['draws.activate'],
  'draws.changeMinimum': ['draws.activate'],
  'draws.changeFee': ['draws.activate'],
  'draws.amortize': [
    ['draws.create', { atOrigination: { gracePeriod: { isGracePeriodApplicable: false } } }],
    'draws.activate',
    'purchases.create',
  ],
  'loans.unfreezeDraws': ['loans.freezeDraws'],
  'purchases.create': ['draws.activate'],
  'userRoles.add': ['roles.create'],
  'userRoles.remove': ['userRoles.add'],
  'operations.read': ['people.import'],
  'singleSignOn.read': ['singleSignOn.replace'],
  'singleSignOn.delete': ['singleSignOn.replace'],
  'webhookDeliveries.read': ['webhooks.create', 'people.create'],
  'webhookDeliveries.redeliver': ['webhooks.create', 'people.create'],
};

/** What no example can bring about. */
const beyond: Readonly<Record<string, string>> = {
  'autopay.noticeSent': 'no example knows the id of a payment to come: tests/autopay-notices sends one',
  'loanFees.changeOrigination': 'the loan type that every company has charges no fee at the beginning',
  'bills.sent': 'the period of a line that began today still runs',
  'migration.addPastPurchase': 'the draws of the examples are on lines that are active: tests/contract sends it',
  'paymentInstruments.verify':
    'the deposits arrive on the next banking day: moving-money/accounts/trial-deposits names them',
  'prenotes.create': 'the bank of the examples takes no files: moving-money/accounts/prenotes sends one',
  'prenotes.read': 'the same',
  'disbursements.read': 'the loan types that every company has pay nothing out: tests/contract sends it',
  'disbursements.cancel': 'the same',
  'achFileUploads.read': 'a file is closed at a cut-off, of orders: moving-money/ach/files/by-person',
  'achFileUploads.download': 'the same',
  'achFileUploads.release': 'the same',
  'achFileUploads.void': 'the same',
  'achFileUploads.acknowledge': 'a file is left with a bank by workers: moving-money/ach/files/acknowledged',
  'achFileUploads.reject': 'the same',
  'achFileUploads.confirmRejection': 'the same',
  'achReadings.confirm': 'files wait in live mode, for somebody else: moving-money/ach/decisions',
  'achReadings.reject': 'the same',
  'paymentApprovals.read': 'what waits was ordered above a limit, by somebody else: loans/money/collecting/approvals',
  'paymentApprovals.approve': 'the same',
  'paymentApprovals.reject': 'the same',
  'recordedCredits.confirm':
    'what a second person confirms was recorded by somebody else: loans/money/credit-balances/recorded-credits',
  'moneyBreaks.attach':
    'what a bank should show comes of payments that have settled: bank-books/resolving attaches them',
  'moneyBreaks.approve': 'a second person approves: bank-books/resolving',
  'loanPeople.add': 'the examples have one borrower: tests/contract sends it',
  'loanPeople.update': 'the same',
  'loanPeople.end': 'the same',
  'hardships.reAge': 'a line is re-aged after nine months: loans/tools/hardship/line',
  'people.cancelImport': 'so short an import has ended before anybody could cancel it',
  'loans.cancelImport': 'the same',
  'bulkFees.cancelImport': 'the same',
  'bulkDeferrals.cancelImport': 'the same',
  'bulkAgencies.cancelImport': 'the same',
  'bulkAgencyReturns.cancelImport': 'the same',
};

/** The others need somebody who has signed in, or nobody: `signing-in` and `company` try them. */
const withKey = new Set(endpoints.filter(({ openTo }) => openTo === 'permitted').map(({ name }) => name));

describe('the example of each operation, as it stands in the description', () => {
  const { house, aCompany } = useHouse();
  let described: Description;
  before(async () => {
    described = readDescription((await house().call(undefined, 'GET', 'http://tenor.test/openapi.json')).body);
  });

  test('is taken, and answered as the description says', async () => {
    const failed: string[] = [];
    for (const operation of described.operations.filter(
      (one) => !Object.hasOwn(beyond, one.name) && withKey.has(one.name) && isAsked(one),
    )) {
      const walk = aWalk((await aCompany()).test, described);
      const problem = await walk(operation).then(
        () => undefined,
        ({ message }: Error) => `${operation.name}: ${message.slice(0, 600)}`,
      );
      if (problem !== undefined) failed.push(problem);
    }
    assert.deepEqual(failed, []);
  });

  test('stands there for every operation that takes a body', () => {
    const without = described.operations.filter(({ bodies }) =>
      [...bodies].some(([type, { example }]) => !type.includes('urlencoded') && example === undefined),
    );
    assert.deepEqual(without, []);
    const names = new Set(described.operations.map(({ name }) => name));
    const listed = [...Object.keys(state), ...Object.keys(beyond)];
    assert.deepEqual(
      listed.filter((name) => !names.has(name)),
      [],
    );
  });
});

/** Calls operations in one company, each with what it needs before it. */
function aWalk(api: Client, { operations }: Description) {
  // Every company has the same kinds of instruments: no answer shows one as an id.
  const ids = new Map([['instrumentType', 'card']]);
  const done = new Set<string>();
  const named = (name: string): Operation => {
    const found = operations.find((operation) => operation.name === name);
    assert.ok(found, `${name} is described`);
    return found;
  };

  async function walk(operation: Operation, change: object = {}): Promise<void> {
    done.add(operation.name);
    for (const call of [...(isOfLines(operation) ? line : []), ...(state[operation.name] ?? [])]) {
      const [name, other] = typeof call === 'string' ? [call, {}] : call;
      if (!done.has(name)) await walk(named(name), other);
    }
    for (const [, param] of operation.path.matchAll(/\{(\w+)\}/g)) await provide(operation.path, param as string);
    await sent(operation, change);
  }

  /** Its collection makes it or lists it; else some answer has shown it. */
  async function provide(path: string, param: string): Promise<void> {
    if (ids.has(param)) return;
    const collection = path.slice(0, path.indexOf(`/{${param}}`));
    const of = (method: string) => operations.find((one) => one.path === collection && one.method === method);
    const maker = of('POST') ?? of('GET') ?? named('companies.current');
    if (maker.method === 'POST') await walk(maker);
    else await eventually(`${maker.name} shows a ${param}`, async () => firstId((await sent(maker, {})).body), 10_000);
    const { last } = Object.fromEntries(ids);
    if (!ids.has(param)) ids.set(param, last as string);
  }

  async function sent({ name, method, path, query, bodies, answers }: Operation, change: object): Promise<Answer> {
    const [[type, { example }] = ['', { example: undefined }]] = bodies;
    const asked = query.flatMap(({ name, example }) => (example === undefined ? [] : [`${name}=${example}`]));
    const to = path.replace(/\{(\w+)\}/g, (_, param: string) => ids.get(param) ?? `no ${param}`);
    const body = typeof example === 'object' ? { ...example, ...change } : example;
    // The description is of the newest version.
    const version = { 'api-version': '2026-08-04' };
    const options =
      example === undefined ? { headers: version } : { body, headers: { ...version, 'content-type': type } };
    const answer = await api.call(method, asked.length === 0 ? to : `${to}?${asked.join('&')}`, options);
    const said = JSON.stringify(answer.body).slice(0, 400);
    assert.ok(answer.status < 300, `${name} answered ${answer.status}: ${said}`);
    const expected = answers.get(String(answer.status));
    assert.ok(
      answer.headers['content-type']?.startsWith(expected?.contentType ?? 'nothing'),
      `${answer.status} of ${name}`,
    );
    if (expected?.contentType !== 'application/json') return answer;
    assert.equal(expected.complaint(answer.body), undefined, name);
    learn(answer.body);
    if (answer.status === 202) await ended();
    return answer;
  }

  /** Waits for an operation that goes on. */
  const ended = () =>
    eventually('it has ended', async () => {
      const path = named('operations.read').path.replace('{operationId}', ids.get('operationId') as string);
      const { state: reached } = (await api.get(path)).body.data;
      return ['queued', 'running'].includes(reached) ? undefined : reached;
    });

  function learn({ data }: { data?: unknown }): void {
    const one = firstOf(data);
    if (one?.companyId) ids.set('companyId', one.companyId);
    if (one?.id === undefined) return;
    ids.set('last', one.id);
    if (one.object) ids.set(`${['installment', 'lineOfCredit'].includes(one.object) ? 'loan' : one.object}Id`, one.id);
  }

  return walk;
}

interface Shown {
  readonly id?: string;
  readonly object?: string;
  readonly companyId?: string;
}

/** The first thing that an answer shows, in a list or alone. */
function firstOf(data: unknown): Shown | undefined {
  const isThing = (value: unknown): value is Shown => typeof value === 'object' && value !== null;
  const [one] = [data].flat().filter(isThing);
  if (one === undefined || one.id !== undefined) return one;
  return Object.values(one).find(Array.isArray)?.find(isThing);
}

const firstId = ({ data }: { data?: unknown }): string | undefined => firstOf(data)?.id;
