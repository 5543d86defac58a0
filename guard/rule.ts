// What a rule is: data, with the parameters of its kind.

/** A day, `YYYY-MM-DD`. */
export type DateText = string;

/**
 * The channels of the rules. A rule that names all four reaches a chat as well, because it means every contact. What a
 * borrower fetches (`gui`, `document`) meets no rule, only a do-not-interact.
 */
export type RuleChannel = 'voice' | 'text' | 'email' | 'letter';

export const ruleKinds = [
  'frequency',
  'timeWindow',
  'holidayOrSunday',
  'workplace',
  'ceaseOnRequest',
  'attorney',
  'consentRequired',
  'disclosure',
  'licensing',
  'timeBarred',
  'other',
] as const;
export type RuleKind = (typeof ruleKinds)[number];

export type Party = 'creditor' | 'collector';
export type Severity = 'block' | 'warn' | 'info';
export type RuleContext = 'collection' | 'solicitation' | 'prerecorded' | 'licensing' | 'any';
export type Weekday = 'mon' | 'tue' | 'wed' | 'thu' | 'fri' | 'sat' | 'sun';

/** From the start on, and no more at the end: `08:00` to `21:00`. */
export interface Window {
  readonly start: string;
  readonly end: string;
}

export type Per = '7d' | '24h' | '30d' | '1d' | '1mo' | 'businessWeek' | 'lifetime' | 'optOutEvent';
export interface AtMost {
  readonly max: number;
  readonly per: Per;
}

/** What the kind `frequency` counts. Names are those of the data; what is left out says nothing. */
export interface FrequencyParams extends AtMost {
  readonly scope:
    | 'debt'
    | 'account'
    | 'borrower'
    | 'borrowerOrSpouse'
    | 'person'
    | 'number'
    | 'sameSubject'
    | 'thirdParty';
  /** The event after which it is quiet; then at most `max` contacts in the time that it begins. */
  readonly after?: 'telephoneConversation' | 'completedConversation' | 'exchangeWithConsumer';
  readonly excluded?: readonly string[];
  readonly counts?: readonly string[];
  readonly unless?: 'consumerRequests' | 'consumerAgreedOtherwise';
  readonly combinedChannels?: readonly string[];
  readonly phoneKinds?: readonly ('residence' | 'cellular' | 'otherPersonalNumber' | 'work' | 'other')[];
  readonly contactKind?: 'householdMember';
  readonly otherPlace?: AtMost;
  readonly basis?: string;
  readonly recommended?: boolean;
  readonly creditorTrigger?: 'debtCollectionProceduresBegun';
  readonly exempt?: readonly string[];
  readonly loanKind?: string;
  readonly purpose?: 'location';
  readonly lineType?: 'residential' | 'wireless';
  readonly technology?: readonly string[];
  readonly when?: 'noConsent';
  readonly withinMinutes?: number;
  readonly [note: string]: unknown;
}

export interface TimeWindowParams extends Window {
  readonly days: readonly Weekday[];
  /** `consumerLocal`, or an IANA zone. */
  readonly clock: string;
  readonly saturday?: Window | 'closed';
  readonly sunday?: Window | 'closed';
  readonly holidays?: Window | 'closed';
  readonly recordedMessageStart?: string;
  /** Times that the borrower has stated widen it. */
  readonly override?: string;
  readonly [note: string]: unknown;
}

export interface HolidayOrSundayParams {
  readonly sunday?: 'closed';
  /** Each of the three words for holidays closes the same days. */
  readonly holidays?: 'closed';
  readonly stateHolidays?: 'closed';
  readonly legalHolidays?: 'closed';
  readonly stateOfEmergency?: 'closed';
  readonly window?: Window;
  readonly [note: string]: unknown;
}

export interface WorkplaceParams {
  readonly trigger?: 'employerProhibitsKnown' | 'employerProvidedAddress';
  readonly employer?: string;
  readonly employerContact?: string | readonly string[];
  readonly workplaceCalls?: 'onlyAfterResidenceAttemptsFail';
  readonly onlyIf?: 'homeUnreachable';
  readonly onRequest?: 'stop';
  readonly onInstruction?: 'stop';
  readonly employerProhibits?: 'stop';
  readonly unless?: string | readonly string[];
  readonly max?: number;
  readonly per?: Per;
  readonly minDaysDefault?: number;
  readonly priorWrittenNoticeDays?: number;
  readonly oralValidDays?: number;
  readonly writtenConfirmationWithinDays?: number;
  readonly exceptions?: readonly string[];
  readonly [note: string]: unknown;
}

export interface CeaseParams {
  readonly trigger?: string;
  readonly keywords?: readonly string[];
  /** The notices that may still go, each once; or what may still go in a month and in all. */
  readonly allowedAfter?:
    | readonly string[]
    | {
        readonly letter: AtMost;
        readonly personalContacts: { readonly maxTotal: number; readonly [note: string]: unknown };
      };
  readonly scope?: string;
  readonly channelOnly?: RuleChannel;
  readonly honourYears?: number;
  readonly until?: 'verificationSent';
  readonly [note: string]: unknown;
}

