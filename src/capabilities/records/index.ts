// The door of records: what a company writes down about its borrowers and their loans.
import type { Capability } from '#platform/capability.ts';
import { eraseRecords } from './erase-records.ts';
import { note, noteRoutes } from './resources/note.ts';
import { noteType } from './resources/note-type.ts';
import { recordSealed } from './sealed.ts';
import { recordTables } from './tables.ts';

export const records: Capability = {
  name: 'records',
  migrations: new URL('./migrations/', import.meta.url),
  tables: recordTables,
  sealed: recordSealed,
  events: [...noteType.events, ...note.events],
  routes: () => [...noteType.endpoints(), ...noteRoutes],
  erasing: [eraseRecords],
};
