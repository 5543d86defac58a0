/** A mistake in a typed command, as a sentence. */
export class WrongUse extends Error {}
