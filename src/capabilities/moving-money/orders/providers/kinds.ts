// Every kind of provider that there is.
import { achFiles } from './ach/ach-provider.ts';
import { httpProvider } from './http/http-provider.ts';
import type { ProviderKind } from './provider.ts';
import { simulated } from './simulated/provider.ts';

const providerKinds: readonly ProviderKind[] = [httpProvider, achFiles, simulated];

export const kindNamed = (name: string): ProviderKind | undefined => providerKinds.find((kind) => kind.name === name);
