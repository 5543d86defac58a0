// The endpoints and the background work whose statements go to all nodes of a cluster, each with the reason why it may.
// Each call of them makes every node work, so add one only when there is no other way.

import { dailySteps, tables } from '#app/capabilities.ts';

export interface AsksAllNodes {
  /** The tables of which an endpoint or a piece of work asks all nodes. */
  readonly tables: readonly string[];
  readonly because: string;
}

type Allowed = Readonly<Record<string, AsksAllNodes>>;

const companyList = 'a page of the whole company, from an index that gives its order on each node';
const quota = 'an upload is refused when those of the company that still wait are too large together';
const events = 'whoever asks for events first gives those their places that wait, wherever they lie';
const questions = 'a question of people is sent as it was written: on a cluster none is';
const pairs = 'an account gets two pairs of trial deposits within 30 days, whoever has it';
const sharedLoans = 'loans that the borrower owes together with somebody else lie with that one';
const openOrders = 'whether a provider has orders that have not ended: they lie with their people; once in a while';

const ofAllLoans = 'a figure of all loans of the company, one statement over their standings';
const partsNamed = 'a type names several others by external ids, which lie by themselves; a few times a year';

export const endpointsThatAskAllNodes: Allowed = {
  'workflowTypes.create': { tables: ['external_ids'], because: partsNamed },
  'workflowTypes.import': { tables: ['external_ids'], because: partsNamed },
  'workflowStepTypes.create': { tables: ['external_ids'], because: partsNamed },

  'queries.create': { tables: ['loans'], because: questions },
  'queries.explain': { tables: ['loans'], because: questions },
  'borrowerCampaigns.preview': {
    tables: [
      'people',
      'contacts',
      'consents',
      'legal_representatives',
      'contact_preferences',
      'cases',
      'do_not_interacts',
      'interactions',
      'loans',
      'loan_standing',
    ],
    because: 'what would be sent to the first thousand borrowers of an answer is asked of all of them together',
  },
  'creditReportPreviews.read': {
    tables: ['people', 'identities', 'contacts', 'military_services', 'cases'],
    because: 'a loan may have several borrowers, who are asked of together; a person looks at one loan',
  },
  'keys.list': { tables: ['api_key_uses'], because: 'when each key was last used is kept by the key' },
  'people.list': { tables: ['people', 'identities'], because: companyList },
  'people.search': { tables: ['people'], because: 'what is looked for is not the person, but names and numbers' },
  'people.import': { tables: ['import_chunks'], because: quota },
  'doNotInteracts.import': { tables: ['import_chunks'], because: quota },
  'contactPreferences.import': { tables: ['import_chunks'], because: quota },
  'monitorFiles.import': { tables: ['import_chunks'], because: quota },
  'monitorRequests.create': {
    tables: ['monitoring_statuses'],
    because: 'a file asks about all whose look is due; once in a while',
  },
  'consents.import': { tables: ['import_chunks'], because: quota },
  'interactions.import': { tables: ['import_chunks'], because: quota },
  'loans.import': { tables: ['import_chunks'], because: quota },
  'bulkFees.import': { tables: ['import_chunks'], because: quota },
  'bulkDeferrals.import': { tables: ['import_chunks'], because: quota },
  'bulkAgencies.import': { tables: ['import_chunks'], because: quota },
  'bulkAgencyReturns.import': { tables: ['import_chunks'], because: quota },
  'collectionAgencies.loans': { tables: ['agency_assignments', 'loans'], because: companyList },
  'achFileUploads.void': {
    tables: ['payment_attempts'],
    because: 'the payments of a file wait again; once in a while',
  },
  'promiseToPayPlans.listOfCompany': { tables: ['promise_plans'], because: companyList },
  'settlements.listOfCompany': { tables: ['loan_settlements'], because: companyList },
  'achFileUploads.confirmRejection': {
    tables: ['payment_attempts'],
    because: 'the payments of a file wait again; once in a while',
  },
  'cases.listOfCompany': { tables: ['cases', 'people'], because: companyList },
  'subcases.list': { tables: ['cases'], because: companyList },
  'supercaseNotes.create': {
    tables: ['cases'],
    because: 'whether there is a case to write it on, where no population has made one: cases lie with their borrowers',
  },
  'populationMembers.list': { tables: ['population_members'], because: 'members lie with their borrowers' },
  'populationMembers.remove': { tables: ['population_members'], because: 'members lie with their borrowers' },
  'tasks.listOfCompany': {
    tables: ['case_tasks', 'payment_approvals', 'interactions', 'workflow_items'],
    because: companyList,
  },
  'interactions.create': { tables: ['loans', 'loan_standing'], because: sharedLoans },
  'canInteract.ask': { tables: ['loans', 'loan_standing'], because: sharedLoans },
  'canInteract.askOnLoan': { tables: ['loans', 'loan_standing'], because: sharedLoans },
  'canInteract.askOfMany': {
    tables: ['external_ids', 'loans', 'loan_standing'],
    because: 'borrowers may be named by external ids, and loans owed together lie with the others',
  },
  'communicator.send': { tables: ['loans', 'loan_standing'], because: sharedLoans },
  'outgoingMessages.list': { tables: ['outgoing_messages'], because: companyList },
  'bulkSendingRows.list': { tables: ['bulk_rows'], because: 'what came of a row lies with its borrower' },
  'interactions.listOfCompany': { tables: ['interactions'], because: companyList },
  'workflows.listOfCompany': { tables: ['workflows'], because: companyList },
  'loans.list': { tables: ['loans', 'loan_standing'], because: companyList },
  'paymentApprovals.approve': {
    tables: ['payment_attempts'],
    because: 'what goes out of the company in a day is bounded',
  },
  'paymentApprovals.list': { tables: ['payment_approvals'], because: companyList },
  'paymentInstruments.create': { tables: ['trial_deposits'], because: pairs },
  'prenotes.create': { tables: ['prenotes'], because: pairs },
  'paymentProviders.delete': { tables: ['payment_attempts'], because: openOrders },
  'delinquencyFigures.read': { tables: ['loans', 'loan_standing'], because: ofAllLoans },
  'delinquencyFigures.content': { tables: ['loans', 'loan_standing'], because: ofAllLoans },
  'delinquencyFigures.picture': { tables: ['loans', 'loan_standing'], because: ofAllLoans },
  'generalLedgerAccounts.update': {
    tables: ['loans', 'loan_standing'],
    because: 'the first day of the books of any loan, when a company begins its general ledger',
  },
  'fundingAccountBalances.list': { tables: ['payment_attempts'], because: 'payments out of the company that wait' },
  'changes.list': {
    tables: [
      'event_commits',
      'people',
      'identities',
      'contacts',
      'payment_instruments',
      'loans',
      'loan_standing',
      'transactions',
      'cases',
    ],
    because: 'the events of a company and what they are about lie with their borrowers',
  },
  'events.stream': { tables: ['event_commits', 'waiting_commits'], because: events },
};

