// What the simulator asks of a database. It writes its own SQL, names its company in every statement, and is handed its
// rows as plain values: texts, numbers (whole ones of 64 bits too), instants and days as texts.

type Value = string | number | boolean | null | readonly string[];

export interface Query {
  query<Row>(text: string, values: readonly Value[]): Promise<Row[]>;
}

export interface Executor extends Query {
  transact<T>(work: (query: Query) => Promise<T>): Promise<T>;
}
