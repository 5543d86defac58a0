// A tool for a list of loans. It follows from the endpoint of the tool for one loan: a line has its fields and names a
// loan; it needs its permission, does its command, emits its events, and its result shows its answer.
import type { Cents } from '@tenor/engine/values/cents.ts';
import { type Static, type TProperties, Type } from 'typebox';
import { peopleAsSubjects } from '#capabilities/people/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import type { KnownSubject } from '#platform/events/record-events.ts';
import type { Endpoint } from '#platform/http/endpoint.ts';
import { mustHave } from '#platform/http/may-call.ts';
import { answerWriter } from '#platform/http/write-answer.ts';
import type { ImportBatch, ImportKind, ImportLine, Made } from '#platform/import/import-kind.ts';
import { compileInput } from '#platform/input/compile-input.ts';
import { Id, Text } from '#platform/input/schemas.ts';
import { referencesIn, resolved } from '#platform/references.ts';
import { claimExternalId, findExternalIds } from '#platform/resource/external-ids.ts';
import { holdLoans } from '../../core/day/hold-loans.ts';
import { findLoan, loanIdsOf, loanNotFound } from '../../core/lifecycle/loan.ts';
import type { LoanKeys } from '../../core/loan/named-loans.ts';
import type { HeldLoan } from '../../core/loan/product.ts';

export interface BulkTool {
  /** The last part of its path, and of the kind of its operation. */
  readonly name: string;
  /** The endpoint of the tool for one loan, below the loan. */
  readonly one: Endpoint;
  /** The amounts of an answer that are added up over all lines, with their names. */
  readonly sums?: readonly string[];
  amountsOf?(answer: never): Readonly<Record<string, Cents>>;
}

const place = {
  personId: Id('BO', 'borrower'),
  loanId: Id('LN', 'loan'),
  externalId: Text({
    min: 1,
    max: 255,
    description: 'An id of your own for this line: with it the file can be sent again, and nothing is done twice.',
  }),
};
type Place = Static<ReturnType<typeof placed>>;
const placed = () => Type.Object(place);

/** The fields of the tool that a line takes. Whether it is a preview is said for all lines, in the query. */
export function lineOf({ name, one }: BulkTool) {
  const { previewMode: _, ...own } = fieldsOf(one);
  const title = (one.body as { title?: string } | undefined)?.title ?? `${name[0]?.toUpperCase()}${name.slice(1)}`;
  return Type.Object({ ...place, ...own }, { title: `${title}Line` });
}

/** An endpoint without a body has the fields of its query. */
const fieldsOf = ({ body, query = {} }: Endpoint): TProperties =>
  body === undefined ? query : ((body as { properties?: TProperties }).properties ?? {});

interface Line extends Place {
  readonly sent: object;
}

/** Lines with one loan, or one external id, are done one after the other. */
export function bulkKind(tool: BulkTool): ImportKind<Line> {
  const { one } = tool;
  const input = compileInput(lineOf(tool));
  return {
    kind: kindOf(tool),
    permission: one.permission as string,
    events: [...one.emits, ...one.mayEmit],
    steady: ['loan_types', 'loan_type_versions', 'fee_types', 'collection_agencies', 'index_rates'],
    ...(tool.sums && { sums: tool.sums }),
    decode(given) {
      const { value, ignored } = input.decode(given, 'json');
      const { personId, loanId, externalId, ...sent } = value as Place;
      return { value: { personId, loanId, externalId, sent }, ignored };
    },
    keys: ({ loanId, externalId }) => [`loan ${loanId}`, `line ${externalId}`],
    batch: (batch) => doTogether(tool, batch),
  };
}

const kindOf = ({ name }: BulkTool): string => `loans.bulk.${name}`;

/**
 * Loans of one batch are computed side by side, lines of one loan one after the other; and all of them, if two have the
 * same external id.
 */
