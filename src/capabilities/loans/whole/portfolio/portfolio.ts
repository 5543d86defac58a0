// All loans of a company as they stood on a day, as it was known at an instant, a page at a time in the order in which
// they were made. Where the figures of a loan tell of the day, nothing is replayed; all others are replayed from the start.
// The same day and instant always give the same: what was written after the instant is left out. A draft that was originated
// later shows nothing of its agreement, for nothing keeps what it said then. Only whether a loan without books was declined or
// canceled by then is kept nowhere: it has its status of now.
import type { Overdue } from '@tenor/engine/account/read.ts';
import type { LoanEvent } from '@tenor/engine/account/records.ts';
import { wasKnown } from '@tenor/engine/account/timeline.ts';
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { type Day, dateOf, dayOf } from '@tenor/engine/values/day.ts';
import { compare, type Instant } from '@tenor/engine/values/instant.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import { sql } from 'kysely';
import { type PlaceholderOf, prepared } from '#platform/db/prepared.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { eachInSlices } from '#platform/loop/slices.ts';
import type { Amounts, Limits } from '../../core/loan/amounts.ts';
import { amountsOn, type DayFigures, overdueOn, tellOf } from '../../core/loan/day-figures.ts';
import { balancesIn, type LedgerBalances } from '../../core/loan/ledger-balances.ts';
import { tellers } from '../../core/loan/moments.ts';
import { unpackedState } from '../../core/loan/packed-state.ts';
import type { Prepaid } from '../../core/loan/prepaid.ts';
import type { DrawOfBooks, LoanProduct } from '../../core/loan/product.ts';
import { itsStanding } from '../../core/loan/standing.ts';
import type { LoanStatus } from '../../core/loan/statuses.ts';
import { figuresOf } from '../../core/loan/stored-figures.ts';
import {
  figureColumns,
  type IndexKnown,
  type LoanFigures,
  type LoanRow,
  type LoanTimestamps,
  postedColumns,
} from '../../core/loan/tables.ts';
import { startOfDay } from '../../core/loan/today.ts';
import { productOfKind } from '../../core/products/list.ts';
import { firstDifference } from '../../core/timeline/index-facts.ts';
import { Indexes, type Life, livesOf } from './lives.ts';

export interface PortfolioDay {
  readonly asOf: CivilDate;
  readonly knownAt: Instant;
}

/** What nobody asks for is not read, and not reckoned. */
interface Asked extends PortfolioDay {
  /** The next due day costs a replayed loan as much as everything else does. */
  readonly withoutNextDue?: boolean;
  /** What was agreed, what was computed of it, and what somebody keeps with the loan: most of what a row holds. */
  readonly withoutAgreement?: boolean;
  /** Lines with their draws. The figures know nothing of a draw, so each line is replayed. */
  readonly withDraws?: boolean;
  /** What was paid before it was due, too: later than by this day. It reads the state of each loan, and no agreement. */
  readonly prepaidBy?: CivilDate;
}

const ownColumns = [
  'loans.person_id',
  'loans.id',
  'loans.position',
  'loans.external_id',
  'loans.loan_type_id',
  'loans.loan_type_version',
  'loans.status',
  'loans.is_closed',
  'loans.serviced_by',
  'loans.defaulted_at_boarding',
  'loans.first_missed_on',
  'loans.nickname',
  'loans.cancel_reason',
  'loans.charged_off_reason',
  'loans.additional_people',
  'loans.asset_type',
  'loans.asset_display_name',
  'loans.zone',
  'loans.index_known',
  'loans.timestamps',
  'loans.autopay_plan_id',
  'loans.created_at',
  'loan_standing.updated_at',
  'loan_standing.next_action_at',
  'loan_standing.started_on',
  'loan_standing.postings_count',
] as const;

type OwnColumn = (typeof ownColumns)[number] extends `${string}.${infer C}` ? C : never;
type PortfolioRow = Pick<LoanRow, OwnColumn & keyof LoanRow> &
  Parameters<typeof figuresOf>[0] &
  Parameters<typeof balancesIn>[0] & {
    readonly product_kind: string | null;
    /** All three are null where the agreement was not asked for. */
    readonly at_origination: LoanRow['at_origination'] | null;
    readonly figures: LoanFigures | null;
    readonly meta_data: string | null;
    readonly state?: Buffer | null;
  };

