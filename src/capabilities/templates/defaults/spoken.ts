// What is spoken in a call: only codes are, by shipped texts. Who calls is said first.
import type { Language } from './default-text.ts';

export const spoken: Readonly<Record<Language, string>> = {
  en: 'This is {{ company.brandName }}. Your code is: {{ code | join(", ") }}. Again: {{ code | join(", ") }}. Please give it to nobody. Goodbye.',
  es: 'Le habla {{ company.brandName }}. Su código es: {{ code | join(", ") }}. Otra vez: {{ code | join(", ") }}. No se lo dé a nadie. Hasta luego.',
};
