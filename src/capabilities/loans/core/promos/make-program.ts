// A promo program as it is agreed: what its type says at that time, and what the request says instead. What the product
// does not have, or the law does not allow, is refused by the name of the field.
import type { CivilDate } from '@tenor/engine/values/civil-date.ts';
import { type Day, dateOf, dayOf } from '@tenor/engine/values/day.ts';
import { type LoanTypeSettings, promoProgramTypeNamed } from '#capabilities/products/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { refuseField } from '#platform/errors.ts';
import { newId } from '#platform/ids.ts';
import { storedMetaData } from '#platform/resource/meta-data.ts';
import type { LoanProduct } from '../loan/product.ts';
import type { PromoKind, PromoProgram } from '../loan/promo-programs.ts';
import type { PromoProgramSent } from '../loan/promo-schemas.ts';

/** What a program is made for. */
export interface Promoted {
  readonly product: LoanProduct;
  readonly settings: LoanTypeSettings;
  readonly drawId: string | null;
  /** Whether the agreement of the loan has it. */
  readonly isAgreed: boolean;
  /** Its first day, if it may have one and none is said: what it is for is active. */
  readonly today?: CivilDate | null;
  /** The path of its fields in the request, with the dot. */
  readonly at: string;
}

type SentProgram = Omit<PromoProgramSent, 'id'>;

/** Errors: NotFound (type), InvalidRequest. */
export async function newProgram(
  ctx: Pick<CommandContext, 'now'>,
  reader: Reader,
  promoted: Promoted,
  sent: SentProgram,
): Promise<PromoProgram> {
  const { drawId, isAgreed, at, product, today = null } = promoted;
  const type = await promoProgramTypeNamed(reader, `${at}promoTypeId`, sent.promoTypeId);
  const made: PromoProgram = {
    id: newId('PG'),
    externalId: null,
    typeId: type.id,
    kind: type.program_type,
    rate: type.promo_rate,
    drawId,
    isAgreed,
    status: 'pending',
    startDate: product.promos.kinds[type.program_type]?.isOfTerms ? null : today,
    endDate: null,
    durationDays: type.promo_duration_days,
    graceDays: type.promo_grace_period_days,
    disqualifyOverdueDays: type.sac_disqualify_overdue_days,
    factId: null,
    metaData: null,
    createdAt: ctx.now,
    updatedAt: null,
  };
  return changedProgram(promoted, made, sent);
}

/** With what is sent; what is not sent stays. Errors: InvalidRequest. */
export function changedProgram(
  promoted: Promoted,
  before: PromoProgram,
  sent: Omit<SentProgram, 'promoTypeId'>,
): PromoProgram {
  const said = startOf(promoted, before, sent);
  const disqualify = sent.sacDisqualifyOverdueDays;
  const after: PromoProgram = {
    ...before,
    externalId: sent.externalId === undefined ? before.externalId : sent.externalId,
    metaData: sent.metaData === undefined ? before.metaData : storedMetaData(sent.metaData),
    startDate: said,
    durationDays: durationOf(promoted.at, said, before.durationDays, sent),
    graceDays: sent.promoGracePeriodDays ?? before.graceDays,
    disqualifyOverdueDays: disqualify === undefined ? before.disqualifyOverdueDays : disqualify,
  };
  mustFit(promoted, after);
  const endDate = said === null ? null : dateOf(endOf(dayOf(said), after));
  return { ...after, endDate };
}

/** Null takes the day of one away that waits. */
function startOf(
  { today = null }: Promoted,
  { startDate, status }: PromoProgram,
  sent: Pick<SentProgram, 'promoStartDate'>,
) {
  const takesAway = sent.promoStartDate === null && status === 'pending' && today === null;
  return takesAway ? null : (sent.promoStartDate ?? startDate);
}

const endOf = (start: Day, { durationDays }: Pick<PromoProgram, 'durationDays'>): Day => start + durationDays - 1;

