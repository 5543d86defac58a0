// The endpoints of tapes.
import { type CivilDate, firstOfMonth } from '@tenor/engine/values/civil-date.ts';
import type { Instant } from '@tenor/engine/values/instant.ts';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import Type from 'typebox';
import { ownCompany, timezoneOf } from '#capabilities/access/index.ts';
import { SftpInput } from '#capabilities/campaigns/index.ts';
import { findInvestor } from '#capabilities/products/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal, refuseField } from '#platform/errors.ts';
import { below } from '#platform/http/below.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import { mustHave } from '#platform/http/may-call.ts';
import { Bool, DateOnly, DateTime, Described, Id, Nullable } from '#platform/input/schemas.ts';
import { namedIn } from '#platform/resource/named-in.ts';
import { cancelOperation } from '#platform/work/operations/operations.ts';
import { tapeErrors } from '../errors.ts';
import { cancelExample } from '../examples.ts';
import { type LoanTapeRow, loanTapes, type TapeTypeRow } from '../tables.ts';
import { permissionsOfType } from '../types/problems.ts';
import { sendingPermission } from '../types/recipient.ts';
import { tapeTypeFields } from '../types/schemas.ts';
import { findTapeType, mustBeActive } from '../types/tape-type.ts';
import { fileAtAddress, givenFile } from './download.ts';
import { endTape } from './end.ts';
import { loanTapeChanged } from './events.ts';
import { readTape } from './find-tape.ts';
import { permissionsOfTape } from './permissions.ts';
import { sendingAsked } from './recipient.ts';
import { notSent, startTape } from './start.ts';
import { LoanTape, showTape, showTapes, showWithFile, tapeList, tapeOfPath } from './tape.ts';
import { waitingTapes } from './waiting-tapes.ts';

const path = '/companies/{companyId}/loan-tapes';

const all = below({ path, permission: 'loan.tape', subject: ownCompany, answer: LoanTape });
const one = below({ path: `${path}/{loanTapeId}`, permission: 'loan.tape', subject: tapeOfPath, answer: LoanTape });

const NewTape = Type.Object(
  {
    loanTapeTypeId: Id('TY', 'loan tape type'),
    asOf: Type.Optional(
      Nullable(DateOnly, { description: 'The day of which it tells, at its end. Today of the company if not given.' }),
    ),
    fromDate: Type.Optional(
      Nullable(DateOnly, {
        description:
          'Only of payments: the first day of which it tells. The first of the month of `asOf` if not given.',
      }),
    ),
    knownAt: Type.Optional(
      Nullable(DateTime, { description: 'What was recorded later is left out. Now if not given.' }),
    ),
    investorId: Type.Optional(
      Nullable(Id('IR', 'investor'), {
        description:
          'Only loans that belonged to this investor on the day of `asOf`; of payments all of the span, whoever had the loan before.',
      }),
    ),
    isToBeSent: Type.Optional(
      Described(Bool, {
        description:
          'True: it is left at the host of `sftpSettings`, or of its type without them, once it is proved. True if not given beside `sftpSettings`, otherwise false.',
      }),
    ),
    sftpSettings: Type.Optional(
      Nullable(SftpInput, {
        description:
          'A recipient of this tape alone, in place of that of its type: so one type serves many investors. Its password or key is kept sealed until the tape was left, or is not tried any more. Without `openPgpPublicKey` beside it the file is not encrypted, whatever the type says.',
      }),
    ),
    openPgpPublicKey: Type.Optional(tapeTypeFields.openPgpPublicKey),
    customFileName: Type.Optional(tapeTypeFields.customFileName),
  },
  { title: 'LoanTapeCreate' },
);

interface AskedDay {
  readonly asOf?: CivilDate | null | undefined;
  readonly knownAt?: Instant | null | undefined;
}

/** Errors: InvalidRequest. */
async function dayAsked(ctx: CommandContext, tx: Tx, { asOf, knownAt }: AskedDay) {
  const today = dateInZone(ctx.now, (await timezoneOf(tx)) ?? 'UTC');
  if (asOf != null && asOf > today) throw refuseField('asOf', 'has not come yet', `${today}, or a day before it`);
  if (knownAt != null && knownAt > ctx.now)
    throw refuseField('knownAt', 'has not come yet', `${ctx.now}, or an instant before it`);
  return { asOf: asOf ?? today, knownAt: knownAt ?? ctx.now };
}

