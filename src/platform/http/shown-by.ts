// What a paper or a message shows is what a read of the interface answers: so a figure on paper is the figure that a client
// sees, and whoever may not read something gets nothing that shows it.
import type { Endpoint, ReadContext } from './endpoint.ts';
import { mustReach } from './may-call.ts';

/** Answers as the endpoint of the name does, with amounts in cents. Errors: Forbidden, NotFound. */
export type Shown = (name: string, params?: Readonly<Record<string, string>>) => Promise<unknown>;

type Params = Readonly<Record<string, string>>;
export type Reads = ReadonlyMap<string, Endpoint>;

/** A name that is no read is found when the first one is asked for, in whatever language. */
export function readsOf({ endpoints }: { readonly endpoints: readonly Endpoint[] }, names: readonly string[]): Reads {
  const found = new Map(endpoints.filter(({ name }) => names.includes(name)).map((one) => [one.name, one]));
  const missing = names.find((name) => found.get(name)?.read === undefined);
  if (missing !== undefined) throw new Error(`A paper or a message asks for ${missing}, which is no read.`);
  return found;
}

export const shownBy =
  (reads: Reads, ctx: ReadContext, path: Params): Shown =>
  async (name, more = {}) => {
    const endpoint = reads.get(name) as Endpoint & Required<Pick<Endpoint, 'read'>>;
    mustReach(ctx.caller, endpoint);
    const params = { ...path, ...more };
    const found = await endpoint.subject?.find(ctx.reader, params[endpoint.subject.param] ?? '', false, params);
    return endpoint.read(ctx, { params, query: {}, body: undefined }, found?.subject);
  };
