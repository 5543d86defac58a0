// A subject is what a message is about. It says which objects and values its texts may name.
import { isOffer } from '#capabilities/interactions/index.ts';
import { type MeaningOfValue, meanings, type ValueName } from './values.ts';

type ObjectName = 'loan' | 'loans' | 'case' | 'statement' | 'transaction';

/** The channels for which texts are shipped. */
export type TextChannel = 'email' | 'text' | 'voice' | 'mail' | 'document' | 'gui';

interface SubjectValue extends MeaningOfValue {
  /** It may be null: the shipped text does without it. */
  readonly isOptional: boolean;
}

export interface Subject {
  readonly subject: string;
  readonly group: string;
  /** When it is sent, as a sentence. */
  readonly says: string;
  /** For each of these a default text is shipped. */
  readonly channels: readonly TextChannel[];
  /** Besides `company`, `person` and `message`, which every text may name. */
  readonly objects: readonly ObjectName[];
  readonly values: Readonly<Record<string, SubjectValue>>;
  /** False: it promotes something, and a borrower may opt out of it. */
  readonly isTransactional: boolean;
  /** Its texts are not shown in lists: they hold a code, or tell of health, crime or death. */
  readonly isSensitive: boolean;
}

export interface Stated {
  readonly says: string;
  readonly channels?: readonly TextChannel[];
  readonly objects?: readonly ObjectName[];
  /** A `?` stands after what may be null. */
  readonly values?: readonly (ValueName | `${ValueName}?`)[];
  readonly isSensitive?: true;
}

/** A message of the day: an email, a short text, and the same as a letter or a document. */
const everyday: readonly TextChannel[] = ['email', 'text', 'mail', 'document'];
/** What is too long, or too private, for a text message. */
export const inWriting: readonly TextChannel[] = ['email', 'mail', 'document'];

const valuesOf = (names: Stated['values'] = []): Subject['values'] =>
  Object.fromEntries(
    names.map((name) => {
      const bare = name.replace('?', '') as ValueName;
      return [bare, { ...meanings[bare], isOptional: bare !== name }];
    }),
  );

export const subjectsOf = (group: string, stated: Readonly<Record<string, Stated>>): Subject[] =>
  Object.entries(stated).map(([subject, one]) => ({
    subject,
    group,
    says: one.says,
    channels: one.channels ?? everyday,
    objects: one.objects ?? ['loan'],
    values: valuesOf(one.values),
    isTransactional: !isOffer(subject),
    isSensitive: one.isSensitive ?? false,
  }));
