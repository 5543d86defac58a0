// Every kind of provider that there is.
import { httpProvider } from './http/http-provider.ts';
import type { ProviderKind } from './provider.ts';
import { simulated } from './simulated/provider.ts';

const providerKinds: readonly ProviderKind[] = [httpProvider, simulated];

export const kindNamed = (name: string): ProviderKind | undefined => providerKinds.find((kind) => kind.name === name);
