// A capability as a value: everything that one ability of the business brings to the service. The app has one ordered
// list of them, from which routes, tables, migrations, documents, checks and background work are derived. A capability
// omits what it does not have.

import type { Instant } from '@tenor/engine/values/instant.ts';
import type { BlobSettings } from '#platform/blob-settings.ts';
import type { Chore, Duty } from '#platform/chore.ts';
import type { ClaimedWork } from '#platform/work/claimed/claimed-work.ts';
import type { JobKind } from '#platform/work/jobs.ts';
import type { OperationKind } from '#platform/work/operations/operation-kind.ts';
import type { MachineClock } from './clock.ts';
import type { Callers } from './command/authentication.ts';
import type { Caller, CommandContext } from './command/context.ts';
import type { RightsOf } from './command/rights.ts';
import type { NamedContext } from './conditions/named-context.ts';
import type { Vault } from './crypto/vault.ts';
import type { Ask } from './db/ask.ts';
import type { SharedLoan } from './db/reach.ts';
import type { Mode, Realm } from './db/realm.ts';
import type { Reader, RealmDatabase, Tx } from './db/realm-database.ts';
import type { TableClasses } from './db/tables.ts';
import type { View } from './db/views/view.ts';
import type { Queue } from './doctor/backlog.ts';
import type { Check, InspectedDatabase } from './doctor/check.ts';
import type { SealedTable } from './encryption/sealed-table.ts';
import type { ErrorKind } from './errors.ts';
import type { DeclaredResource, EventResource } from './event-views/payload.ts';
import type { EventKind } from './events/event-kind.ts';
import type { ExpiringRows } from './expired-rows.ts';
import type { Origins } from './http/cross-origin.ts';
import type { Endpoint } from './http/endpoint.ts';
import type { NamesOfUsers } from './http/name-users.ts';
import type { VersionStep } from './http/versions.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import type { Pace } from './pace.ts';
import type { RolePermissions, StoredRole } from './permissions.ts';
import type { Resolvers } from './references.ts';
import type { ScannerSettings } from './scanner-settings.ts';
import type { SendingSettings } from './sending-settings.ts';
import type { Shifts } from './shifts.ts';
import type { Signals } from './signals/signals.ts';
import type { AnyStateTable } from './states.ts';
import type { SubjectSearches } from './subject-search.ts';
import type { DailyStep } from './work/day/daily-step.ts';

declare module './work/day/daily-step.ts' {
  interface ReadByDay extends Partial<Pick<Whole, 'endpoints' | 'permissions'>> {}
}

export interface Capability {
  /** The name of its folder. */
  readonly name: string;
  readonly migrations?: URL;
  readonly tables?: TableClasses;
  /** Its views for questions that operators ask in SQL. */
  readonly views?: readonly View[];
  /** Its tables' columns that depend on the encryption keys. */
  readonly sealed?: readonly SealedTable[];
  /** Its error kinds, by their chapter in docs/errors.md. */
  readonly errors?: Readonly<Record<string, Readonly<Record<string, ErrorKind>>>>;
  readonly events?: readonly EventKind[];
  /** The states that its objects go through. */
  readonly states?: readonly AnyStateTable[];
  /** What conditions may name of its objects. */
  readonly contexts?: readonly NamedContext[];
  /** The objects that payloads of events show in full. */
  readonly resources?: readonly DeclaredResource[];
  readonly routes?: (whole: Whole) => readonly Endpoint[];
  /** Nothing follows from the day of its commands, so they go on while a test clock is advanced. */
  readonly isUndated?: true;
  /** Permissions that its endpoints ask for besides the declared one of each. */
  readonly permissions?: readonly string[];
  /** Finds its objects for earlier capabilities, by the kind that their fields refer to. */
  readonly resolvers?: Resolvers;
  /** Finds people by its objects, for the search of an earlier capability, by the search's parameter. */
  readonly searches?: SubjectSearches;
  readonly versions?: readonly VersionStep[];
  readonly setUps?: readonly CompanySetUp[];
  readonly erasing?: readonly Erasing[];
  /** Rows that go after a while. */
  readonly expiring?: readonly ExpiringRows[];
  /** Forgets what a user has signed in with and begun, in the transaction that deletes or erases the user. */
  readonly usersGone?: readonly UserGone[];
  /** The work that is due as the days pass. */
  readonly dailySteps?: readonly DailyStep[];
  readonly operations?: (whole: Whole) => readonly OperationKind[];
  readonly chores?: (tools: WorkTools) => readonly Chore[];
  readonly duties?: (tools: WorkTools) => readonly Duty[];
  /** Kinds of jobs, which come from the outbox. */
  readonly jobs?: (tools: WorkTools) => readonly JobKind[];
  /** Work outside of transactions: its jobs, its chores, its queues and the metric of what is in vain. */
  readonly claimed?: readonly ClaimedWork<WorkTools>[];
  readonly workers?: readonly WorkerKind[];
  /** Its checks for `tenor doctor`. */
  readonly checks?: readonly Check<InspectedDatabase>[];
  /** What waits in its tables. The metrics tell how long the oldest of each has waited. */
  readonly queues?: readonly Queue[];
  readonly metrics?: (metrics: Metrics, tools: MetricTools) => void;
  /** The loans of others that a person shares. One capability has this. */
  readonly sharedLoans?: SharedLoansOf;
  /** The present names of users. One capability has this. */
  readonly namesOfUsers?: NamesOfUsers;
  /** Finds the contacts of a borrower. One capability has this. */
  readonly contactsOf?: ContactsOf;
  /** Takes the code that was sent to what becomes a contact. One capability has this. */
  readonly takesContactCode?: TakesContactCode;
  /** What a verified borrower lets an agent see. One capability has this. */
  readonly unlocked?: Unlocked;
  /** The origins of pages that may read answers. One capability has this. */
  readonly origins?: (tools: Pick<CallerTools, 'database' | 'clock'>) => Origins;
  /** How callers are recognised by what they show: API keys, tokens of sessions. One for each kind. */
  readonly callers?: (tools: CallerTools) => readonly Callers[];
}

