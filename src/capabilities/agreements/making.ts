// What converting and signing have in common: they make a copy of a document, in a process that may be killed.
import { type DocumentRow, document, documentErrors, keepCopy, sourceOf } from '#capabilities/documents/index.ts';
import type { PersonRow } from '#capabilities/people/index.ts';
import { inOwnProcess, TookTooMuch } from '#platform/apart/in-own-process.ts';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import { type ErrorKind, errors, Refusal } from '#platform/errors.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import type { ArrivedContent, MakeContext, ReadContext } from '#platform/http/endpoint.ts';
import type { RowOfPath } from '#platform/resource/resource-endpoints.ts';

export type FoundDocument = RowOfPath<DocumentRow, PersonRow>;

type Reason = 'type' | 'tooLarge' | 'notTaken' | 'encrypted' | 'unreadable' | 'tooMuch';

interface Taken {
  /** How a content is refused. */
  readonly refusal: ErrorKind;
  /** The most bytes of each type that is taken. */
  readonly bytesMax: Readonly<Record<string, number>>;
}

const notMade = (
  kind: ErrorKind,
  reason: Reason,
  message: string,
  problems: readonly { readonly line: number; readonly message: string }[] = [],
): Refusal =>
  new Refusal(kind, message, {
    data: { path: 'documentDescriptorId', reason, ...(problems.length > 0 && { errors: problems }) },
  });

/** What is read of the document that a copy is made of. Errors: NotFound, DocumentIsRejected, and `refusal`. */
export async function readSource(ctx: MakeContext, found: FoundDocument, { refusal, bytesMax }: Taken) {
  const source = await sourceOf(ctx.reader, ctx.vault, found);
  const { contentType, blob } = source;
  const most = Object.hasOwn(bytesMax, contentType) ? bytesMax[contentType] : undefined;
  if (most === undefined) {
    throw notMade(refusal, 'type', `It is ${contentType}; taken are ${Object.keys(bytesMax).join(', ')}.`);
  }
  if (blob.length > most) throw notMade(refusal, 'tooLarge', `It has ${blob.length} bytes; at most ${most} are taken.`);
  const parts: Buffer[] = [];
  for await (const part of ctx.open(blob)) parts.push(part);
  return { ...source, bytes: Buffer.concat(parts) };
}

interface Refused {
  readonly why: Reason;
  readonly message: string;
  readonly problems?: Parameters<typeof notMade>[3];
}

/** Lets a process make the PDF; meanwhile the request keeps nobody else waiting. Errors: `refusal`. */
export async function madeApart(ctx: ReadContext, module: URL, order: object, refusal: ErrorKind): Promise<Uint8Array> {
  const reply = await ctx
    .waitFor(ctx.caller, () => inOwnProcess<{ readonly pdf: Uint8Array } | Refused>(module, order, ctx.caller))
    .catch((error: unknown) => {
      if (error instanceof TookTooMuch) return { why: 'tooMuch', message: error.message } as const;
      throw error;
    });
  if ('pdf' in reply) return reply.pdf;
  throw notMade(refusal, reply.why, reply.message, 'problems' in reply ? reply.problems : []);
}

type Made = ArrivedContent & { readonly from: string; readonly fileName: string };

/** Keeps the copy, tells of it, and answers with it. Errors: those of `keepErrors`. */
export async function keepAndTell(ctx: CommandContext, tx: Tx, found: FoundDocument, made: Made, event: EventKind) {
  const copy = await keepCopy(ctx, tx, found, made);
  const { id, content_id: contentId, conversion_source_id: conversionSourceId, type, status } = copy;
  const told = { documentDescriptorId: id, conversionSourceId, contentId, type, status };
  ctx.emit(event, copy.person_id, told, copy.loan_id === null ? {} : { about: { loanId: copy.loan_id } });
  const [shown] = await document.showAll([copy], { reader: tx, vault: ctx.vault, parent: found.parent });
  return shown as Record<string, unknown>;
}

export const keepErrors = [
  documentErrors.DocumentIsRejected,
  documentErrors.ContentNotScanned,
  documentErrors.ContentInfected,
  documentErrors.ContentChanged,
  errors.NoRoom,
];

/** The name without its last ending. */
export const withoutEnding = (fileName: string): string => fileName.replace(/(?<=.)\.[^.]{1,8}$/, '').slice(0, 200);
