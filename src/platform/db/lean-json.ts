// JSON is stored without what is empty in it: most fields of a record are, and each would bring its name along.

/** The fields whose values are not those of `empty`. What `empty` does not name stays, whatever it is. */
export const lean = <T extends object>(value: T, empty: Partial<T>): Partial<T> =>
  Object.fromEntries(
    Object.entries(value).filter(([name, one]) => one !== undefined && !isSame(one, empty[name as keyof T])),
  ) as Partial<T>;

const isSame = (one: unknown, empty: unknown): boolean =>
  one === empty || (Array.isArray(one) && Array.isArray(empty) && one.length === 0 && empty.length === 0);
