// Two work at once: whoever uses a part, and whoever brings the next one.

/** Hands on the parts of a source, of which one is brought while the one before is used. */
export async function* readAhead<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  const parts = source[Symbol.asyncIterator]();
  const ask = () => {
    const next = parts.next();
    // Whoever uses the part before may stop there, and then nobody hears of it.
    next.catch(() => {});
    return next;
  };
  try {
    for (let next = ask(); ; ) {
      const { done, value } = await next;
      if (done) return;
      next = ask();
      yield value;
    }
  } finally {
    // It is not waited for: a sender that has stopped would keep whoever has stopped reading.
    void parts.return?.().catch(() => {});
  }
}
