// An email of texts alone, as bytes. The library writes every email through a dozen streams, each of which waits for turns
// of the event loop. Where nothing is attached there is nothing to wait for, and this costs less than half of it.
import type MimeNode from 'nodemailer/lib/mime-node';

const lineLength = 76;

/** All parts of the email have their texts. */
export async function textsAtOnce(email: MimeNode): Promise<Buffer> {
  // The library is loaded for the first letter: few processes write one.
  const [quotedPrintable, base64] = await Promise.all([import('nodemailer/lib/qp'), import('nodemailer/lib/base64')]);
  const encoders: Readonly<Record<string, typeof quotedPrintable>> = { 'quoted-printable': quotedPrintable, base64 };
  const written = (part: MimeNode): string => `${part.buildHeaders()}\r\n\r\n${textOf(part)}${partsOf(part)}`;
  const textOf = (part: MimeNode): string => {
    const { content = '' } = part;
    if (typeof content !== 'string') throw new Error('A part of an email without attachments is no text.');
    const encoder = encoders[part.getTransferEncoding() || ''];
    return encoder === undefined ? content : encoder.wrap(encoder.encode(content), lineLength);
  };
  const partsOf = ({ multipart, boundary, childNodes }: MimeNode): string =>
    multipart
      ? [...childNodes.map((one) => `--${boundary}\r\n${written(one)}`), `--${boundary}--\r\n`].join('\r\n')
      : '';
  const whole = written(email).replace(/\r?\n/g, '\r\n');
  return Buffer.from(whole.endsWith('\n') ? whole : `${whole.replace(/\r$/, '')}\r\n`);
}
