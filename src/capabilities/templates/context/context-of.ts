// What a text is given: the objects that it names, and the values of whoever sends it.
import { errors, Refusal } from '#platform/errors.ts';
import type { Endpoint, ReadContext } from '#platform/http/endpoint.ts';
import { type Shown, shownBy } from '#platform/http/shown-by.ts';
import { answerWriter } from '#platform/http/write-answer.ts';
import { ofEach } from '#platform/of-each.ts';
import { type ObjectName, objectNames, readOf, type TemplateReads } from './objects.ts';

/** What a message is about. Ids, not references. */
export interface MessageAbout {
  readonly personId: string | null;
  /** Whose loan it is; absent: the person's own. */
  readonly loanPersonId?: string | null;
  readonly loanId?: string | null;
  readonly loanIds?: readonly string[];
  readonly caseId?: string | null;
  readonly statementId?: string | null;
  readonly transactionId?: string | null;
}

interface ContextAsked {
  /** Only objects that are named are read. */
  readonly names: ReadonlySet<string>;
  readonly about: MessageAbout;
  readonly values: Readonly<Record<string, unknown>>;
  /** It goes to the borrower and not to the caller: so a caller who may not read borrowers may greet one by name. */
  readonly isSent?: boolean;
}

export type Context = Readonly<Record<string, unknown>>;

/** Errors: Forbidden, NotFound. */
export const contextOf = async (reads: TemplateReads, ctx: ReadContext, asked: ContextAsked): Promise<Context> =>
  (await contextsOf(reads, ctx, [asked]))[0] as Context;

/**
 * Reads for many messages: what they have in common is read once. What the service writes by itself about an object that is
 * not there any more lacks the object, and hinders no other message. Errors: Forbidden, NotFound.
 */
export function contextsOf(reads: TemplateReads, ctx: ReadContext, asked: readonly ContextAsked[]): Promise<Context[]> {
  const read = objectReader(reads, ctx);
  const orNothing = (error: unknown) => {
    const isGone = error instanceof Refusal && error.kind === errors.NotFound;
    if (isGone && ctx.caller.actor.type === 'provider') return undefined;
    throw error;
  };
  return Promise.all(
    asked.map(async ({ names, about, values, isSent = false }) => {
      const readOne: Read = (name, params) => read(name, params, isSent);
      const found = objectNames
        .filter((name) => names.has(name))
        .map(async (name) => [name, await objectNamed(name, about, readOne).catch(orNothing)] as const);
      const objects = (await Promise.all(found)).filter(([, object]) => object !== undefined);
      return { ...values, ...Object.fromEntries(objects) };
    }),
  );
}

type Read = (name: ObjectName, params: Readonly<Record<string, string>>) => Promise<object>;

/** Each object is read once, in the form in which the interface shows it, with amounts as texts. */
function objectReader(reads: TemplateReads, ctx: ReadContext) {
  const known = new Map<string, Promise<object>>();
  const whole = readerOfObjects(reads, ctx);
  return (name: ObjectName, params: Readonly<Record<string, string>>, isSent: boolean): Promise<object> => {
    const { permission } = reads.get(readOf[name]) as Endpoint;
    const isAllowed = permission === undefined || ctx.caller.permissions.has(permission);
    const show = isAllowed ? undefined : shownToAll(name, isSent);
    const key = [readOf[name], isSent, ...Object.values(params)].join(' ');
    const found = known.get(key) ?? (show === undefined ? whole(name, params) : partOf(name, params, show));
    known.set(key, found);
    return found;
  };

  async function partOf(name: ObjectName, params: Readonly<Record<string, string>>, show: Show): Promise<object> {
    const { permission } = reads.get(readOf[name]) as Required<Endpoint>;
    const permissions = new Set([...ctx.caller.permissions, permission]);
    const read = readerOfObjects(reads, { ...ctx, caller: { ...ctx.caller, permissions } });
    return show((await read(name, params)) as Readonly<Record<string, unknown>>);
  }
}

type Show = (object: Readonly<Record<string, unknown>>) => object;

/** What stands on every paper of a company, or on its pages before anybody signs in. */
const onEachPaper = ['id', 'object', 'name', 'legalName', 'brandName', 'timezone', 'domainName', 'shortDomainName'];
const shownOfCompany = [...onEachPaper, 'brandAssets', 'links', 'openHours', 'paymentTypes', 'support', 'papers'];

const showCompany: Show = (company) =>
  Object.fromEntries(Object.entries(company).filter(([field]) => shownOfCompany.includes(field)));

/** By which name a letter greets. */
const showGreeted: Show = ({ id, object, name, businessDetails }) => {
  const { businessName = null } = (businessDetails ?? {}) as { readonly businessName?: unknown };
  return { id, object, name, businessDetails: businessDetails == null ? null : { businessName } };
};

/** What a text shows of an object that its caller may not read. Undefined: nothing, so it is refused. */
function shownToAll(name: ObjectName, isSent: boolean): Show | undefined {
  if (name === 'company') return showCompany;
  return name === 'person' && isSent ? showGreeted : undefined;
}

function readerOfObjects(reads: TemplateReads, ctx: ReadContext): Read {
  const shown: Shown = shownBy(reads, ctx, { companyId: ctx.caller.realm.companyId });
  return async (name, params) => inPublicShape(reads, name, await shown(readOf[name], params));
}

const writerOf = ofEach(answerWriter);

function inPublicShape(reads: TemplateReads, name: ObjectName, answer: unknown): object {
  const schema = reads.get(readOf[name])?.answer;
  const write = schema && writerOf(schema);
  const shown = withoutRawNumbers(write === undefined ? answer : write(answer)) as Readonly<Record<string, unknown>>;
  return name === 'company' ? withNames(shown) : shown;
}

interface RawNumber {
  readonly rawJSON: string;
}

// ECMAScript 2026, which Node 24 has and TypeScript does not describe yet.
const { isRawJSON } = JSON as unknown as { isRawJSON(value: unknown): value is RawNumber };

/** An amount is a text with its two decimals: a number would lose the last zero. */
function withoutRawNumbers(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (isRawJSON(value)) return value.rawJSON;
  if (Array.isArray(value)) return value.map(withoutRawNumbers);
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutRawNumbers(one)]));
}

/** The names of a company are always there, as on its papers. */
function withNames({ name, legalName, brandName, ...company }: Readonly<Record<string, unknown>>): object {
  const legal = legalName || name;
  return { ...company, name, legalName: legal, brandName: brandName || legal };
}

async function objectNamed(name: ObjectName, about: MessageAbout, read: Read): Promise<unknown> {
  const { personId, caseId, statementId, transactionId, loanIds = [] } = about;
  if (name === 'company') return read('company', {});
  if (personId === null) return undefined;
  if (name === 'person') return read('person', { personId });
  const holder = about.loanPersonId ?? personId;
  if (name === 'loans') {
    const ids = loanIds.length > 0 ? loanIds : about.loanId == null ? [] : [about.loanId];
    return ids.length === 0 ? undefined : Promise.all(ids.map((loanId) => read('loan', { personId: holder, loanId })));
  }
  if (name === 'case') return caseId == null ? undefined : read('case', { personId, caseId });
  const loanId = about.loanId ?? (loanIds.length === 1 ? loanIds[0] : undefined);
  if (loanId === undefined) return undefined;
  if (name === 'loan') return read('loan', { personId: holder, loanId });
  if (name === 'statement')
    return statementId == null ? undefined : read('statement', { personId: holder, loanId, statementId });
  return transactionId == null ? undefined : read('transaction', { personId: holder, loanId, transactionId });
}
