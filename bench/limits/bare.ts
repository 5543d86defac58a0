// The shared part of the limits: Fastify and pg as their manuals show them, nothing else.
import { type FastifyInstance, fastify } from 'fastify';
import pg from 'pg';

/** The number of connections that the service has for each mode. */
const connectionsMax = 16;

export const makePool = (options: pg.PoolConfig = {}): pg.Pool =>
  new pg.Pool({ ...JSON.parse(process.env.BENCH_SERVER as string), max: connectionsMax, ...options });

export async function serveBare(addRoute: (app: FastifyInstance) => void): Promise<void> {
  const app = fastify();
  addRoute(app);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as { port: number };
  // When the runner is killed, it cannot stop this process: it ends by itself.
  process.on('disconnect', () => process.exit());
  process.send?.({ port });
}

export const jsonType = 'application/json; charset=utf-8';
