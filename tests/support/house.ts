// A running service for a test: the real app on a database of its own, without a socket. The tests of a suite share one
// house, and each makes a company that no other test can see.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { after, before } from 'node:test';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { makeServer, type ServerConfig } from '#app/server.ts';
import { openService, type Service } from '#app/service.ts';
import { createCompany } from '#capabilities/access/index.ts';
import type { BlobSettings } from '#platform/blob-settings.ts';
import { type MachineClock, machineClock } from '#platform/clock.ts';
import type { Sharing } from '#platform/command/shared-commits.ts';
import type { KeySource } from '#platform/crypto/key-source.ts';
import type { Server } from '#platform/db/connection.ts';
import type { Mode, Realm } from '#platform/db/realm.ts';
import { type Log, makeLog } from '#platform/log.ts';
import type { ScannerSettings } from '#platform/scanner-settings.ts';
import type { SendingSettings } from '#platform/sending-settings.ts';
import { decompressed } from './decompressed.ts';
import './noted-statements.ts';
import { copyTemplate, createEmpty, dropCopy, testKey, testServer, withAdmin } from './server.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  readonly body: any;
}

interface CallOptions {
  readonly headers?: Record<string, string>;
  /** Sent as JSON, or as it is when it is text. */
  readonly body?: unknown;
}

/** Makes calls with one API key. */
export interface Client {
  readonly key: string;
  readonly realm: Realm;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  get(path: string): Promise<Answer>;
  post(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  put(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  delete(path: string): Promise<Answer>;
  /** A post whose answer must be a success; returns its data. */
  made(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer['body']>;
}

export interface Company {
  readonly id: string;
  readonly live: Client;
  readonly test: Client;
}

export interface House {
  readonly app: FastifyInstance;
  readonly service: Service;
  readonly database: string;
  client(key: string, realm: Realm): Client;
  aCompany(options?: { timezone?: string }): Promise<Company>;
  call(key: string | undefined, method: string, path: string, options?: CallOptions): Promise<Answer>;
  close(): Promise<void>;
}

interface HouseOptions {
  readonly config?: Partial<ServerConfig>;
  readonly lockWaitMs?: number;
  readonly statementTimeoutMs?: number;
  /** The database server as the service reaches it, if not directly: through a proxy, say. */
  readonly through?: Server;
  /** Other ways to it, which requests take. */
  readonly requestsThrough?: readonly Server[];
  readonly webhookDevHosts?: readonly string[];
  /** Below it files are left for banks. */
  readonly bankFilesDirectory?: string;
  /** Where contents of documents lie; in the database if not given. */
  readonly blobs?: BlobSettings;
  /** Who scans contents; nobody if not given. */
  readonly scanner?: ScannerSettings;
  /** By which ways messages go out; by none if not given. */
  readonly sending?: SendingSettings;
  readonly clock?: MachineClock;
  /** True, the default: relay and workers run. */
  readonly works?: boolean;
  readonly log?: Log;
  /** True: the database is made from nothing, with logins that no other house uses; for tests that change passwords. */
  readonly ownLogins?: boolean;
  /** Whose the database is, in place of the account that may make roles; it is made from nothing. */
  readonly account?: Pick<Server, 'user' | 'password'>;
  /** Where questions in SQL are answered, if not by the same. */
  readonly reporting?: Partial<Server>;
  readonly encryptionKey?: Buffer | KeySource;
  /** How many commands share a commit, if not as usual. */
  readonly sharing?: Partial<Sharing>;
}

export async function aHouse({
  config,
  lockWaitMs = 2000,
  statementTimeoutMs,
  through = {},
  requestsThrough = [],
  webhookDevHosts = [],
  bankFilesDirectory,
  blobs,
  scanner,
  sending,
  clock = machineClock,
  works = true,
  log = makeLog('silent'),
  ownLogins = false,
  account,
  reporting,
  encryptionKey = testKey,
  sharing = {},
}: HouseOptions = {}): Promise<House> {
  const server = testServer();
  const database = `${server.template}_${randomBytes(4).toString('hex')}`;
  if (ownLogins || account !== undefined) await createEmpty(server, database, account?.user);
  else await copyTemplate(server, database);
  const owner = { ...server.owner, database, ...account };
  const service = await openService({
    config: {
      lockWaitMs,
      webhookDevHosts: new Set(webhookDevHosts),
      ...(sending === undefined ? {} : { sending }),
      ...(blobs === undefined ? {} : { blobs }),
      ...(scanner === undefined ? {} : { scanner }),
      ...(bankFilesDirectory === undefined ? {} : { bankFilesDirectory }),
      ...(statementTimeoutMs === undefined ? {} : { statementTimeoutMs }),
    },
    server: { ...owner, ...through },
    requestServers: requestsThrough.map((way) => ({ ...owner, ...way })),
    ...(reporting === undefined ? {} : { reportingServer: { ...owner, ...reporting } }),
    encryptionKey,
    log,
    clock,
    sharing,
  });
  if (works) await service.startWork();
  const standard = {
    publicUrl: 'http://tenor.test',
    syncTimeoutMs: 5000,
    trustProxy: false,
    limitsPerMinute: { key: 0, company: 0, address: 0 },
    metricsFreshMs: 0,
    host: '127.0.0.1',
  };
  const app = makeServer(service, { ...standard, ...config }, log);
  await app.ready();
  const call: House['call'] = (key, method, path, options) => request(app, key, method, path, options);
  const client = (key: string, realm: Realm) => clientOf(call, key, realm);
  return {
    app,
    service,
    database,
    call,
    client,
    async aCompany({ timezone = 'America/New_York' } = {}) {
      const { companyId, keys } = await createCompany(service, { name: 'A company', timezone });
      const of = (mode: Mode) => client(keys[mode], { mode, companyId });
      return { id: companyId, live: of('live'), test: of('test') };
    },
    async close() {
      await app.close();
      await service.close();
      await dropCopy(server, database);
      if (!ownLogins) return;
      await withAdmin(server, async (admin) => {
        for (const login of ['live', 'test', 'jobs']) await admin.query(`drop role if exists ${database}_${login}`);
      });
    },
  };
}

/**
 * Opens a house before a suite and closes it after it: the run ends only when nothing is left open. Call it in a
 * describe.
 */
export function useHouse(options: HouseOptions = {}) {
  let opened: House | undefined;
  before(async () => {
    opened = await aHouse(options);
  });
  after(async () => opened?.close());
  const house = (): House => {
    if (opened === undefined) throw new Error('The house opens before the tests of its suite.');
    return opened;
  };
  return {
    house,
    aCompany: (company?: { timezone?: string }): Promise<Company> => house().aCompany(company),
  };
}

async function request(
  app: FastifyInstance,
  key: string | undefined,
  method: string,
  path: string,
  { headers = {}, body }: CallOptions = {},
): Promise<Answer> {
  const isText = typeof body === 'string' || Buffer.isBuffer(body);
  const options: InjectOptions = {
    method: method as 'GET',
    url: path.startsWith('/') ? `/api${path}` : path.replace(/^https?:\/\/[^/]+/, ''),
    headers: {
      ...(key === undefined ? {} : { 'x-api-key': key }),
      ...(body === undefined || isText ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: isText ? (body as string) : JSON.stringify(body) }),
  };
  return answerOf(await app.inject({ ...options, payloadAsStream: true }));
}

async function answerOf(response: LightMyRequestResponse): Promise<Answer> {
  const headers = Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)]));
  const type = headers['content-type'] ?? '';
  const status = response.statusCode;
  // A stream does not end, so its head is the answer.
  if (type.startsWith('text/event-stream')) {
    response.raw.res.destroy();
    return { status, headers, body: '' };
  }
  const body = decompressed(await buffer(response.stream()), headers['content-encoding']);
  // A 304 has the headers of the answer, and no body.
  if (!type.startsWith('application/json') || body === '') return { status, headers, body };
  return { status, headers, body: status < 400 ? JSON.parse(body) : withItsPlace(JSON.parse(body)) };
}

