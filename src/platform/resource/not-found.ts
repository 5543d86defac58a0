// One wording for objects that do not exist.
import { errors, Refusal } from '#platform/errors.ts';

/** `within`: where it was searched for, such as "This borrower". `path`: the field that names it. */
export function notFound(name: string, reference: string, path: string, within?: string): Refusal {
  const message = within === undefined ? `There is no ${name} ${reference}.` : `${within} has no ${name} ${reference}.`;
  return new Refusal(errors.NotFound, message, { data: { path } });
}