/** What the books of a loan say at the end of the day. */
interface BooksOfDay {
  readonly amounts: Amounts;
  readonly limits: Limits | null;
  readonly overdue: Overdue;
  readonly oldestDueOn: CivilDate | null;
  /** Null also where it was not asked for. */
  readonly nextDueOn: CivilDate | null;
  /** Null also where it was not asked for. */
  readonly prepaid: Prepaid | null;
}

/** A day of the life of a loan, by the name of its moment; null: it has not come. */
type MomentOf = (name: keyof LoanTimestamps) => CivilDate | null;

export interface PortfolioLoan {
  /** What is as it is now. */
  readonly row: PortfolioRow;
  /** False: it was a draft by then, and has changed since. */
  readonly isAgreed: boolean;
  /** What was agreed; null also where it was not asked for. */
  readonly agreed: LoanRow['at_origination'] | null;
  /** What was computed at the origination and at the activation, as far as these were known. */
  readonly figures: LoanFigures;
  readonly product: string;
  readonly status: LoanStatus;
  readonly isClosed: boolean;
  readonly servicedBy: LoanRow['serviced_by'];
  readonly startedOn: CivilDate | null;
  readonly on: MomentOf;
  /** Null: they had not begun. */
  readonly books: BooksOfDay | null;
  /** Only of a line, and where they were asked for: those that were activated by then, in that order. */
  readonly draws: readonly DrawOfBooks[];
  /** What was posted of it; null where the ledger of the day must be asked. */
  readonly posted: LedgerBalances | null;
  readonly isReplayed: boolean;
}

/** Whether something of the day or before it still waits for the work of the day, so that it is not posted yet. */
export const isUnworked = ({ row }: PortfolioLoan, { asOf }: PortfolioDay): boolean =>
  row.next_action_at !== null && row.next_action_at < startOfDay(dayOf(asOf) + 1, row.zone);

const pageSizeUsual = 1_000;
/** Whole lives take memory: so few of them are read at once. */
const replayedAtOnce = 100;

/** The last loan of a page. */
type Place = Pick<PortfolioRow, 'position' | 'id'>;

interface Pages {
  readonly pageSize?: number;
  /** Only the loans that come after it. */
  readonly after?: Place | undefined;
}

export async function* portfolioOn(
  reader: Reader,
  asked: Asked,
  { pageSize = pageSizeUsual, after }: Pages = {},
): AsyncGenerator<readonly PortfolioLoan[]> {
  const indexes = new Indexes(reader);
  let next: Promise<PortfolioRow[]> | undefined = pageAfter(reader, asked, pageSize, after);
  while (next !== undefined) {
    const rows: PortfolioRow[] = await next;
    const last = rows.at(-1);
    next = rows.length < pageSize || last === undefined ? undefined : pageAfter(reader, asked, pageSize, last);
    // Whoever reads no further has no use for its error.
    next?.catch(() => {});
    if (rows.length > 0) yield await asOfDay(reader, asked, indexes, rows);
  }
}

/** How many loans it has. */
export async function portfolioSize(reader: Reader, { knownAt }: PortfolioDay): Promise<number> {
  const counted = reader.db.selectFrom('loans').select(({ fn }) => fn.countAll<number>().as('count'));
  return Number((await reader.row(counted.where('created_at', '<=', knownAt)))?.count ?? 0);
}

type PageAfter = Place & { readonly knownAt: Instant; readonly count: number };

/** Null where the agreement is not asked for. */
const orNull = <T>(isRead: boolean, column: 'at_origination' | 'figures' | 'meta_data', type: 'jsonb' | 'text') =>
  (isRead ? sql.ref<T | null>(`loans.${column}`) : sql<T | null>`null::${sql.raw(type)}`).as(column);

/** A prepared statement gives rows that cost a quarter of others to read, and a page has a thousand of them. */
const pageWith = (isAgreementRead: boolean, more: readonly 'state'[] = []) =>
  prepared((db, placeholder: PlaceholderOf<PageAfter>) =>
    db
      .selectFrom('loans')
      .innerJoin('loan_standing', itsStanding)
      .select(ownColumns)
      .select(sql<string | null>`${sql.ref('loans.at_origination')} ->> 'product'`.as('product_kind'))
      .select([
        orNull<LoanRow['at_origination']>(isAgreementRead, 'at_origination', 'jsonb'),
        orNull<LoanFigures>(isAgreementRead, 'figures', 'jsonb'),
        orNull<string>(isAgreementRead, 'meta_data', 'text'),
      ])
      .select([...figureColumns, ...postedColumns, ...more].map((column) => `loan_standing.${column}` as const))
      .where('loans.created_at', '<=', placeholder('knownAt'))
      .where((eb) =>
        eb(eb.refTuple('loans.position', 'loans.id'), '>', eb.tuple(placeholder('position'), placeholder('id'))),
      )
      .orderBy('loans.position')
      .orderBy('loans.id')
      .limit(placeholder('count')),
  );

