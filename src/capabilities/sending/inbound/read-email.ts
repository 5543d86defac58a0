// Reads an email that comes back: a report of a mail server, a complaint, an answer. Everything in it was written by
// others; it counts only where it names a message of ours, by a name that we have signed.
import type { Attachment, Email } from 'postal-mime';
import type { Vault } from '#platform/crypto/vault.ts';
import { type MessageNamed, messagesNamedIn } from '../message-address.ts';
import { groupsOf, toldBy } from './delivery-status.ts';
import type { HeardOfMessage } from './heard.ts';
import { answerIn, textOfHtml } from './quoted-text.ts';
import { wishOf } from './wishes.ts';

export interface EmailRead {
  /** The Message-ID of its writer, by which it is known again. */
  readonly id: string;
  /** Null: it names no message of ours. */
  readonly about: MessageNamed | null;
  /** Undefined: it says nothing that counts, such as an answer by a program. */
  readonly heard: HeardOfMessage | undefined;
}

export async function readEmail(vault: Vault, raw: Buffer): Promise<EmailRead> {
  // The library is loaded for the first email: few processes read one.
  const { default: PostalMime } = await import('postal-mime');
  const email = await PostalMime.parse(raw, {
    attachmentEncoding: 'utf8',
    forceRfc822Attachments: true,
    maxNestingDepth: 20,
    maxHeadersSize: 262_144,
  });
  const [about] = namedIn(vault, email);
  return {
    id: (email.messageId ?? '').slice(0, 500),
    about: about ?? null,
    heard: about === undefined ? undefined : heardIn(email, about.messageId),
  };
}

const headerOf = ({ headers }: Email, name: string): string =>
  headers.find(({ key }) => key === name)?.value.toLowerCase() ?? '';

const partOf = ({ attachments }: Email, ...types: readonly string[]): string | undefined => {
  const part = attachments.find(({ mimeType }) => types.includes(mimeType));
  return part === undefined ? undefined : textOf(part);
};

const textOf = ({ content }: Attachment): string =>
  typeof content === 'string' ? content : Buffer.from(content as ArrayBuffer).toString('utf8');

/** The address it came to names it best; then a report, the email that is returned with it, the thread. */
function namedIn(vault: Vault, email: Email): readonly MessageNamed[] {
  const addressed = email.headers
    .filter(({ key }) => ['delivered-to', 'x-original-to', 'envelope-to', 'to', 'x-failed-recipients'].includes(key))
    .map(({ value }) => value);
  const threads = [email.inReplyTo ?? '', ...(email.references ?? '').split(/\s+/).toReversed()];
  const reports = [
    partOf(email, 'message/delivery-status', 'message/global-delivery-status') ?? '',
    partOf(email, 'message/feedback-report') ?? '',
    headOf(partOf(email, 'message/rfc822', 'message/global', 'text/rfc822-headers') ?? ''),
  ];
  return [...addressed, ...reports, ...threads].flatMap((text) => messagesNamedIn(vault, text));
}

const headOf = (message: string): string => message.split(/\r?\n\r?\n/, 1)[0] ?? '';

function heardIn(email: Email, messageId: string): HeardOfMessage | undefined {
  const status = partOf(email, 'message/delivery-status', 'message/global-delivery-status');
  if (status !== undefined) {
    const told = toldBy(status, email.text ?? '');
    return told && { ...told, messageId };
  }
  const feedback = partOf(email, 'message/feedback-report');
  if (feedback !== undefined) return complaintIn(feedback, messageId);
  if (isByProgram(email)) return undefined;
  if (isByServer(email)) {
    return { kind: 'bounced', messageId, isPermanent: false, code: null, reason: 'It came back without a report.' };
  }
  return repliedIn(email, messageId);
}

/** A provider of mailboxes tells what its customer has done (RFC 5965). */
function complaintIn(report: string, messageId: string): HeardOfMessage | undefined {
  const type = groupsOf(report).find((fields) => fields['feedback-type'] !== undefined)?.['feedback-type'];
  if (type?.toLowerCase() === 'not-spam') return undefined;
  return { kind: type?.toLowerCase().startsWith('opt-out') ? 'optedOut' : 'complained', messageId };
}

/** An answer by a program (RFC 3834), a list: nobody has written it. */
function isByProgram(email: Email): boolean {
  const submitted = headerOf(email, 'auto-submitted');
  return (
    (submitted !== '' && !/^no\b/.test(submitted) && !isByServer(email)) ||
    /^(?:bulk|junk|list|auto_reply)\b/.test(headerOf(email, 'precedence')) ||
    ['x-autoreply', 'x-autorespond', 'x-autoresponder'].some((name) => headerOf(email, name) !== '') ||
    /^(?:auto(?:matic)?[ -]?(?:reply|response)|out of (?:the )?office|respuesta autom|fuera de (?:la )?oficina)/i.test(
      email.subject ?? '',
    )
  );
}

const isByServer = (email: Email): boolean =>
  /^(?:mailer-daemon|postmaster)@/i.test(email.from?.address ?? '') || headerOf(email, 'return-path') === '<>';

const textMax = 20_000;

function repliedIn(email: Email, messageId: string): HeardOfMessage | undefined {
  const from = email.from?.address;
  if (from === undefined || from === '' || from.length > 320) return undefined;
  const written = email.text ?? textOfHtml(email.html ?? '');
  const text = answerIn(written).slice(0, textMax);
  const subject = email.subject?.replace(/\p{Cc}/gu, ' ').slice(0, 500) ?? null;
  const wish = wishOf(text, 'email') ?? (wishOf(subject ?? '', 'email') === 'stop' && text === '' ? 'stop' : null);
  return { kind: 'replied', messageId, channel: 'email', from, subject, text, wish };
}
