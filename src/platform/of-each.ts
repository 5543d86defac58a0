/** What is made of a thing once, and kept as long as the thing. */
export function ofEach<K extends object, T>(make: (thing: K) => T): (thing: K) => T {
  const made = new WeakMap<K, { readonly one: T }>();
  return (thing) => {
    const found = made.get(thing);
    if (found !== undefined) return found.one;
    const one = make(thing);
    made.set(thing, { one });
    return one;
  };
}
