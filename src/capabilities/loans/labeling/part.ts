// Labels of the company, and the loans that have them.
import type { Part } from '#platform/part.ts';
import { loanLabel, loanLabelRoutes } from '../labels/loan-label.ts';
import { labelTables } from '../labels/tables.ts';
import { labelAdded, labelRemoved } from './events.ts';
import { labelingRoutes } from './routes.ts';

export const labelPart: Part = {
  tables: labelTables,
  events: [...loanLabel.events, labelAdded, labelRemoved],
  routes: [...loanLabelRoutes, ...labelingRoutes],
};
