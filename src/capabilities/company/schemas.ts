// What a company can set. Each section is replaced as a whole when it is sent; null brings its standard back.
import { frequencies } from '@tenor/engine/time/due-dates.ts';
import Type, { type Static, type TObject, type TProperties, type TSchema, type TUnsafe } from 'typebox';
import { Amount, Bool, DateTime, Int, Named, Nullable, Rate, StringEnum, Text } from '#platform/input/schemas.ts';
import { Reference } from '#platform/references.ts';
import { themes } from './themes.ts';

const authTypes = ['basic', 'google', 'oneTimeCodeEmail', 'oneTimeCodeText', 'SAML'] as const;
const authValueTypes = ['email', 'username', 'phone', 'samlSubjectNameId'] as const;
/** What becomes of a message that may not be sent now. */
export const whatBecomes = ['held', 'sent', 'dropped'] as const;
export const appDomainTypes = ['borrower', 'agent', 'compliance'] as const;
/** How borrowers authorize debits: signed on paper or in person, on a page or in an app, or by telephone. */
export const authorizationChannels = ['written', 'web', 'phone'] as const;
export type AppDomainType = (typeof appDomainTypes)[number];

const text = (description: string, max = 255) => Type.Optional(Nullable(Text({ max }), { description }));

/** Text of a certain form. */
const formed = (max: number, pattern: string, expected: string, example: string): TUnsafe<string> =>
  Type.Unsafe<string>({ type: 'string', maxLength: max, pattern, 'x-expected': expected, examples: [example] });

const Url = formed(2000, '^https://[^\\s]+$', 'an address that begins with https://', 'https://lender.example/');
const url = (description: string) => Type.Optional(Nullable(Url, { description }));
const flag = (description: string) => Type.Optional(Nullable(Bool, { description }));
const section = <P extends TProperties>(title: string, properties: P, description: string) =>
  Type.Optional(Nullable(Named(title)(properties), { description }));
const choice = <const T extends readonly [string, ...string[]]>(values: T, description: string) =>
  Type.Optional(Nullable(StringEnum(values), { description }));
const many = <S extends TSchema>(item: S, maxItems: number, description: string) =>
  Type.Optional(Nullable(Type.Array(item, { maxItems }), { description }));

const amount = (description: string) => Type.Optional(Nullable(Amount, { description }));

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const time = formed(5, '^([01]\\d|2[0-3]):[0-5]\\d$', 'a time of day such as 09:00', '09:00');
const hours = Nullable(Named('OpenFromTo')({ from: time, to: time }), {
  description: 'In the zone of the company. Null: closed.',
});

const communicationShown = {
  fromName: Type.Optional(
    Nullable(formed(255, '^[^\\r\\n]*$', 'a name on one line', 'Acme'), { description: 'As whom messages come.' }),
  ),
  replyToEmail: Type.Optional(
    Nullable(formed(320, '^[^\\s@<>,;]+@[^\\s@<>,;]+$', 'an email address', 'help@acme.example'), {
      description: 'Where answers go.',
    }),
  ),
};

/** What everybody may see before signing in, by the names of the answer of GET /bootstrap. */
const publicFields = {
  legalName: text('The name in contracts.'),
  brandName: text('The name that borrowers know.'),
  domainName: text('The domain of the borrower’s pages, as it is shown.'),
  shortDomainName: text('A short one, for text messages.'),
  agentAuthType: choice(
    authTypes,
    'How agents sign in, and in no other way. `basic`, a password or a code, if not set.',
  ),
  agentAuthValueType: choice(
    authValueTypes,
    'By which of their names. Shown as `email` if not set; then any of them counts.',
  ),
  borrowerAuthType: choice(
    authTypes,
    'How borrowers sign in, and in no other way. `basic`, a password or a code, if not set.',
  ),
  borrowerAuthValueType: choice(
    authValueTypes,
    'By which of their names. Shown as `email` if not set; then any of them counts.',
  ),
  brandAssets: section(
    'BrandAssets',
    {
      logoUrl: url('For light backgrounds.'),
      logoDarkUrl: url('For dark ones.'),
      faviconUrl: url('The sign of the page.'),
      primaryColor: text('Such as `#0a5fff`.', 32),
      secondaryColor: text('Such as `#f4f4f4`.', 32),
    },
    'Logos and colours.',
  ),
  communication: section('PublicCommunication', communicationShown, 'How the company writes.'),
  defaultVerificationTypeId: Type.Optional(
    Nullable(Reference('VT', 'verification type'), {
      description: 'The verification type by which borrowers are verified if no other is named.',
    }),
  ),
  evidence: section(
    'CompanyEvidence',
    { isRequired: flag('Whether changes ask for a document.') },
    'Proof of changes.',
  ),
  forceCaseIdOnAgentActions: flag('Whether what agents do must name a case.'),
  links: section(
    'CompanyLinks',
    {
      website: url('The lender’s site.'),
      privacyPolicy: url('How personal data is treated.'),
      termsOfUse: url('The terms by which the pages are used.'),
      contact: url('How to write to the lender.'),
    },
    'Where pages lead.',
  ),
  openHours: section(
    'OpenHours',
    Object.fromEntries(weekdays.map((day) => [day, Type.Optional(hours)])),
    'By weekday.',
  ),
  paymentTypes: many(
    StringEnum(['bankAccount', 'debitCard', 'creditCard', 'check', 'cash']),
    5,
    'With what borrowers may pay.',
  ),
  showPoweredByPeach: flag('Whether pages name the service behind them. True if not set.'),
  statements: section(
    'CompanyStatements',
    { isPaperless: flag('Whether statements come without paper.') },
    'Statements.',
  ),
  support: section(
    'CompanySupport',
    {
      email: text('For questions.', 320),
      phone: text('For questions.', 50),
      url: url('For questions.'),
    },
    'How borrowers ask for help.',
  ),
  tasks: section(
    'CompanyTasks',
    {
      isEnabled: flag('Whether agents work by tasks.'),
      reservationSeconds: Type.Optional(
        Nullable(Int({ min: 10, max: 3_600 }), {
          description: 'How long a task is kept for whoever takes it, before it goes back; 120 if not set.',
        }),
      ),
    },
    'Tasks of agents.',
  ),
  ui: section(
    'CompanyUi',
    { theme: choice(['light', 'dark', 'system'], 'How the pages look.'), locale: text('Such as `en-US`.', 35) },
    'How pages look.',
  ),
};

