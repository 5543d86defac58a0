// A document that is described with a version of a template has its content at once: it is made outside of the transaction
// and kept in the commit that describes it. Templates are a later capability, so the app says how one is rendered.
import type { PersonRow } from '#capabilities/people/index.ts';
import type { Whole } from '#platform/capability.ts';
import type { ErrorKind } from '#platform/errors.ts';
import type { Endpoint, ErasedInput, MakeContext } from '#platform/http/endpoint.ts';
import { documentUploaded } from './events.ts';
import { fillDocument } from './made-document.ts';

interface TemplateNamed {
  readonly templateVersionId: string;
  readonly loanId: string | null;
  readonly caseId: string | null;
}

/** How a version is rendered, by the permissions of the caller. */
export interface OfTemplate {
  readonly errors: readonly ErrorKind[];
  make(
    whole: Whole,
    ctx: MakeContext,
    named: TemplateNamed,
    owner: PersonRow,
  ): Promise<{ readonly contentType: string; readonly bytes: Uint8Array }>;
}

interface Sent {
  readonly templateVersionId?: string | null;
  readonly loanId?: string | null;
  readonly caseId?: string | null;
}

/** Another text is kept as it was sent: it names the template of an earlier servicer. */
const isOurs = (id: string | null | undefined): id is string => /^TV-[A-Z1-9]{4}-[A-Z1-9]{4}$/.test(id ?? '');

const sentIn = ({ body }: ErasedInput) => body as Sent;

/** The endpoint that describes a document, with its content where it names a template. */
export function describedByTemplate(create: Endpoint, { errors, make }: OfTemplate, whole: Whole): Endpoint {
  const { command } = create;
  if (command === undefined) throw new Error(`${create.name} is no command.`);
  return {
    ...create,
    errors: [...create.errors, ...errors],
    emits: [...create.emits, documentUploaded],
    makesFor: (input) => isOurs(sentIn(input).templateVersionId),
    async make(ctx, input, found) {
      const { templateVersionId = null, loanId = null, caseId = null } = sentIn(input);
      const { parent: owner } = found as { readonly parent: PersonRow };
      const named = { templateVersionId: String(templateVersionId), loanId, caseId };
      return { ownerId: owner.person_id, ...(await make(whole, ctx, named, owner)) };
    },
    async keep(ctx, tx, arrived, input, found) {
      const { parent: owner } = found as { readonly parent: PersonRow };
      const described = (await command(ctx, tx, input, found, undefined)) as { readonly id: string };
      const templateVersionId = sentIn(input).templateVersionId ?? null;
      return fillDocument(ctx, tx, owner, { documentId: described.id, templateVersionId }, arrived);
    },
  };
}
