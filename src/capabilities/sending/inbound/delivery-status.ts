// What a mail server reports of an email that it could not deliver (RFC 3464). Some servers write 5.0.0 whatever has
// happened, so the answer that they quote comes first.
import type { HeardOfMessage } from './heard.ts';

type Fields = Readonly<Record<string, string>>;

/** The fields of a report: of the message, then of each receiver. */
export const groupsOf = (report: string): readonly Fields[] =>
  report
    .replaceAll('\r\n', '\n')
    .replace(/\n[ \t]+/g, ' ')
    .split(/\n\s*\n/)
    .map((group) =>
      Object.fromEntries(
        group.split('\n').flatMap((line) => {
          const [, name, value] = /^([!-9;-~]+):\s*(.*)$/.exec(line) ?? [];
          return name === undefined || value === undefined ? [] : [[name.toLowerCase(), value.trim()]];
        }),
      ),
    )
    .filter((fields) => Object.keys(fields).length > 0);

type Told = { readonly kind: 'delivered' } | Omit<Extract<HeardOfMessage, { kind: 'bounced' }>, 'messageId'>;

/**
 * What became of the email: ours have one receiver each. Undefined: it is only late. `said` is what the server wrote for
 * people, by which a server that was not reached is told from one that refused.
 */
export function toldBy(report: string, said: string): Told | undefined {
  const receiver = groupsOf(report).find(({ action }) => action !== undefined);
  const action = receiver?.action?.toLowerCase();
  if (action === 'delivered') return { kind: 'delivered' };
  if (receiver === undefined || action !== 'failed') return undefined;
  const { 'diagnostic-code': diagnostic = '', status = '' } = receiver;
  return bouncedBy({ diagnostic, status, said });
}

interface Reported {
  readonly diagnostic: string;
  readonly status: string;
  readonly said: string;
}

const enhanced = /(?<![\d.])([245])\.(\d{1,3})\.(\d{1,3})(?![\d.])/;
const reply = /(?<![\d.])([245]\d\d)(?![\d.])/;

export function bouncedBy({ diagnostic, status, said }: Reported): Exclude<Told, { kind: 'delivered' }> {
  const answer = diagnostic === '' ? (answerIn.exec(said)?.[1] ?? '') : diagnostic;
  const [quoted] = enhanced.exec(answer) ?? [];
  const [, replied] = reply.exec(answer) ?? [];
  const [stated] = enhanced.exec(status) ?? [];
  const code = quoted ?? (replied === undefined ? undefined : codeOf(replied)) ?? stated;
  const wasNotReached = (code === undefined || code === '5.0.0') && notReached.test(said);
  const isPermanent = !wasNotReached && (code === '5.0.0' ? !spam.test(answer) : wrongAddress.test(code ?? ''));
  return { kind: 'bounced', isPermanent, code: code ?? null, reason: reasonOf(code, wasNotReached) };
}

/** Some servers quote the answer only in what they write for people, on a line of its own. */
const answerIn = /^[ \t]+([245]\d\d[ -].*)$/m;

const codeOf = (replied: string): string => codeOfReply[replied] ?? `${replied[0]}.0.0`;

/** The codes of replies that say why by themselves. */
const codeOfReply: Readonly<Record<string, string>> = { 421: '4.3.2', 450: '4.2.1', 452: '4.2.2', 552: '5.2.2' };

/** The mailbox, its server or its domain is not there, or was closed. */
const wrongAddress = /^5\.(?:1\.(?:[0-6]|10)|2\.1|4\.4|7\.15)$/;
const notReached = /retry time|timed? ?out|connection refused|could not connect|no route to host|deferred/i;
const spam = /spam|block|reject(?:ed)? (?:by|for) (?:policy|content)|reputation|blacklist|denylist/i;

const reasons: readonly (readonly [RegExp, string])[] = [
  [/^[45]\.1\.[0136]$/, 'there is no such mailbox'],
  [/^[45]\.1\.2$|^[45]\.4\.4$/, 'there is no such domain'],
  [/^[45]\.1\.10$/, 'the domain takes no email'],
  [/^[45]\.2\.1$/, 'the mailbox is closed'],
  [/^[45]\.2\.2$/, 'the mailbox is full'],
  [/^[45]\.[23]\.[34]$/, 'the email is too large'],
  [/^[45]\.7\./, 'the server does not let it in'],
  [/^4\./, 'the server did not take it in time'],
];

function reasonOf(code: string | undefined, wasNotReached: boolean): string {
  if (wasNotReached) return 'The mail server of the receiver was not reached.';
  const why = reasons.find(([form]) => form.test(code ?? ''))?.[1] ?? 'the server refused it';
  return `It came back: ${why}${code === undefined ? '' : ` (${code})`}.`;
}
