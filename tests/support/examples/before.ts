// What the example of an operation needs before it, where its path cannot tell, and the examples that nothing before can
// make work.
import type { Operation } from '../fuzz/description.ts';

/** A call that must come before: its example, with these fields in place of its own. */
type Call = string | readonly [name: string, change: object];

const active: Call = 'loans.activate';
/** Below a loan that must be a line of credit. */
export const isOfLines = ({ path }: Operation): boolean =>
  /\{loanId\}\/(draws|cards|purchases|purchases-timeline|disputes|credit-limit|amortize-preview|(un)?freeze-draws|periods\/\{\w+\}\/(bill|statement-sent))/.test(
    path,
  );

export const line: readonly Call[] = [
  [
    'loans.create',
    { loanTypeId: 'ext-credit-card', atOrigination: { creditLimitAmount: 5000, interestRates: [{ rate: 0.1999 }] } },
  ],
  active,
];
/** The clock of the examples stands at a moment of 6 July 2026. */
const inTenDays = '2026-07-16';
/** A loan on the first of April that was activated on the first of March: its first payment is overdue. */
const monthLater: readonly Call[] = ['testClock.set', active, 'testClock.advance'];
/** The same month, of which the general ledger is kept. */
const withGeneralLedger: readonly Call[] = [
  'testClock.set',
  active,
  'generalLedgerAccounts.update',
  'testClock.advance',
];
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

/** A message in the mailbox of test mode. */
const withMessage: readonly Call[] = [...withUserOf('grace@elsewhere.example'), 'users.sendConfirmation'];

/** A borrower with an email, and a message to it. */
const withEmail: readonly Call[] = [
  ['people.create', { externalId: 'crm-20417' }],
  [
    'contacts.create',
    { contactType: 'email', label: 'personal', affiliation: 'self', value: 'grace@acme.example', address: undefined },
  ],
];
const withSent: readonly Call[] = [...withEmail, 'communicator.send'];
/** What a page shows counts as sent at once. */
const withShown: readonly Call[] = [
  ...withEmail,
  ['communicator.send', { subject: 'autopayAgreement', channel: 'gui', context: { paymentMethod: 'card' } }],
];

/** A committed population, whose cases are made. */
const withSubcases: readonly Call[] = [
  'populationMembers.add',
  ['populations.update', { name: undefined, isDraft: false }],
];

/** A borrower whom the simulated register of bankruptcies knows. */
const found: readonly Call[] = [
  ['people.create', { identity: { identityType: 'SSN', value: '521-55-7001', issuingCountry: 'US' } }],
  active,
  'monitors.update',
  ['monitoringStatuses.create', { serviceType: 'bankruptcy' }],
];

/** A workflow type that is active, with all that it has. */
const withWorkflowType: readonly Call[] = [
  'workflowWorkitemTypes.create',
  'workflowStepTypes.create',
  'workflowTypes.create',
  ['workflowWorkitemTypes.update', { status: 'active' }],
  ['workflowStepTypes.update', { status: 'active' }],
  ['workflowTypes.update', { status: 'active' }],
];

/** The same of one that needs no borrower. */
const withCompanyWorkflowType: readonly Call[] = [
  ['workflowWorkitemTypes.create', { kind: 'checklist', document: null, checklist: ['List the loans of May'] }],
  ['workflowStepTypes.create', { entryCondition: null }],
  ['workflowTypes.create', { externalId: 'answer-the-state' }],
  ...withWorkflowType.slice(3),
];

