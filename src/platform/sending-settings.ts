// The settings of messages to people, as config.ts reads them.
import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isWholeUrl } from './setting-forms.ts';

/** The ways by which messages to people go out; null: this way is not used. */
export interface SendingSettings {
  readonly email: EmailSettings | null;
  /** It takes text messages and calls. */
  readonly webhook: { readonly url: string; readonly secret: string } | null;
  /** It signs what is posted to us about messages. */
  readonly inboundSecret?: string | null;
  /** Where letters are left for a printer. */
  readonly letters?: LetterSettings | null;
  /** Where clients reach the service, for the links in messages. */
  readonly publicUrl?: string | null;
}

export interface EmailSettings {
  readonly smtpUrl: string;
  readonly from: string;
  readonly dkim?: DkimSettings | null;
  /** The domain of the address to which mail servers return what they cannot deliver. */
  readonly bounceDomain?: string | null;
  /** The mailbox in which that arrives. */
  readonly bouncesUrl?: string | null;
}

export interface DkimSettings {
  readonly domain: string;
  readonly selector: string;
  /** An RSA key, in PEM. */
  readonly privateKey: string;
}

/** A folder of this machine, or one of another's. */
export type LetterSettings =
  | { readonly directory: string }
  | { readonly url: string; readonly hostKey: string; readonly privateKey: string };

interface ReadsSettings {
  optional(name: string, isRight: (text: string) => boolean, expected: string): string | null;
}

export function sendingSettings(read: ReadsSettings, publicUrl: string | null, wrong: string[]): SendingSettings {
  const smtpUrl = read.optional('SMTP_URL', isSmtpUrl, 'an address such as smtp://user:password@mail.example.com:587');
  const from = read.optional('MAIL_FROM', isSender, 'a sender such as Acme <loans@example.com>');
  const url = read.optional(
    'MESSAGES_WEBHOOK_URL',
    isSecureUrl,
    'an address such as https://messages.example.com/tenor',
  );
  const secret = read.optional(
    'MESSAGES_WEBHOOK_SECRET',
    (text) => /^[A-Za-z0-9+/]{43}=$/.test(text),
    '32 bytes in base64, as `openssl rand -base64 32` prints',
  );
  if ((smtpUrl === null) !== (from === null)) wrong.push('SMTP_URL goes with MAIL_FROM: set both, or neither.');
  // The secret alone is enough for what comes back about emails.
  if (url !== null && secret === null) wrong.push('MESSAGES_WEBHOOK_URL goes with MESSAGES_WEBHOOK_SECRET: set both.');
  const more = { dkim: dkimSettings(read, wrong), ...bounceSettings(read, wrong) };
  return {
    email: smtpUrl !== null && from !== null ? { smtpUrl, from, ...more } : null,
    webhook: url !== null && secret !== null ? { url, secret } : null,
    inboundSecret: secret,
    letters: letterSettings(read, wrong),
    publicUrl,
  };
}

const isDomain = (text: string) =>
  text.length <= 253 && /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/i.test(text);

function dkimSettings(read: ReadsSettings, wrong: string[]): DkimSettings | null {
  const domain = read.optional('DKIM_DOMAIN', isDomain, 'a domain such as example.com');
  const selector = read.optional(
    'DKIM_SELECTOR',
    (text) => /^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})*$/i.test(text),
    'the name below _domainkey at which the public key stands, such as tenor',
  );
  const file = read.optional('DKIM_PRIVATE_KEY_FILE', isPath, 'the path of a file');
  if (domain === null && selector === null && file === null) return null;
  if (domain === null || selector === null || file === null) {
    wrong.push('DKIM_DOMAIN, DKIM_SELECTOR and DKIM_PRIVATE_KEY_FILE go together: set all three, or none.');
    return null;
  }
  const privateKey = keyIn('DKIM_PRIVATE_KEY_FILE', file, wrong);
  return privateKey === undefined ? null : { domain, selector, privateKey };
}

