/** A sentence for the operator about the database; the start ends with it. */
export class DatabaseRefused extends Error {}
