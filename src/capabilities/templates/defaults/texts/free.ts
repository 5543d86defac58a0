import type { Stated } from '../default-text.ts';

const lines = `
  {% for one in body | lines %}{% if one %}
  {{ one }}
  {% endif %}{% endfor %}`;

const free: Omit<Stated, 'isBare'> = {
  hasOpening: false,
  en: {
    title: '{% if subjectLine %}{{ subjectLine }}{% else %}A message from {{ company.brandName }}{% endif %}',
    body: lines,
    text: '{{ body }}',
  },
  es: {
    title: '{% if subjectLine %}{{ subjectLine }}{% else %}Un mensaje de {{ company.brandName }}{% endif %}',
    body: lines,
    text: '{{ body }}',
  },
};

export const freeTexts: Readonly<Record<string, Stated>> = {
  freeForm: { ...free, isBare: true },
  freeFormBranded: free,
};
