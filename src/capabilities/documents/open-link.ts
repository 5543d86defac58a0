// Opens an upload link by its key: whoever has it may send what the link asks for, and nothing else.
import type { Instant } from '@tenor/engine/values/instant.ts';
import { timezoneOf } from '#capabilities/access/index.ts';
import { type PersonRow, person } from '#capabilities/people/index.ts';
import { machineNow } from '#platform/clock.ts';
import type { Caller } from '#platform/command/context.ts';
import type { CommandRequest } from '#platform/command/run-command.ts';
import type { Reader } from '#platform/db/realm-database.ts';
import { errors, Refusal } from '#platform/errors.ts';
import type { OpenContext } from '#platform/http/endpoint.ts';
import { document } from './document.ts';
import { documentErrors } from './errors.ts';
import { documentStates } from './states.ts';
import type { DocumentRow, UploadLinkRow } from './tables.ts';
import { type LinkNamed, linkNamedBy } from './upload-link.ts';

type EndReason = 'revoked' | 'expired' | 'usedUp';

export const ended = (reason: EndReason): Refusal =>
  new Refusal(documentErrors.UploadLinkEnded, 'This link takes no documents any more.', { data: { reason } });

export const noLink = (): Refusal =>
  new Refusal(errors.NotFound, 'There is no such link.', { data: { path: 'documentUploadLinkKey' } });

const noDocument = (id: string): Refusal =>
  new Refusal(errors.NotFound, `This link has made no document ${id}.`, { data: { path: 'documentDescriptorId' } });

/** Errors: NotFound, UploadLinkEnded. */
export async function openLink(reader: Reader, { personId, id }: LinkNamed, now: Instant): Promise<UploadLinkRow> {
  const row = await reader.row(
    reader.db.selectFrom('document_upload_links').selectAll().where('person_id', '=', personId).where('id', '=', id),
  );
  if (row === undefined) throw noLink();
  if (row.deleted_at !== null) throw ended('revoked');
  if (row.expires_at <= now) throw ended('expired');
  return row;
}

export interface Opened {
  readonly named: LinkNamed;
  readonly link: UploadLinkRow;
  readonly reader: Reader;
}

/** Errors: NotFound, UploadLinkEnded. */
export async function opened({ vault, database, clock }: OpenContext, key: string): Promise<Opened> {
  const named = linkNamedBy(vault, key);
  if (named === undefined) throw noLink();
  const reader = database.reader(named.realm);
  return { named, reader, link: await openLink(reader, named, machineNow(clock)) };
}

/** Nobody has signed in, so the link itself is the actor of the command. */
export async function commandOf(ctx: OpenContext, { named: { realm, personId, id }, reader }: Opened) {
  const timezone = await timezoneOf(reader);
  if (timezone === undefined) throw noLink();
  const caller: Caller = {
    realm,
    timezone,
    actor: { type: 'provider', id },
    name: 'an upload link',
    permissions: new Set(),
    apiVersion: null,
    reach: 'company',
    session: null,
  };
  return {
    caller,
    requestId: ctx.requestId,
    findSubject: (tx, locks) => person.find(tx, personId, locks),
    present: () => ({ status: 200, headers: {}, body: '' }),
  } satisfies Partial<CommandRequest<PersonRow, unknown>>;
}

/** What a link has made and nobody has decided about. Errors: NotFound, ContentIsFinal. */
export async function draftOf(reader: Reader, { personId, id }: LinkNamed, documentId: string): Promise<DocumentRow> {
  const row = await document.find(reader, documentId, { below: personId });
  if (row.upload_link_id !== id) throw noDocument(documentId);
  documentStates.mustAllow(row.status, 'send', { id: documentId });
  return row;
}
