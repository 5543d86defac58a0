// What the guard is asked, what it knows, and what it answers: plain records, and nothing else. `judge` is in
// verdict/judge.ts: `judge(question, facts, rules): Verdict`, pure, without a clock.
import type { DateText, Party, Rule, RuleKind, Severity } from './rule.ts';

export * from './rule.ts';

/** Milliseconds since 1970-01-01 in UTC. */
export type Moment = number;

/** The channels of the interface. `mail` and `fax` are letters to the rules (`channelOfRules`). */
export type Channel = 'voice' | 'email' | 'fax' | 'text' | 'chat' | 'mail' | 'gui' | 'document';

export type Theme =
  | 'opsCollDebt'
  | 'opsCollLocateBorrower'
  | 'opsCollVerifyEmployment'
  | 'opsCollContactEmployerNotice'
  | 'opsServicingDebtValidation'
  | 'opsServicingNegativeCreditReportNotice'
  | 'opsServicingTimeBarredNotice'
  | 'opsServicing'
  | 'opsAccountCredentials'
  | 'agentNotification';

// ---- the question ----------------------------------------------------------------------------------------------------

export interface Question {
  /** When the contact is to be made. Facts of a later moment are not read. */
  readonly at: Moment;
  /** What was known at this moment; null: what is known now. */
  readonly knownAt: Moment | null;
  /** Null: nobody knows yet which it will be, so the rules of every channel are asked. */
  readonly channel: Channel | null;
  /** An inbound contact meets no rule. */
  readonly direction: 'inbound' | 'outbound';
  readonly theme: Theme;
  readonly subject: string | null;
  /** None: all loans of the facts. */
  readonly loanIds: readonly string[];
  /**
   * One of the contacts of the facts; whoever asks about details that are not on file adds them there with an id of
   * their own. Null: it is not said which, so it is taken to be the borrower's own.
   */
  readonly contactId: string | null;
  /** False adds the rules of solicitation, and takes none away. */
  readonly isTransactional: boolean;
  /** Recorded or autodialled: it counts as both. A text always counts as automated. */
  readonly isAutodialed: boolean;
  /** A recorded and an artificial voice meet the same rules as an autodialled call. */
  readonly voice: 'live' | 'recorded' | 'ai';
  /** Rules of the time of day are asked as if it were noon of that day in the company's zone. */
  readonly checkAtCompanyNoon: boolean;
}

// ---- facts -----------------------------------------------------------------------------------------------------------

export interface StatedTime {
  readonly id: string;
  readonly kind: 'convenient' | 'inconvenient';
  /** 1 Monday to 7 Sunday; none: every day. */
  readonly daysOfWeek: readonly number[];
  /** Minutes of the borrower's day, from the first on and not the last: 540 and 1020. */
  readonly fromMinute: number;
  readonly toMinute: number;
}

export interface PersonFact {
  readonly id: string;
  /** The zone that the borrower has stated: it replaces all evidence. */
  readonly statedZone: string | null;
  readonly statedTimes: readonly StatedTime[];
}

export interface ContactFact {
  readonly id: string;
  readonly contactType: 'email' | 'phone' | 'address';
  readonly label: 'personal' | 'work' | 'home' | 'military';
  /** Words of the interface: `self`, `spouse`, `parent`, `parentOfMinor`, `estateRepresentative`, `employer` … */
  readonly affiliation: string;
  /** False also for one that is archived. */
  readonly valid: boolean;
  /** E.164; null for what is no phone. */
  readonly number: string | null;
  /** An address: five digits, two letters, and the five digits of FIPS; null where it does not say them. */
  readonly zip: string | null;
  readonly state: string | null;
  readonly county: string | null;
  /** The borrower has agreed that this person is told. */
  readonly authorizedThirdParty: boolean;
  readonly powerOfAttorney: boolean;
  readonly legalRepresentativeId: string | null;
  /** A phone has been given to the creditor by the borrower. Null: not known, and taken as not given. */
  readonly providedByBorrower: boolean | null;
  /** A phone stands in the national registry. Null: not known, and taken as standing there. */
  readonly onDoNotCallRegistry: boolean | null;
  /** When the database of reassigned numbers last said that the number is still the borrower's. */
  readonly reassignedCheckedAt: Moment | null;
  /** The employer allows a contact at work. Null: not known, and taken as forbidden. */
  readonly employerPermits: boolean | null;
  /** The borrower has said that this place is inconvenient: a hospital, a school. */
  readonly isInconvenientPlace: boolean;
  /** Email: when the creditor's notice that the address passes on was sent (12 CFR 1006.6(d)(4)(ii)). */
  readonly transferNoticeSentOn: DateText | null;
  /** Email: an earlier collector used it properly (12 CFR 1006.6(d)(4)(iii)). */
  readonly usedByPriorCollector: boolean;
}

