// Text of a file or of the command line, as a terminal may show it.

/** Control characters would move the cursor, color the screen or hide what was printed before. */
export const printable = (text: string): string => text.replace(/\p{C}+/gu, ' ');