async function doTogether(tool: BulkTool, batch: ImportBatch<Line>): Promise<void> {
  const { lines, tx } = batch;
  const known = new Map(
    await findExternalIds(
      tx,
      kindOf(tool),
      lines.map(({ body }) => body.externalId),
    ),
  );
  const ids = await Promise.all(lines.map(({ body }) => loanIdsOf(tx, body.personId, body.loanId).catch(asMissing)));
  const keys = ids.filter((one) => !(one instanceof Refusal)) as LoanKeys[];
  const named = new Map(keys.map((one) => [one.loanId, { person_id: one.personId, id: one.loanId }]));
  const [held, owners] = await Promise.all([
    holdLoans(tx, [...named.values()]),
    peopleAsSubjects(tx, [...new Set(keys.map(({ personId }) => personId))]),
  ]);
  const loans = new Map(held.map((loan) => [loan.row.id, loan]));
  const isInTurn = new Set(lines.map(({ body }) => body.externalId)).size < lines.length;
  const placeOf = (i: number) => (isInTurn ? '' : ids[i] instanceof Refusal ? i : (ids[i] as LoanKeys).loanId);
  const doing = [...Map.groupBy(lines.entries(), ([i]) => placeOf(i)).values()].map(async (inTurn) => {
    for (const [i, line] of inTurn) {
      await doLine(tool, batch, line, { found: ids[i] as LoanKeys | Refusal, loans, owners, known });
    }
  });
  // Each ends before the transaction does, also where another one has failed.
  const failed = (await Promise.allSettled(doing)).find((one) => 'reason' in one);
  if (failed !== undefined) throw (failed as PromiseRejectedResult).reason;
}

/** The refusal of a loan that is not there; other errors are thrown. */
function asMissing(error: unknown): Refusal {
  if (error instanceof Refusal && error.kind === errors.NotFound) return error;
  throw error;
}

interface Surroundings {
  readonly found: LoanKeys | Refusal;
  /** As they were read for all lines: each is for one of them. */
  readonly loans: Map<string, HeldLoan>;
  readonly owners: ReadonlyMap<string, KnownSubject>;
  readonly known: Map<string, { readonly subjectId: string; readonly objectId: string }>;
}

async function doLine(
  { one, name, amountsOf }: BulkTool,
  { attempt, isPreview }: ImportBatch<Line>,
  line: ImportLine<Line>,
  { found, loans, owners, known }: Surroundings,
): Promise<void> {
  const { externalId, sent } = line.body;
  const work = async (ctx: CommandContext, tx: Tx): Promise<Made> => {
    mustHave(ctx.caller, one.permission as string);
    if (found instanceof Refusal) throw found;
    const { personId, loanId } = found;
    const there = known.get(externalId);
    if (there !== undefined) return alreadyDone(there, loanId, externalId);
    const held = loans.get(loanId) ?? (await findLoan(tx, found));
    loans.delete(loanId);
    if (held?.row.person_id !== personId) throw loanNotFound(line.body.loanId);
    const given = await resolved(ctx.resolvers, tx, referencesIn(fieldsOf(one)), sent);
    const asked = { ...given, ...(isPreview && { previewMode: true }) };
    const inItsPlace = one.body === undefined ? { query: asked, body: undefined } : { query: {}, body: asked };
    const request = { params: { personId, loanId }, ...inItsPlace };
    const answer = await one.command!(ctx, tx, request, held, undefined);
    claimExternalId(tx, { kind: `loans.bulk.${name}`, subjectId: personId, objectId: loanId }, externalId);
    const write = answerWriter(one.answer);
    const amounts = amountsOf?.(answer as never) ?? {};
    return { outcome: 'created', personId, loanId, externalId, answer: write ? write(answer) : answer, amounts };
  };
  const made = await attempt(line, work, found instanceof Refusal ? undefined : owners.get(found.personId));
  if (made?.outcome !== 'created' || isPreview) return;
  known.set(externalId, { subjectId: made.personId as string, objectId: made.loanId as string });
}

/** Errors: DuplicateExternalId: the line with this id was about another loan. */
function alreadyDone(
  { subjectId: personId, objectId }: { readonly subjectId: string; readonly objectId: string },
  loanId: string,
  externalId: string,
): Made {
  if (objectId === loanId) return { outcome: 'existing', personId, loanId, externalId };
  throw new Refusal(errors.DuplicateExternalId, `Duplicate external ID: a line about ${objectId} has it already.`, {
    data: { path: 'externalId' },
  });
}
