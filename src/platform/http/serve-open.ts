// Serves what is open to everybody: signing in, and what a page shows before it.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { CommandSettings } from '#platform/command/context.ts';
import type { Reply } from '#platform/command/idempotency.ts';
import { presenter } from './answer.ts';
import type { Endpoint, OpenContext } from './endpoint.ts';
import { inputReader, type ServeServices } from './serve.ts';
import { versionOf } from './versions.ts';

export interface OpenServices extends ServeServices {
  readonly settings: CommandSettings;
  position(): number;
}

type Respond = (request: FastifyRequest, reply: FastifyReply) => Promise<Reply>;

export function serveOpen(endpoint: Endpoint, services: OpenServices): Respond {
  const read = inputReader(endpoint, services.versionSteps);
  const present = presenter(endpoint, services.versionSteps);
  return async (request, reply) => {
    const version = versionOf(request.headers['api-version'] as string | undefined, null);
    reply.header('api-version', version);
    const input = read(request, reply, { version });
    const answer = await endpoint.open!(openContext(endpoint, services, request), input);
    return present(answer, { version, forBorrower: false }, () => ({
      url: services.publicUrl() + request.url,
      query: input.query,
    }));
  };
}

const openContext = (
  { name }: Endpoint,
  services: OpenServices,
  { requestId, ip, headers }: FastifyRequest,
): OpenContext => ({
  requestId,
  database: services.database,
  vault: services.vault,
  clock: services.clock,
  runCommand: (request) => services.runCommand({ audited: { action: name, address: ip }, ...request }),
  settings: services.settings,
  position: services.position,
  address: ip,
  headers,
  publicUrl: services.publicUrl,
});
