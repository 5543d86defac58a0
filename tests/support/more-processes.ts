// Further processes of one installation: apps beside that of the house, on the same database.
import type { FastifyInstance } from 'fastify';
import { makeServer } from '#app/server.ts';
import { makeLog } from '#platform/log.ts';
import type { Client, House } from './house.ts';

const config = {
  publicUrl: 'http://tenor.test',
  syncTimeoutMs: 5000,
  trustProxy: false,
  limitsPerMinute: { key: 0, company: 0, address: 0 },
  metricsFreshMs: 0,
  host: '127.0.0.1',
};

/** One that remembers answers like that of the house, and one that remembers none. */
export async function twoMore({ service }: House): Promise<[FastifyInstance, FastifyInstance]> {
  const other = makeServer(service, config, makeLog('silent'));
  const forgetful = makeServer(service, { ...config, answersMemoryMb: 0 }, makeLog('silent'));
  await Promise.all([other.ready(), forgetful.ready()]);
  return [other, forgetful];
}

export async function ask(app: FastifyInstance, path: string, key: string, headers: Record<string, string> = {}) {
  const answer = await app.inject({ method: 'GET', url: `/api${path}`, headers: { 'x-api-key': key, ...headers } });
  return { status: answer.statusCode, etag: answer.headers.etag as string | undefined, body: answer.body };
}

/** How many answers it remembers. */
export const countOf = async (app: FastifyInstance): Promise<number> =>
  Number(/^answers_remembered (\d+)$/m.exec((await app.inject('/metrics')).body)?.[1]);

/** A client of another process of the same installation. */
export function clientOn(app: FastifyInstance, api: Client): Client {
  const call: Client['call'] = async (method, path, { body } = {}) => {
    const url = `/api${path}`;
    const payload = body === undefined ? {} : { payload: JSON.stringify(body) };
    const headers = { 'x-api-key': api.key, 'content-type': 'application/json' };
    const answer = await app.inject({ method: method as 'GET', url, headers, ...payload });
    return { status: answer.statusCode, headers: {}, body: answer.json() };
  };
  const post: Client['post'] = (path, body) => call('POST', path, { body });
  return {
    ...api,
    call,
    post,
    put: (path, body) => call('PUT', path, { body }),
    made: async (path, body) => (await post(path, body)).body.data,
  };
}
