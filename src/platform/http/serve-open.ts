// Serves what is open to everybody: signing in, and what a page shows before it.
import { setTimeout as sleep } from 'node:timers/promises';
import { finished } from '@tenor/engine/values/steps.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { noteOfSignIn, type SignInTold } from '#platform/audit/of-sign-in.ts';
import { writeAudit } from '#platform/audit/write-audit.ts';
import { machineNow } from '#platform/clock.ts';
import { againAfterRaces } from '#platform/command/after-races.ts';
import type { Reply } from '#platform/command/idempotency.ts';
import { presenter } from './answer.ts';
import type { Endpoint, OpenContext } from './endpoint.ts';
import { inputReader, type RawBody } from './read-input.ts';
import { joinerOf, receiverOf } from './receive-content.ts';
import type { ServeServices } from './serve.ts';
import { versionOf } from './versions.ts';

type Respond = (request: FastifyRequest, reply: FastifyReply) => Promise<Reply>;

export function serveOpen(endpoint: Endpoint, services: ServeServices): Respond {
  const read = inputReader(endpoint, services.versionSteps);
  const present = presenter(endpoint, services.versionSteps);
  return async (request, reply) => {
    const version = versionOf(request.headers['api-version'] as string | undefined, null);
    reply.header('api-version', version);
    const input = read(request, reply, { version });
    const answer = await endpoint.open!(openContext(endpoint, services, request), input);
    const links = () => ({ url: services.publicUrl() + request.url, query: input.query });
    return finished(present(answer, { version, forBorrower: false }, links));
  };
}

const takesNothing = async (): Promise<never> => {
  throw new Error('This endpoint takes no content.');
};

export function openContext(
  { name: action, takes }: Endpoint,
  services: ServeServices,
  request: FastifyRequest,
): OpenContext {
  const { requestId, ip: address, headers, share, body } = request;
  const { database, vault, clock, settings, position, publicUrl } = services;
  const noteOf = (told: SignInTold) => noteOfSignIn({ action, address, requestId }, told);
  return {
    requestId,
    database,
    vault,
    clock,
    runCommand: (request) => services.runCommand({ audited: { action, address }, ...request }),
    transact: (realm, work) => againAfterRaces(() => database.transact(realm, work), { isRepeatable: false }),
    tellWith(tx, told) {
      const entry = { createdAt: machineNow(clock), ...noteOf(told) };
      writeAudit(tx, { subjectId: tx.realm.companyId, position: position(), entry });
    },
    tell: (realm, told) => services.audit.note(realm, noteOf(told), 'stranger'),
    settings,
    position,
    address,
    headers,
    bytes: (body as RawBody | undefined)?.bytes ?? Buffer.alloc(0),
    publicUrl,
    receive: takes === undefined ? takesNothing : receiverOf(request, { taken: takes, blobs: services.blobs }),
    join: takes === undefined ? takesNothing : joinerOf(request, takes, services.blobs),
    discard: services.blobs.discard,
    waitFor: (named, ask) => share?.waitFor(named, ask) ?? ask(),
    holdBack(ms) {
      share?.freeTurn();
      return sleep(Math.max(0, ms));
    },
  };
}