/** What is known only once all capabilities are put together; permissions may be asked only when the service runs. */
export interface Whole {
  readonly permissions: ReadonlySet<string>;
  /** What each default role may do. */
  readonly defaultRoles: RolePermissions;
  /** The roles of an active user, locked until the commit; undefined: there is no such user. */
  readonly rolesHeld: (tx: Tx, userId: string) => Promise<readonly StoredRole[] | undefined>;
  readonly userGone: UserGone;
  readonly contactsOf: ContactsOf;
  readonly unlocked: Unlocked;
  readonly takesContactCode: TakesContactCode;
  readonly expiring: readonly ExpiringRows[];
  readonly endpoints: readonly Endpoint[];
  readonly eventKinds: readonly EventKind[];
  readonly eventResources: readonly EventResource[];
  readonly dailySteps: readonly DailyStep[];
  readonly searches: SubjectSearches;
}

/** Makes what a new company gets from a capability, in each mode, in the transaction that makes the company. */
export type CompanySetUp = (tx: Tx, company: NewCompanyRealm) => void;

interface NewCompanyRealm {
  readonly realm: Realm;
  readonly name: string;
  readonly now: Instant;
  machineNow(): Instant;
  position(): number;
}

/** Erases what a capability stores about a person, in the transaction that erases the person. */
export type Erasing = (
  tx: Tx,
  personId: string,
  ctx: Pick<CommandContext, 'now'> & Pick<Whole, 'userGone'>,
) => Promise<void>;

export type UserGone = (tx: Tx, userId: string) => void;

/** Read anew for each borrower who calls, at most once a second: who is struck from a loan no longer reaches it. */
export type SharedLoansOf = (reader: Reader, personId: string) => Promise<readonly SharedLoan[]>;

/** Refuses a code that is wrong, by the field `confirmationCode`. */
export type TakesContactCode = (
  ctx: CommandContext,
  tx: Tx,
  given: {
    readonly personId: string;
    /** The contact that has the value already; null: the code was sent to a value that becomes a contact. */
    readonly contactId: string | null;
    readonly type: 'email' | 'phone';
    readonly value: string;
    readonly code: string;
  },
) => Promise<void>;

/** The permissions that a caller has for one borrower alone, because the borrower was verified in the caller's session. */
export type Unlocked = (
  reader: Reader,
  caller: Caller,
  asked: { readonly personId: string; readonly now: Instant },
) => Promise<ReadonlySet<string>>;

/** The emails and phones of a borrower that are not archived, oldest first. */
export type ContactsOf = (
  reader: Reader,
  asked: { readonly vault: Vault; readonly personId: string; readonly now: Instant },
) => Promise<readonly OwnContact[]>;

export interface OwnContact {
  readonly id: string;
  readonly type: 'email' | 'phone';
  readonly value: string;
  readonly takesTexts: boolean;
  /** False: it came or changed lately, maybe by the hand of whoever wants to sign in by it. */
  readonly wasThere: boolean;
}

export interface CallerTools {
  readonly database: RealmDatabase;
  readonly vault: Vault;
  readonly clock: MachineClock;
  readonly signals: Signals;
  readonly sharedLoans: SharedLoansOf;
  /** What an active user may do; undefined: the user is not active any more. */
  readonly permissionsOfUser: (reader: Reader, userId: string) => Promise<ReadonlySet<string> | undefined>;
  /** All permissions: those of a key without a list of its own. */
  readonly permissions: () => ReadonlySet<string>;
  /** What each default role may do. */
  readonly defaultRoles: () => RolePermissions;
}

/** What background work needs from its process. */
export interface WorkTools {
  readonly database: RealmDatabase;
  readonly vault: Vault;
  readonly clock: MachineClock;
  readonly log: Log;
  readonly signals: Signals;
  readonly whole: Whole;
  readonly settings: WorkSettings;
  /** What an actor may do now: work that does somebody's will asks again and again. */
  readonly rightsOf: RightsOf;
  position(): number;
  /** Each kind of work gets its own pace beside the requests of this process. */
  newPace(): Pace;
  /** Whether requests keep this process busy just now. */
  isServing(): boolean;
  /** When work that takes less while there are requests may go on. */
  readonly shifts: Pick<Shifts, 'begin' | 'worked'>;
}

export interface WorkSettings {
  /** Hosts in the internal network that webhooks may be sent to. */
  readonly webhookDevHosts: ReadonlySet<string>;
  /** Below it files are left for banks. */
  readonly bankFilesDirectory?: string | null;
  readonly sending?: SendingSettings;
  /** Where contents lie; in the database when absent. */
  readonly blobs?: BlobSettings;
  /** Who scans contents; nobody when absent. */
  readonly scanner?: ScannerSettings | null;
}

export interface Worker {
  stop(): Promise<void>;
}

/** A kind of work that runs in every process that does background work. */
export interface WorkerKind<W extends Worker = Worker> {
  readonly name: string;
  start(tools: WorkTools): W;
}

export interface MetricTools {
  readonly database: RealmDatabase;
  /** Asks by SQL, over all companies of the mode, as checks of the doctor do. */
  ask(mode: Mode): Ask;
  readonly clock: MachineClock;
  /** This process's worker of the kind, if the process does background work. */
  running<W extends Worker>(kind: WorkerKind<W>): W | undefined;
}
