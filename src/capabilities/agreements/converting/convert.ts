// Makes a PDF of an HTML text, a plain text or a picture. One that is a PDF already stays as it is: clients convert whatever
// was accepted, and go on with the copy.
import { dateInZone } from '@tenor/engine/values/zone.ts';
import type { MakeContext, ReadContext } from '#platform/http/endpoint.ts';
import { agreementErrors } from '../errors.ts';
import { type FoundDocument, madeApart, readSource, withoutEnding } from '../making.ts';
import type { ConvertOrder } from './convert-order.ts';

const mebibyte = 1_048_576;
const pdf = 'application/pdf';
const bytesMax = {
  'text/html': 4 * mebibyte,
  'text/plain': mebibyte / 2,
  'image/jpeg': 25 * mebibyte,
  'image/png': 25 * mebibyte,
  [pdf]: 25 * mebibyte,
};
const refusal = agreementErrors.ContentNotConvertible;
const convertProcess = new URL('./convert-process.ts', import.meta.url);

interface TextToSet {
  readonly contentType: 'text/html' | 'text/plain';
  readonly text: string;
  /** If the text says none. */
  readonly title: string;
  readonly madeOn: string;
}

/** Sets a text of ours, which no document has. Errors: ContentNotConvertible. */
export async function pdfOfText(ctx: ReadContext, { contentType, text, title, madeOn }: TextToSet): Promise<Buffer> {
  const madeFrom = { documentId: null, sha256: '', madeOn, accepted: undefined };
  const order: ConvertOrder = { contentType, bytes: Buffer.from(text), title, madeFrom };
  return Buffer.from(await madeApart(ctx, convertProcess, order, refusal));
}

/** Errors: NotFound, DocumentIsRejected, ContentNotConvertible. */
export async function convert(ctx: MakeContext, found: FoundDocument) {
  const { bytes, contentType, blob, fileName, accepted } = await readSource(ctx, found, { refusal, bytesMax });
  const sha256 = accepted?.sha256 ?? blob.sha256;
  const madeOn = dateInZone(await ctx.now(), ctx.caller.timezone);
  const order: ConvertOrder = {
    contentType,
    bytes,
    title: found.row.id,
    madeFrom: { documentId: found.row.id, sha256, madeOn, accepted },
  };
  return {
    ownerId: found.row.person_id,
    contentType: pdf,
    bytes: contentType === pdf ? bytes : await madeApart(ctx, convertProcess, order, refusal),
    from: blob.id,
    fileName: `${withoutEnding(fileName)}.pdf`,
  };
}
