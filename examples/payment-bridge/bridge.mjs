// A payment bridge: it takes signed orders from Tenor, gives them to a processor, and tells what became of them.
// docs/payment-providers.md explains every message. Nothing but Node is needed: node bridge.mjs
import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { processor } from './pretend-processor.mjs';

const {
  // The secret that both sides sign with; during a rotation two, the newest first, with a comma between.
  SECRETS = '',
  // The public address of Tenor with the noticesPath that it shows for this provider. Without one nothing is told, and
  // Tenor asks for the list of events.
  NOTICES_URL,
  PORT = '8090',
  JOURNAL = 'orders.journal',
} = process.env;

const secrets = SECRETS.split(',').map((text) => Buffer.from(text, 'base64'));
if (secrets.some(({ length }) => length !== 32)) throw new Error('SECRETS must be base64 of 32 bytes each.');

const hmac = (secret, text) => createHmac('sha256', secret).update(text).digest();

/** Of method and path too, so that a notice of ours cannot be sent back as an order. */
function isGenuine({ method, headers }, path, body) {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': signatures = '' } = headers;
  if (Math.abs(Date.now() / 1_000 - Number(at)) > 300) return false;
  const given = signatures.split(' ').map((one) => Buffer.from(one.replace(/^v1,/, ''), 'base64'));
  const right = secrets.map((secret) => hmac(secret, `${id}.${at}.${method} ${path}\n${body}`));
  return given.some((one) => right.some((mine) => one.length === mine.length && timingSafeEqual(one, mine)));
}

// One line for each thing that must not be forgotten. A real bridge has a database for it.
const orders = new Map();
const events = [];
function write(line) {
  appendFileSync(JOURNAL, `${JSON.stringify(line)}\n`);
  apply(line);
}
function apply({ order, answer, event }) {
  if (order) orders.set(order.key, { ...order, answer: undefined });
  if (answer) orders.get(answer.key).answer = answer;
  if (event) events.push(event);
}
if (existsSync(JOURNAL)) for (const line of readFileSync(JOURNAL, 'utf8').trim().split('\n')) apply(JSON.parse(line));

async function takeOrder(body) {
  const order = JSON.parse(body);
  const hash = createHash('sha256').update(body).digest('hex');
  const known = orders.get(order.key);
  // One key is one order for ever: the same body gets the same answer, another body is refused.
  if (known && known.hash !== hash) return { key: order.key, status: 'refused', code: 'body' };
  if (known?.answer) return known.answer;
  // It is written down before the processor hears of it, and the processor gets the same key: a bridge that dies in
  // between asks again, and charges once.
  if (!known) write({ order: { key: order.key, hash } });
  const done = await processor.move(order);
  return concluded(order.key, done);
}

function concluded(key, done) {
  const { id, avsResult, merchantId, processingFee } = done;
  const answer = done.declined
    ? { key, status: 'refused', code: done.declined, details: done.says }
    : { key, status: 'accepted', id, avsResult, merchantId, processingFee };
  write({ answer });
  return answer;
}

/** What became of an order. One of which we do not know the end the processor is asked for. */
async function findOrder(key) {
  const known = orders.get(key);
  if (known?.answer) return known.answer;
  const done = known && (await processor.find(key));
  return done ? concluded(key, done) : { key, status: 'absent' };
}

const tell = (event) => {
  write({ event });
  void post(event);
};
processor.onNews(({ key, ...news }) =>
  tell({ eventId: randomUUID(), key, id: orders.get(key).answer?.id, at: new Date().toISOString(), ...news }),
);

/** Until it is taken; what is lost with this process Tenor finds in the list. */
async function post(event, attempt = 0) {
  if (!NOTICES_URL) return;
  const body = JSON.stringify(event);
  const at = Math.floor(Date.now() / 1_000);
  const headers = {
    'content-type': 'application/json',
    'webhook-id': event.eventId,
    'webhook-timestamp': String(at),
    'webhook-signature': secrets
      .map((one) => `v1,${hmac(one, `${event.eventId}.${at}.${body}`).toString('base64')}`)
      .join(' '),
  };
  const answer = await fetch(NOTICES_URL, { method: 'POST', headers, body }).catch(() => undefined);
  if (!answer?.ok) setTimeout(() => void post(event, attempt + 1), Math.min(1_000 * 2 ** attempt, 600_000)).unref();
}

const statusOf = { accepted: 200, refused: 422 };

async function answerTo(method, path, body) {
  if (method === 'POST' && path === '/orders') {
    const answer = await takeOrder(body);
    return [statusOf[answer.status], answer];
  }
  const [, key] = /^\/orders\/([^/?]+)$/.exec(path) ?? [];
  if (method === 'GET' && key) {
    const answer = await findOrder(decodeURIComponent(key));
    return [answer.status === 'absent' ? 404 : 200, answer];
  }
  if (method === 'GET' && path.startsWith('/events?')) {
    const asked = new URLSearchParams(path.slice('/events?'.length));
    const from = Number(asked.get('after') ?? 0);
    const page = events.slice(from, from + Number(asked.get('limit')));
    return [200, { events: page, next: page.length === 0 ? null : String(from + page.length) }];
  }
  return [400, {}];
}

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString();
  const path = request.url.replace(/^\/tenor/, '');
  if (!isGenuine(request, path, body)) return response.writeHead(401).end();
  processor.passTo(request.headers['tenor-time']);
  try {
    const [status, answer] = await answerTo(request.method, path, body);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  } catch {
    // No answer is not a no: Tenor asks what became of it.
    response.destroy();
  }
}).listen(Number(PORT), '127.0.0.1', () => console.log(`The bridge takes orders on port ${PORT}.`));