const minutes = (min: number, max: number, description: string) =>
  Type.Optional(Nullable(Int({ min, max, description })));

/** What only the company sees. */
const ownFields = {
  sessions: section(
    'SessionLifetimes',
    {
      tokenMinutes: minutes(1, 60, 'How long a token counts; 15 if not set.'),
      idleMinutes: minutes(5, 24 * 60, 'A session that is not renewed for so long is over; 12 hours if not set.'),
      sessionMinutes: minutes(15, 90 * 24 * 60, 'A session is over after this in any case; 30 days if not set.'),
    },
    'How long people stay signed in. What becomes shorter holds for sessions that go on, too.',
  ),
  papers: section(
    'CompanyPapers',
    {
      address: text('Your postal address, each of its lines on a line.', 500),
      paymentAddress: text('Where payments by mail go; `address` if not set.', 500),
      disputeAddress: text('Where borrowers write to about a mistake; `address` if not set.', 500),
      footer: text('What stands at the foot of each page, such as licences.', 300),
    },
    'What stands on papers for borrowers. The logo is set by PUT /companies/{companyId}/logo; the color is `brandAssets.primaryColor`.',
  ),
  allowedOrigins: many(
    formed(
      255,
      '^(https://[a-z0-9.-]+|http://(localhost|127\\.0\\.0\\.1|\\[::1\\]))(:\\d{1,5})?$',
      'an origin: https://, host and perhaps a port, in lower case, without a path; http:// for localhost alone',
      'https://pay.lender.example',
    ),
    50,
    'Origins of pages that may call the interface from a browser.',
  ),
  requireSecondFactor: flag(
    'Whether agents need a second factor. Those who have none may do nothing before they have set one up.',
  ),
  defaultAuthorizationChannel: choice(
    authorizationChannels,
    'How borrowers have authorized the debits that your programs and agents order, where the call does not say it. Live mode asks for one of both; test mode takes `web`.',
  ),
  paymentLimits: section(
    'PaymentLimits',
    {
      perPayment: amount('In one payment.'),
      perDay: amount('By the company within 24 hours.'),
      perInstrumentPerDay: amount('By one payment instrument within 24 hours.'),
    },
    'How much this service moves at most. A payment above it is refused. Without limits if not set.',
  ),
  payoutLimits: section(
    'PayoutLimits',
    {
      reimbursementsPerDay: amount('For reimbursements and refunds of credit within 24 hours; 50,000.00 if not set.'),
      advancesPerDay: amount('For proceeds, advances and cash within 24 hours; 1,000,000.00 if not set.'),
    },
    'How much of each kind this service pays out at most, by the company, also of what a second person has approved. What is above is refused.',
  ),
  paymentApprovals: section(
    'PaymentApprovalRules',
    {
      reimbursementsAbove: amount(
        'For reimbursements and refunds of credit; 500.00 if not set. What one borrower got within ten days without a second person counts together, and so does what went to one account number, whoever has it.',
      ),
      firstAdvancesAbove: amount(
        'For what is paid out to an account from which no payment of a loan of the borrower has come for certain; to that of a merchant, until a second person has approved a payout to it. All of it counts together, by account number; 0.00 if not set.',
      ),
      advancesAbove: amount(
        'For what is paid out to one account number within 24 hours, once money has come from it; 25,000.00 if not set.',
      ),
      oneOrdererAbove: amount(
        'For all money out that one user orders within 24 hours, with all their keys; 10,000.00 if not set. What workflows order counts for each user who prepared it: who wrote the workflow type, started the workflow, did an item of it or had one tried again, chose the loan of its case, or changed a case whose values it takes. What follows from the loans alone, such as paying back credit, has no orderer.',
      ),
      expireAfterDays: Type.Optional(
        Nullable(Int({ min: 1, max: 30 }), {
          description: 'What nobody approves for so long is canceled; 10 if not set.',
        }),
      ),
    },
    'Above which amount an order of money out waits for a second person: /payment-approvals. What was approved, refused, canceled or came back does not count.',
  ),
  creditApprovals: section(
    'CreditApprovalRules',
    {
      recordedAbove: amount(
        'What was recorded by hand and became credit of a loan, together: above it nothing of it leaves as money before a second person has confirmed it (/recorded-credits). 1,000.00 if not set; in test mode, unless this section is set, what a key has recorded does not count.',
      ),
    },
    'Payments from outside, service credits, and refunds without an original: what they pay of the debt is never held back, what they make beyond it waits.',
  ),
  settlementApprovals: section(
    'SettlementApprovalRules',
    {
      leastShare: Type.Optional(
        Nullable(Rate, {
          description:
            'The part of what is owed when it is accepted, such as 0.5: whoever offered less does not accept it. If not set: 0.5 in live mode, 0 in test mode.',
          example: 0.5,
        }),
      ),
      forgivenAbove: amount(
        'In the same way, for what is given up; if not set 5,000.00 in live mode, and any amount in test mode.',
      ),
    },
    'Which settlements are accepted by a second person: neither whoever offered them, nor anybody behind that one.',
  ),
  balanceChecks: section(
    'BalanceCheckRules',
    {
      whenShort: Type.Optional(
        Nullable(StringEnum(['debit', 'skip']), {
          description:
            'What becomes of a payment after three banking days on which the account held too little: it is tried all the same, or canceled (`lowBalance`). debit if not set.',
        }),
      ),
    },
    'Before a scheduled payment, a retry or a payment of autopay goes to a linked account whose holder has agreed to it (`dataServices` has `balance`), its balance is asked for; with less than the amount and 25.00 it waits a banking day, three times at most. Nothing is asked if not set.',
  ),
  closedDays: many(
    formed(
      10,
      '^([12]\\d{3}-)?(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$',
      'a date such as 2027-11-26, or a day of every year such as 12-24',
      '12-24',
    ),
    60,
    'The holiday calendar of the company: dates, and days of every year, on which it is closed though banks are open. Where a loan type moves deadlines to the next open day (`payments.deadlines`), an installment loan keeps the days that stand here at its origination.',
  ),
  collections: section(
    'CollectionSettings',
    {
      autoInitiate: section(
        'CollectionAutoInitiate',
        {
          isEnabled: flag('Whether collection cases open by themselves. False if not set.'),
          daysOverdue: Type.Optional(
            Nullable(Int({ min: 1, max: 1_000 }), {
              description: 'One opens when a loan has been overdue for so many days; 30 if not set.',
            }),
          ),
          daysOverdueByFrequency: many(
            Named('DaysOverdueOfFrequency')({
              paymentFrequency: StringEnum(frequencies),
              days: Int({ min: 1, max: 1_000 }),
            }),
            frequencies.length,
            'The same for loans of a payment frequency.',
          ),
          overdueAmount: amount('So much must be overdue over all loans of the borrower; any amount if not set.'),
          overdueNoticesMin: Type.Optional(
            Nullable(Int({ min: 1, max: 100 }), {
              description:
                'So many notices of what is overdue the service must have sent to the borrower since it is; none if not set. What is reported of messages that others have sent does not count.',
            }),
          ),
          earlierCasesMax: Type.Optional(
            Nullable(Int({ min: 1, max: 1_000 }), {
              description: 'A borrower who has had so many collection cases gets no further one; no limit if not set.',
            }),
          ),
        },
        'When a collection case opens by itself: all that is set must hold.',
      ),
      closesWhenCurrent: flag(
        'Whether a collection case is completed, as resolved, when nothing of the borrower is overdue any more. True if not set.',
      ),
    },
    'Collection cases.',
  ),
  compliance: section(
    'ComplianceSettings',
    {
      whenBlocked: many(
        Named('BlockedMessages')({
          theme: StringEnum(themes),
          becomes: StringEnum(whatBecomes, {
            description:
              '`held`: it goes out as soon as it may; `sent`: it goes out all the same, with its verdict; `dropped`: it does not go out.',
          }),
        }),
        themes.length,
        'By theme. If not set: held where it may go out within 30 days, else dropped.',
      ),
    },
    'What becomes of a message that the rules of contact do not allow.',
  ),
  refundsCreditsUnasked: flag(
    'Whether credit of borrowers above 1.00 is paid back without being asked for once it is safe and five banking days old. True if not set.',
  ),
  campaigns: section(
    'CompanyCampaigns',
    {
      releaseAbove: Type.Optional(
        Nullable(Int({ min: 0, max: 2_000_000 }), {
          description:
            'A run of a campaign with more messages than this waits for a second person (POST …/release). What the campaign has sent within the last 23 hours without one counts too. None waits if not set.',
        }),
      ),
    },
    'What campaigns may do by themselves.',
  ),
  noticesAreSentByUs: flag(
    'Whether you send the notices of autopay: then a payment that varies is announced only once you say that its notice went out (POST …/autopay/notice-sent). If not set, the service sends them (autopayAmountChanged), and a payment is announced once its message is on its way.',
  ),
  allowsDevelopment: flag('Whether GET /bootstrap answers by companyId too. False if not set.'),
};

