// A part of a line is the body of another call: a refusal of that call names the field as the line has it.
import { Refusal, refusedWith } from '#platform/errors.ts';

/** `part`: the name of the field that contains it, or a path to it. */
export async function inside<T>(part: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal) || part === '') throw error;
    throw refusedWith(error, placed(part, error.data));
  }
}

function placed(part: string, data: Record<string, unknown>): Record<string, unknown> {
  const place = (path: unknown) => (typeof path !== 'string' ? path : path === '' ? part : `${part}.${path}`);
  const problems = data.errors as readonly { readonly path: string }[] | undefined;
  return {
    ...data,
    ...('path' in data ? { path: place(data.path) } : {}),
    ...(problems === undefined ? {} : { errors: problems.map((one) => ({ ...one, path: place(one.path) })) }),
  };
}
