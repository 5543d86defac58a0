/** Asks by SQL, over all companies of a mode: for checks and metrics. Tables are named with their schema. */
export type Ask = <Row>(text: string, values?: unknown[]) => Promise<Row[]>;