/** Clients send both back as they were shown them. */
function durationOf(
  at: string,
  start: CivilDate | null,
  before: number,
  { promoEndDate, promoDurationDays }: Omit<SentProgram, 'promoTypeId'>,
): number {
  const days = promoDurationDays ?? before;
  if (promoEndDate == null) return days;
  const path = `${at}promoEndDate`;
  if (start === null) {
    throw refuseField(path, 'is not known: it begins with the activation', 'promoDurationDays, or promoStartDate too');
  }
  const said = dayOf(promoEndDate) - dayOf(start) + 1;
  if (said < 1) throw refuseField(path, 'lies before its first day', `a date from ${start} on`);
  if (promoDurationDays != null && promoDurationDays !== said && promoDurationDays !== before) {
    throw refuseField(path, 'is not what promoDurationDays says', 'one of the two');
  }
  if (said > daysMax) throw refuseField(path, `is more than ${daysMax} days after its first day`, 'an earlier date');
  return said;
}

const daysMax = 3660;

/** What the product has of programs, and what the law says of them. Errors: InvalidRequest. */
function mustFit(promoted: Promoted, program: PromoProgram): void {
  const { product, drawId, at, isAgreed } = promoted;
  const { kind, startDate, graceDays, disqualifyOverdueDays } = program;
  const support = product.promos.kinds[kind];
  const wrong = (field: string, message: string, expected: string) => refuseField(`${at}${field}`, message, expected);
  if (support === null) throw wrong('promoTypeId', `is ${kind}: ${nameOf[product.kind]} has none`, offeredBy(product));
  if (support.of === 'draw' && drawId === null) {
    const expected = `${offeredBy(product, 'loan or draw')}; or a draw that is not active yet, by POST …/promo-programs`;
    throw isAgreed
      ? wrong('promoTypeId', `is ${kind}: it is of a draw`, expected)
      : wrong('drawId', `is required: ${kind} is of a draw`, 'a draw that is not active yet');
  }
  if (support.isOfTerms && startDate !== null && program.status === 'pending') {
    throw wrong('promoStartDate', `cannot be said: ${kind} begins with the activation of its draw`, 'nothing');
  }
  if (isAgreed && product.promos.areTerms && startDate !== null && program.status === 'pending') {
    throw wrong('promoStartDate', 'cannot be said: it begins with the loan', 'nothing; a later one, once it is active');
  }
  if (startDate !== null && startDate > lastDate)
    throw wrong('promoStartDate', 'lies too far ahead', `at most ${lastDate}`);
  if (kind === 'reducedRate' && graceDays !== 0) throw wrong('promoGracePeriodDays', 'is of sameAsCash', '0');
  if (!support.canBeLost && disqualifyOverdueDays !== null) {
    throw wrong('sacDisqualifyOverdueDays', `cannot be: ${nameOf[product.kind]} does not lose it`, 'null');
  }
  mustLast(promoted, program);
}

/** More is never agreed ahead. */
const lastDate = '2299-12-31';

function mustLast({ product, settings, at }: Promoted, { durationDays, disqualifyOverdueDays }: PromoProgram): void {
  const least = product.promos.leastDays(settings);
  if (least === null) return;
  const law = 'a program on a card (12 CFR 1026.55)';
  if (durationDays < least.duration) {
    const message = `is ${durationDays}, less than the six months of ${law}`;
    throw refuseField(`${at}promoDurationDays`, message, `at least ${least.duration}`);
  }
  if (disqualifyOverdueDays !== null && disqualifyOverdueDays < least.pastDue) {
    const message = `is ${disqualifyOverdueDays}, too few for ${law}`;
    throw refuseField(`${at}sacDisqualifyOverdueDays`, message, `at least ${least.pastDue}, or null`);
  }
}

const nameOf: Readonly<Record<string, string>> = { installment: 'an installment loan', lineOfCredit: 'a line' };

function offeredBy({ promos: { kinds } }: LoanProduct, of?: string): string {
  const offered = (Object.keys(kinds) as PromoKind[]).filter(
    (kind) => kinds[kind] !== null && (of === undefined || kinds[kind].of === of),
  );
  return `a type of ${offered.join(' or ')}`;
}
