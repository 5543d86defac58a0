// Questions and answers between the parent and a worker, over the channel that the system keeps between the two.

/** One end of the channel. */
interface End {
  send(message: object): void;
  onMessage(listener: (message: unknown) => void): void;
  onClose(listener: () => void): void;
}

// biome-ignore lint/suspicious/noExplicitAny: each answer declares what it is asked; the names of both ends agree.
type Answers = Readonly<Record<string, (asked: any) => unknown>>;

type Answer<Theirs extends Answers, What extends keyof Theirs> = Promise<Awaited<ReturnType<Theirs[What]>>>;

export interface Channel<Theirs extends Answers> {
  /** Fails when the other end is gone. */
  ask<What extends keyof Theirs & string>(what: What, asked: Parameters<Theirs[What]>[0]): Answer<Theirs, What>;
}

/** The other process has ended, or ends. */
export class ChannelClosed extends Error {}

interface Question {
  readonly id: number;
  readonly what: string;
  readonly asked: unknown;
}

interface Reply {
  readonly to: number;
  readonly answer?: unknown;
  readonly failed?: string;
}

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
}

export function openChannel<Theirs extends Answers>(end: End, answers: Answers): Channel<Theirs> {
  const waiting = new Map<number, Waiting>();
  let last = 0;
  let isClosed = false;
  end.onMessage((message) => {
    if (isReply(message)) {
      const asker = waiting.get(message.to);
      waiting.delete(message.to);
      if (message.failed === undefined) asker?.resolve(message.answer);
      else asker?.reject(new Error(message.failed));
    } else if (isQuestion(message)) {
      void answerTo(message, answers).then((reply) => end.send(reply));
    }
  });
  end.onClose(() => {
    isClosed = true;
    for (const { reject } of waiting.values()) reject(new ChannelClosed());
    waiting.clear();
  });
  return {
    ask(what, asked) {
      if (isClosed) return Promise.reject(new ChannelClosed());
      return new Promise((resolve, reject) => {
        waiting.set(++last, { resolve: resolve as Waiting['resolve'], reject });
        end.send({ id: last, what, asked } satisfies Question);
      });
    },
  };
}

async function answerTo({ id, what, asked }: Question, answers: Answers): Promise<Reply> {
  try {
    return { to: id, answer: await answers[what]?.(asked) };
  } catch (error) {
    return { to: id, failed: error instanceof Error ? error.message : String(error) };
  }
}

/** Other messages are of the system. */
const isReply = (message: unknown): message is Reply =>
  typeof message === 'object' && message !== null && 'to' in message;

const isQuestion = (message: unknown): message is Question =>
  typeof message === 'object' && message !== null && 'what' in message && 'id' in message;
