// One wording for whatever is not there.
import { errors, Refusal } from '#platform/errors.ts';

/** `within`: what it was looked for in, such as "This borrower". `path`: the field that names it. */
export function notFound(name: string, reference: string, path: string, within?: string): Refusal {
  const message = within === undefined ? `There is no ${name} ${reference}.` : `${within} has no ${name} ${reference}.`;
  return new Refusal(errors.NotFound, message, { data: { path } });
}