const readPage = pageWith(true);
const readNarrowPage = pageWith(false);
const readNarrowPageAndStates = pageWith(false, ['state']);

const beforeAll = { position: -1, id: '' };

const pageAfter = (
  reader: Reader,
  { knownAt, withoutAgreement, prepaidBy }: Asked,
  count: number,
  { position, id }: Place = beforeAll,
): Promise<PortfolioRow[]> => {
  const read = prepaidBy !== undefined ? readNarrowPageAndStates : withoutAgreement ? readNarrowPage : readPage;
  return reader.rows(read(reader.db, { knownAt, count, position, id })) as Promise<PortfolioRow[]>;
};

const kindOf = ({ id, product_kind: kind }: PortfolioRow): LoanProduct => productOfKind(id, kind);

async function asOfDay(
  reader: Reader,
  asked: Asked,
  indexes: Indexes,
  rows: readonly PortfolioRow[],
): Promise<readonly PortfolioLoan[]> {
  const found: (PortfolioLoan | undefined)[] = [];
  for (const row of rows) {
    const index = row.index_known === null ? [] : await indexes.of(row.loan_type_id);
    const isReplayed = asked.withDraws === true && row.started_on !== null && kindOf(row).hasDraws;
    found.push(isReplayed ? undefined : asStored(row, asked, index));
  }
  const missing = rows.filter((_, i) => found[i] === undefined);
  const replayed = new Map<string, PortfolioLoan>();
  const livesFrom = (at: number) => livesOf(reader, missing.slice(at, at + replayedAtOnce), indexes);
  let next = missing.length === 0 ? undefined : livesFrom(0);
  for (let at = 0; next !== undefined; at += replayedAtOnce) {
    const lives = await next;
    const after = at + replayedAtOnce;
    next = after < missing.length ? livesFrom(after) : undefined;
    // Where a replay fails before, nobody waits for it.
    next?.catch(() => {});
    await eachInSlices(missing.slice(at, after), (row) => {
      replayed.set(row.id, asReplayed(row, lives.get(row.id) as Life, asked));
    });
  }
  return rows.map((row, i) => found[i] ?? (replayed.get(row.id) as PortfolioLoan));
}

/** Undefined: what is stored does not tell of the day, or was written after the instant. */
function asStored(
  row: PortfolioRow,
  { asOf, knownAt, prepaidBy }: Asked,
  index: IndexKnown,
): PortfolioLoan | undefined {
  const day = dayOf(asOf);
  const isOlder = (row.updated_at ?? row.created_at) <= knownAt;
  const begins = row.started_on === null ? null : dayOf(row.started_on);
  if (begins === null) return isOlder ? unbegun(row) : undefined;
  const figures = figuresOf(row);
  if (!isOlder || figures === null || begins > day || !tellOf(figures, day)) return undefined;
  if (row.index_known !== null && firstDifference(row.index_known, index) !== undefined) return undefined;
  return {
    row,
    ...agreedBy(row),
    product: kindOf(row).kind,
    status: row.status,
    isClosed: row.is_closed,
    servicedBy: row.serviced_by,
    startedOn: row.started_on,
    on: momentsOfRow(row),
    books: byFigures(figures, day, prepaidIn(row, prepaidBy)),
    draws: [],
    posted: balancesIn(row),
    isReplayed: false,
  };
}

/** Between the end of its state and the day nothing happened: the figures tell of both. */
function prepaidIn(row: PortfolioRow, by: CivilDate | undefined): Prepaid | null {
  const { prepayments, restored } = kindOf(row);
  if (by === undefined || prepayments === null || row.state == null) return null;
  return prepayments.prepaid(restored(unpackedState(row.state).position), dayOf(by));
}

const byFigures = (figures: DayFigures, day: Day, prepaid: Prepaid | null): BooksOfDay => ({
  amounts: amountsOn(figures, day),
  limits: figures.limits,
  overdue: overdueOn(figures, day),
  oldestDueOn: dateIf(figures.oldestDueOn),
  nextDueOn: dateIf(figures.nextDueOn),
  prepaid,
});

