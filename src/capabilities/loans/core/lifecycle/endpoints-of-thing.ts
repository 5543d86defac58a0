// The endpoints of a thing of a loan: its reads, the command that makes one, and commands that change one. What all have
// in common is said once; a command says what is its own.
import type { Static, TSchema } from 'typebox';
import type { CommandContext } from '#platform/command/context.ts';
import type { Tx } from '#platform/db/realm-database.ts';
import type { ErrorKind } from '#platform/errors.ts';
import type { EventKind } from '#platform/events/event-kind.ts';
import { type Endpoint, endpoint } from '#platform/http/endpoint.ts';
import type { HeldLoan } from '../loan/product.ts';
import { loan } from './loan.ts';

interface Common<A extends TSchema> {
  /** The first word of the names of its endpoints. */
  readonly name: string;
  /** Below the path of a loan. */
  readonly path: string;
  /** The permission without its action, such as `loan.refund`. */
  readonly permission: string;
  /** What each command answers. */
  readonly answer: A;
  readonly thing: { readonly path: string };
}

interface Command<B extends TSchema> {
  readonly summary: string;
  readonly description?: string;
  readonly body: B;
  readonly errors: readonly ErrorKind[];
  readonly example: { readonly body: object };
  readonly emits?: readonly EventKind[];
  readonly mayEmit?: readonly EventKind[];
}

interface Making<B extends TSchema, A extends TSchema> extends Command<B> {
  run(ctx: CommandContext, tx: Tx, held: HeldLoan, sent: Static<B>): Promise<Static<A>>;
}

interface Changing<B extends TSchema, A extends TSchema> extends Command<B> {
  run(ctx: CommandContext, tx: Tx, held: HeldLoan, id: string, sent: Static<B>): Promise<Static<A>>;
}

interface CommandsOfThing<A extends TSchema> {
  /** The command that makes one. */
  make<B extends TSchema>(command: Making<B, A>): Endpoint;
  /** A command on one, by its verb; `update` is a PUT of the thing itself. */
  change<B extends TSchema>(verb: string, command: Changing<B, A>): Endpoint;
}

export function commandsOfThing<A extends TSchema>({
  name,
  path,
  permission,
  answer,
  thing,
}: Common<A>): CommandsOfThing<A> {
  const all = `/people/{personId}/loans/{loanId}/${path}`;
  const common = { method: 'POST', shape: 'single', status: 201, previews: true, answer, subject: loan } as const;
  return {
    make: ({ run, ...command }) =>
      endpoint({
        ...common,
        ...command,
        name: `${name}.create`,
        path: all,
        permission: `${permission}:create`,
        command: (ctx, tx, { body }, held) => run(ctx, tx, held, body) as never,
      }),
    change: (verb, { run, ...command }) =>
      endpoint({
        ...common,
        ...(verb === 'update' && ({ method: 'PUT', status: 200 } as const)),
        ...command,
        name: `${name}.${verb}`,
        path: `${all}/{${thing.path}}${verb === 'update' ? '' : `/${verb}`}`,
        permission: `${permission}:${verb}`,
        command: (ctx, tx, { body, params }, held) =>
          run(ctx, tx, held, (params as Readonly<Record<string, string>>)[thing.path]!, body) as never,
      }),
  };
}
