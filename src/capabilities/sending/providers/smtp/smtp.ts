// Emails by SMTP. A mail server does not know our id again, so an email whose connection was lost after its text had begun
// is not sent twice.
import { Readable } from 'node:stream';
import { done, type Outcome } from '#platform/work/claimed/claimed-work.ts';
import type { Outgoing, Provider } from '../provider.ts';
import type { CarrierOutcome, Concerns } from '../rest.ts';
import { type Letter, type Writing, writtenLetter } from './letter.ts';
import { called, connectionPool, type Limits, type Line, type Pool } from './pool.ts';

const standardLimits: Limits = { connectMs: 10_000, silenceMs: 30_000, idleMs: 5_000 };

type BySmtp = Omit<Provider, 'send'> & {
  send(message: Outgoing, isMine?: () => boolean): Promise<CarrierOutcome>;
};

export function bySmtp(writing: Writing, limits: Limits = standardLimits): BySmtp {
  const pool = connectionPool(writing.settings.smtpUrl, limits);
  return {
    knowsIds: false,
    async send(message, isMine = () => true) {
      if (message.mayUnsubscribe && !writing.publicUrl) {
        return { kind: 'later', reason: 'PUBLIC_URL is not set, so nobody could unsubscribe', concerns: undefined };
      }
      return sendLetter(pool, await writtenLetter(message, writing), isMine);
    },
  };
}

async function sendLetter(pool: Pool, { envelope, bytes }: Letter, isMine: () => boolean): Promise<CarrierOutcome> {
  const progress = { textBegan: false };
  for (;;) {
    const line = await pool.take().catch((error: unknown) => ({ error }));
    if ('error' in line) return { ...outcomeOf(line.error, false), kind: 'later', concerns: 'all' };
    // It may have waited for a line for longer than its claim stood: then somebody else sends it.
    if (!isMine()) {
      pool.giveBack(line);
      return { kind: 'later', reason: 'the claim ended before a connection was free', concerns: undefined };
    }
    try {
      await carried(line, envelope, letterStream(bytes, progress));
      pool.giveBack(line);
      return { ...done, concerns: 'one' };
    } catch (error) {
      pool.drop(line);
      if (!mayTryAnotherLine(line, error, progress.textBegan)) {
        return { ...outcomeOf(error, progress.textBegan), concerns: concernsOf(error) };
      }
    }
  }
}

const carried = ({ connection }: Line, envelope: Letter['envelope'], text: Readable): Promise<void> =>
  called(connection, (done) => connection.send(envelope, text, done));

/** Servers close connections that wait for long: that says nothing of this letter, of which no byte was sent. */
function mayTryAnotherLine({ isFresh }: Line, error: unknown, textBegan: boolean): boolean {
  const { responseCode = 421 } = error as { responseCode?: number };
  return !isFresh && !textBegan && responseCode === 421;
}

/** It is read from once the server has asked for the text, and not before. */
const letterStream = (letter: Buffer, progress: { textBegan: boolean }): Readable =>
  new Readable({
    read() {
      progress.textBegan = true;
      this.push(letter);
      this.push(null);
    },
  });

/** What the server says counts; where it says nothing, it depends on whether it had the text already. */
function outcomeOf(error: unknown, textBegan: boolean): Outcome {
  const { code = 'unknown', responseCode } = error as { code?: string; responseCode?: number };
  if (code === 'EAUTH' || code === 'ETLS')
    return { kind: 'later', reason: `the mail server and we do not agree (${code})` };
  if (responseCode !== undefined && responseCode >= 500 && responseCode < 600) {
    return { kind: 'refused', reason: `the mail server answered ${responseCode}` };
  }
  if (responseCode !== undefined && responseCode >= 400) {
    return { kind: 'later', reason: `the mail server answered ${responseCode}` };
  }
  const reason = `no answer of the mail server (${code})`;
  return { kind: textBegan ? 'unknown' : 'later', reason };
}

/** It is too large, or the server has no room for one of its size. */
const ofItsSize = [452, 552];

/**
 * What the server says before a receiver is named is about every letter. A refusal that names the address or the mailbox
 * (5.1, 5.2 of RFC 3463) is about one; any other may be about all. Where it says nothing, it may have hung up for all.
 */
function concernsOf(error: unknown): Concerns | undefined {
  const {
    command,
    responseCode,
    response = '',
  } = error as { command?: string; responseCode?: number; response?: string };
  if (responseCode === undefined) return undefined;
  if (command === 'MAIL FROM' && !ofItsSize.includes(responseCode)) return 'all';
  // It hangs up. Some servers do so at what a single letter says, and would do so each time.
  if (responseCode === 421) return 'perhapsAll';
  if (responseCode < 500) return 'one';
  return /^\d{3}[ -]5\.[12]\./.test(response) ? 'one' : 'perhapsAll';
}
