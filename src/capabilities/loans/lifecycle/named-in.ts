import { Refusal, refusedWith } from '#platform/errors.ts';

/** What is not there is refused by the field that names it. */
export const namedIn = <T>(path: string, finding: Promise<T>): Promise<T> =>
  finding.catch((error) => {
    if (!(error instanceof Refusal)) throw error;
    throw refusedWith(error, { ...error.data, path });
  });