/** The library that signs leaves an email unsigned, without a word, when the key is of another kind. */
function keyIn(name: string, file: string, wrong: string[]): string | undefined {
  const text = textIn(name, file, wrong);
  if (text === undefined) return undefined;
  try {
    const { asymmetricKeyType: type = 'none', asymmetricKeyDetails } = createPrivateKey(text);
    if (type !== 'rsa') wrong.push(`${name} must be an RSA key, for many mail servers check no other; it is ${type}.`);
    else if ((asymmetricKeyDetails?.modulusLength ?? 0) < 1024) {
      wrong.push(`${name} must be an RSA key of at least 1024 bits, better 2048: mail servers refuse shorter ones.`);
    } else return text;
  } catch {
    wrong.push(`${name} must be a private key in PEM without a password, as \`openssl genrsa 2048\` prints.`);
  }
  return undefined;
}

function textIn(name: string, file: string, wrong: string[]): string | undefined {
  try {
    return readFileSync(resolve(file), 'utf8');
  } catch (error) {
    wrong.push(`${name} must be a file that can be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'}).`);
    return undefined;
  }
}

function bounceSettings(read: ReadsSettings, wrong: string[]) {
  const bounceDomain = read.optional('BOUNCE_DOMAIN', isDomain, 'a domain such as bounces.example.com');
  const bouncesUrl = read.optional(
    'BOUNCES_IMAP_URL',
    isMailboxUrl,
    'a mailbox such as imaps://user:password@mail.example.com/INBOX',
  );
  if (bouncesUrl !== null && bounceDomain === null) {
    wrong.push('BOUNCES_IMAP_URL goes with BOUNCE_DOMAIN, whose mail arrives in the mailbox: set both.');
  }
  return { bounceDomain, bouncesUrl };
}

function letterSettings(read: ReadsSettings, wrong: string[]): LetterSettings | null {
  const directory = read.optional('LETTERS_DIR', isPath, 'a folder');
  const url = read.optional(
    'LETTERS_SFTP_URL',
    isSftpUrl,
    'a folder such as sftp://user@press.example.com:22/incoming',
  );
  const hostKey = read.optional(
    'LETTERS_SFTP_HOST_KEY',
    (text) => /^SHA256:[A-Za-z0-9+/]{43}$/.test(text),
    'a fingerprint as `ssh-keygen -l` shows it: SHA256:…',
  );
  const file = read.optional('LETTERS_SFTP_KEY_FILE', isPath, 'the path of a file');
  if (directory !== null) return { directory: resolve(directory) };
  if (url === null) return null;
  if (hostKey === null || file === null) {
    wrong.push('LETTERS_SFTP_URL goes with LETTERS_SFTP_HOST_KEY and LETTERS_SFTP_KEY_FILE: set all three.');
    return null;
  }
  const privateKey = textIn('LETTERS_SFTP_KEY_FILE', file, wrong);
  return privateKey === undefined ? null : { url, hostKey, privateKey };
}

const isPath = (text: string) => !text.includes('\0');
const isSmtpUrl = (text: string) => /^smtps?:\/\/[^?#/]+\/?$/.test(text) && isWholeUrl(text);
const isSender = (text: string) => /^(?:[^<>"\p{Cc}]{1,100} <)?[^\s<>@,;"]+@[^\s<>@,;"]+>?$/u.test(text);
const isSftpUrl = (text: string) => /^sftp:\/\/[^@:/]+@[^?#/]+(?:\/[^?#]*)?$/.test(text) && isWholeUrl(text);

/** Without encryption only on the own machine: its password would cross a network. */
function isMailboxUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !isWholeUrl(text) || !/^imaps?:\/\/[^:@/]+:[^@/]+@[^?#]+$/.test(text)) return false;
  return url.protocol === 'imaps:' || isLoopback(url.hostname);
}

/** The own machine: what is sent to it crosses no network. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || hostname === '::1' || /^127\.\d+\.\d+\.\d+$/.test(hostname);

function isSecureUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:\/\/[^?#@]+$/.test(text) && (url.protocol === 'https:' || isLoopback(url.hostname));
}
