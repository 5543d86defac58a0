// Who says whether a content is clean: a program of the operator, by its own protocol.
import type { ScannerSettings } from '#platform/scanner-settings.ts';
import { clamd } from './clamd.ts';
import { program } from './program.ts';
import type { Scan } from './verdict.ts';

export const scanOf = (settings: ScannerSettings): Scan =>
  settings.kind === 'clamd' ? clamd(settings.at) : program(settings.command);
