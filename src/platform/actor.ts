// Who does something: an API key, a user, a provider that reports to us, or the system. Commands, events, facts and
// operations name an actor, never a key.

/** An actor that came from outside. */
export interface NamedActor {
  readonly type: 'key' | 'user' | 'provider';
  readonly id: string;
  /** Where the service acts for people: who has prepared what it does, and so approves none of it. */
  readonly preparedBy?: readonly string[];
}

/** The daily work, a delivery, the command line. */
interface SystemActor {
  readonly type: 'system';
  readonly id: null;
  readonly preparedBy?: undefined;
}

export type Actor = NamedActor | SystemActor;

export const system: SystemActor = { type: 'system', id: null };

/** What kind of person a user is; an API user is a program of the company. */
export const userTypes = ['agent', 'borrower', 'api'] as const;
export type UserType = (typeof userTypes)[number];

export const userActor = (id: string): NamedActor => ({ type: 'user', id });
export const keyActor = (id: string): NamedActor => ({ type: 'key', id });

/** Its name in sentences. */
export const actorName = ({ type, id }: NamedActor): string => (type === 'key' ? `API key ${id}` : `${type} ${id}`);

/** The columns of a row that keeps an actor. */
export const actorColumns = ({ type, id }: Actor) => ({ actor_type: type, actor_id: id });
