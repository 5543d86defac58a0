// Serves what makes a content: a paper, a file in another form. No transaction is open while it is made, for that may take
// seconds; then a command keeps it.
import { Readable } from 'node:stream';
import type { Answer } from './answer-again.ts';
import { commandOfBorrower } from './borrowers.ts';
import { type Endpoint, referenceOf } from './endpoint.ts';
import { keepArrived, keepingOf } from './keep-content.ts';
import { inputReader, type RawBody } from './read-input.ts';
import { type Handle, idempotencyOf, readContext, type ServeServices } from './serve.ts';

export function serveMaking(endpoint: Endpoint, services: ServeServices): Handle<Answer> {
  const read = inputReader(endpoint, services.versionSteps);
  const declared = keepingOf(endpoint, services);
  const { subject, make } = declared.endpoint;
  if (make === undefined) throw new Error(`${endpoint.name} does not say how its content is made.`);
  return async (request, reply, call) => {
    const input = read(request, reply, call);
    const { realm } = call.caller;
    const hashed = (request.body as RawBody | undefined)?.bytes;
    // What would be refused in any case is refused before anything is made.
    idempotencyOf(request, call, hashed);
    commandOfBorrower(call.caller, endpoint, input);
    if (endpoint.makesFor?.(input) === false) {
      return keepArrived({ services, request, call, input }, undefined, { ...declared, hashed });
    }
    const ctx = readContext(services, call, endpoint);
    const found = await subject.find(ctx.reader, referenceOf(subject, input), false, input.params);
    const { ownerId, bytes, ...made } = await make(ctx, input, found.subject);
    const how = { bytesMax: bytes.length };
    const arrived = await services.blobs.put(realm, ownerId, Readable.from([Buffer.from(bytes)]), how);
    return keepArrived({ services, request, call, input }, { ...made, ...arrived }, { ...declared, hashed });
  };
}
