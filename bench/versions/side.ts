// One of the two versions: its service with people and loans, and beside it a second process that remembers nothing,
// for reads of what was never read.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, Request } from 'autocannon';
import type { Cleanup } from '../cleanup.ts';
import { createsPeople } from '../figures.ts';
import { driveRound } from '../load.ts';
import { copyOf, copyTemplate, type LoanRef, makeTemplate, pathOf, payment } from '../loans/template.ts';
import { shuffled } from '../people.ts';
import { seedPeople } from '../seed.ts';
import { coldMemoryMb, liveKey, makePlace, type RunningService, startService, withDatabase } from '../service.ts';
import { spentBy } from './processor.ts';

/** A service that is asked. */
export interface Asked {
  readonly name: string;
  readonly warm: RunningService;
  readonly cold: RunningService;
  readonly people: readonly string[];
  readonly loans: readonly LoanRef[];
}

export interface Side extends Asked {
  /** The first process of its database server. */
  readonly server: number;
}

/** Copying them takes longer than anything that is measured. */
const loanCount = 300;

export async function setSide(name: string, root: string, cleanup: Cleanup): Promise<Side> {
  const place = makePlace(cleanup);
  const warm = await startService(place, cleanup, { root });
  const cold = await startService(place, cleanup, { root, memoryMb: coldMemoryMb });
  const people = await seedPeople(warm);
  const template = await makeTemplate(warm, { months: 6, duration: 60 });
  await withDatabase(place, async (client) => {
    await copyTemplate(client, template, 'live', { count: loanCount });
    await client.query('vacuum analyze');
  });
  const server = Number(readFileSync(join(place.dataDirectory, 'db', 'postmaster.pid'), 'utf8').split('\n')[0]);
  const loans = Array.from({ length: loanCount }, (_, i) => copyOf(template, i + 1));
  return { name, server, warm, cold, people, loans };
}

export interface Question {
  readonly name: string;
  readonly isCold?: boolean;
  /** What a connection sends, one after the other. */
  asks(side: Asked, client: Client, index: number, connections: number): void;
}

const headers = { 'x-api-key': liveKey };

/** Each connection asks for its share in its own order. */
export const reading =
  (pathsOf: (side: Asked) => readonly string[]): Question['asks'] =>
  (side, client, index, connections) =>
    client.setRequests(
      shuffled(pathsOf(side).filter((_, i) => i % connections === index)).map((path): Request => {
        return { method: 'GET', path: `/api${path}`, headers };
      }),
    );

const readingLoans = (below: string): Question['asks'] =>
  reading(({ loans }) => loans.map((one) => pathOf(one) + below));

const loanReads = [
  { name: 'GET loan', asks: readingLoans('') },
  { name: 'GET balances', asks: readingLoans('/balances') },
  { name: 'GET obligations', asks: readingLoans('/obligations') },
];

const readingPeople = { name: 'GET person', asks: reading(({ people }) => people.map((id) => `/people/${id}`)) };

const paying: Question['asks'] = ({ loans }, client, index, connections) =>
  client.setRequests(
    shuffled(loans.filter((_, i) => i % connections === index)).map((loan) => ({
      method: 'POST',
      path: `/api${pathOf(loan)}/transactions?sync=true`,
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(payment(loan, 10)),
    })),
  );

/** Questions that write come last, so that all reads see the same data. */
export const questions: readonly Question[] = [
  ...[readingPeople, ...loanReads].flatMap((one) => [one, { ...one, name: `${one.name}, cold`, isCold: true }]),
  {
    name: 'POST person',
    asks: (_, client, index, connections) => createsPeople(() => ({}))?.(client, index, connections),
  },
  { name: 'POST payment', asks: paying },
];

export interface Measured {
  readonly perSecond: number;
  /** Processor time for each request: of the service, and of the database server. */
  readonly serviceMicros: number;
  readonly databaseMicros: number;
}

/** What follows a write, such as the places of its events, is counted with it. */
const followsMs = 300;

export async function measure(
  side: Side,
  { asks, isCold }: Question,
  round: number,
  seconds: number,
): Promise<Measured> {
  const service = isCold === true ? side.cold : side.warm;
  const before = spentBy(service.pid, side.server);
  const { requests, perSecond } = await driveRound(
    { ...service, name: side.name, setupClient: (client, index, count) => asks(side, client, index, count) },
    { connections: 8, seconds },
    round,
  );
  await sleep(followsMs);
  const after = spentBy(service.pid, side.server);
  return {
    perSecond,
    serviceMicros: (after.service - before.service) / requests,
    databaseMicros: (after.database - before.database) / requests,
  };
}
