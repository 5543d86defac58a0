// Questions by key that come up in one turn of the event loop go to the database together, as one statement for each
// company and mode.
import type { Reader } from './realm-database.ts';

interface Question<Key, Value> {
  readonly key: Key;
  readonly answer: (value: Value | undefined) => void;
  readonly fail: (error: unknown) => void;
}

/** `ask` returns the values in the order of the keys, undefined for what is not there. */
export function gathered<Key, Value>(
  ask: (reader: Reader, keys: readonly Key[]) => Promise<readonly (Value | undefined)[]>,
): (reader: Reader, key: Key) => Promise<Value | undefined> {
  const waiting = new Map<string, Question<Key, Value>[]>();
  const send = async (reader: Reader, realm: string): Promise<void> => {
    const questions = waiting.get(realm) ?? [];
    waiting.delete(realm);
    try {
      const values = await ask(
        reader,
        questions.map(({ key }) => key),
      );
      questions.forEach(({ answer }, i) => {
        answer(values[i]);
      });
    } catch (error) {
      for (const { fail } of questions) fail(error);
    }
  };
  return (reader, key) =>
    new Promise((answer, fail) => {
      const realm = `${reader.realm.mode} ${reader.realm.companyId}`;
      const others = waiting.get(realm);
      if (others !== undefined) return void others.push({ key, answer, fail });
      waiting.set(realm, [{ key, answer, fail }]);
      setImmediate(() => void send(reader, realm));
    });
}
