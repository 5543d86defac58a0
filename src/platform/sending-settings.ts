// The settings of messages to people, as config.ts reads them.

/** The ways by which messages to people go out; null: this way is not used. */
export interface SendingSettings {
  readonly email: { readonly smtpUrl: string; readonly from: string } | null;
  /** It takes text messages and calls. */
  readonly webhook: { readonly url: string; readonly secret: string } | null;
}

interface ReadsSettings {
  optional(name: string, isRight: (text: string) => boolean, expected: string): string | null;
}

export function sendingSettings(read: ReadsSettings, wrong: string[]): SendingSettings {
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
  if ((url === null) !== (secret === null)) {
    wrong.push('MESSAGES_WEBHOOK_URL goes with MESSAGES_WEBHOOK_SECRET: set both, or neither.');
  }
  return {
    email: smtpUrl !== null && from !== null ? { smtpUrl, from } : null,
    webhook: url !== null && secret !== null ? { url, secret } : null,
  };
}

const isSmtpUrl = (text: string) => /^smtps?:\/\/[^?#/]+\/?$/.test(text) && URL.canParse(text);
const isSender = (text: string) => /^(?:[^<>"\p{Cc}]{1,100} <)?[^\s<>@,;"]+@[^\s<>@,;"]+>?$/u.test(text);

/** The own machine: what is sent to it crosses no network. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || hostname === '::1' || /^127\.\d+\.\d+\.\d+$/.test(hostname);

function isSecureUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:\/\/[^?#@]+$/.test(text) && (url.protocol === 'https:' || isLoopback(url.hostname));
}