/** Errors: InvalidRequest. */
function firstDayAsked(
  { tape_type: kind }: TapeTypeRow,
  asOf: CivilDate,
  fromDate: CivilDate | null,
): CivilDate | null {
  if (kind === 'payments') {
    if (fromDate !== null && fromDate > asOf)
      throw refuseField('fromDate', 'is after asOf', `${asOf}, or a day before it`);
    return fromDate ?? firstOfMonth(asOf);
  }
  if (fromDate === null) return null;
  throw refuseField('fromDate', 'has no effect', 'a type of payments: this one is of loans, as they stood on one day');
}

/** Errors: NotFound, TapeTypeNotActive, Forbidden. */
async function typeAsked(ctx: CommandContext, tx: Tx, id: string): Promise<TapeTypeRow> {
  const type = (await namedIn('loanTapeTypeId', findTapeType(tx, id))) as TapeTypeRow;
  mustBeActive(type);
  for (const permission of permissionsOfType(type)) mustHave(ctx.caller, permission);
  return type;
}

export const tapeRoutes: readonly Endpoint[] = [
  all({
    name: 'loanTapes.list',
    summary: 'List loan tapes',
    shape: 'list',
    query: tapeList.query,
    list: tapeList,
    read: ({ reader, vault, caller }, { query }) =>
      tapeList.page(reader, reader.db.selectFrom('loan_tapes').select(loanTapes.all), query, {
        show: (rows) => showTapes({ reader, vault, caller }, rows as LoanTapeRow[]),
      }),
  }),
  all({
    name: 'loanTapes.create',
    summary: 'Make a loan tape',
    description:
      'An operation makes it: of any day, as it was known at any instant. By one release, the same version of a type, day, investor and `knownAt` give the same bytes again, if `knownAt` is at least a minute old when the tape is made and no column is one that the catalogue has as it is now. Principal, billed interest and fees are proved against the ledger loan by loan; of payments, what all of them paid on its days. A tape that is not proved fails, and has no file. It goes on only while you have the right to make it. To send it you need the right to download it, too.',
    body: NewTape,
    errors: [errors.NotFound, tapeErrors.TapeTypeNotActive],
    emits: [loanTapeChanged],
    example: { body: { loanTapeTypeId: 'ext-investor-monthly', asOf: '2026-01-31' } },
    async command(ctx, tx, { body }) {
      const type = await typeAsked(ctx, tx, body.loanTapeTypeId);
      const sending = await sendingAsked(ctx, type, body);
      const { investorId = null } = body;
      const investor = investorId === null ? null : await namedIn('investorId', findInvestor(tx, investorId));
      const day = await dayAsked(ctx, tx, body);
      return showTape(
        startTape(ctx, tx, {
          ...day,
          fromDate: firstDayAsked(type, day.asOf, body.fromDate ?? null),
          type,
          investorId: investor?.id ?? null,
          comparedWithId: null,
          run: null,
          sending,
          responsible: ctx.caller.actor,
        }),
      );
    },
  }),
  one({
    name: 'loanTapes.read',
    summary: 'Read a loan tape',
    read: (ctx, _input, tape) => showWithFile(ctx, tape),
  }),
  one({
    name: 'loanTapes.update',
    summary: 'Cancel a loan tape, or its sending',
    description: 'A tape that is made already stays; `isToBeSent` false ends the tries to leave it at its host.',
    body: Type.Object(
      {
        state: Type.Optional(Type.Literal('canceled')),
        isToBeSent: Type.Optional(
          Described(Bool, { description: 'False: it is not left at its host, or not tried again.' }),
        ),
      },
      { title: 'LoanTapeUpdate' },
    ),
    emits: [loanTapeChanged],
    example: { body: cancelExample },
    async command(ctx, tx, { body }, tape) {
      if (body.isToBeSent === true && !tape.is_to_be_sent)
        throw refuseField('isToBeSent', 'is said when a tape is made', 'false, or another tape');
      const kept = body.isToBeSent === false ? endSending(ctx, tx, tape) : tape;
      const { vault, caller } = ctx;
      if (body.state === undefined || kept.state === body.state)
        return showWithFile({ reader: tx, vault, caller }, kept);
      const ended = endTape(ctx, tx, kept, 'cancel');
      await cancelOperation(tx, tape.operation_id, ctx.machineNow());
      return showTape(ended);
    },
  }),
  one({
    name: 'loanTapes.compare',
    path: '/compare',
    permission: 'loan.tape:create',
    status: 201,
    summary: 'Compare two loan tapes',
    description:
      'Makes a further tape, a CSV, that says what is other in this tape than in that of the body: loans that were added or removed, and each value that changed, with loan, field, before and after. Columns are those that both have, by their names. It is made anew from the books, so neither file has to be there.',
    body: Type.Object({ withId: Id('TA', 'loan tape') }, { title: 'LoanTapeCompare' }),
    errors: [errors.NotFound, tapeErrors.TapeIsComparison],
    emits: [loanTapeChanged],
    example: { body: { withId: 'TA-7KQ2-M9XA' } },
    async command(ctx, tx, { body }, tape) {
      const other = await readTape(tx, body.withId);
      if (other === undefined)
        throw new Refusal(errors.NotFound, `There is no loan tape ${body.withId}.`, { data: { path: 'withId' } });
      mustBeTapes(tape, other);
      mustBeAlike(tape, other);
      for (const row of [tape, other])
        for (const permission of await permissionsOfTape(tx, row)) mustHave(ctx.caller, permission);
      const type = (await findTapeType(tx, tape.loan_tape_type_id)) as TapeTypeRow;
      return showTape(
        startTape(ctx, tx, {
          type,
          asOf: tape.as_of,
          fromDate: tape.from_date,
          knownAt: tape.known_at,
          investorId: tape.investor_id,
          comparedWithId: other.id,
          run: null,
          sending: notSent,
          responsible: ctx.caller.actor,
        }),
      );
    },
  }),
  one({
    name: 'loanTapes.download',
    path: '/download',
    permission: sendingPermission,
    summary: 'Download a loan tape',
    description:
      'It may tell who borrowers are: then it goes after 30 days, and otherwise after 400. Needs the right to read each of its columns, too. Once its file has gone, another tape of the same version, day, investor and knownAt tells the same, but for columns that the catalogue has as they are now.',
    shape: 'content',
    showsPersonal: () => true,
    query: {
      returnUrl: Type.Optional(
        Described(Bool, { description: 'True: answers `{ "url": … }`, an address that gives it for five minutes.' }),
      ),
    },
    errors: [tapeErrors.TapeNotThere],
    content: (ctx, { query }, tape) => givenFile(ctx, tape, query.returnUrl ?? false),
  }),
  endpoint({
    name: 'loanTapes.open',
    method: 'GET',
    path: '/loan-tape-files/{tapeFileToken}',
    summary: 'Download a loan tape by its address',
    description:
      'The address comes from `returnUrl=true`, and holds for five minutes. Whoever has it needs no API key.',
    openTo: 'everybody',
    shape: 'content',
    errors: [errors.NotFound, tapeErrors.TapeAddressExpired, tapeErrors.TapeNotThere],
    open: (ctx, { params }) => fileAtAddress(ctx, params.tapeFileToken),
  }),
];