export interface LoanFact {
  readonly id: string;
  readonly loanTypeId: string;
  readonly status: string;
  /** `debtCollectionAgency` makes it a collector's. */
  readonly servicedBy: string;
  /** Null: it was taken over, and nobody knows how it stood; taken as in default. */
  readonly takenOverInDefault: boolean | null;
  /** Words by which rules name a kind of loan: `smallLoan(payday)`. */
  readonly loanKinds: readonly string[];
  /** The first due date that was missed and is still unpaid. */
  readonly firstMissedDueDate: DateText | null;
  readonly isOverdue: boolean;
  readonly daysPastDue: number;
  readonly chargedOffOn: DateText | null;
  /** When it came to be serviced here: a bankruptcy filed before does not reach it. */
  readonly boardedOn: DateText | null;
  /** When it was paid off or closed; a business relationship lasts on for a while. */
  readonly endedOn: DateText | null;
}

export interface InteractionFact {
  readonly id: string;
  readonly channel: Channel;
  readonly direction: 'inbound' | 'outbound';
  readonly theme: Theme;
  readonly subject: string | null;
  readonly contactId: string | null;
  /** None: it counts for all loans. */
  readonly loanIds: readonly string[];
  /** What is `scheduled` or `canceled` has not taken place. */
  readonly status: 'scheduled' | 'inProgress' | 'attempted' | 'succeeded' | 'failed' | 'canceled';
  readonly at: Moment;
  /** Null, here and below: nobody has said. Not known to be connected counts as connected. */
  readonly connected: boolean | null;
  readonly conversation: boolean | null;
  readonly messageLeft: boolean | null;
  readonly undeliverable: boolean | null;
  readonly isAutodialed: boolean | null;
  readonly isTransactional: boolean | null;
  /** The borrower had asked for it. */
  readonly requestedByBorrower: boolean;
  /** This version of it was known from the one moment on, and no more at the other; null: it is known now. */
  readonly knownFrom: Moment;
  readonly knownUntil: Moment | null;
}

export interface DoNotInteractFact {
  readonly id: string;
  readonly caseId: string;
  /** `all`, or channels; none: all. */
  readonly channels: readonly string[];
  /** `all`, or themes; none: all. `opsAccountCredentials` is never covered. */
  readonly themes: readonly string[];
  readonly startDate: DateText;
  /** It holds to the end of this day. */
  readonly endDate: DateText | null;
  /** 1 Monday to 7 Sunday, 0 Sunday as well; none: every day. */
  readonly daysOfWeek: readonly number[];
  readonly timesOfDay: readonly { readonly fromHour: number; readonly toHour: number }[];
  /** Null: any of the borrower's zones; the company's where none is known. */
  readonly timezone: string | null;
  /** None: all; a contact that is not said may be any. */
  readonly contactLabels: readonly string[];
}

export interface CaseFact {
  readonly id: string;
  /** The base type: `bankruptcy`, `ceaseCommunication`, `deceased`, `disputeOfDebt` … */
  readonly caseType: string;
  readonly status: 'initiated' | 'processing' | 'completed' | 'reopened' | 'canceled';
  readonly outcome: string | null;
  readonly statusUpdatedAt: Moment;
  /** When what it is about was received or became known. */
  readonly receivedAt: Moment;
  /** None: all loans. */
  readonly loanIds: readonly string[];
  /** `coBorrower`: it is a case of somebody who owes one of these loans as well. */
  readonly whose: 'borrower' | 'coBorrower';
  /** A cease, a dispute, a request for validation: it came in writing. */
  readonly inWriting: boolean;
  /** It came by registered or certified mail; false where nobody has said so. */
  readonly byRegisteredMail: boolean;
  readonly bankruptcy: BankruptcyFact | null;
  /** A dispute or a request for validation. */
  readonly dispute: DisputeFact | null;
  /** A disaster: when it was declared. Military duty: when it began. */
  readonly beginsOn: DateText | null;
  /** Military duty: its last day. */
  readonly endsOn: DateText | null;
}

export interface BankruptcyFact {
  readonly chapter: '7' | '11' | '12' | '13' | null;
  readonly filedOn: DateText | null;
  /** What the court decided last about the debtor; null: it is filed, or reinstated. */
  readonly disposition: 'dismissed' | 'discharged' | null;
  readonly isClosed: boolean;
  /** The loans of the case were reaffirmed, and that was not taken back. */
  readonly reaffirmed: boolean;
}

export interface DisputeFact {
  /** Null: not known, so it is within. */
  readonly validationPeriodEndsOn: DateText | null;
  readonly verificationSentOn: DateText | null;
}

