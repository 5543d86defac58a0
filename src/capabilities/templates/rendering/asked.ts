// What a request asks to be rendered: which text, about what, with which values. Only objects that the text names are read,
// and the caller needs the permission to read each.
import { dateInZone } from '@tenor/engine/values/zone.ts';
import Type, { type Static } from 'typebox';
import { subjectNow } from '#capabilities/interactions/index.ts';
import { findNamedLoan } from '#capabilities/loans/index.ts';
import { person as people } from '#capabilities/people/index.ts';
import { Refusal, refuseField } from '#platform/errors.ts';
import type { ReadContext } from '#platform/http/endpoint.ts';
import { mustHave } from '#platform/http/may-call.ts';
import { Bool, Described, Id, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';
import { namedIn } from '#platform/resource/named-in.ts';
import { type ChosenTemplate, chooseAmong, chosenVersion } from '../choose.ts';
import { type Context, contextOf, type MessageAbout } from '../context/context-of.ts';
import type { TemplateReads } from '../context/objects.ts';
import { templateErrors } from '../errors.ts';
import { messageOf } from '../message-values.ts';
import { templateDescriptor, templatePermission } from '../resources/template-descriptor.ts';
import { templateVersion } from '../resources/template-version.ts';
import { type Language, languages, subjectPattern, templateChannels } from '../template-values.ts';
import { type RenderedMessage, renderMessage } from './render-message.ts';

const optionalId = (prefix: Parameters<typeof Id>[0], kind: string, description: string) =>
  Type.Optional(Nullable(Id(prefix, kind), { description }));

export const aboutFields = {
  personId: optionalId('BO', 'borrower', 'Whom it is for: the variable `person`.'),
  companyId: Type.Optional(
    Nullable(Text({ max: 12 }), { description: 'Yours, or `current`: `company` is always there.' }),
  ),
  loanId: optionalId('LN', 'loan', 'The variable `loan`.'),
  loanIds: Type.Optional(
    Nullable(Type.Array(Id('LN', 'loan'), { maxItems: 20 }), { description: 'The variable `loans`.' }),
  ),
  caseId: optionalId('CS', 'case', 'The variable `case`.'),
  statementId: optionalId('SM', 'statement', 'The variable `statement`; it is one of the loan.'),
  transactionId: optionalId('TX', 'transaction', 'The variable `transaction`; it is one of the loan.'),
};

/** Any variables; the engine bounds how large and deep it may be. */
export const contextField = Type.Optional(
  Nullable(Type.Record(Type.String(), Type.Unknown()), {
    description: 'Further variables: at most 200,000 characters and ten levels. An object that is read by its id wins.',
  }),
);

export const askedFields = {
  subject: Type.Optional(
    Type.Unsafe<string>({
      type: 'string',
      maxLength: 64,
      pattern: subjectPattern,
      'x-expected': 'a name in lower camel case',
      examples: ['autopayAgreement'],
      description: 'What the message is about. It may be left out beside a `templateVersionId`.',
    }),
  ),
  channel: Type.Optional(Described(StringEnum(templateChannels), { description: '`email` if not given.' })),
  language: Type.Optional(
    Nullable(StringEnum(languages), { description: 'If not given, that of the borrower, else of the company.' }),
  ),
  ...aboutFields,
  context: contextField,
  templateVersionId: Type.Optional(
    Nullable(Text({ max: 12, example: 'TV-5KX8-W2NB' }), {
      description:
        'A version to try out, such as a draft: of this subject and channel. It needs `communicator.template:read`.',
    }),
  ),
  strict: Type.Optional(
    Described(Bool, { description: 'True: a variable without a value is refused, as bulk senders do.' }),
  ),
};

type Asked = Static<Type.TObject<typeof askedFields>>;

type AboutAsked = Pick<Asked, keyof typeof aboutFields | 'language'>;

interface Rendering {
  readonly chosen: ChosenTemplate;
  readonly message: RenderedMessage;
  /** Ids, not references. */
  readonly about: MessageAbout;
}

/** Errors: InvalidRequest, NotFound, Forbidden, TemplateMissing, TemplateNotRendered. */
export async function renderAsked(
  ctx: ReadContext,
  reads: TemplateReads,
  asked: Asked,
  channels: Channels = [asked.channel ?? 'email'],
): Promise<Rendering> {
  const { caller } = ctx;
  const { about, language, loanTypeId } = await whatItIsAbout(ctx, asked);
  const chosen = await chosenFor(ctx, asked, { language, loanTypeId, channels });
  const today = dateInZone(await ctx.now(), caller.timezone);
  const values = { message: messageOf(today), ...asked.context };
  const context: Context = await contextOf(reads, ctx, { names: namesOf(chosen.names, about), about, values });
  const message = await renderMessage(chosen, context, { strict: asked.strict ?? false, timezone: caller.timezone });
  if ('failed' in message) throw notRendered(message.failed);
  return { chosen, message, about };
}

export function notRendered({
  kind,
  message,
  ...where
}: {
  kind: string;
  message: string;
  name: string | null;
}): Refusal {
  const { name } = where;
  return new Refusal(templateErrors.TemplateNotRendered, message, {
    data: { path: name === null ? 'subject' : `context.${name}`, reason: kind, ...where },
  });
}

/** The first of them that has a text about what is asked, if none before it is disabled. */
type Channels = readonly [ChosenTemplate['channel'], ...ChosenTemplate['channel'][]];

interface Looking {
  readonly language: Language | null;
  readonly loanTypeId: string | null;
  readonly channels: Channels;
}

/** Errors: NotFound, InvalidRequest, TemplateMissing, Forbidden. */
async function chosenFor(
  { reader, caller }: ReadContext,
  asked: Asked,
  { channels, ...looking }: Looking,
): Promise<ChosenTemplate> {
  const { templateVersionId } = asked;
  if (templateVersionId != null) {
    mustHave(caller, `${templatePermission}:read`);
    return versionNamed(reader, templateVersionId, asked);
  }
  if (asked.subject === undefined) throw refuseField('subject', 'is missing', 'a subject, or templateVersionId');
  const subject = subjectNow(asked.subject);
  const chosen = await chooseAmong(reader, { subject, ...looking }, channels);
  if (chosen !== undefined) return chosen;
  throw new Refusal(templateErrors.TemplateMissing, `There is no text for ${subject} by ${channels.join(' or ')}.`, {
    data: { path: 'subject' },
  });
}

/** Errors: NotFound, InvalidRequest. */
async function versionNamed(
  reader: ReadContext['reader'],
  id: string,
  { subject, channel }: Pick<Asked, 'subject' | 'channel'>,
): Promise<ChosenTemplate> {
  const version = await namedIn('templateVersionId', templateVersion.find(reader, id));
  const descriptor = await templateDescriptor.find(reader, version.descriptor_id);
  const isOther = subject !== undefined && subjectNow(subject) !== descriptor.subject;
  if (isOther || (channel !== undefined && channel !== descriptor.channel)) {
    const expected = `a version for ${subject ?? descriptor.subject} by ${channel ?? descriptor.channel}`;
    throw refuseField('templateVersionId', `is for ${descriptor.subject} by ${descriptor.channel}`, expected);
  }
  return chosenVersion(descriptor, version);
}

const objectOfId = { caseId: 'case', statementId: 'statement', transactionId: 'transaction' } as const;

/** What somebody names is read, whether the text asks for it or not: so an id of somebody else is refused. */
export const namesOf = (names: ReadonlySet<string>, about: MessageAbout): ReadonlySet<string> =>
  new Set([
    ...names,
    ...Object.entries(objectOfId).flatMap(([id, name]) => (about[id as keyof typeof objectOfId] == null ? [] : [name])),
  ]);

/** The ids of what is named, the language of the borrower and the type of the loan. Errors: NotFound, InvalidRequest. */
export async function whatItIsAbout({ reader, caller }: ReadContext, asked: AboutAsked) {
  const { companyId, personId, caseId = null, statementId = null, transactionId = null } = asked;
  if (companyId != null && ![caller.realm.companyId, 'current'].includes(companyId)) {
    throw refuseField('companyId', 'is not your company', 'its id, or current');
  }
  const needsPerson = (['loanId', 'loanIds', 'caseId', 'statementId', 'transactionId'] as const).find(
    (one) => asked[one] != null,
  );
  if (personId == null) {
    if (needsPerson !== undefined)
      throw refuseField(needsPerson, 'is of a borrower, and personId is missing', 'the borrower in personId');
    return { about: { personId: null }, language: asked.language ?? null, loanTypeId: null };
  }
  const person = (await namedIn('personId', people.find(reader, personId, false))).subject;
  const ids = [...new Set([...(asked.loanId == null ? [] : [asked.loanId]), ...(asked.loanIds ?? [])])];
  const ofLoan = (['statementId', 'transactionId'] as const).find((one) => asked[one] != null);
  if (ofLoan !== undefined && ids.length !== 1)
    throw refuseField(ofLoan, 'is of a loan, and not one loan is named', 'its loan in loanId');
  const loans = await Promise.all(
    ids.map((one) =>
      namedIn(one === asked.loanId ? 'loanId' : 'loanIds', findNamedLoan(reader, person.person_id, one)),
    ),
  );
  const [first] = loans;
  const about: MessageAbout = {
    personId: person.person_id,
    loanId: asked.loanId == null ? null : (first?.id ?? null),
    loanIds: loans.map(({ id }) => id),
    caseId,
    statementId,
    transactionId,
  };
  return {
    about,
    language: asked.language ?? person.comm_preferences.language ?? null,
    loanTypeId: first?.loanTypeId ?? null,
  };
}
