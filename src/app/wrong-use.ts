/** A mistake in what was typed on the command line, as a sentence. */
export class WrongUse extends Error {}