/** What a path cannot tell: the state that an operation asks for, and the calls that bring it about. */
export const state: Readonly<Record<string, readonly Call[]>> = {
  'loans.close': paid({ amount: 4800 }),
  'workflowStepTypes.create': ['workflowWorkitemTypes.create'],
  'workflowTypes.create': ['workflowStepTypes.create'],
  'workflowTypes.export': [
    ['workflowWorkitemTypes.update', { status: 'active' }],
    ['workflowStepTypes.update', { status: 'active' }],
    ['workflowTypes.update', { status: 'active' }],
  ],
  'workflows.create': withWorkflowType,
  'companyCaseWorkflows.create': withCompanyWorkflowType,
  'loanTapes.create': ['loanTapeTypes.create'],
  'workflows.listOfCompany': ['workflows.create'],
  'workflows.read': ['workflows.create'],
  'workflows.picture': ['workflows.create'],
  // With the condition of its example the step is passed over, and the workflow ends at once.
  'workflows.cancel': [['workflowStepTypes.create', { entryCondition: null }], 'workflows.create'],
  'changes.list': ['people.create'],
  'workflowSteps.list': ['workflows.create'],
  'workflowMoves.list': ['workflows.create'],
  'templateVersions.create': ['templateDescriptors.create'],
  'templateVersionPages.list': ['templateVersions.create'],
  'templateVersions.listOfDescriptor': ['templateVersions.create'],
  'templates.renderToDocument': [['people.create', { externalId: 'crm-20417' }]],
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
  'payoffQuotes.read': ['payoffQuotes.create'],
  'promiseToPayPlans.create': [active],
  'promiseToPayPlans.read': ['promiseToPayPlans.create'],
  'promiseToPayPlans.cancel': ['promiseToPayPlans.create'],
  'settlements.create': [active],
  'settlements.read': ['settlements.create'],
  'settlements.accept': ['settlements.create'],
  'settlements.cancel': ['settlements.create'],
  'lateFeeSuspensions.create': [active],
  'lateFeeSuspensions.read': ['lateFeeSuspensions.create'],
  'lateFeeSuspensions.update': ['lateFeeSuspensions.create'],
  'lateFeeSuspensions.cancel': ['lateFeeSuspensions.create'],
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
  'cases.listOfCompany': ['cases.create'],
  'caseLoans.add': ['loans.create'],
  'caseLoans.remove': ['caseLoans.add'],
  'caseSnooze.update': ['caseSnooze.create'],
  'caseSnooze.cancel': ['caseSnooze.create'],
  'tasks.listOfCompany': ['caseEscalations.create'],
  'tasks.take': ['caseEscalations.create'],
  'tasks.giveBack': ['tasks.take'],
  'tasks.done': ['tasks.take'],
  'interactions.listOfCompany': ['interactions.create'],
  'interactionVerdicts.read': ['interactions.create'],
  'canInteract.askOfMany': [['people.create', { externalId: 'crm-20417' }]],
  'interactions.read': ['interactions.create'],
  'interactions.update': ['interactions.create'],
  'interactions.versions': ['interactions.update'],
  'documents.download': ['documents.upload'],
  'documents.update': ['documents.upload'],
  'bankStatements.read': ['bankStatements.create'],
  'bankStatements.lines': ['bankStatements.create'],
  'bankStatements.page': ['bankStatements.create'],
  'bankStatements.content': ['bankStatements.create'],
  'moneyBreaks.read': ['bankStatements.create'],
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
  'loans.adverseActions': ['loans.changeLimit'],
  'purchases.create': ['draws.activate'],
  'userRoles.add': ['roles.create'],
  'userRoles.remove': ['userRoles.add'],
  'operations.read': ['people.import'],
  'queryRuns.list': ['queries.run'],
  'queryRuns.read': ['queries.run'],
  'queryRuns.rows': ['queries.run'],
  'queryRuns.content': ['queries.run'],
  'singleSignOn.read': ['singleSignOn.replace'],
  'singleSignOn.delete': ['singleSignOn.replace'],
  'companyLogo.delete': ['companyLogo.update'],
  'obligations.list': monthLater,
  'obligations.read': monthLater,
  'loanPeriods.list': monthLater,
  'loanPeriods.read': monthLater,
  'statements.list': monthLater,
  'statements.generate': monthLater,
  'statements.details': monthLater,
  'statements.update': monthLater,
  'transactions.create': [active],
  'transactions.list': monthLater,
  'transactions.read': monthLater,
  'payoffQuotes.create': monthLater,
  'loans.read': monthLater,
  'loans.balances': monthLater,
  'loans.interest': monthLater,
  'loans.payoff': monthLater,
  'loans.explain': monthLater,
  'loans.ledger': [...monthLater, 'transactions.create'],
  'loans.list': monthLater,
  'people.search': ['people.create'],
  'populationMembers.add': ['people.create', 'loans.create'],
  'populationMembers.remove': ['populationMembers.list'],
  'subcases.list': withSubcases,
  'monitorHits.list': found,
  // Three answers are on file then, so all of them are asked for.
  'verifications.create': ['contacts.create'],
  'verifications.list': ['contacts.create'],
  'verifications.attempt': [
    [
      'verificationTypes.create',
      {
        externalId: 'by-birth',
        enabledQuestionIds: ['dateOfBirth'],
        questionSelectionCriteria: [{ exactMatchCount: 1, category: 'inBorrowerPortal' }],
      },
    ],
    ['verifications.create', { verificationTypeId: 'ext-by-birth' }],
  ],
  'monitorActions.list': found,
  'monitorFiles.import': ['monitors.update'],
  'monitorRequests.create': ['monitors.update'],
  'monitorRequests.list': ['monitors.update', 'monitorRequests.create'],
  'monitorPlaces.read': ['monitorPlaces.update'],
  'monitorPlaces.delete': ['monitorPlaces.update'],
  'femaDisasters.list': ['femaDeclarations.bring'],
  'femaDisasters.read': ['femaDeclarations.bring'],
  'femaDisasterDetails.list': ['femaDeclarations.bring'],
  'zipCounties.read': ['zipCounties.update'],
  'subcases.close': withSubcases,
  'subcases.note': withSubcases,
  'subcases.forbidContact': withSubcases,
  'subcases.releaseContact': withSubcases,
  'subcases.send': withSubcases,
  'borrowerCampaigns.list': ['borrowerCampaigns.create'],
  'bulkSenders.list': ['bulkSenders.create'],
  'contactExporters.list': ['contactExporters.create'],
  'creditAgencies.list': ['creditAgencies.create'],
  'creditReportPreviews.read': ['creditAgencies.create'],
  'creditFiles.list': ['creditFiles.create'],
  'creditFiles.read': ['creditFiles.create'],
  'bulkSendings.list': [...withSubcases, 'subcases.send'],
  'bulkSendings.read': [...withSubcases, 'subcases.send'],
  'bulkSendings.update': [...withSubcases, 'subcases.send'],
  'bulkSendingRows.list': [...withSubcases, 'subcases.send'],
  'communicator.send': withEmail,
  'outgoingMessages.list': withSent,
  'outgoingMessages.read': withSent,
  'outgoingMessages.update': withShown,
  'userPermissions.list': ['userRoles.add'],
  'testMailbox.list': withMessage,
  'testMailbox.read': withMessage,
  'testReplies.create': withMessage,
  'testOutcomes.create': withMessage,
  'moneyBreaks.history': ['bankStatements.create', 'moneyBreaks.ask'],
  'recordedCredits.list': paid({ amount: 5000, allowOverpayment: true }),
  'dailyProofs.list': ['testClock.set', ...collected(), 'testClock.advance'],
  'fundingAccountBalances.list': ['testClock.set', ...collected(), 'testClock.advance'],
  'generalLedgerEntries.list': withGeneralLedger,
  'generalLedgerEntries.content': withGeneralLedger,
  'trialBalance.read': withGeneralLedger,
  'chargeOffFigures.read': withGeneralLedger,
  'chargeOffFigures.content': withGeneralLedger,
  'chargeOffFigures.picture': withGeneralLedger,
  'vintageFigures.read': withGeneralLedger,
  'vintageFigures.content': withGeneralLedger,
  'vintageFigures.picture': withGeneralLedger,
  'collectionFigures.read': withGeneralLedger,
  'collectionFigures.content': withGeneralLedger,
  'collectionFigures.picture': withGeneralLedger,
  'delinquencyFigures.read': monthLater,
  'delinquencyFigures.content': monthLater,
  'delinquencyFigures.picture': monthLater,
  'userRoles.list': ['userRoles.add'],
  'paymentAuthorizations.list': collected(),
  'paymentProviders.list': ['paymentProviders.replace'],
  'bankStatements.list': ['bankStatements.create'],
  'moneyBreaks.list': ['bankStatements.create'],
  'loanAgency.history': ['loanAgency.assign'],
  'collectionAgencies.loans': ['loanAgency.assign'],
  'hardships.list': ['hardships.defer'],
  'settlements.listOfCompany': ['settlements.create'],
  'promiseToPayPlans.listOfCompany': ['promiseToPayPlans.create'],
  'purchases.listOfLine': ['purchases.create'],
  'purchases.timelineOfLine': ['purchases.create'],
  'purchases.timeline': ['purchases.create'],
  'purchaseDisputes.listOfLine': ['purchaseDisputes.create'],
  'purchaseDisputes.listOfDraw': ['purchaseDisputes.create'],
  'events.list': ['people.create', 'contacts.create'],
  'events.ofPerson': ['people.create', 'contacts.create'],
  'webhookDeliveries.list': ['webhooks.create', 'people.create'],
  'webhookDeliveries.read': ['webhooks.create', 'people.create'],
  'webhookDeliveries.redeliver': ['webhooks.create', 'people.create'],
};

