// Endpoints whose body is a content have parsers of their own: it may be of any type, and is read by whoever stores it.
import type { FastifyInstance } from 'fastify';
import type { Endpoint } from './endpoint.ts';

/** The body is stored as it arrives, whatever its length. */
export const takesStream = ({ line, takes }: Endpoint): boolean => line !== undefined || takes !== undefined;

/** Adds each endpoint where its body is parsed as it should be. */
export function addEach(
  app: FastifyInstance,
  endpoints: readonly Endpoint[],
  add: (at: FastifyInstance, endpoint: Endpoint) => void,
): void {
  for (const endpoint of endpoints.filter(({ takes }) => takes === undefined)) add(app, endpoint);
  app.register(async (contents) => {
    contents.removeAllContentTypeParsers();
    contents.addContentTypeParser('*', (_, body, done) => done(null, body));
    for (const endpoint of endpoints.filter(({ takes }) => takes !== undefined)) add(contents, endpoint);
  });
}
