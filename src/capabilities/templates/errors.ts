import { errorKinds } from '#platform/errors.ts';

export const templateErrors = errorKinds({
  TemplateDescriptorTaken: {
    status: 409,
    title: 'There is a descriptor of this message already',
    remedy:
      'A message has one descriptor for its subject, channel, language and loan type: write another version of it.',
  },
  TemplateMissing: {
    status: 404,
    title: 'There is no text for this message',
    remedy: 'Write a template of the subject, channel and language and publish it, or enable the one that is disabled.',
  },
  TemplateNotRendered: {
    status: 422,
    title: 'The template cannot be rendered with these values',
    remedy:
      'data.reason says why: a value is not there, too much or too long, or wrong syntax; data.part, data.line and data.column say where, and data.name which variable has no value.',
  },
});
