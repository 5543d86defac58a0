// The door of templates: the texts of messages, which of them is taken, and how it is rendered.
import type { Capability } from '#platform/capability.ts';
import { readsWhenAsked } from './context/objects.ts';
import { templateErrors } from './errors.ts';
import { renderRoutes } from './rendering/render-routes.ts';
import { activatePermission, templateDescriptor } from './resources/template-descriptor.ts';
import { templateVersion } from './resources/template-version.ts';
import { templateTables } from './tables.ts';
import { templateRoutes } from './template-routes.ts';
import { templateVersionSteps } from './versions.ts';

export {
  type ChosenTemplate,
  channelsWithText,
  chooseTemplate,
  isTextAmong,
  shippedTemplate,
  textsKey,
  writersOfTexts,
} from './choose.ts';
export { type Context, contextsOf } from './context/context-of.ts';
export { type TemplateReads, templateReads } from './context/objects.ts';
export { documentsOfTemplates, paperChannels, paperOfSubject } from './rendering/pdf.ts';
export { type RenderedMessage, type RenderFailure, renderMessages } from './rendering/render-message.ts';
export { subjectOf } from './subjects/index.ts';
export type { Language } from './template-values.ts';

export const templates: Capability = {
  name: 'templates',
  migrations: new URL('./migrations/', import.meta.url),
  tables: templateTables,
  errors: { Templates: templateErrors },
  events: [...templateDescriptor.events, ...templateVersion.events],
  permissions: [activatePermission],
  versions: templateVersionSteps,
  routes(whole) {
    const reads = readsWhenAsked(whole);
    return [...templateRoutes(whole, reads), ...renderRoutes(reads)];
  },
};
