// Every kind of provider that there is.
import { httpProvider } from './http/http-provider.ts';
import type { ProviderKind } from './provider.ts';

const providerKinds: readonly ProviderKind[] = [httpProvider];

export const kindNamed = (name: string): ProviderKind | undefined => providerKinds.find((kind) => kind.name === name);
