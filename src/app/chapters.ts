// The chapters of the interface, in the order in which a newcomer should meet them: first who borrows, then loans.
import type { Chapter } from '#platform/description/groups.ts';

export const chapters: readonly Chapter[] = [
  {
    title: 'Borrowers',
    groups: {
      people: 'Borrowers, persons or businesses: create, find, change, and bring in many at once.',
      identities: 'Identity numbers of a borrower, such as an SSN. They are kept sealed.',
      contacts: 'Phones, emails and addresses of a borrower, and how they may be used.',
      paymentInstruments: 'What a borrower pays with: bank accounts, cards, checks, payment networks.',
      paymentApprovals: 'Money that goes out above what one person may order: a second one approves it, or rejects it.',
      accountLinks: 'The link of an account to its bank, through a vendor to whom the borrower has shown it.',
      instrumentBalances: 'What lies on an account that is linked.',
      paymentAuthorizations: 'On what debits rest: how, when and by whom each was authorized, and revoked.',
    },
  },
  {
    title: 'Loans',
    groups: {
      loans:
        'The whole life of a loan: boarded, activated, frozen, charged off, paid off, closed; and what it owes on any day.',
      draws:
        'The parts of a line of credit: each with its own limit, rates, grace and fees. Purchases are made on them.',
      purchases: 'What was bought on a draw, authorized or posted; refunds and cash backs; and their timeline.',
      purchaseDisputes: 'Purchases, or parts of them, that the borrower disputes, and how that ended.',
      transactions: 'Payments and service credits, and their correction as of the day on which they count.',
      autopay: 'Payments that are taken by themselves as they come due: the agreement, and its schedule.',
      disbursements:
        'Money that the service pays out for a loan: its proceeds, or cash on a draw; and what came of it.',
      creditRefundRequests:
        'What borrowers have asked for in writing of what their loans owe them; by when, and by what it was paid back.',
      advances: 'What is lent on a running loan besides its principal, agreed with it or added later.',
      loanAgency: 'The collection agency that has a loan, and those that have had it.',
      loanRefunds: 'What was financed and is given back: goods that went back, or never came.',
      transactionAttempts: 'Each time that a payment was sent to a provider, and what came of it.',
      expectedPayments: 'What is still to be paid, and when.',
      loanPeriods: 'From one due date to the next.',
      bills: 'What the statement of a line says: balances, interest by rate, the minimum, and by when.',
      obligations: 'What came due on a due date, and what of it was paid.',
      loanFees: 'Fees that a loan was charged.',
      loanRates: 'The interest rates of a loan, and promotional ones.',
      promoPrograms: 'A lower rate for some days, or interest that is deferred; and what came of it.',
      cards: 'Cards with which a line of credit is spent. Beta.',
      migration: 'Loans that run already and are taken over from another system.',
    },
  },
  {
    title: 'Products',
    groups: {
      loanTypes: 'The settings that loans of a type share: interest, fees, how payments are divided.',
      loanTypeVersions: 'The settings as they were. A loan keeps those of its origination.',
      feeTypes: 'Fees that loans of a type can be charged.',
      indexRates: 'The index that variable rates follow, by day.',
      rateCaps: 'The highest rates that a state allows.',
      merchants: 'Where what was financed was bought.',
      merchantAccounts: 'Where the service pays a merchant: one account, sealed.',
      collectionAgencies: 'To whom loans are given to be collected, and which each has.',
      investors: 'Who owns loans.',
      promoProgramTypes: 'What a draw may be promoted with: a lower rate, or interest that is deferred.',
      cardIssuers: 'Who issues cards.',
    },
  },
  {
    title: 'Events',
    groups: {
      events: 'Everything that happened, in one order: listed, or streamed as it happens.',
      webhooks: 'Subscriptions: events are posted to a URL of yours.',
      webhookDeliveries: 'What was sent to a subscription, and what came of it.',
    },
  },
  {
    title: 'Signing in',
    groups: {
      auth: 'How people sign in: tokens, passwords and codes.',
      complianceAuth: 'The same for tools of compliance, with sessions of their own.',
      secondFactors: 'What is shown besides a password: an app that shows codes, passkeys, codes for recovery.',
      passkeys: 'Passkeys of the user, as a second factor or alone.',
      sessions: 'Where the user is signed in.',
      singleSignOn: 'Signing in through an identity provider of the company, by SAML or OpenID Connect.',
    },
  },
  {
    title: 'Your company',
    groups: {
      companies: 'Whose API key it is, and what the company has set.',
      paymentProviders:
        'Who moves the money of the company: a bridge to its processor, a bank that takes files, or the simulator.',
      achFileUploads:
        'Files of the clearing house: what is in them, where they are, and what a person may do with one.',
      achReturnRates: 'How many debits come back, against what the rules of the network allow.',
      achReadings: 'Files of returns and changes that banks have sent, and how far each was read.',
      fundingAccountBalances: 'Where the money of the company is: settled, on its way, come back, disputed.',
      dailyProofs: 'What was compared at the end of each banking day, and what was found.',
      bankAccounts: 'The accounts at banks to which providers pay.',
      bankStatements: 'What banks say that they have done, compared with the books; and the page to sign.',
      expectedItems: 'What a bank should show and has not.',
      moneyBreaks: 'Where two accounts of the same money differ, and how each of them ends.',
      paymentNotices: 'Where payment providers tell what became of orders.',
      bootstrap: 'What a page shows before anybody has signed in.',
      keys: 'API keys and what each may do.',
      audit: 'Who did what, when and from where; what was refused; who read personal values.',
      users: 'Who signs in: agents, borrowers, programs.',
      userRoles: 'The roles of a user.',
      userPermissions: 'What a user may do, by all roles.',
      employees: 'Agents, seen as people who work for the company.',
      roles: 'Permissions that are given together.',
      permissions: 'Everything that can be allowed.',
      teams: 'Users who work together.',
      testMailbox: 'In test mode: messages that would have been sent, such as one-time codes.',
      testClock: 'In test mode: set the time and move it, so that a year passes in seconds.',
      operations: 'Work that outlives its request, such as an import.',
    },
  },
];