/** Every refusal says where it is explained. It is looked at here, so that tests look only at the data of their own. */
function withItsPlace(refused: Answer['body']): Answer['body'] {
  if (refused.errorType === undefined) return refused;
  const { docs, ...data } = refused.data;
  assert.equal(docs, `/docs/errors#${refused.errorType}`, 'data.docs');
  return { ...refused, data };
}

function clientOf(call: House['call'], key: string, realm: Realm): Client {
  const client: Client = {
    key,
    realm,
    call: (method, path, options) => call(key, method, path, options),
    get: (path) => call(key, 'GET', path),
    post: (path, body, headers = {}) => call(key, 'POST', path, { body, headers }),
    put: (path, body, headers = {}) => call(key, 'PUT', path, { body, headers }),
    delete: (path) => call(key, 'DELETE', path),
    async made(path, body, headers = {}) {
      const answer = await client.post(path, body, headers);
      assert.ok(answer.status < 300, `POST ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
      return answer.body.data;
    },
  };
  return client;
}

// Builders with defaults: what a test sets is what matters to it.

export const aPerson = (overrides: Record<string, unknown> = {}) => ({
  name: { firstName: 'Ada', lastName: 'Lovelace' },
  ...overrides,
});

export const aBusiness = (overrides: Record<string, unknown> = {}) => ({
  borrowerType: 'business',
  businessDetails: { businessName: 'Analytical Engines' },
  ...overrides,
});

export const anEmail = (overrides: Record<string, unknown> = {}) => ({
  contactType: 'email',
  label: 'personal',
  status: 'primary',
  value: 'ada@example.com',
  ...overrides,
});

export const aPhone = (overrides: Record<string, unknown> = {}) => ({
  contactType: 'phone',
  label: 'personal',
  status: 'primary',
  value: '+13175551212',
  ...overrides,
});

export const anAddress = (overrides: Record<string, unknown> = {}) => ({
  contactType: 'address',
  label: 'home',
  status: 'primary',
  address: { addressLine1: '12 Main St', city: 'Indianapolis', state: 'IN', postalCode: '46204' },
  ...overrides,
});
