// Labels of the company, and the loans that have them.
import type { Part } from '#platform/part.ts';
import { labelAdded, labelRemoved } from './events.ts';
import { loanLabel, loanLabelRoutes } from './loan-label.ts';
import { labelingRoutes } from './routes.ts';
import { labelTables } from './tables.ts';

export const labelPart: Part = {
  tables: labelTables,
  events: [...loanLabel.events, labelAdded, labelRemoved],
  routes: [...loanLabelRoutes, ...labelingRoutes],
};
