// An answer of JSON lines of any number: they are read and sent some at a time, no faster than the client reads. Every
// refusal comes before the first byte. A later failure ends the connection, so that no client takes a part for the
// whole.
import { Readable } from 'node:stream';
import { resourceWriter } from './answer.ts';
import type { Endpoint } from './endpoint.ts';
import { permissionsOf } from './may-call.ts';
import { inputReader } from './read-input.ts';
import { type Handle, mustGoOn, readContext, type ServeServices, viewerOf } from './serve.ts';

const linesContentType = 'application/x-ndjson; charset=utf-8';

export function serveLines(endpoint: Endpoint, services: ServeServices): Handle {
  const read = inputReader(endpoint, services.versionSteps);
  const writer = resourceWriter(endpoint, services.versionSteps);
  return async (request, reply, call) => {
    const input = read(request, reply, call);
    const batches = await endpoint.lines!(readContext(services, call, endpoint), input);
    const mayGoOn = () => mustGoOn(call, permissionsOf(endpoint));
    return reply
      .code(endpoint.status)
      .headers({ 'content-type': linesContentType, 'cache-control': 'no-store' })
      .send(Readable.from(textOf(batches, writer(viewerOf(call)), mayGoOn), { objectMode: false }));
  };
}

async function* textOf(
  batches: AsyncIterable<readonly unknown[]>,
  write: (data: unknown) => unknown,
  mayGoOn: () => Promise<void>,
): AsyncGenerator<string> {
  for await (const batch of batches) {
    await mayGoOn();
    yield batch.map((line) => `${JSON.stringify(write(line))}\n`).join('');
  }
}
