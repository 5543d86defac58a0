// The receiver of webhooks, in a process of its own: it answers 204 and remembers the time of each arrival.
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { nowMs } from '../processes.ts';
import type { Post, ReceiverAnswer, ReceiverQuestion } from './start-receiver.ts';

const webhookHeaders = /^(content-type|user-agent|webhook-|x-peach-)/;

let arrivals: ReceiverAnswer['arrivals'] = [];
let posts: Post[] = [];
let keepsPosts = false;

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => void chunks.push(chunk));
  request.on('end', () => {
    response.writeHead(204).end();
    // The id of a delivery consists of the event's id and the subject's id.
    arrivals.push({ subject: String(request.headers['webhook-id']).split('_')[1] ?? '', atMs: nowMs() });
    if (!keepsPosts) return;
    const headers = Object.entries(request.headers).filter(([name]) => webhookHeaders.test(name));
    posts.push({ headers: Object.fromEntries(headers) as Post['headers'], body: Buffer.concat(chunks).toString() });
  });
});

function answer({ ask, file }: ReceiverQuestion): ReceiverAnswer {
  if (ask === 'save' && file !== undefined) writeFileSync(file, JSON.stringify(posts));
  const [first, last] = [arrivals[0], arrivals.at(-1)];
  const report = {
    count: arrivals.length,
    firstMs: first?.atMs ?? 0,
    lastMs: last?.atMs ?? 0,
    arrivals: ask === 'arrivals' ? arrivals : [],
  };
  if (ask === 'forget' || ask === 'keep') {
    arrivals = [];
    posts = [];
    keepsPosts = ask === 'keep';
  }
  return report;
}

process.on('message', (question: ReceiverQuestion) => process.send?.(answer(question)));
process.on('disconnect', () => process.exit());
// Idle connections stay open between two rounds.
server.keepAliveTimeout = 600_000;
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }));
