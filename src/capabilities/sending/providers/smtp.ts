// Emails by SMTP, a connection for each. A mail server does not know our id again, so an email whose connection was lost
// after its text had begun is not sent twice.
import { once } from 'node:events';
import { Readable } from 'node:stream';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { isLoopback, type SendingSettings } from '#platform/sending-settings.ts';
import { done, type Outcome } from '#platform/work/claimed/claimed-work.ts';
import type { Outgoing, Provider } from './provider.ts';

type EmailSettings = NonNullable<SendingSettings['email']>;

interface Limits {
  readonly connectMs: number;
  /** Without a word from the server. */
  readonly silenceMs: number;
  /** A certificate that is trusted instead of those of the machine. */
  readonly trusts?: string;
}

const standardLimits: Limits = { connectMs: 10_000, silenceMs: 30_000 };

export function bySmtp({ smtpUrl, from }: EmailSettings, limits: Limits = standardLimits): Provider {
  const server = serverOf(smtpUrl, limits);
  const sender = /<([^>]+)>$/.exec(from)?.[1] ?? from;
  return {
    knowsIds: false,
    async send(message) {
      const letter = await written(message, from, sender);
      return sendLetter(server, { from: sender, to: message.to }, letter);
    },
  };
}

function serverOf(smtpUrl: string, { connectMs, silenceMs, trusts }: Limits) {
  const url = new URL(smtpUrl);
  const secure = url.protocol === 'smtps:';
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isNear = isLoopback(host);
  return {
    options: {
      host,
      port: Number(url.port) || (secure ? 465 : 587),
      secure,
      // What leaves this machine is encrypted, or is not sent.
      requireTLS: !secure && !isNear,
      ignoreTLS: !secure && isNear,
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      dnsTimeout: connectMs,
      socketTimeout: silenceMs,
      ...(trusts === undefined ? {} : { tls: { ca: trusts } }),
    },
    credentials:
      url.username === ''
        ? undefined
        : { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
  };
}

type MailServer = ReturnType<typeof serverOf>;

/** The library is loaded for the first letter: few processes write one. */
async function written({ id, to, subject, text }: Outgoing, from: string, sender: string): Promise<Buffer> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const letter = new MailComposer({
    from,
    to,
    subject: subject ?? '',
    text,
    messageId: `<${id}@${sender.split('@')[1]}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return letter.compile().build();
}

interface Envelope {
  readonly from: string;
  readonly to: string;
}

async function sendLetter(server: MailServer, envelope: Envelope, letter: Buffer): Promise<Outcome> {
  const { default: Connection } = await import('nodemailer/lib/smtp-connection');
  const connection = new Connection(server.options);
  const progress = { textBegan: false };
  // A second error has nobody else to hear it.
  connection.on('error', () => {});
  try {
    // A loss of the connection may be told by the event alone.
    const lost = once(connection, 'error').then(([error]) => Promise.reject(error));
    await Promise.race([lost, dialogue(connection, server, envelope, letterStream(letter, progress))]);
    connection.quit();
    return done;
  } catch (error) {
    connection.close();
    return outcomeOf(error, progress.textBegan);
  }
}

async function dialogue(
  connection: SMTPConnection,
  { credentials }: MailServer,
  envelope: Envelope,
  letter: Readable,
): Promise<void> {
  await called((done) => connection.connect(done));
  if (credentials !== undefined) await called((done) => connection.login({ credentials }, done));
  await called((done) => connection.send({ from: envelope.from, to: [envelope.to] }, letter, done));
}

const called = (call: (done: (error?: Error | null) => void) => void): Promise<void> =>
  new Promise((resolve, reject) => call((error) => (error ? reject(error) : resolve())));

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
