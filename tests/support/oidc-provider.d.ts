// The library brings no types: what of it the tests use.
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  interface Context {
    readonly oidc: {
      readonly session: { readonly accountId: string };
      readonly provider: { readonly Grant: new (of: { clientId: string; accountId: string }) => Grant };
    };
  }

  interface Configuration {
    readonly loadExistingGrant: (ctx: Context) => Promise<Grant>;
    readonly [setting: string]: unknown;
  }

  export default class Provider {
    constructor(issuer: string, configuration: Configuration);
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: object,
      options: { readonly mergeWithLastSubmission: boolean },
    ): Promise<void>;
    on(event: 'grant.error', heard: (ctx: unknown, error: { readonly error_detail: string }) => void): void;
  }
}
