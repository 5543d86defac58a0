// How a thing of a loan is refused what its status forbids.
import { type ErrorKind, Refusal } from '#platform/errors.ts';

/** The kind of such a refusal, for the errors of the thing. */
export const statusForbids = (name: string) => ({
  status: 409,
  title: `The ${name} is not in a status in which this can be done`,
  remedy: 'data.status is the status it is in, data.allowed those in which it can be done.',
});

interface Refused {
  readonly state: string;
  readonly said: string;
  readonly allowed: readonly string[];
}

/** `one`: the thing as a sentence begins with it. */
export const refuseBy =
  (kind: ErrorKind, one: string) =>
  ({ state, said, allowed }: Refused): Refusal =>
    new Refusal(kind, `${one} that is ${state} cannot ${said}.`, { data: { status: state, allowed } });
