// An email as it goes to the mail server: its head, text and HTML, its attachments, and the signature of our domain.
import { Readable } from 'node:stream';
import type { Vault } from '#platform/crypto/vault.ts';
import type { EmailSettings } from '#platform/sending-settings.ts';
import { nameOfMessage } from '../../message-address.ts';
import { footed } from '../../unsubscribe/footer.ts';
import { unsubscribeUrl } from '../../unsubscribe/token.ts';
import type { Outgoing } from '../provider.ts';
import { signed } from './dkim.ts';
import { textsAtOnce } from './texts-at-once.ts';

export interface Writing {
  readonly settings: EmailSettings;
  readonly vault: Vault;
  /** Where clients reach the service. */
  readonly publicUrl: string | null;
}

export interface Letter {
  readonly envelope: {
    readonly from: string;
    readonly to: string[];
    readonly dsn: { readonly id: string; readonly return: string; readonly notify: string[] };
  };
  readonly bytes: Buffer;
}

export async function writtenLetter(message: Outgoing, writing: Writing): Promise<Letter> {
  const { settings, vault } = writing;
  const { name, address } = senderOf(settings.from);
  const named = nameOfMessage(vault, { realm: message.realm, messageId: message.id });
  const bytes = await composed(message, { ...writing, name, address });
  return {
    envelope: {
      from: settings.bounceDomain ? `b+${named}@${settings.bounceDomain}` : address,
      to: [message.to],
      dsn: { id: named, return: 'headers', notify: ['failure', 'delay'] },
    },
    bytes: settings.dkim ? await signed(bytes, settings.dkim) : bytes,
  };
}

interface Sender {
  readonly name: string;
  readonly address: string;
}

function senderOf(from: string): Sender {
  const [, name = '', address = from] = /^(?:(.*) )?<([^>]+)>$/.exec(from) ?? [];
  return { name, address };
}

/** Addresses are given as name and address: in a text, a name could hold a second address. */
async function composed(message: Outgoing, { vault, publicUrl, name, address }: Writing & Sender): Promise<Buffer> {
  // The library is loaded for the first letter: few processes write one.
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer');
  const idOf = (id: string): string =>
    `<${id}.${nameOfMessage(vault, { realm: message.realm, messageId: id })}@${address.split('@')[1]}>`;
  const { id, to, subject, senderName, replyTo, thread, attachments } = message;
  const link = message.mayUnsubscribe && publicUrl ? unsubscribeUrl(vault, publicUrl, message) : undefined;
  const { text, html } = footed(message, link);
  const before = thread.map(idOf);
  const letter = new MailComposer({
    from: { name: senderName ?? name, address },
    to: { name: '', address: to },
    ...(replyTo === null ? {} : { replyTo: { name: senderName ?? name, address: replyTo } }),
    subject: subject ?? '',
    text,
    ...(html === null ? {} : { html }),
    messageId: idOf(id),
    ...(before.length === 0 ? {} : { inReplyTo: before.at(-1), references: before }),
    headers: { 'Auto-Submitted': 'auto-generated', ...(link === undefined ? {} : listHeaders(link)) },
    attachments: attachments.map(({ fileName, contentType, open }) => ({
      filename: fileName,
      contentType,
      content: Readable.from(open(), { objectMode: false }),
    })),
    // What is signed is what goes out, byte for byte.
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const email = letter.compile();
  return attachments.length === 0 ? textsAtOnce(email) : email.build();
}

/** A mail program shows a button by them, which unsubscribes without a page (RFC 8058). */
const listHeaders = (link: string) => ({
  'List-Unsubscribe': { prepared: true, value: `<${link}>` },
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
});
