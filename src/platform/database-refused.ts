/** The start ends with this error about the database. The message is a sentence for the operator. */
export class DatabaseRefused extends Error {}