export interface AttorneyParams {
  readonly trigger: string;
  readonly liftIf?: readonly string[];
  readonly resumeIf?: string;
  readonly exceptions?: readonly string[];
  readonly attorneyUnresponsiveDays?: number;
  readonly [note: string]: unknown;
}

export interface ConsentParams {
  readonly consent?: string;
  readonly consentInformational?: string;
  readonly consentMarketing?: string;
  readonly basisAnyOf?: readonly string[];
  readonly satisfiedBy?: readonly string[];
  readonly technology?: readonly string[];
  readonly lineType?: 'wireless' | 'residential';
  readonly numberProvidedByBorrowerCounts?: boolean;
  readonly recordingConsent?: 'allParties';
  readonly registry?: 'nationalDNC';
  /** With a registry: how long after the last transaction a relationship frees. */
  readonly relationshipMonths?: number;
  readonly scope?: string;
  readonly precondition?: string;
  readonly withoutConsentMax?: AtMost & { readonly purpose: 'obtainConsent' };
  readonly when?: 'noticeRequiredInWriting';
  readonly optOutPeriodDays?: number;
  readonly refreshDays?: number;
  readonly refreshBy?: readonly string[];
  readonly start?: string;
  readonly end?: string;
  readonly days?: readonly Weekday[];
  readonly [note: string]: unknown;
}

export interface TimeBarredParams {
  /** The shortest plausible period of limitation of the rule's own state. */
  readonly years?: number;
  /** The same for each state; a rule without a period of its own asks every jurisdiction of the borrower. */
  readonly yearsByState?: Readonly<Record<string, number>>;
  readonly extinguished?: boolean;
  readonly [note: string]: unknown;
}

/** What a question cannot show: it informs (conventions 7). */
export type NotedParams = Readonly<Record<string, unknown>>;

export interface OtherParams {
  readonly borrowerStatus?: 'deceased' | 'bankruptcyActive' | 'activeDuty';
  readonly allowOnlyRoles?: readonly string[];
  readonly contactOnly?: readonly string[];
  readonly allowedAffiliations?: readonly string[];
  readonly noContactOutsideHousehold?: boolean;
  readonly allowed?: readonly string[];
  readonly thirdPartyLocationContacts?: { readonly max: number };
  readonly attorneyUnresponsiveDays?: number;
  readonly spouseContact?: 'restricted';
  readonly chapters?: readonly string[];
  readonly appliesToCoBorrowers?: boolean;
  readonly debtStatus?: 'discharged';
  readonly check?: 'reassignedNumbers';
  readonly suggestMaxAgeDays?: number;
  readonly days?: number;
  readonly programs?: readonly string[];
  readonly chargedOffOnly?: boolean;
  readonly ceaseUntil?: boolean;
  readonly statedTimes?: 'inconvenient';
  readonly place?: 'inconvenient';
  /** An operator's own rule: it speaks whenever it is asked, because its condition has chosen the borrower. */
  readonly always?: boolean;
  readonly [note: string]: unknown;
}

interface ParamsByKind {
  readonly frequency: FrequencyParams;
  readonly timeWindow: TimeWindowParams;
  readonly holidayOrSunday: HolidayOrSundayParams;
  readonly workplace: WorkplaceParams;
  readonly ceaseOnRequest: CeaseParams;
  readonly attorney: AttorneyParams;
  readonly consentRequired: ConsentParams;
  readonly disclosure: NotedParams;
  readonly licensing: NotedParams;
  readonly timeBarred: TimeBarredParams;
  readonly other: OtherParams;
}

export interface Locality {
  /** `New York City` */
  readonly name: string;
  /** ZIP codes `11004`, prefixes `116`, and ranges of prefixes `100-104`. */
  readonly zips: readonly string[];
}

interface RuleBase {
  /** `FED-FREQ-7IN7`; unique among the rules that are in force. */
  readonly id: string;
  readonly citation: string;
  /** `federal`, or the two letters of a state. */
  readonly jurisdiction: string;
  readonly locality: Locality | null;
  readonly appliesTo: Party | 'both';
  readonly channels: readonly RuleChannel[];
  readonly context: RuleContext;
  readonly severity: Severity;
  readonly summary: string;
  /** `knowledge`: counsel should look. */
  readonly confidence: 'verified' | 'knowledge';
  readonly source: string;
  /** The first and the last day on which it is law, in the borrower's zone; null: always. */
  readonly effectiveFrom: DateText | null;
  readonly effectiveTo: DateText | null;
  /** A muted rule says nothing. */
  readonly muted: boolean;
  /** It is asked for loans of these types alone; null: of all types, and where there is no loan. */
  readonly onlyLoanTypeIds: readonly string[] | null;
  /** It is not asked for loans of these types: it is muted for them, or a stricter one stands in its place. */
  readonly exceptLoanTypeIds: readonly string[];
}

export type RuleOf<K extends RuleKind> = RuleBase & { readonly kind: K; readonly params: ParamsByKind[K] };
/** Whoever asks has left out the rules of an operator whose condition is false. */
export type Rule = { [K in RuleKind]: RuleOf<K> }[RuleKind];
