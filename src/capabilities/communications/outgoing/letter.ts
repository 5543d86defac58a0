// A letter as it is printed: a PDF of what the message says. It is set outside of transactions, by a process apart.
import { Readable } from 'node:stream';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import { pdfOfText } from '#capabilities/agreements/index.ts';
import type { Attachment, Outgoing } from '#capabilities/sending/index.ts';
import type { WorkTools } from '#platform/capability.ts';
import { backgroundReads } from '#platform/http/background-reads.ts';

const contentType = 'application/pdf';

/** Errors: ContentNotConvertible. */
export async function letterOf(
  { database, vault, clock, whole }: WorkTools,
  { realm, id, subject, text, html, purpose }: Omit<Outgoing, 'attachments'>,
  timezone: string,
): Promise<Attachment> {
  const service = { name: 'communications', permissions: whole.permissions, timezone };
  const ctx = backgroundReads({ reader: database.reader(realm), vault, clock }, service);
  const bytes = await pdfOfText(ctx, {
    contentType: html === null ? 'text/plain' : 'text/html',
    text: html ?? text,
    title: subject ?? purpose,
    madeOn: dateInZone(await ctx.now(), timezone),
  });
  const open = () => Readable.from([bytes]);
  return { documentId: null, fileName: `${id}.pdf`, contentType, contentLength: bytes.length, open };
}
