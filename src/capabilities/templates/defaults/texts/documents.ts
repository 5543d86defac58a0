import type { Stated } from '../default-text.ts';

const upload = {
  en: '{% if uploadUrl %}\n[Upload the document](uploadUrl)\n{% endif %}',
  es: '{% if uploadUrl %}\n[Subir el documento](uploadUrl)\n{% endif %}',
};

export const documentTexts: Readonly<Record<string, Stated>> = {
  documentRequested: {
    en: {
      title: 'We need a document from you',
      body: `
        Please send us this document: **{{ documentName }}**.

        ${upload.en}

        {% if uploadExpiresOn %}
        The page can be used until {{ uploadExpiresOn | date }}. It is only for you, so please do not pass it on.
        {% endif %}`,
      text: 'We need a document from you.{% if uploadUrl %} You can upload it here: {{ uploadUrl }}{% else %} Please sign in to upload it.{% endif %}',
    },
    es: {
      title: 'Necesitamos un documento de usted',
      body: `
        Envíenos este documento: **{{ documentName }}**.

        ${upload.es}

        {% if uploadExpiresOn %}
        La página se puede usar hasta el {{ uploadExpiresOn | date }}. Es solo para usted, así que no la comparta.
        {% endif %}`,
      text: 'Necesitamos un documento de usted.{% if uploadUrl %} Puede subirlo aquí: {{ uploadUrl }}{% else %} Inicie sesión para subirlo.{% endif %}',
    },
  },
  documentUploaded: {
    en: {
      title: 'We received your document',
      body: 'Thank you. We received your document: **{{ documentName }}**. We tell you if we need anything else.',
      text: 'We received your document. Thank you.',
    },
    es: {
      title: 'Recibimos su documento',
      body: 'Gracias. Recibimos su documento: **{{ documentName }}**. Le avisaremos si necesitamos algo más.',
      text: 'Recibimos su documento. Gracias.',
    },
  },
  documentUploadFailed: {
    en: {
      title: 'We could not take your document',
      body: `
        Your document could not be taken: **{{ documentName }}**. The file may be damaged, of a kind that we cannot read, or not safe.

        Please send it again, as a PDF or a picture.

        ${upload.en}`,
      text: 'Your document could not be taken. Please send it again, as a PDF or a picture.',
    },
    es: {
      title: 'No pudimos recibir su documento',
      body: `
        No se pudo recibir su documento: **{{ documentName }}**. Es posible que el archivo esté dañado, sea de un tipo que no podemos leer o no sea seguro.

        Envíelo otra vez, como PDF o como imagen.

        ${upload.es}`,
      text: 'No se pudo recibir su documento. Envíelo otra vez, como PDF o como imagen.',
    },
  },
  documentRejected: {
    en: {
      title: 'We need your document again',
      body: `
        We looked at your document and need it again: **{{ documentName }}**.
        {% if rejectionReason %}
        {{ rejectionReason }}
        {% endif %}

        ${upload.en}

        If you cannot get another one, please call us.`,
      text: 'We looked at your document and need it again. Please see our email or letter, or sign in.',
    },
    es: {
      title: 'Necesitamos su documento otra vez',
      body: `
        Revisamos su documento y lo necesitamos otra vez: **{{ documentName }}**.
        {% if rejectionReason %}
        {{ rejectionReason }}
        {% endif %}

        ${upload.es}

        Si no puede conseguir otro, llámenos.`,
      text: 'Revisamos su documento y lo necesitamos otra vez. Vea nuestro correo o carta, o inicie sesión.',
    },
  },
};
