// An error of pg-boss, as the log takes it.

/** pg-boss writes both into the message: one cause would be another error for each queue of each process. */
const queueAndWorker = / \(Queue: [^()]*, Worker: [^()]*\)$/;

/** Of an error in a job's surroundings pg-boss tells a copy that is no error. */
export function errorOfQueue(told: Error & { readonly code?: string }): Error {
  if (told instanceof Error) return told;
  const { message, stack, code } = told as Error & { readonly code?: string };
  return Object.assign(new Error(message.replace(queueAndWorker, '')), { stack }, code === undefined ? {} : { code });
}
