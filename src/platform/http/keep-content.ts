// A content that has arrived, or that was made, is kept by a command. Where it is not, nothing of it stays.
import type { FastifyRequest } from 'fastify';
import type { CommandContext } from '#platform/command/context.ts';
import type { Reply } from '#platform/command/idempotency.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { inSlices } from '#platform/loop/slices.ts';
import { presenter } from './answer.ts';
import { commandOfBorrower } from './borrowers.ts';
import { type ArrivedContent, type Endpoint, type ErasedInput, referenceOf } from './endpoint.ts';
import { namerOf } from './name-users.ts';
import { auditedBy, type Call, idempotencyOf, type ServeServices, viewerOf } from './serve.ts';

interface Keeping {
  readonly endpoint: Endpoint & Required<Pick<Endpoint, 'subject' | 'keep'>>;
  readonly present: ReturnType<typeof presenter>;
  readonly named: ReturnType<typeof namerOf>;
}

/** What is compiled once, at start. */
export function keepingOf(endpoint: Endpoint, services: ServeServices): Keeping {
  const { name, subject, keep } = endpoint;
  if (subject === undefined || keep === undefined)
    throw new Error(`${name} keeps a content and does not say for what.`);
  return {
    endpoint: { ...endpoint, subject, keep },
    present: presenter(endpoint, services.versionSteps),
    named: namerOf(endpoint, services.vault, services.namesOfUsers),
  };
}

interface Asked {
  readonly services: ServeServices;
  readonly request: FastifyRequest;
  readonly call: Call;
  readonly input: ErasedInput;
}

/** `hashed` tells two requests of the same idempotency key apart. Where nothing arrived, its command does it alone. */
export async function keepArrived(
  { services, request, call, input }: Asked,
  arrived: ArrivedContent | undefined,
  { endpoint, present, named, hashed }: Keeping & { readonly hashed: Buffer | undefined },
): Promise<Reply> {
  const { realm } = call.caller;
  const { subject, keep, command } = endpoint;
  const kept = (ctx: CommandContext, tx: Tx, found: unknown) =>
    arrived === undefined ? command?.(ctx, tx, input, found, undefined) : keep(ctx, tx, arrived, input, found);
  const reference = referenceOf(subject, input);
  let answer: Reply | undefined;
  try {
    answer = await services.runCommand({
      caller: call.caller,
      requestId: call.requestId,
      audited: auditedBy(endpoint, request, input),
      idempotency: idempotencyOf(request, call, hashed),
      ofBorrower: commandOfBorrower(call.caller, endpoint, input),
      clock: endpoint.clock,
      emits: endpoint.emits,
      findSubject: (tx, locks) => subject.find(tx, reference, locks, input.params),
      run: async (ctx, tx, found) => named(tx, call.caller, await kept(ctx, tx, found)),
      present: (shown) => inSlices(present(shown, viewerOf(call), () => ({ url: '', query: {} }))),
    });
    return answer;
  } finally {
    const isKept = answer !== undefined && answer.headers['idempotent-replayed'] === undefined;
    if (!isKept && arrived !== undefined) await services.blobs.discard(realm, arrived).catch(() => {});
  }
}
