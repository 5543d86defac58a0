// The reads of things of a loan: those of a loan, those of the whole company, and one of them.
import type { Instant } from '@tenor/engine/values/instant.ts';
import type { Static, TSchema } from 'typebox';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import type { Filters } from '#platform/resource/define-list.ts';
import type { Lists, RowOfThing, Thing, ThingTable } from '../loan/thing.ts';
import { loanThatIsThere } from './loan.ts';

interface Reads<N extends ThingTable, F extends Filters, A extends TSchema> {
  /** The first word of the names of its endpoints. */
  readonly name: string;
  readonly thing: Thing<N>;
  readonly lists: Lists<N, F>;
  /** One such thing in words, with an article: "a refund". */
  readonly one: string;
  readonly many: string;
  /** What the list of a loan has, if more is to be said. */
  readonly listed?: string;
  /** The last part of the path: below a loan, and by itself for the list of the company. */
  readonly path: string;
  readonly isListedForCompany?: boolean;
  readonly areForBorrowers?: boolean;
  /** The permission without its action, such as `loan.refund`. */
  readonly permission: string;
  readonly answer: A;
  show(row: RowOfThing<N>, now: Instant): Static<A>;
}

export function readsOfThings<N extends ThingTable, F extends Filters, A extends TSchema>(
  declared: Reads<N, F, A>,
): Endpoint[] {
  const { name, thing, lists, path, permission, answer, show } = declared;
  const ofLoan = `/people/{personId}/loans/{loanId}/${path}`;
  const list = { method: 'GET', shape: 'list', permission: `${permission}:list`, answer } as const;
  const reached = declared.areForBorrowers ? { borrowers: {} } : {};
  const showing = (now: Instant) => ({ each: (row: RowOfThing<N>) => show(row, now) });
  const ofCompany = endpoint({
    ...list,
    name: `${name}.listOfCompany`,
    path: `/${path}`,
    summary: `List ${declared.many}`,
    description: 'Lists those of the whole company, newest first.',
    query: lists.ofCompany.query,
    read: async ({ reader, now }, { query }) => lists.ofCompany.page(reader, query, showing(await now())),
  });
  return [
    ...(declared.isListedForCompany ? [ofCompany] : []),
    endpoint({
      ...list,
      ...reached,
      name: `${name}.list`,
      path: ofLoan,
      summary: `List the ${declared.many} of a loan`,
      ...(declared.listed !== undefined && { description: declared.listed }),
      query: lists.ofLoan.query,
      subject: loanThatIsThere,
      read: async ({ reader, now }, { query }, keys) => lists.ofLoan.page(reader, keys, query, showing(await now())),
    }),
    endpoint({
      ...reached,
      name: `${name}.read`,
      method: 'GET',
      path: `${ofLoan}/{${thing.path}}`,
      summary: `Read ${declared.one} of a loan`,
      permission: `${permission}:read`,
      shape: 'single',
      answer,
      subject: loanThatIsThere,
      read: async ({ reader, now }, { params }, keys) =>
        show(await thing.find(reader, keys, params[thing.path]!), await now()),
    }),
  ];
}
