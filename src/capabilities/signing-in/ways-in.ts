// Which ways in a company has opened to its agents and to its borrowers. GET /bootstrap shows it to everybody, so a
// refusal says so too; it never depends on who is named.
import type { Settings } from '#capabilities/company/index.ts';
import type { Channel } from '#capabilities/sending/index.ts';
import type { NameType } from '#capabilities/users/index.ts';
import type { UserType } from '#platform/actor.ts';
import { refuseField } from '#platform/errors.ts';

export interface WaysIn {
  readonly authType: NonNullable<Settings['agentAuthType']>;
  /** Undefined: by any name of theirs. */
  readonly nameType: NameType | undefined;
}

/** For codes that open no way in. */
export const ofMachine: WaysIn = { authType: 'basic', nameType: undefined };

/** Where nothing is set: passwords and codes. Programs have passwords, whatever people have. */
const standard: WaysIn = { authType: 'basic', nameType: undefined };

export function waysIn(settings: Settings, userType: UserType): WaysIn {
  if (userType === 'api') return standard;
  const [authType, nameType] =
    userType === 'agent'
      ? [settings.agentAuthType, settings.agentAuthValueType]
      : [settings.borrowerAuthType, settings.borrowerAuthValueType];
  return { authType: authType ?? standard.authType, nameType: nameType ?? undefined };
}

/** By which a code may come. Whoever gets a code may set a password by it, so beside passwords codes sign in too. */
const channelsOf: Readonly<Record<WaysIn['authType'], readonly Channel[]>> = {
  basic: ['email', 'text', 'voice'],
  oneTimeCodeEmail: ['email'],
  oneTimeCodeText: ['text', 'voice'],
  google: [],
  SAML: [],
};

/** A code without a channel was made on the machine: it lets in whoever a setting has locked out. */
export const isOpenTo = ({ authType }: WaysIn, channel: Channel | null): boolean =>
  channel === null || channelsOf[authType].includes(channel);

/** Errors: InvalidRequest. */
export function mustHavePasswords({ authType }: WaysIn, path: 'password' | 'newPassword' | 'purpose'): void {
  if (authType !== 'basic')
    throw refuseField(path, 'is about passwords, by which nobody signs in here', said[authType]);
}

/** Where people sign in at a provider they have no other way. Errors: InvalidRequest. */
export function mustSignInHere({ authType }: WaysIn, path: 'passkey'): void {
  if (authType === 'google' || authType === 'SAML') throw refuseField(path, 'is no way in here', said[authType]);
}

/** The channel of a code: the one that is asked for, or else the usual one. Errors: InvalidRequest. */
export function openChannel(ways: WaysIn, asked: Channel | undefined, usual: Channel): Channel {
  const open = channelsOf[ways.authType];
  const channel = asked ?? (open.includes(usual) ? usual : open[0]);
  if (channel === undefined || !open.includes(channel)) {
    throw refuseField('channel', 'is none by which people here get codes to sign in', said[ways.authType]);
  }
  return channel;
}

/** Errors: InvalidRequest. */
export function nameTypeOf({ nameType }: WaysIn, asked: NameType | undefined): NameType | undefined {
  if (nameType !== undefined && asked !== undefined && asked !== nameType) {
    throw refuseField('authValueType', 'is no name by which people sign in here', nameType);
  }
  return nameType ?? asked;
}

const said: Readonly<Record<WaysIn['authType'], string>> = {
  basic: 'a password or a code',
  oneTimeCodeEmail: 'a code by email',
  oneTimeCodeText: 'a code by text or voice',
  google: 'signing in at the provider, by single sign-on',
  SAML: 'signing in at the provider, by single sign-on',
};