/** Nobody has written it since, and it has no books. */
const unbegun = (row: PortfolioRow): PortfolioLoan => ({
  row,
  ...agreedBy(row),
  product: kindOf(row).kind,
  status: row.status,
  isClosed: row.is_closed,
  servicedBy: row.serviced_by,
  startedOn: null,
  on: momentsOfRow(row),
  books: null,
  draws: [],
  posted: null,
  isReplayed: false,
});

/** What it has become since is left out. */
function unbegunThen(row: PortfolioRow, status: LoanStatus, knownAt: Instant): PortfolioLoan {
  const isOriginated = wasOriginated(row, knownAt);
  const { isAgreed, agreed, figures } = isOriginated ? agreedBy(row) : agreedByNobody;
  return {
    row,
    isAgreed,
    agreed,
    figures: atOrigination(figures),
    product: kindOf(row).kind,
    status: isOriginated || row.timestamps.originatedAt === undefined ? status : 'pending',
    isClosed: false,
    servicedBy: 'creditor',
    startedOn: null,
    on: isOriginated ? agreedMoments(row) : () => null,
    books: null,
    draws: [],
    posted: null,
    isReplayed: true,
  };
}

const agreedBy = ({ at_origination: agreed, figures }: PortfolioRow) => ({
  isAgreed: true,
  agreed,
  figures: figures ?? {},
});
const agreedByNobody: ReturnType<typeof agreedBy> = { isAgreed: false, agreed: null, figures: {} };

const wasOriginated = ({ timestamps: { originatedAt } }: PortfolioRow, knownAt: Instant): boolean =>
  originatedAt !== undefined && compare(originatedAt, knownAt) <= 0;

/** Without what the activation has found. */
const atOrigination = ({
  aprNominalAtActivation: _,
  aprEffectiveAtActivation: __,
  ...figures
}: LoanFigures): LoanFigures => figures;

const dateIf = (day: Day | null | undefined): CivilDate | null => (day == null ? null : dateOf(day));

function asReplayed(row: PortfolioRow, life: Life, asked: Asked): PortfolioLoan {
  const { asOf, knownAt, withoutNextDue, prepaidBy, withDraws } = asked;
  const product = kindOf(row);
  // It has been declined or canceled since, or nothing but its agreement was there.
  if (life.terms === null || !life.hasBooks) return unbegunThen(row, row.status, knownAt);
  const { terms } = life;
  const facts = life.facts.filter((fact) => wasKnown(fact, knownAt));
  const state = product.replay(terms, facts, { through: dayOf(asOf) });
  const { position } = state;
  if (position.standing === 'pending') return unbegunThen(row, 'originated', knownAt);
  return {
    row,
    ...agreedBy(row),
    product: product.kind,
    status: product.statusOf(position),
    isClosed: position.isClosed,
    servicedBy: position.servicedBy,
    startedOn: dateOf(position.startedOn),
    on: momentsOfEvents(row, state.records.events),
    books: {
      amounts: product.amounts(terms, state),
      limits: product.limits(terms, state),
      overdue: product.overdue(terms, state),
      oldestDueOn: dateIf(product.pastDue(terms, state)[0]?.dueDate),
      nextDueOn: withoutNextDue ? null : dateIf(product.nextKept(terms, state, facts, state.through).nextDueOn),
      prepaid: prepaidBy === undefined ? null : (product.prepayments?.prepaid(position, dayOf(prepaidBy)) ?? null),
    },
    draws: withDraws ? product.drawsOf(terms, state) : [],
    posted: null,
    isReplayed: true,
  };
}

/** Null for an instant that is not there. */
const dayIn = ({ zone }: PortfolioRow, at: Instant | undefined): CivilDate | null =>
  at === undefined ? null : dateInZone(at, zone);

const momentsOfRow =
  (row: PortfolioRow): MomentOf =>
  (name) =>
    dayIn(row, row.timestamps[name]);

/** What was said before the books began. */
const agreedMoments =
  (row: PortfolioRow): MomentOf =>
  (name) =>
    name in tellers ? null : dayIn(row, row.timestamps[name]);

function momentsOfEvents(row: PortfolioRow, events: readonly LoanEvent[]): MomentOf {
  return (name) => {
    const type = (tellers as Readonly<Partial<Record<keyof LoanTimestamps, string>>>)[name];
    if (type === undefined) return dayIn(row, row.timestamps[name]);
    return dateIf(events.findLast((one) => one.type === type)?.on);
  };
}
