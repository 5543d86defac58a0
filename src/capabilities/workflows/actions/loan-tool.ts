// Orders a tool of the loan of the case, as its endpoint would: the same checks, events and books, in the commit of the
// item. A second person is asked where the tool itself asks for one.
import { microsOfInstant } from '@tenor/engine/values/instant.ts';
import { loanTools } from '#capabilities/loans/index.ts';
import type { AutomaticTask } from '#capabilities/workflow-types/index.ts';
import type { CommandContext } from '#platform/command/context.ts';
import { inOneRowEach, writeOutbox } from '#platform/command/outbox.ts';
import { refuseField } from '#platform/errors.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import { backgroundCaller } from '#platform/http/background-reads.ts';
import { type Endpoint, previewField } from '#platform/http/endpoint.ts';
import { answerWriter } from '#platform/http/write-answer.ts';
import { compileInput } from '#platform/input/compile-input.ts';
import { formsOf } from '../run/facts.ts';
import { preparersOf, takesFromCase, whoChangedCases } from '../run/preparers.ts';
import type { Run } from '../run/run.ts';
import { caseAsAsked, loansOf, ofBorrower, ownerIdOf } from '../run/whose.ts';
import type { Act, Acting } from './acting.ts';

type Asked = NonNullable<AutomaticTask['loanTool']>;
type Whole = Acting['whole'];

export const eventsOfTools = ({ endpoints = [] }: Whole): readonly EventKind[] =>
  endpoints.filter(({ name }) => loanTools.has(name)).flatMap(({ emits, mayEmit }) => [...emits, ...mayEmit]);

export const loanTool =
  (asked: Asked): Act =>
  async (acting) => {
    const { id } = ((await order(asked, acting, undefined)) ?? {}) as { readonly id?: string };
    return id ?? null;
  };

/** What the tool would change, as text; null: it has no preview. Whatever it writes is for the caller to roll back. */
export async function previewOfTool(asked: Asked, acting: Acting): Promise<string | null> {
  const endpoint = toolNamed(acting.whole, asked.tool);
  const field = previewField(endpoint);
  if (field === undefined) return null;
  const answer = await order(asked, acting, { [field]: true });
  return JSON.stringify(answerWriter(endpoint.answer)?.(answer) ?? answer);
}

type Looking = { readonly [field: string]: true } | undefined;

/** `looking` makes it a preview, which asks nobody for an approval. */
async function order({ tool, body, values }: Asked, { run, item, whole }: Acting, looking: Looking): Promise<unknown> {
  const { tx, owner } = ofBorrower(run);
  const loanId = loanOf(run);
  const endpoint = toolNamed(whole, tool);
  const params = { personId: owner.person_id, loanId };
  const given = { ...body, ...(await valuesOf(run, values)), ...looking };
  const found = await endpoint.subject?.find(tx, loanId, true, params);
  const input = { params, ...inputOf(endpoint, given) };
  const ctx = contextOf(run, item.id, whole, looking === undefined ? await whoPrepared(run, values) : []);
  const alongside = await endpoint.alongside?.(tx, input, ctx.caller, undefined);
  const answer = await endpoint.command?.(ctx, tx, input, found?.subject, alongside);
  writeOutbox(tx, inOneRowEach(ctx.work));
  return answer;
}

/** Errors: InvalidRequest. */
function loanOf(run: Run): string {
  const [loanId, ...others] = loansOf(run);
  if (loanId === undefined || others.length > 0) throw refuseField('loanIds', 'names no single loan', 'one loan');
  const { approved_loan_ids: approved } = run.workflow;
  if (approved !== null && !approved.includes(loanId)) {
    const expected = approved.length === 0 ? 'none, as when it was approved' : `one of ${approved.join(', ')}`;
    throw refuseField('loanIds', 'names another loan than was approved', expected);
  }
  return loanId;
}

/** Who approved a step of it is no maker: the tool may ask the same second person. */
async function whoPrepared(run: Run, values: Asked['values']): Promise<readonly string[]> {
  const [makers, changers] = await Promise.all([
    preparersOf(run, ({ kind }) => kind !== 'approval'),
    whoChangedCases(run, takesFromCase(values)),
  ]);
  return [...new Set([...makers, ...changers])];
}

function toolNamed({ endpoints = [] }: Whole, name: string): Endpoint {
  const found = endpoints.find((one) => one.name === name);
  if (found?.command === undefined) throw refuseField('tool', 'is there no more', 'a tool of loans');
  return found;
}

/** An endpoint without a body has the fields of its query. Errors: InvalidRequest. */
function inputOf(
  endpoint: Endpoint,
  given: object,
): { readonly query: Readonly<Record<string, unknown>>; readonly body: unknown } {
  if (endpoint.body === undefined) return { query: { ...given }, body: undefined };
  return { query: {}, body: compileInput(endpoint.body).decode(given, 'json').value };
}

/** What is known only now. Errors: InvalidRequest. */
async function valuesOf(run: Run, values: Asked['values']): Promise<Record<string, unknown>> {
  if (values.length === 0) return {};
  const { fields, customFields, ...ofCase } = await caseAsAsked(run.tx, run.ctx.vault, run);
  const known: Readonly<Record<string, unknown>> = {
    case: { ...ofCase, ...fields, customFields },
    items: formsOf(run),
  };
  return Object.fromEntries(
    values.map(({ field, from }) => {
      const value = from
        .split('.')
        .reduce<unknown>((inside, part) => (inside as Readonly<Record<string, unknown>> | undefined)?.[part], known);
      if (value == null) throw refuseField(field, 'has no value', `a value of ${from}`);
      return [field, value];
    }),
  );
}

type Work = Parameters<typeof writeOutbox>[1][number];

/** As a command has it. Whoever made the type active had the permission of the tool. */
function contextOf(run: Run, requestId: string, { permissions = new Set() }: Whole, preparedBy: readonly string[]) {
  const { ctx } = run;
  const work: Work[] = [];
  const service = { name: 'workflows', permissions, timezone: ctx.timezone };
  const caller = backgroundCaller(ctx.realm, service);
  const made: CommandContext = {
    ...ctx,
    caller: { ...caller, actor: { ...caller.actor, preparedBy } },
    machineMicros: () => Number(microsOfInstant(ctx.machineNow())),
    settings: { webhookDevHosts: new Set<string>() },
    requestId,
    address: null,
    resolvers: {},
    was() {},
    proves() {},
    ignore() {},
    enqueue: (job, payload) => void work.push({ subjectId: ownerIdOf(run), position: ctx.position(), job, payload }),
  };
  return { ...made, work };
}