/** What no example can bring about. */
export const beyond: Readonly<Record<string, string>> = {
  'documents.convert': 'what is made names the document, so its hash is another one each time: agreements/converting',
  'documents.sign': 'a company has no certificate from the start: agreements/signing',
  'autopay.noticeSent': 'no example knows the id of a payment to come: tests/autopay-notices sends one',
  'loanFees.changeOrigination': 'the loan type that every company has charges no fee at the beginning',
  'bills.sent': 'the period of a line that began today still runs',
  'migration.addPastPurchase': 'the draws of the examples are on lines that are active: tests/contract sends it',
  'paymentInstruments.verify':
    'the deposits arrive on the next banking day: moving-money/accounts/trial-deposits names them',
  'prenotes.create': 'the bank of the examples takes no files: moving-money/accounts/prenotes sends one',
  'prenotes.read': 'the same',
  'notifications.list': 'only events make one, a moment later: notices/agents/notifications',
  'notifications.update': 'the same',
  'disbursements.list': 'the loan types that every company has pay nothing out: tests/contract sends it',
  'disbursements.read': 'the same',
  'disbursements.cancel': 'the same',
  'achFileUploads.list': 'a file is closed at a cut-off, of orders: moving-money/ach/files/by-person',
  'achFileUploads.read': 'the same',
  'achFileUploads.download': 'the same',
  'achFileUploads.release': 'the same',
  'achFileUploads.void': 'the same',
  'achFileUploads.acknowledge': 'a file is left with a bank by workers: moving-money/ach/files/acknowledged',
  'achFileUploads.reject': 'the same',
  'achFileUploads.confirmRejection': 'the same',
  'achReadings.list': 'a file is read a moment later: moving-money/ach/incoming',
  'achReadings.read': 'the same',
  'audit.list': 'a row is there a second or two later: platform/audit',
  'achReadings.confirm': 'files wait in live mode, for somebody else: moving-money/ach/decisions',
  'achReadings.reject': 'the same',
  'paymentApprovals.list': 'what waits was ordered above a limit, by somebody else: loans/money/collecting/approvals',
  'paymentApprovals.read': 'the same',
  'paymentApprovals.approve': 'the same',
  'paymentApprovals.reject': 'the same',
  'recordedCredits.confirm':
    'what a second person confirms was recorded by somebody else: loans/money/credit-balances/recorded-credits',
  'expectedItems.list': 'the payments of the examples settle after the day of their statement',
  'moneyBreaks.attach':
    'what a bank should show comes of payments that have settled: bank-books/resolving attaches them',
  'moneyBreaks.approve': 'a second person approves: bank-books/resolving',
  'loanPeople.add': 'the examples have one borrower: tests/contract sends it',
  'loanPeople.update': 'the same',
  'loanPeople.end': 'the same',
  'workflowWorkitems.read': 'no list shows an item by itself: workflows/workflows.test',
  'workflowWorkitems.take': 'the same',
  'workflowWorkitems.complete': 'the same',
  'workflowWorkitems.answer': 'the same',
  'workflowWorkitems.skip': 'the same',
  'workflowWorkitems.reassign': 'the same',
  'workflowWorkitems.retry': 'the same',
  'loanTapes.compare': 'its body names a tape that is made a moment later: loan-tapes/tapes.test compares two',
  'loanTapes.update': 'so small a tape is made before anybody could cancel it: loan-tapes/states.test',
  'loanTapes.download': 'a tape is made a moment later: loan-tapes/tapes.test',
  'loanTapes.open': 'the same',
  'borrowerCampaigns.preview': 'a tool outside is asked: campaigns/runs shows one',
  'borrowerCampaignRuns.list': 'the same',
  'companyCampaignRuns.list': 'the same',
  'borrowerCampaignRuns.read': 'the same',
  'borrowerCampaignRuns.update': 'the same',
  'borrowerCampaignRuns.download': 'the same',
  'borrowerCampaignRuns.open': 'the same',
  'borrowerCampaignRuns.release': 'a second person releases what somebody else has started: tests/second-person',
  'creditFiles.download': 'it is made by a worker: credit-reporting/files shows one',
  'hardships.reAge': 'a line is re-aged after nine months: loans/tools/hardship/line',
  'contacts.confirm': 'the code is drawn: verification/codes/confirm.test enters it',
  'queries.explain': 'the plan is that of the server and its version: questions/questions.test',
  'queryRuns.cancel': 'so short a run has ended before anybody could cancel it: questions/questions.test',
  'people.cancelImport': 'so short an import has ended before anybody could cancel it',
  'consents.cancelImport': 'the same',
  'contactPreferences.cancelImport': 'the same',
  'doNotInteracts.cancelImport': 'the same',
  'interactions.cancelImport': 'the same',
  'loans.cancelImport': 'the same',
  'bulkFees.cancelImport': 'the same',
  'bulkDeferrals.cancelImport': 'the same',
  'bulkAgencies.cancelImport': 'the same',
  'bulkAgencyReturns.cancelImport': 'the same',
};

/** What work in the background brings about: the answer is asked for until it shows it. A list shows something anyway. */
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape.
export const shows: Readonly<Record<string, (body: any) => boolean>> = {
  'webhookDeliveries.list': ({ data }) => data[0]?.state === 'delivered',
  'webhookDeliveries.read': ({ data }) => data.state === 'delivered',
  'loanTapes.list': ({ data }) => data[0]?.state === 'succeeded',
  'loanTapes.read': ({ data }) => data.state === 'succeeded',
  'monitorActions.list': ({ data }) => data[0]?.outcome !== null,
  'testMailbox.list': ({ total }) => total === 2,
  'events.list': ({ data }) => data[0]?.eventType === 'contact.created',
};