/** Everybody sees a part of how the company writes. */
const communication = section(
  'CompanyCommunication',
  {
    ...communicationShown,
    quietHours: section(
      'QuietHours',
      { from: time, to: time },
      'No email, text or voice message goes out between these times of day, by every clock that the borrower may have; what falls into them is held. At any time if not set.',
    ),
    publishBySecondPerson: flag(
      'Whether the text of a message is published by another person than whoever has written any of it. False if not set.',
    ),
    answersKeywords: flag(
      'Whether HELP and STOP by text are answered: how to reach the company, and that no more texts come. False where the receiver of texts answers them itself. True if not set.',
    ),
    noticesAt: Type.Optional(
      Nullable(time, {
        description:
          'When the company writes by itself what belongs to a day, such as reminders: in its zone. 9:00 in Los Angeles if not set.',
      }),
    ),
    allowsRemoteImages: flag(
      'Whether HTML of messages may show pictures that are fetched from elsewhere (https), which tells there that a message was opened. False if not set.',
    ),
  },
  'How the company writes.',
);

export const settingsFields = { ...publicFields, communication, ...ownFields };

/** Where people of a type sign in through an identity provider. */
export interface SingleSignOn {
  readonly userType: 'agent' | 'borrower';
  readonly path: string;
}

/** What is stored: the single sign-on is set elsewhere. */
export type Settings = Static<TObject<typeof settingsFields>> & { readonly singleSignOn?: SingleSignOn | null };

