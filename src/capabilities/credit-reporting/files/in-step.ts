// Two readers of one text, at the pace of the slower one: no more than one piece of it is ever held, however long it is.

/** Both must be read. Who leaves off early is waited for no more. */
export function inStep<T>(pieces: AsyncIterable<T>): readonly [AsyncGenerator<T>, AsyncGenerator<T>] {
  const source = pieces[Symbol.asyncIterator]();
  let [readers, asking] = [2, 0];
  let next = Promise.withResolvers<IteratorResult<T>>();

  function pullOnceAllAsk(): void {
    if (asking < readers || readers === 0) return;
    const { resolve } = next;
    next = Promise.withResolvers();
    asking = 0;
    resolve(source.next());
  }

  async function* reader(): AsyncGenerator<T> {
    try {
      for (;;) {
        const piece = next.promise;
        asking += 1;
        pullOnceAllAsk();
        const { done, value } = await piece;
        if (done) return;
        yield value;
      }
    } finally {
      readers -= 1;
      if (readers === 0) await source.return?.();
      else pullOnceAllAsk();
    }
  }
  return [reader(), reader()];
}
