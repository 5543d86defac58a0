// The tags of the interface, in the order in which a newcomer should meet them: first who borrows, then loans. A tag holds
// several groups of endpoints; a group is the first word of their names.
import type { Chapter } from '#platform/description/groups.ts';

export const chapters: readonly Chapter[] = [
  {
    title: 'Borrowers',
    tags: [
      {
        name: 'People',
        says: 'Borrowers: persons and businesses.',
        groups: {
          people: 'Borrowers, persons or businesses: create, find, change, and bring in many at once.',
          identities: 'Identity numbers of a borrower, such as an SSN. They are kept sealed.',
          militaryServices: 'Military service of a borrower or of the spouse, from which the law protects loans.',
          legalRepresentatives: 'Who acts for a borrower in law: attorneys, guardians, trustees.',
        },
      },
      {
        name: 'Contacts and notes',
        says: 'How a borrower is reached and may be reached, and what was written down about them.',
        groups: {
          contacts: 'Phones, emails and addresses of a borrower, and how they may be used.',
          newContacts: 'A code to what is to become a contact.',
          ownContacts: 'What borrowers do with contacts of their own.',
          consents: 'What a borrower agreed to, by which words; and what they took back.',
          contactPreferences: 'When, where and by what a borrower wants to be reached, or not.',
          verifications:
            'Whether an agent speaks with the borrower: questions or a code, each attempt, and its outcome.',
          verificationTypes: 'How borrowers are verified, and what that lets an agent see.',
          verificationQuestions: 'The questions that there are. Their answers are shown nowhere.',
          interactions: 'What was said between the company and a borrower: calls, emails, texts, letters, chats.',
          interactionNotes: 'What people write down about an interaction afterwards.',
          interactionTranscriptions: 'What was said in a call, as an outside service has written it down.',
          interactionSummaries: 'What a call came to, as an outside service has summed it up.',
          communicator: 'Messages that this service sends: email, text, voice, letters, pages.',
          outgoingMessages: 'What became of the messages that this service sends.',
          bulkSendings: 'The same message to many borrowers: how far it is, pausing and canceling it.',
          bulkSendingRows: 'What came of each row of a bulk sending.',
          borrowerCampaigns: 'A question about borrowers, when it is asked, and what is done with the answer.',
          borrowerCampaignRuns:
            'One asking of such a question: how far it is, whom it left out, its file, and its end.',
          companyCampaignRuns: 'The same runs below the path of the company.',
          bulkSenders: 'Which message a campaign sends to each borrower of its answer.',
          contactExporters: 'How the files of a campaign look: which contacts, which columns.',
          messageNotices: 'What the provider of texts and calls tells: delivered, failed, answered, STOP.',
          emailNotices: 'What comes back about emails: bounces, complaints, answers.',
          unsubscribing: 'The page and the button by which a borrower wants no more of such emails.',
          notes: 'What people of the company write down about a borrower or a loan. Borrowers never see it.',
        },
      },
      {
        name: 'Texts and notices',
        says: 'What messages say, and which of them the service sends by itself.',
        groups: {
          templateDescriptors: 'Which message a text is of, and which of its versions is sent.',
          templateVersions: 'The texts themselves, as Jinja templates.',
          templateVersionPages: 'The same list with counts and links.',
          templates: 'A text as it would be sent now, and documents that are made of one.',
          systemNotices: 'Which events write to a borrower, when, and what a company has switched.',
          repaymentengineNotifications: 'Messages some days before or after a date of a loan.',
          notifications: 'What agents are told: escalations, tasks, hits of monitors, messages that were not sent.',
        },
      },
      {
        name: 'Compliance',
        says: 'Whether a borrower may be contacted, by which rules, and when next.',
        groups: {
          canInteract:
            'Whether a borrower may be contacted now, this way, and why: of one, or of the list of a dialler.',
          interactionVerdicts: 'What the rules said of a contact when it was recorded.',
          complianceBacktests: 'Which contacts of the past the rules of today, or changed ones, would have blocked.',
        },
      },
      {
        name: 'Cases',
        says: 'What somebody has to do about a borrower: disputes, bankruptcies, deaths, collection.',
        groups: {
          cases: 'What each is about, who works on it, by when, and how it ended. Borrowers do not see cases.',
          caseViews: 'Who looks at a case.',
          caseLoans: 'The loans that a case is about.',
          caseCollection: 'What is overdue of the borrower of a case, as the loans stand today.',
          caseNotes: 'What people write down while they work on a case.',
          caseEscalations: 'A case goes to somebody with more to say.',
          caseCalls: 'Calls that somebody has promised to make.',
          caseSnooze: 'A case sleeps until a time, and comes back as a task.',
          doNotInteracts: 'Blocks on contacting a borrower, each on a case: by which channel, about what, when.',
          doNotInteractChecks: 'Whether a do-not-interact blocks a contact at a moment.',
          tasks:
            'What waits to be done: on cases, as approvals, breaks and interactions; mine, that of my teams, or all.',
          companyCases: 'Cases of the company itself, which are about no borrower.',
          companyCaseNotes: 'What people write down about a case of the company.',
          companyCaseWorkflows: 'Workflows that cases of the company go through: which, and how one is started.',
          companyCaseTasks: 'Escalations and scheduled calls of cases of the company.',
          workflows: 'What cases go through: started with the case or by hand, drawn, canceled.',
          workflowSteps: 'The steps of a workflow, each with what is to be done in it.',
          workflowMoves: 'Who moved what of a workflow, when and why.',
          workflowWorkitems:
            'What a workflow asks somebody to do: taken, done, skipped with a reason, given to others.',
        },
      },
      {
        name: 'Compliance rules',
        says: 'By which rules a borrower may be contacted: of the law, of networks, of the company.',
        groups: {
          complianceRules: "Rules as data, with citation and source: those of a release, and the company's own.",
          complianceRuleChanges: 'Muted, made stricter or loosened, for all loans or one loan type: who, when and why.',
          complianceRuleUpdates: 'What a later set of rules would change, and taking it.',
        },
      },
      {
        name: 'Supercases',
        says: 'What happened to many borrowers at once, such as a disaster, and the cases that are made of it.',
        groups: {
          supercases: 'What happened, and how its cases look. It lives as a case does.',
          populations: 'Borrowers that are added together. Committed, a population has a case made for each member.',
          populationMembers: 'The borrowers of a population, each with a loan.',
          supercaseNotes: 'Private ones stay on the supercase, global ones are written on each of its cases.',
          subcases: 'The cases that were made, and what is done to all of them at once.',
        },
      },
      {
        name: 'Monitors',
        says: 'What registers of courts, deaths, military service and sanctions say of borrowers, and the cases that follow.',
        groups: {
          monitors: 'What the company watches, for whom, and how often.',
          monitorRequests: 'Files that ask registers.',
          monitorPlaces: 'Where the files of a register are left and fetched.',
          monitorFiles: 'What registers answer by files.',
          monitoringStatuses: 'How a borrower stands with each monitor: the last look and the next one.',
          femaDisasters: 'Disasters that FEMA has declared.',
          femaDisasterDetails: 'The areas of a declared disaster.',
          femaDeclarations: 'Declarations are brought as OpenFEMA answers them.',
          zipCounties: 'In which counties ZIP codes lie.',
          monitorActions: 'What a hit asked of the loans of its borrower, and what became of it.',
          monitorHits: 'What was found of a borrower, each thing once, with the record and its case.',
        },
      },
      {
        name: 'Documents',
        says: 'Papers of a borrower and of their loans: agreements, disclosures, what the borrower sends.',
        groups: {
          documents: 'What each paper is, whether it was accepted, and its content, up and down.',
          papers: 'Papers of a loan that the service makes: letters, disclosures, agreements, receipts.',
          companyLogo: 'The logo that stands on papers.',
          documentUploadLinks: 'By such a link a borrower sends papers without signing in.',
          documentUploads: 'What whoever has the key of a link may do.',
        },
      },
      {
        name: 'Payment instruments',
        says: 'What borrowers pay with, and by which right it is debited.',
        groups: {
          paymentInstruments: 'What a borrower pays with: bank accounts, cards, checks, payment networks.',
          prenotes: 'The bank of an account is asked, by an entry of nothing, whether it has the account.',
          accountLinks: 'The link of an account to its bank, through a vendor to whom the borrower has shown it.',
          instrumentBalances: 'What lies on an account that is linked.',
          paymentAuthorizations: 'On what debits rest: how, when and by whom each was authorized, and revoked.',
        },
      },
    ],
  },
  {
    title: 'Loans',
    tags: [
      {
        name: 'Loans',
        says: 'Loans of every product, from boarding to the last payment.',
        groups: {
          loans:
            'The whole life of a loan: boarded, activated, frozen, charged off, paid off, closed; and what it owes on any day.',
          advances: 'What is lent on a running loan besides its principal, agreed with it or added later.',
          loanRefunds: 'What was financed and is given back: goods that went back, or never came.',
          loanServices: 'Services that were sold with a loan, such as credit insurance, and what is unearned of them.',
          migration: 'Loans that run already and are taken over from another system.',
        },
      },
      {
        name: 'Lines of credit',
        says: 'Draws, purchases, cards and statements of lines of credit.',
        groups: {
          draws:
            'The parts of a line of credit: each with its own limit, rates, grace and fees. Purchases are made on them.',
          purchases: 'What was bought on a draw, authorized or posted; refunds and cash backs; and their timeline.',
          purchaseDisputes: 'Purchases, or parts of them, that the borrower disputes, and how that ended.',
          cards: 'Cards with which a line of credit is spent. Beta.',
          bills: 'What the statement of a line says: balances, interest by rate, the minimum, and by when.',
        },
      },
      {
        name: 'Payments',
        says: 'What is due, and how it is paid.',
        groups: {
          transactions: 'Payments and service credits, and their correction as of the day on which they count.',
          transactionAttempts: 'Each time that a payment was sent to a provider, and what came of it.',
          autopay: 'Payments that are taken by themselves as they come due: the agreement, and its schedule.',
          expectedPayments: 'What is still to be paid, and when.',
          loanDisclosure: 'What is disclosed before a loan begins.',
          obligations: 'What came due on a due date, and what of it was paid.',
          loanPeriods: 'From one due date to the next.',
          statements:
            'What a borrower is told of each period: what was owed, what has happened since, what to pay by when.',
          payoffQuotes: 'What pays a loan off by a day, as it was quoted; and whether that still holds.',
        },
      },
      {
        name: 'Fees and rates',
        says: 'What a loan is charged.',
        groups: {
          loanFees: 'Fees that a loan was charged.',
          loanRates: 'The interest rates of a loan, and promotional ones.',
          promoPrograms: 'A lower rate for some days, or interest that is deferred; and what came of it.',
        },
      },
      {
        name: 'Hardship and settlement',
        says: 'Help for borrowers who cannot pay as agreed.',
        groups: {
          hardships: 'Payments that are deferred or moved to other days, and loans that are re-aged.',
          customPaymentPlans: 'Payments of a fixed amount for some periods, for borrowers in hardship.',
          promiseToPayPlans: 'What borrowers have promised to pay, by when; and whether it was kept.',
          settlements: 'Less than is owed, offered and accepted, paid at once or in parts, kept or broken.',
          lateFeeSuspensions: 'Days on which a loan is charged no late fee, such as those after a disaster.',
          scraCaps: 'The interest of loans from before military service, which the law bounds.',
        },
      },
      {
        name: 'Money paid out',
        says: 'Money that leaves, and who must approve it.',
        groups: {
          disbursements:
            'Money that the service pays out for a loan: its proceeds, or cash on a draw; and what came of it.',
          paymentApprovals:
            'Money that goes out above what one person may order: a second one approves it, or rejects it.',
          creditRefundRequests:
            'What borrowers have asked for in writing of what their loans owe them; by when, and by what it was paid back.',
          recordedCredits:
            'Credit that rests on what somebody has recorded by hand, and whether a second person has confirmed it.',
        },
      },
      {
        name: 'Parties and reporting',
        says: 'Who else has to do with a loan, and what credit agencies and the tax office are told.',
        groups: {
          loanTapeTypes: 'Which columns a loan tape has, which loans, in which form, when and for whom.',
          loanTapes:
            'Files of all loans as of a day, as it was known at an instant: proved, downloaded, left, compared.',
          loanPeople: 'Who is on a loan beside its main borrower, in which role, from when until when.',
          loanInvestors: 'To whom a loan belongs, with which share, and since when.',
          loanAgency: 'The collection agency that has a loan, and those that have had it.',
          labelsOfLoan: 'Which labels a loan has.',
          reportingStatus: 'What a loan would be told to credit agencies, in the words of Metro 2.',
          reportingMarks: 'Codes for credit agencies that somebody has set on a loan.',
          loanCreditReporting: 'That a loan was sold, transferred or closed, or is to be deleted at credit agencies.',
          creditReportPreviews: 'What a credit agency would be told of a loan, in words.',
          creditAgencies: 'To whom the company tells how loans are paid: by which numbers, when, and where.',
          creditFiles: 'Files for credit agencies, one for each month: what they hold, what they leave out, and why.',
          loanCanceledDebt: 'By what event the debt of a loan was canceled, where no settlement says it.',
          taxFilings: 'What the tax office is told of a year: Forms 1099-C, and the corrections of them.',
          taxForms: 'The forms of a tax filing: one for each canceled debt and debtor.',
        },
      },
      {
        name: 'Many loans at once',
        says: 'A list of loans in one request.',
        groups: {
          bulkFees: 'Fees that are charged on a list of loans at once.',
          bulkDeferrals: 'Payments of a list of loans that are deferred at once, as in a disaster.',
          bulkAgencies: 'A list of loans that is given to collection agencies at once.',
          bulkAgencyReturns: 'A list of loans that is taken back from collection agencies at once.',
        },
      },
    ],
  },
  {
    title: 'Products',
    tags: [
      {
        name: 'Loan types',
        says: 'What loans of one kind share.',
        groups: {
          loanTypes: 'The settings that loans of a type share: interest, fees, how payments are divided.',
          loanTypeVersions: 'The settings as they were. A loan keeps those of its origination.',
          feeTypes: 'Fees that loans of a type can be charged.',
          indexRates: 'The index that variable rates follow, by day.',
          rateCaps: 'The highest rates that a state allows.',
          promoProgramTypes: 'What a draw may be promoted with: a lower rate, or interest that is deferred.',
        },
      },
      {
        name: 'Case types',
        says: 'The types that cases are made from, the rules that go by a case, and the workflows that cases go through.',
        groups: {
          baseCaseTypes: 'The kinds of cases that there are, with the fields that each has.',
          caseTypes: 'What a company adds to the base types of cases: fields of its own, and do-not-interact types.',
          doNotInteractTypes: 'Rules: when a case reaches a status or an outcome, its borrower gets a do-not-interact.',
          notificationTypes: 'Rules: when a case reaches a status or an outcome, its borrower is written to.',
          workflowTypes: 'Steps in order and where each may lead; export, import and a picture of them.',
          workflowStepTypes: 'Steps: which items begin together, when a step is passed over, when it is left.',
          workflowWorkitemTypes: 'Items: what is to be done, by whom, until when, and what happens when it is late.',
        },
      },
      {
        name: 'Business partners',
        says: 'Merchants, investors, agencies and issuers.',
        groups: {
          merchants: 'Where what was financed was bought.',
          merchantAccounts: 'Where the service pays a merchant: one account, sealed.',
          collectionAgencies: 'To whom loans are given to be collected, and which each has.',
          investors: 'Who owns loans.',
          loanLabels: 'Words by which a company sorts its loans.',
          cardIssuers: 'Who issues cards.',
        },
      },
    ],
  },
  {
    title: 'Events',
    tags: [
      {
        name: 'Events',
        says: 'What happened.',
        groups: {
          events: 'Everything that happened, in one order: listed, or streamed as it happens.',
          changes: 'What changed, as things, for a copy elsewhere.',
        },
      },
      {
        name: 'Webhooks',
        says: 'Events that are posted to you.',
        groups: {
          webhooks: 'Subscriptions: events are posted to a URL of yours.',
          webhookDeliveries: 'What was sent to a subscription, and what came of it.',
        },
      },
    ],
  },
  {
    title: 'Signing in',
    tags: [
      {
        name: 'Signing in',
        says: 'How people, not programs, get in.',
        groups: {
          auth: 'How people sign in: tokens, passwords and codes.',
          complianceAuth: 'The same for tools of compliance, with sessions of their own.',
          secondFactors: 'What is shown besides a password: an app that shows codes, passkeys, codes for recovery.',
          passkeys: 'Passkeys of the user, as a second factor or alone.',
          sessions: 'Where the user is signed in.',
          singleSignOn: 'Signing in through an identity provider of the company, by SAML or OpenID Connect.',
          bootstrap: 'What a page shows before anybody has signed in.',
        },
      },
    ],
  },
  {
    title: 'Your company',
    tags: [
      {
        name: 'Company and keys',
        says: 'The company, its API keys, and who did what.',
        groups: {
          companies: 'Whose API key it is, and what the company has set.',
          keys: 'API keys and what each may do.',
          audit: 'Who did what, when and from where; what was refused; who read personal values.',
          documentRetentions: 'How long documents of a type must be kept.',
          noteTypes: 'What a company calls its notes.',
        },
      },
      {
        name: 'Users and roles',
        says: 'Who may do what.',
        groups: {
          users: 'Who signs in: agents, borrowers, programs.',
          userRoles: 'The roles of a user.',
          userPermissions: 'What a user may do, by all roles.',
          employees: 'Agents, seen as people who work for the company.',
          roles: 'Permissions that are given together.',
          permissions: 'Everything that can be allowed.',
          teams: 'Users who work together.',
        },
      },
      {
        name: 'Moving money',
        says: 'Who moves the money, and by which files.',
        groups: {
          paymentProviders:
            'Who moves the money of the company: a bridge to its processor, a bank that takes files, or the simulator.',
          paymentNotices: 'Where payment providers tell what became of orders.',
          achFileUploads:
            'Files of the clearing house: what is in them, where they are, and what a person may do with one.',
          achReadings: 'Files of returns and changes that banks have sent, and how far each was read.',
          achReturnRates: 'How many debits come back, against what the rules of the network allow.',
        },
      },
      {
        name: 'Reconciliation',
        says: 'Whether the books, the providers and the banks agree.',
        groups: {
          fundingAccountBalances: 'Where the money of the company is: settled, on its way, come back, disputed.',
          dailyProofs: 'What was compared at the end of each banking day, and what was found.',
          bankAccounts: 'The accounts at banks to which providers pay.',
          bankStatements: 'What banks say that they have done, compared with the books; and the page to sign.',
          expectedItems: 'What a bank should show and has not.',
          moneyBreaks: 'Where two accounts of the same money differ, and how each of them ends.',
          generalLedgerAccounts: 'The accounts of the general ledger, and what is booked to each.',
          generalLedgerEntries: 'The journal: what happened on each closed day, as entries that balance.',
          trialBalance: 'What each account comes to at the end of a closed day.',
          delinquencyFigures: 'Loans by how long something of them is late, with what they owe.',
          rollRateFigures: 'What became of loans in a month, by how late they were.',
          chargeOffFigures: 'What was charged off, and what came back of it.',
          vintageFigures: 'What was lost of loans that began in the same month.',
          prepaymentFigures: 'What of the principal of loans was prepaid.',
          collectionFigures: 'What payments paid.',
          promiseFigures: 'What became of promises to pay.',
          autopayFigures: 'Loans with autopay.',
          returnFigures: 'ACH debits that came back.',
          contactRuleFigures: 'Rules of contact that stood against messages and contacts.',
        },
      },
      {
        name: 'Test mode',
        says: 'A clock and a mailbox that only test mode has.',
        groups: {
          testClock: 'In test mode: set the time and move it, so that a year passes in seconds.',
          testMailbox: 'In test mode: messages that would have been sent, such as one-time codes.',
          testReplies: 'In test mode: what the receiver of a message answers.',
          testOutcomes: 'In test mode: what the world makes of a message, such as a bounce.',
        },
      },
      {
        name: 'Questions and long work',
        says: 'What people of the company ask in SQL, and work that goes on after its request was answered.',
        groups: {
          operations: 'Work that outlives its request, such as an import.',
          queries: 'Questions in SQL, with a name and versions: write one, run it, see how it is answered.',
          queryVersions: 'What a query said before.',
          queryRuns: 'Runs of a query, and what they answered.',
        },
      },
    ],
  },
];
