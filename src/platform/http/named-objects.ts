// Gives a command the ids of the objects of later capabilities that its input names. What it tells is then about the case
// that is among them.
import type { TObject } from 'typebox';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { mustBeNamed, referencesIn, resolved } from '#platform/references.ts';
import type { Endpoint, ErasedInput } from './endpoint.ts';
import { queryOf } from './read-input.ts';

interface Named {
  readonly ctx: CommandContext;
  readonly input: ErasedInput;
}

/** Errors: NotFound, InvalidRequest. */
export function objectsNamed(endpoint: Endpoint): (ctx: CommandContext, tx: Tx, input: ErasedInput) => Promise<Named> {
  const inQuery = referencesIn(queryOf(endpoint));
  const inBody = referencesIn((endpoint.body as Partial<TObject> | undefined)?.properties ?? {});
  if (inQuery.length + inBody.length === 0) return async (ctx, _, input) => ({ ctx, input });
  const cases = [...inQuery, ...inBody].filter(({ kind }) => kind === 'case');
  return async (ctx, tx, given) => {
    const { resolvers, caller } = ctx;
    const body = (given.body ?? {}) as object;
    if (caller.session?.userType === 'agent') {
      await mustBeNamed(resolvers, tx, [...inQuery, ...inBody], { ...given.query, ...body });
    }
    const input = {
      ...given,
      query: await resolved(resolvers, tx, inQuery, given.query, given.params),
      body: await resolved(resolvers, tx, inBody, body, { ...personIn(body), ...given.params }),
    };
    const said = { ...input.query, ...input.body } as Readonly<Record<string, unknown>>;
    const caseId = cases.map(({ field }) => said[field]).find((one) => typeof one === 'string');
    return { ctx: caseId === undefined ? ctx : aboutCase(ctx, caseId), input };
  };
}

/** A path that names no borrower may have a body that does. */
const personIn = ({ personId }: { readonly personId?: unknown }) => (typeof personId === 'string' ? { personId } : {});

const aboutCase = (ctx: CommandContext, caseId: string): CommandContext => ({
  ...ctx,
  emit: (kind, subjectId, fields, options = {}) =>
    ctx.emit(kind, subjectId, fields, { ...options, about: { caseId, ...options.about } }),
});