/** Each step of the day asks which company has something due. The rows of some tables lie on all nodes. */
const haveDueRows = [...new Set(dailySteps.map(({ due }) => due.table))].filter(
  (table) => tables[table]?.kind === 'subject',
);

export const worksThatAskAllNodes: Allowed = {
  'the import of people': { tables: ['external_ids'], because: 'one question for the names in two hundred lines' },
  'a moved clock': {
    tables: [...haveDueRows, 'loans', 'loan_standing', 'loan_facts', 'loan_postings', 'spoken_rules'],
    because: `what is due next in the company, what was posted on a day for the general ledger, which rules of contact spoke in a month, and whom a notification of the day concerns, 500 rows at a time; before a message goes out: ${sharedLoans}`,
  },
  'the day': {
    tables: [...haveDueRows, 'loans', 'loan_standing', 'test_clocks'],
    because: 'what is due in which company, and the hourly proof',
  },
  'an erased borrower': { tables: ['idempotency'], because: 'kept answers of the last day that name the borrower' },
  'a changed encryption key': {
    tables: [
      'people',
      'identities',
      'contacts',
      'legal_representatives',
      'cases',
      'interactions',
      'cases',
      'payment_instruments',
      'idempotency',
      'import_chunks',
      'blobs',
      'sessions',
      'totp_secrets',
      'workflows',
      'workflow_items',
      'workflow_moves',
    ],
    because: 'it reads all that is sealed, and then writes person by person',
  },
  'the check of all loans': {
    tables: [
      ...[
        'loans',
        'loan_standing',
        'loan_checkpoints',
        'loan_facts',
        'loan_fees',
        'loan_obligations',
        'loan_postings',
        'loan_tails',
      ],
      ...['transactions', 'purchases', 'purchase_disputes', 'loan_refunds', 'loan_advances', 'event_commits'],
      ...[
        'scra_caps',
        'late_fee_suspensions',
        'loan_hardships',
        'loan_settlements',
        'promise_plans',
        'loan_statements',
        'statement_turns',
      ],
    ],
    because: 'it reads all loans, a hundred at a time',
  },
  'the chain of the audit': { tables: ['waiting_audit'], because: 'what waits lies with its subjects' },
  chores: {
    tables: ['import_chunks', 'blobs'],
    because: 'uploads that were left behind, every hour or so, and contents that nobody keeps, every minute',
  },
};
