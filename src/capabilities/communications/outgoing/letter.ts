// What a message says as a PDF: as a letter is printed, or as a document that the borrower finds. It is set outside of
// transactions, by a process apart.
import { Readable } from 'node:stream';
import { dateInZone } from '@tenor/engine/values/zone.ts';
import { pdfOfText } from '#capabilities/agreements/index.ts';
import type { Attachment, Outgoing } from '#capabilities/sending/index.ts';
import { blobs } from '#platform/blobs/blobs.ts';
import { blobStores } from '#platform/blobs/stores.ts';
import type { WorkTools } from '#platform/capability.ts';
import { backgroundReads } from '#platform/http/background-reads.ts';
import type { ArrivedContent } from '#platform/http/endpoint.ts';

const contentType = 'application/pdf';

/** What is set, and under which name. */
export type Paper = Pick<Outgoing, 'realm' | 'id' | 'subject' | 'text' | 'html' | 'purpose'>;

type Tools = Pick<WorkTools, 'database' | 'vault' | 'clock' | 'whole'>;

/** Errors: ContentNotConvertible. */
export async function letterOf(tools: Tools, paper: Paper, timezone: string): Promise<Attachment> {
  const bytes = await setPaper(tools, paper, timezone);
  const open = () => Readable.from([bytes]);
  return { documentId: null, fileName: `${paper.id}.pdf`, contentType, contentLength: bytes.length, open };
}

/** Keeps the content of a document; the commit that makes the document takes it. Errors: ContentNotConvertible. */
export async function documentOf(
  tools: Tools & Pick<WorkTools, 'settings'>,
  paper: Paper,
  { personId, timezone }: { readonly personId: string; readonly timezone: string },
): Promise<ArrivedContent> {
  const bytes = await setPaper(tools, paper, timezone);
  const contents = blobs(tools.database, tools.clock, blobStores(tools.database, tools.settings.blobs));
  const arrived = await contents.put(paper.realm, personId, Readable.from([bytes]), { bytesMax: bytes.length });
  return { ...arrived, contentType };
}

async function setPaper(
  { database, vault, clock, whole }: Tools,
  { realm, subject, text, html, purpose }: Paper,
  timezone: string,
): Promise<Buffer> {
  const service = { name: 'communications', permissions: whole.permissions, timezone };
  const ctx = backgroundReads({ reader: database.reader(realm), vault, clock }, service);
  return pdfOfText(ctx, {
    contentType: html === null ? 'text/plain' : 'text/html',
    text: html ?? text,
    title: subject || purpose,
    madeOn: dateInZone(await ctx.now(), timezone),
  });
}
