// An error of pg-boss, as the log takes it.

/** pg-boss writes both into the message: one cause would be another error for each queue of each process. */
const queueAndWorker = / \(Queue: [^()]*, Worker: [^()]*\)$/;

/** When a job's surroundings fail, pg-boss passes a copy that is no Error. */
export function errorOfQueue(told: Error & { readonly code?: string }): Error {
  if (told instanceof Error) return told;
  const { message, stack, code } = told as Error & { readonly code?: string };
  return Object.assign(new Error(message.replace(queueAndWorker, '')), { stack }, code === undefined ? {} : { code });
}
