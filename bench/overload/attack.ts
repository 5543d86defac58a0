// A program that opens sixty-four sockets and misuses them all at once for as long as it runs. It opens a socket again
// when the service closes it.
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const port = Number(process.env.ATTACKED_PORT);
const key = process.env.ATTACKER_KEY as string;

/** What one socket does while it is open. */
type Attack = (socket: Socket) => void;

const get = (path: string, more = ''): string => `GET ${path} HTTP/1.1\r\nhost: a\r\n${more}\r\n`;

/** Asks again as soon as a part of an answer comes. */
const asksAgain =
  (request: () => string): Attack =>
  (socket) => {
    socket.on('data', () => socket.write(request()));
    socket.write(request());
  };

const guessing: Attack = asksAgain(() => get('/api/people', `x-api-key: guess_${Math.random()}_of_a_key\r\n`));

const dripping: Attack = (socket) => {
  socket.resume();
  socket.write(
    `POST /api/people/import HTTP/1.1\r\nhost: a\r\nx-api-key: ${key}\r\ncontent-type: application/x-ndjson\r\ntransfer-encoding: chunked\r\n\r\n`,
  );
  const drip = setInterval(() => socket.write('1\r\nx\r\n'), 1_000);
  socket.once('close', () => clearInterval(drip));
};

/** Asks for many pages ahead and reads none of them. */
const notReading: Attack = (socket) => {
  socket.pause();
  socket.write(get('/api/people?limit=100', `x-api-key: ${key}\r\n`).repeat(16));
};

const attacks: readonly (readonly [Attack, number])[] = [
  [asksAgain(() => get('/openapi.json')), 13],
  [asksAgain(() => get('/metrics')), 13],
  [guessing, 12],
  [dripping, 13],
  [notReading, 13],
];

async function goOn(attack: Attack): Promise<never> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => {});
    socket.once('connect', () => attack(socket));
    await closed;
    await sleep(50);
  }
}

for (const [attack, sockets] of attacks) for (let i = 0; i < sockets; i++) void goOn(attack);
process.on('disconnect', () => process.exit(0));
process.send?.({ ready: true });
