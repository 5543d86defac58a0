// In which ways and languages texts are written.
export const templateChannels = ['email', 'text', 'voice', 'mail', 'document', 'gui', 'chat'] as const;
export type TemplateChannel = (typeof templateChannels)[number];

/** Shipped texts are in these; borrowers choose among them. */
export const languages = ['en', 'es'] as const;
export type Language = (typeof languages)[number];

/** A subject that we do not know is taken: companies have messages of their own. */
export const subjectPattern = '^[a-z][A-Za-z0-9]{1,63}$';
