// The signature of our domain over an email (RFC 6376, relaxed/relaxed, RSA with SHA-256). It is made by a thread apart: a
// key of 2,048 bits takes a millisecond, in which this process answers nobody.
import { createHash, createPrivateKey, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { ofEach } from '#platform/of-each.ts';
import type { DkimSettings } from '#platform/sending-settings.ts';

/** What a signature must cover, so that nobody on the way changes it. */
const signedFields = [
  ...['From', 'Reply-To', 'Subject', 'Date', 'Message-ID', 'To', 'MIME-Version', 'Content-Type'],
  ...['Content-Transfer-Encoding', 'In-Reply-To', 'References', 'List-Unsubscribe', 'List-Unsubscribe-Post'],
];

/** To read the key costs as much as to sign with it. */
const keyOf = ofEach(({ privateKey }: DkimSettings) => createPrivateKey(privateKey));

const signedApart = promisify(sign);

/** The email with its signature as the first field. Its lines end in CRLF, as they go out. */
export async function signed(email: Buffer, dkim: DkimSettings): Promise<Buffer> {
  const key = keyOf(dkim);
  if (key.asymmetricKeyType !== 'rsa') throw new Error('The letter could not be signed: the key is not of RSA.');
  const text = email.toString('latin1');
  const endOfHead = text.indexOf('\r\n\r\n');
  const fields = fieldsOf(text.slice(0, endOfHead));
  const covered = signedFields.flatMap((name) => fields.get(name.toLowerCase()) ?? []);
  const names = covered.map(({ name }) => name.toLowerCase());
  const unsigned = signatureField(dkim, names, bodyHash(text.slice(endOfHead + 4)));
  const canonical = [...covered, fieldOf(unsigned)].map(relaxed).join('\r\n');
  const signature = await signedApart('sha256', Buffer.from(canonical, 'latin1'), key);
  const lines = signature.toString('base64').match(/.{1,72}/g) as string[];
  return Buffer.concat([Buffer.from(`${unsigned}${lines.join('\r\n ')}\r\n`, 'latin1'), email]);
}

interface Field {
  readonly name: string;
  readonly value: string;
}

const fieldOf = (line: string): Field => {
  const colon = line.indexOf(':');
  return { name: line.slice(0, colon), value: line.slice(colon + 1) };
};

/** By their names in small letters. We write each once. */
const fieldsOf = (head: string): ReadonlyMap<string, Field> =>
  new Map(head.split(/\r\n(?![ \t])/).map((line) => [fieldOf(line).name.trim().toLowerCase(), fieldOf(line)]));

/** It ends where the signature begins. */
const signatureField = ({ domain, selector }: DkimSettings, names: readonly string[], hash: string): string =>
  [
    `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=${domain}; q=dns/txt;`,
    ` s=${selector}; bh=${hash};`,
    ` h=${names.join(':\r\n  ')};`,
    ' b=',
  ].join('\r\n');

const relaxed = ({ name, value }: Field): string =>
  `${name.trim().toLowerCase()}:${value
    .replace(/\r\n/g, '')
    .replace(/[ \t]+/g, ' ')
    .trim()}`;

/** An empty body stays empty (RFC 6376, 3.4.4). */
function bodyHash(body: string): string {
  const lines = body.replace(/[ \t]+/g, ' ').replace(/ \r\n/g, '\r\n');
  const text = lines.replace(/ ?(\r\n)*$/, '');
  return createHash('sha256')
    .update(text === '' ? '' : `${text}\r\n`, 'latin1')
    .digest('base64');
}
