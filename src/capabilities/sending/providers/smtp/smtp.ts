// Emails by SMTP. A mail server does not know our id again, so an email whose connection was lost after its text had begun
// is not sent twice.
import { Readable } from 'node:stream';
import { done, type Outcome } from '#platform/work/claimed/claimed-work.ts';
import type { Provider } from '../provider.ts';
import { type Letter, type Writing, writtenLetter } from './letter.ts';
import { called, connectionPool, type Limits, type Line, type Pool } from './pool.ts';

const standardLimits: Limits = { connectMs: 10_000, silenceMs: 30_000, idleMs: 5_000 };

export function bySmtp(writing: Writing, limits: Limits = standardLimits): Provider {
  const pool = connectionPool(writing.settings.smtpUrl, limits);
  return {
    knowsIds: false,
    async send(message, isMine = () => true) {
      if (message.mayUnsubscribe && !writing.publicUrl) {
        return { kind: 'later', reason: 'PUBLIC_URL is not set, so nobody could unsubscribe' };
      }
      return sendLetter(pool, await writtenLetter(message, writing), isMine);
    },
  };
}

async function sendLetter(pool: Pool, { envelope, bytes }: Letter, isMine: () => boolean): Promise<Outcome> {
  const progress = { textBegan: false };
  for (;;) {
    const line = await pool.take().catch((error: unknown) => ({ error }));
    if ('error' in line) return outcomeOf(line.error, false);
    // It may have waited for a line for longer than its claim stood: then somebody else sends it.
    if (!isMine()) {
      pool.giveBack(line);
      return { kind: 'later', reason: 'the claim ended before a connection was free' };
    }
    try {
      await carried(line, envelope, letterStream(bytes, progress));
      pool.giveBack(line);
      return done;
    } catch (error) {
      pool.drop(line);
      if (!mayTryAnotherLine(line, error, progress.textBegan)) return outcomeOf(error, progress.textBegan);
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
