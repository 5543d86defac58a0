// Reads the mailbox in which reports, complaints and answers arrive. One process does it at a time, by a lease; an email is
// kept first and moved away then, so a crash reads it once more, which its Message-ID makes nothing.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { ImapFlow } from 'imapflow';
import type { Worker, WorkerKind, WorkTools } from '#platform/capability.ts';
import { machineNow } from '#platform/clock.ts';
import { uuid } from '#platform/random.ts';
import { keepHeard, mustHaveRoom } from './keep-heard.ts';
import { keyOf } from './notices.ts';
import { type EmailRead, readEmail } from './read-email.ts';

const lookEveryMs = 5_000;
/** Longer than reading takes: whoever has not come back by then is dead. */
const leaseMicros = 180_000_000;
/** So many at a time. */
const emailsMax = 200;
/** More of an email is not needed: reports and answers stand at its beginning. */
const bytesMax = 1_048_576;
const silenceMs = 30_000;

const folders = { read: 'Tenor', other: 'Tenor-Other' } as const;

const idle: Worker = { stop: async () => {} };

type ReaderTools = Pick<WorkTools, 'database' | 'vault' | 'clock' | 'position' | 'settings' | 'log'>;

export const mailboxReader = {
  name: 'messages.mailbox',
  start(tools: ReaderTools): Worker {
    const url = tools.settings.sending?.email?.bouncesUrl;
    if (!url) return idle;
    const stopping = new AbortController();
    const reading = readForEver(tools, url, stopping.signal);
    return {
      async stop() {
        stopping.abort();
        await reading;
      },
    };
  },
} satisfies WorkerKind;

async function readForEver(tools: ReaderTools, url: string, stopping: AbortSignal): Promise<void> {
  const holder = uuid();
  while (!stopping.aborted) {
    try {
      if (await claim(tools, holder)) await lookOnce(tools, url, holder, stopping);
    } catch (err) {
      tools.log.warn({ err }, 'the mailbox for bounces could not be claimed');
    }
    await sleep(lookEveryMs, undefined, { signal: stopping }).catch(() => {});
  }
}

async function claim({ database, clock }: ReaderTools, holder: string): Promise<boolean> {
  const { db, rows } = database.unscoped('live');
  const now = clock.micros();
  const mine = await rows(
    db
      .updateTable('bounce_mailbox')
      .set({ holder, held_until: now + leaseMicros })
      .where('name', '=', 'bounces')
      .where((is) => is.or([is('held_until', '<=', now), is('holder', '=', holder)]))
      .returning('name'),
  );
  return mine.length > 0;
}

async function lookOnce(tools: ReaderTools, url: string, holder: string, stopping: AbortSignal): Promise<void> {
  const { log, clock } = tools;
  try {
    await readMailbox(tools, url, stopping);
    await note(tools, holder, { last_failure: null, read_at: machineNow(clock) });
  } catch (error) {
    const why = reasonOf(error);
    log.warn({ reason: why }, 'the mailbox for bounces could not be read');
    await note(tools, holder, { last_failure: why });
  }
}

/** Codes and words of the library: it quotes no email. */
function reasonOf(error: unknown): string {
  const { code, authenticationFailed } = error as { code?: string; authenticationFailed?: boolean };
  return authenticationFailed === true ? 'the login was refused' : (code ?? (error as Error).name);
}

interface Noted {
  readonly last_failure: string | null;
  readonly read_at?: Instant;
}

async function note({ database }: ReaderTools, holder: string, noted: Noted): Promise<void> {
  const { db, rows } = database.unscoped('live');
  await rows(
    db
      .updateTable('bounce_mailbox')
      .set({ ...noted, held_until: 0 })
      .where('holder', '=', holder),
  );
}

async function readMailbox(tools: ReaderTools, address: string, stopping: AbortSignal): Promise<void> {
  const { ImapFlow } = await import('imapflow');
  const url = new URL(address);
  const secure = url.protocol === 'imaps:';
  const client = new ImapFlow({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port) || (secure ? 993 : 143),
    secure,
    doSTARTTLS: false,
    auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    connectionTimeout: silenceMs,
    greetingTimeout: silenceMs,
    socketTimeout: silenceMs,
    logger: false,
  });
  // Whatever breaks the connection breaks the call that waits for it too.
  client.on('error', () => {});
  await client.connect();
  try {
    await emptyInto(tools, client, decodeURIComponent(url.pathname.slice(1)) || 'INBOX', stopping);
    await client.logout();
  } finally {
    client.close();
  }
}

async function emptyInto(tools: ReaderTools, client: ImapFlow, path: string, stopping: AbortSignal): Promise<void> {
  for (const folder of Object.values(folders)) await client.mailboxCreate(folder);
  await client.mailboxOpen(path);
  const found = (await client.search({ deleted: false }, { uid: true })) || [];
  for (const uid of found.slice(0, emailsMax)) {
    if (stopping.aborted) return;
    const message = await client.fetchOne(String(uid), { source: { maxLength: bytesMax } }, { uid: true });
    if (!message || message.source === undefined) continue;
    const isOurs = await takeEmail(tools, message.source);
    await client.messageMove(String(uid), isOurs ? folders.read : folders.other, { uid: true });
  }
}

/** False: it names no message of ours, and a person may look at it. Errors: TooManyRequests. */
async function takeEmail(tools: ReaderTools, raw: Buffer): Promise<boolean> {
  const email = await readEmail(tools.vault, raw).catch(() => unreadable);
  const { id, about, heard } = email;
  if (about === null) return false;
  if (heard === undefined) return true;
  await tools.database.transact(about.realm, async (tx) => {
    await mustHaveRoom(tx);
    await keepHeard(tools, tx, keyOf('email', id || raw.toString('latin1')), heard);
  });
  return true;
}

const unreadable: EmailRead = { id: '', about: null, heard: undefined };
