// Requests and answers for loans of any product, put together from the fields of the products.
import { type TObject, type TProperties, type TSchema, Type } from 'typebox';
import type { CommandContext } from '#platform/command/context.ts';
import { mustHaveNone } from '#platform/errors.ts';
import type { LoanProduct } from '../loan/product.ts';
import { products } from './list.ts';

type Schemas = LoanProduct['schemas'];

/** The request fields of all products; fields that only some products have may be left out. */
export function fieldsOfAll(fieldsOf: (schemas: Schemas) => TProperties): TProperties {
  const all = products.map(({ schemas }) => fieldsOf(schemas));
  const names = [...new Set(all.flatMap((fields) => Object.keys(fields)))];
  return Object.fromEntries(names.map((name) => [name, fieldOf(name, all)]));
}

function fieldOf(name: string, all: readonly TProperties[]): TSchema {
  const having = all.flatMap((fields) => fields[name] ?? []);
  const [field] = having as [TSchema];
  return having.length === all.length ? field : Type.Optional(field);
}

/** Names the fields that another product has: they were sent, and have no effect. Null says that there is none. */
export function ignoreForeign(ctx: Pick<CommandContext, 'ignore'>, own: TProperties, sent: object, at = ''): void {
  for (const [name, value] of Object.entries(sent)) if (value != null && !(name in own)) ctx.ignore(`${at}${name}`);
}

/** The fields of the request that the product has; its required fields must be there. Errors: InvalidRequest. */
export function ownFields<T extends object>(own: TObject, sent: T, at: string): T {
  const missing = (own.required ?? []).filter((name) => (sent as Record<string, unknown>)[name] === undefined);
  mustHaveNone(missing.map((name) => ({ path: `${at}.${name}`, message: 'is required', expected: 'a value' })));
  return Object.fromEntries(Object.entries(sent).filter(([name]) => name in own.properties)) as T;
}

/** The answer in the form of the loan's product. */
export function answerOfAny(answerOf: (schemas: Schemas, product: LoanProduct) => TObject | null): TSchema {
  const answers = products.flatMap((product) => answerOf(product.schemas, product) ?? []);
  const [first, ...others] = new Set(answers);
  return others.length === 0 ? (first as TSchema) : Type.Union([first as TSchema, ...others]);
}
