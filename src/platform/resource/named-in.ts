import { Refusal, refusedWith } from '#platform/errors.ts';

/** If the object does not exist, the refusal names the field that names the object. */
export const namedIn = <T>(path: string, finding: Promise<T>): Promise<T> =>
  finding.catch((error) => {
    if (!(error instanceof Refusal)) throw error;
    throw refusedWith(error, { ...error.data, path });
  });
