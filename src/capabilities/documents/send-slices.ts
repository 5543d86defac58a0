// A content that is sent by an upload link in slices, so that what has come stays when the connection is lost. Its sender
// asks how much that is, and goes on from there. With the last slice all of them become one content, which has to be
// right as a whole.
import { addSeconds } from '@tenor/engine/values/instant.ts';
import { person, personSealers, sealerOf } from '#capabilities/people/index.ts';
import { tooLarge } from '#platform/blobs/blobs.ts';
import { findBlobs } from '#platform/blobs/keep-blobs.ts';
import { machineNow } from '#platform/clock.ts';
import { errors, Refusal, refuseField } from '#platform/errors.ts';
import type { ArrivedContent, OpenContext } from '#platform/http/endpoint.ts';
import { scansOf } from './content-rows.ts';
import { keepContent, mustHaveRoom } from './contents.ts';
import { documentErrors } from './errors.ts';
import { documentUploaded } from './events.ts';
import { commandOf, draftOf, type Opened, opened, openLink } from './open-link.ts';
import { dropSlices, keepSlice, mustContinue, type Progress, progressOf, type SlicePlace } from './slices.ts';
import type { DocumentRow } from './tables.ts';

/** Without a least length somebody could fill a table with slices of one byte. */
export const sliceBytes = { least: 262_144, most: 4_194_304 } as const;

/** Long enough for somebody who has to find a better connection. */
const slicesKeptSeconds = 86_400;

interface ContentProgress {
  readonly id: string;
  readonly object: 'documentContent';
  readonly offset: number;
  readonly contentType: string | null;
  readonly contentLength: number | null;
  readonly sha256: string | null;
}

const progressShown = (id: string, offset: number): ContentProgress => ({
  id,
  object: 'documentContent',
  offset,
  contentType: null,
  contentLength: null,
  sha256: null,
});

export const contentShown = (
  id: string,
  { contentType, length, sha256 }: Pick<ArrivedContent, 'contentType' | 'length' | 'sha256'>,
): ContentProgress => ({
  id,
  object: 'documentContent',
  offset: length,
  contentType,
  contentLength: length,
  sha256,
});

/** Errors: NotFound, UploadLinkEnded, ContentIsFinal. */
export async function progressByLink(ctx: OpenContext, key: string, documentId: string) {
  const { named, reader } = await opened(ctx, key);
  const row = await draftOf(reader, named, documentId);
  const { id, content_id: contentId } = row;
  const [{ offset }, scans] = await Promise.all([
    progressOf(reader, row, machineNow(ctx.clock)),
    scansOf(reader, row.person_id, contentId === null ? [] : [contentId]),
  ]);
  const scanStatus = scans.get(contentId ?? '') ?? null;
  // What something was found in is gone, and another content takes its place.
  const hasContent = contentId !== null && scanStatus !== 'infected';
  return { id, object: 'documentUploadProgress' as const, offset, hasContent, scanStatus };
}

/** Errors: NotFound, UploadLinkEnded, ContentIsFinal, NoRoom, WrongOffset, those of a content that comes, PersonErased. */
export async function appendByLink(
  ctx: OpenContext,
  key: string,
  documentId: string,
  place: SlicePlace,
): Promise<ContentProgress> {
  const asked = await opened(ctx, key);
  const { named, link, reader } = asked;
  if (place.length > link.max_content_length) throw tooLarge(link.max_content_length);
  const row = await draftOf(reader, named, documentId);
  const [progress] = await Promise.all([progressOf(reader, row, machineNow(ctx.clock)), mustHaveRoom(reader, row)]);
  mustContinue(progress, place);
  const end = place.offset < place.length ? await takeSlice(ctx, asked, row, place) : place.offset;
  return end < place.length ? progressShown(row.id, end) : becomeWhole(ctx, asked, row);
}

/** Returns the offset after it. */
async function takeSlice(ctx: OpenContext, { named }: Opened, { id }: DocumentRow, place: SlicePlace): Promise<number> {
  const { realm, personId } = named;
  const { offset, length } = place;
  const bytesMax = Math.min(sliceBytes.most, length - offset);
  const arrived = await ctx.receive(realm, personId, { bytesMax, part: offset === 0 ? 'first' : 'later' });
  const end = offset + arrived.length;
  try {
    if (end < length && arrived.length < sliceBytes.least) throw tooShort();
    await ctx.transact(realm, async (tx) => {
      const { subject: owner } = await person.find(tx, personId, true);
      const now = machineNow(ctx.clock);
      await openLink(tx, named, now);
      const row = await draftOf(tx, named, id);
      const progress = await progressOf(tx, row, now);
      mustContinue(progress, place);
      const isFirst = offset === 0;
      if (isFirst) await dropSlices(tx, row);
      const expiresAt = (isFirst ? undefined : progress.slices[0]?.expires_at) ?? addSeconds(now, slicesKeptSeconds);
      await keepSlice(tx, sealerOf(ctx.vault, owner), row, { arrived, place, expiresAt });
    });
  } catch (error) {
    await ctx.discard(realm, arrived).catch(() => {});
    throw error;
  }
  return end;
}

const tooShort = (): Refusal =>
  refuseField('', 'The slice is too short', `at least ${sliceBytes.least} bytes, unless it is the last one`);

/** Errors: WrongOffset, where somebody else was faster; those of a content that comes; those of `keepContent`. */
async function becomeWhole(ctx: OpenContext, asked: Opened, { id, person_id }: DocumentRow): Promise<ContentProgress> {
  const { named, reader } = asked;
  const { realm } = named;
  const progress = await progressOf(reader, { id, person_id }, machineNow(ctx.clock));
  const arrived = await joined(ctx, asked, progress).catch(async (error) => {
    // What is wrong as a whole does not get better by going on.
    if (error instanceof Refusal)
      await ctx.transact(realm, async (tx) => void (await dropSlices(tx, { id, person_id })));
    throw error;
  });
  const ids = progress.slices.map(({ content_id }) => content_id);
  try {
    await ctx.runCommand({
      ...(await commandOf(ctx, asked)),
      emits: [documentUploaded],
      async run(command, tx, parent) {
        await openLink(tx, named, command.machineNow());
        const row = await draftOf(tx, named, id);
        const gone = await dropSlices(tx, row);
        if (gone.length !== ids.length || gone.some((one) => !ids.includes(one))) throw begunAnew();
        await keepContent(command, tx, { row, parent }, arrived, { isBorrowers: true, scanning: command });
      },
    });
  } catch (error) {
    await ctx.discard(realm, arrived).catch(() => {});
    throw error;
  }
  return contentShown(id, arrived);
}

async function joined(ctx: OpenContext, { named, reader }: Opened, { slices }: Progress): Promise<ArrivedContent> {
  const { realm, personId } = named;
  const sealer = (await personSealers(reader, ctx.vault, [personId])).get(personId);
  const ids = slices.map(({ content_id }) => content_id);
  const found = sealer === undefined ? new Map() : await findBlobs(reader, sealer, personId, ids);
  const parts = ids.flatMap((id) => found.get(id) ?? []);
  if (parts.length === 0 || parts.length < ids.length) {
    throw new Refusal(errors.IncompleteRequest, 'What had come before is gone; begin anew.');
  }
  return ctx.join(realm, personId, parts);
}

const begunAnew = (): Refusal =>
  new Refusal(documentErrors.WrongOffset, 'Somebody else has sent this content meanwhile, or begun anew.', {
    data: { path: 'offset', expected: '0', offset: 0, length: 0 },
  });