export interface ConsentFact {
  readonly id: string;
  readonly consentType: 'priorExpress' | 'priorExpressWritten' | 'writtenRevocable' | 'express' | 'esign' | 'other';
  readonly channel: Channel;
  /** Null: all contacts. */
  readonly contactId: string | null;
  readonly givenAt: Moment;
  readonly revokedAt: Moment | null;
}

/** The borrower has asked not to be contacted so. */
export interface RequestFact {
  readonly id: string;
  readonly at: Moment;
  /** Null: every channel. */
  readonly channel: Channel | null;
  /** Null: every contact. */
  readonly contactId: string | null;
  /** It is about calls at work. */
  readonly atWork: boolean;
  readonly inWriting: boolean;
  readonly withdrawnAt: Moment | null;
}

export interface RepresentativeFact {
  readonly id: string;
  readonly representativeType: string;
  readonly isActive: boolean;
  /** None: all loans. */
  readonly loanIds: readonly string[];
  /** When somebody here came to know of it. */
  readonly knownSince: Moment;
  /** When what it has not answered was sent to it. */
  readonly unansweredSince: Moment | null;
  /** It is established that it does not answer in a reasonable time. */
  readonly isUnresponsive: boolean;
  /** It agrees that the borrower is contacted. */
  readonly consents: boolean;
  /** It says that it does not act for the borrower. */
  readonly denies: boolean;
}

export interface CompanyFact {
  readonly zone: string;
  /** Days that count as holidays beside the federal ones: `2027-11-26`, or of every year `12-24`. */
  readonly holidays: readonly string[];
}

/** All of one borrower that a verdict reads. Lists are in any order. */
export interface Facts {
  readonly person: PersonFact;
  readonly company: CompanyFact;
  readonly contacts: readonly ContactFact[];
  readonly loans: readonly LoanFact[];
  readonly interactions: readonly InteractionFact[];
  readonly doNotInteracts: readonly DoNotInteractFact[];
  readonly cases: readonly CaseFact[];
  readonly consents: readonly ConsentFact[];
  readonly requests: readonly RequestFact[];
  readonly representatives: readonly RepresentativeFact[];
}

// ---- the verdict -----------------------------------------------------------------------------------------------------

export interface FactUsed {
  readonly kind:
    | 'interaction'
    | 'doNotInteract'
    | 'case'
    | 'consent'
    | 'request'
    | 'representative'
    | 'contact'
    | 'loan'
    | 'statedTime';
  readonly id: string;
}

export interface RuleSpoken {
  /** A do-not-interact speaks as `DO-NOT-INTERACT`, before all rules, and cannot be muted. */
  readonly ruleId: string;
  readonly citation: string;
  readonly jurisdiction: string;
  readonly kind: RuleKind;
  readonly severity: Severity;
  readonly outcome: 'blocks' | 'warns' | 'informs';
  readonly reason: string;
  readonly facts: readonly FactUsed[];
  /** When this rule alone would allow it, the facts being as they are; null: not within a year, or it does not block. */
  readonly nextAllowedAt: Moment | null;
}

export interface Jurisdiction {
  /** `federal`, or the two letters of a state. */
  readonly code: string;
  readonly why: readonly Evidence[];
}

export interface ZoneKnown {
  readonly zone: string;
  readonly why: readonly Evidence[];
}

export interface Evidence {
  readonly kind: 'everywhere' | 'address' | 'areaCode' | 'stated' | 'informalClock';
  readonly contactId: string | null;
  /** True for the area code of a phone: numbers are carried along. */
  readonly isUncertain: boolean;
}

/** What was not known, and how it was taken: the careful way. */
export interface Unknown {
  readonly what: string;
  readonly takenAs: string;
  readonly facts: readonly FactUsed[];
}

export interface Verdict {
  /** No rule blocks. */
  readonly result: boolean;
  readonly at: Moment;
  /** The moment for which rules of the time of day were asked: `at`, or noon. */
  readonly evaluatedAt: Moment;
  /** `collector` if one of the loans is a collector's. */
  readonly party: Party;
  readonly jurisdictions: readonly Jurisdiction[];
  readonly timeZones: readonly ZoneKnown[];
  /** Every rule that spoke: blocking ones first, each group in the order of the rules. */
  readonly rules: readonly RuleSpoken[];
  /** `at` if it is allowed; else the earliest moment at which every blocking rule allows, or null: none in a year. */
  readonly nextAllowedAt: Moment | null;
  /** Sentences: what the warning rules say, and what is uncertain. */
  readonly warnings: readonly string[];
  readonly unknown: readonly Unknown[];
}

export type Judge = (question: Question, facts: Facts, rules: readonly Rule[]) => Verdict;
