// Papers of a loan: ordered by a request, made at once, and kept as documents of the borrower.
import { dateInZone } from '@tenor/engine/values/zone.ts';
import Type, { type Static } from 'typebox';
import { document, documentUploaded, makeDocument } from '#capabilities/documents/index.ts';
import { findNamedLoan, giveDocument, loanErrors, statementUpdated } from '#capabilities/loans/index.ts';
import { person } from '#capabilities/people/index.ts';
import type { Whole } from '#platform/capability.ts';
import { errors, Refusal, refuseField } from '#platform/errors.ts';
import { type Endpoint, endpoint, type MakeContext } from '#platform/http/endpoint.ts';
import { mustHave } from '#platform/http/may-call.ts';
import { type Reads, readsOf, shownBy } from '#platform/http/shown-by.ts';
import { Described, Id, Named, Nullable, StringEnum } from '#platform/input/schemas.ts';
import { NoPaper } from '#platform/paper/order.ts';
import { type PaperName, paperKinds } from './kinds.ts';
import { languages } from './letter.ts';
import { logoRoutes } from './logo.ts';
import { lookOf } from './look.ts';
import type { PaperAsked, PaperKind } from './paper-kind.ts';
import { readsOfAll, writePaper } from './write-paper.ts';

const names = Object.keys(paperKinds) as [PaperName, ...PaperName[]];

const named = (prefix: Parameters<typeof Id>[0], kind: string, paper: string) =>
  Type.Optional(Nullable(Id(prefix, kind), { description: `For ${paper}.` }));

const PaperOrder = Named('PaperOrder')({
  paper: StringEnum(names, { description: 'Which paper.' }),
  language: Type.Optional(
    Described(StringEnum(languages), {
      description: 'If not sent, that of `ui.locale` of the company: `es`, otherwise `en`.',
    }),
  ),
  payoffQuoteId: named('PX', 'payoff quote', 'payoffLetter'),
  settlementId: named('SE', 'settlement', 'settlementAgreement'),
  hardshipId: named('HM', 'hardship', 'deferralAgreement'),
  transactionId: named('TX', 'transaction', 'receipt'),
  statementId: named('SM', 'statement', 'statement'),
  paymentInstrumentId: named('PT', 'payment instrument', 'autopayAgreement'),
});
type PaperOrder = Static<typeof PaperOrder>;

/** What the paper is about; the loan alone where it names nothing. Errors: InvalidRequest. */
function idOf({ names: field }: PaperKind, sent: PaperOrder): string {
  const others = (Object.keys(sent) as (keyof PaperOrder)[]).filter((one) => one.endsWith('Id') && one !== field);
  const other = others.find((one) => sent[one] != null);
  if (other !== undefined) throw refuseField(other, `is not for ${sent.paper}`, field ?? 'no id');
  if (field === null) return '';
  const id = (sent as PaperAsked)[field];
  if (id == null) throw refuseField(field, 'is missing', `what the ${sent.paper} is about`);
  return id;
}

type Path = { readonly personId: string; readonly loanId: string };

async function make(reads: Reads, ctx: MakeContext, path: Path, sent: PaperOrder, personId: string) {
  const kind: PaperKind = paperKinds[sent.paper];
  const id = idOf(kind, sent);
  // The statement gets it as its document.
  if (sent.paper === 'statement') mustHave(ctx.caller, 'loan.statement:update');
  const look = await lookOf(ctx.reader, ctx.vault, ctx.open);
  const now = await ctx.now();
  const shown = shownBy(reads, ctx, path);
  const today = dateInZone(now, ctx.caller.timezone);
  try {
    const bytes = await writePaper({ kind, id, language: sent.language ?? look.language, today, look, shown });
    return { ownerId: personId, contentType: 'application/pdf', bytes };
  } catch (error) {
    if (error instanceof Refusal && error.kind === loanErrors.NotForLines) {
      throw refuseField('paper', 'is not made of a line of credit', 'a paper that is made of both products');
    }
    if (!(error instanceof NoPaper) || error.why !== 'tooLong') throw error;
    throw new Refusal(errors.NoRoom, `There is more to say than a paper holds: ${error.message}`, { data: {} });
  }
}

export function paperRoutes(whole: Whole): readonly Endpoint[] {
  const all = [...readsOfAll, ...Object.values(paperKinds).flatMap((kind) => kind.reads)];
  let reads: Reads | undefined;
  // The list of all endpoints is not complete yet.
  const known = () => (reads ??= readsOf(whole, all));
  return [
    endpoint({
      name: 'papers.create',
      path: '/people/{personId}/loans/{loanId}/papers',
      summary: 'Make a paper of a loan',
      description:
        'A PDF for the borrower, in English or Spanish, with the figures of now: it is a new document, whose content is there at once. A letter and a receipt are accepted; what a borrower agrees to is a draft. A statement gets it as its document. Whoever orders it needs the permission to read what it shows besides.',
      permission: 'loan.paper:create',
      shape: 'bare',
      subject: person,
      body: PaperOrder,
      answer: document.answer,
      errors: [errors.NotFound, errors.NoRoom, loanErrors.NothingToDo],
      emits: [...document.events.slice(0, 1), documentUploaded, statementUpdated],
      example: { body: { paper: 'schedule', language: 'en' } },
      make: (ctx, { params, body }, owner) => make(known(), ctx, params, body, owner.person_id),
      async keepMade(ctx, tx, arrived, { params, body }, owner) {
        const { id: loanId } = await findNamedLoan(tx, owner.person_id, params.loanId);
        const { type, status }: PaperKind = paperKinds[body.paper];
        const fileName = `${body.paper}-${loanId}.pdf`;
        const made = await makeDocument(ctx, tx, owner, { type, status, loanId, fileName }, arrived);
        const { statementId } = body;
        if (statementId != null) await giveDocument(ctx, tx, owner.person_id, statementId, String(made.id));
        return made;
      },
    }),
    ...logoRoutes,
  ];
}