const domains = Type.Array(
  Named('CompanyDomain')({
    domain: formed(
      253,
      '^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\\d{1,5})?$',
      'a host name in lower case',
      'pay.lender.example',
    ),
    appDomainType: StringEnum(appDomainTypes),
  }),
  { maxItems: 50, description: 'The domains of the pages of this company in this mode: each names company and mode.' },
);

export const CompanySettings = Type.Object(
  {
    id: Text({ max: 12, example: 'CP-7KQ2-M9XA' }),
    object: Type.Literal('company'),
    name: Text({ max: 200, example: 'Acme Lending' }),
    timezone: Text({ max: 64, example: 'America/New_York' }),
    mode: StringEnum(['live', 'test']),
    domains,
    ...settingsFields,
    createdAt: DateTime,
    updatedAt: Nullable(DateTime),
  },
  { title: 'CompanySettings' },
);

export const CompanyUpdate = Type.Object(
  {
    name: Type.Optional(Text({ min: 1, max: 200 })),
    timezone: Type.Optional(Text({ max: 64, description: 'As it is: it cannot change.' })),
    domains: Type.Optional(domains),
    ...settingsFields,
  },
  { title: 'CompanyUpdate' },
);
export type CompanyUpdate = Static<typeof CompanyUpdate>;

const shownType = StringEnum(authTypes);
const shownValueType = StringEnum(authValueTypes);
type Shown = { -readonly [K in keyof typeof publicFields]: (typeof publicFields)[K] };

/** Every field is there, with its standard where nothing was set. */
const PublicCompany = Type.Object(
  {
    id: Text({ max: 12 }),
    name: Text({ max: 200 }),
    timezone: Text({ max: 64 }),
    ...(Type.Required(Type.Object(publicFields)).properties as unknown as Shown),
  },
  { title: 'PublicCompany' },
);

export const Bootstrap = Type.Object(
  {
    appDomainType: StringEnum(appDomainTypes),
    authType: shownType,
    authValueType: shownValueType,
    userType: StringEnum(['borrower', 'agent']),
    ssoLoginUrl: Nullable(Text({ max: 2000 }), { description: 'Null: this page has no single sign-on.' }),
    company: PublicCompany,
  },
  { title: 'Bootstrap' },
);