/** What a worker does meanwhile is not kept. */
function endSending(ctx: CommandContext, tx: Tx, tape: LoanTapeRow): LoanTapeRow {
  if (!tape.is_to_be_sent || tape.left_at !== null) return tape;
  const changes = { is_to_be_sent: false, secrets_sealed: null, ...waitingTapes.ended, updated_at: ctx.now };
  tx.write(tx.db.updateTable('loan_tapes').set(changes).where('id', '=', tape.id));
  return { ...tape, ...changes };
}

/** Errors: InvalidRequest. */
function mustBeAlike({ from_date: of }: LoanTapeRow, { from_date: other }: LoanTapeRow): void {
  if ((of === null) === (other === null)) return;
  const [is, was] = of === null ? ['loans', 'payments'] : ['payments', 'loans'];
  throw refuseField('withId', `is a tape of ${was}`, `a tape of ${is}`);
}

/** Errors: TapeIsComparison, InvalidRequest. */
function mustBeTapes(tape: LoanTapeRow, other: LoanTapeRow): void {
  if (other.id === tape.id) throw refuseField('withId', 'is the same tape', 'another tape');
  for (const [path, row] of [
    ['loanTapeId', tape],
    ['withId', other],
  ] as const)
    if (row.compared_with_id !== null)
      throw new Refusal(tapeErrors.TapeIsComparison, `The tape ${row.id} is a comparison itself.`, { data: { path } });
}
