// A program that floods the service as its parent says, with the key of one company, for as long as it runs.
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setPriority } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { personBody } from '../people.ts';

const port = Number(process.env.ATTACKED_PORT);
const key = process.env.ATTACKER_KEY as string;
const headers = { 'x-api-key': key, 'content-type': 'application/json' };

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nhost: a\r\nx-api-key: ${key}\r\n\r\n`;
const post = (path: string, body: string): Promise<Response> =>
  fetch(`http://127.0.0.1:${port}/api${path}`, { method: 'POST', headers, body });

/** Always ten requests ahead of the answers. */
async function pipelines(): Promise<void> {
  const request = get('/api/people?limit=100');
  for (let i = 0; i < 200; i++) {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    socket.write(request.repeat(10));
    socket.on('data', (part) => {
      if (part.includes('HTTP/1.1 ')) socket.write(request);
    });
  }
}

async function unreadStreams(): Promise<void> {
  for (let i = 0; i < 50; i++) {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    socket.write(get('/api/events/stream'));
    socket.once('data', () => socket.pause());
  }
  for (let i = 0; i < 4; i++) void makePeople();
}

/** It takes each notice, and drips an answer that never ends. */
async function slowReceivers(): Promise<void> {
  const drip = (response: ServerResponse) => setInterval(() => response.write('x'), 1_000);
  const server = createServer((_, response) => {
    const dripping = drip(response.writeHead(200));
    response.once('close', () => clearInterval(dripping));
  });
  const receiver = Number(process.env.RECEIVER_PORT);
  await new Promise<void>((listens) => server.listen(receiver, '127.0.0.1', listens));
  const at = (server.address() as AddressInfo).port;
  for (let i = 0; i < 100; i++) {
    const webhookDirectDetails = { webhookUrl: `http://127.0.0.1:${at}/${i}` };
    const body = { name: `slow ${i}`, webhookType: 'direct', webhookDirectDetails, eventTypes: ['person.created'] };
    const { status } = await post('/webhooks', JSON.stringify(body));
    if (status !== 201) break;
  }
  for (let i = 0; i < 2; i++) void makePeople();
}

async function makePeople(): Promise<never> {
  for (;;) {
    await post('/people', personBody()).then((answer) => answer.arrayBuffer());
    await sleep(50);
  }
}

/** Elsewhere it would have a machine of its own: here it is not to take the processor from the service. */
setPriority(19);

const floods = { pipelines, unreadStreams, slowReceivers };
await floods[process.env.FLOOD as keyof typeof floods]();
process.on('disconnect', () => process.exit(0));
process.send?.({ ready: true });
