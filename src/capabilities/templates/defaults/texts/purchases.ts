import type { Stated } from '../default-text.ts';
import { needed } from '../needed-documents.ts';

const what = {
  en: '{% if merchantName %}\n= Merchant | {{ merchantName }}\n{% endif %}\n= Disputed amount | {{ disputedAmount | money }}',
  es: '{% if merchantName %}\n= Comercio | {{ merchantName }}\n{% endif %}\n= Monto disputado | {{ disputedAmount | money }}',
};

const upload = {
  en: '{% if uploadUrl %}\n[Upload the documents](uploadUrl)\n{% endif %}',
  es: '{% if uploadUrl %}\n[Subir los documentos](uploadUrl)\n{% endif %}',
};

export const purchaseTexts: Readonly<Record<string, Stated>> = {
  purchaseDisputeReceived: {
    en: {
      title: 'We received your dispute',
      body: `
        We received your dispute of a purchase, and are looking into it.

        ${what.en}
        = Purchase | {{ purchaseAmount | money }}, {{ purchaseDate | date }}
        {% if answerByDate %}
        = You hear from us by | {{ answerByDate | date }}
        {% endif %}

        While we look into it, you do not have to pay the disputed amount, and we do not try to collect it or report it as late. What else you owe stays due.`,
      text: 'We received your dispute of a purchase, and are looking into it. You hear from us by email or letter.',
    },
    es: {
      title: 'Recibimos su disputa',
      body: `
        Recibimos su disputa de una compra y la estamos investigando.

        ${what.es}
        = Compra | {{ purchaseAmount | money }}, {{ purchaseDate | date }}
        {% if answerByDate %}
        = Le respondemos a más tardar el | {{ answerByDate | date }}
        {% endif %}

        Mientras la investigamos, no tiene que pagar el monto disputado, y no intentamos cobrarlo ni lo reportamos como atrasado. Lo demás que deba sigue venciendo.`,
      text: 'Recibimos su disputa de una compra y la estamos investigando. Le responderemos por correo o carta.',
    },
  },
  purchaseDisputeSubmitDocumentation: {
    en: {
      title: 'We need something for your dispute',
      body: `
        To decide on your dispute, we need the following{% if respondByDate %} by {{ respondByDate | date }}{% endif %}:

        ${needed.purchase.en}

        ${what.en}

        ${upload.en}`,
      text: 'We need something from you for your dispute{% if respondByDate %} by {{ respondByDate | date }}{% endif %}. Please see our email or letter, or sign in.',
    },
    es: {
      title: 'Necesitamos algo para su disputa',
      body: `
        Para decidir sobre su disputa necesitamos lo siguiente{% if respondByDate %} a más tardar el {{ respondByDate | date }}{% endif %}:

        ${needed.purchase.es}

        ${what.es}

        ${upload.es}`,
      text: 'Necesitamos algo de usted para su disputa{% if respondByDate %} a más tardar el {{ respondByDate | date }}{% endif %}. Vea nuestro correo o carta, o inicie sesión.',
    },
  },
  purchaseDisputeWon: {
    en: {
      title: 'Your dispute was decided for you',
      body: `
        We have decided your dispute in your favor.

        ! Credited to your account | {{ creditedAmount | money }}

        ${what.en}

        Interest and fees for this amount are corrected too. You do not have to do anything.`,
      text: 'Your dispute was decided in your favor, and the amount was credited to your account.',
    },
    es: {
      title: 'Su disputa se decidió a su favor',
      body: `
        Decidimos su disputa a su favor.

        ! Acreditado en su cuenta | {{ creditedAmount | money }}

        ${what.es}

        También se corrigen los intereses y cargos de este monto. No tiene que hacer nada.`,
      text: 'Su disputa se decidió a su favor, y el monto se acreditó en su cuenta.',
    },
  },
  purchaseDisputeLost: {
    en: {
      title: 'We have decided on your dispute',
      body: `
        We looked into your dispute and found that the purchase was charged correctly.

        ${what.en}

        {% if paymentDueDate %}
        The amount is part of what is due on {{ paymentDueDate | date }}.
        {% else %}
        The amount is part of what you owe again.
        {% endif %}

        You may ask us for copies of the documents on which we decided. If you do not agree, please write to us within 10 days: then we may not report the amount as overdue without saying that you dispute it.`,
      text: 'We have decided on your dispute. Please see our email or letter, or sign in.',
    },
    es: {
      title: 'Decidimos sobre su disputa',
      body: `
        Investigamos su disputa y encontramos que la compra se cobró correctamente.

        ${what.es}

        {% if paymentDueDate %}
        El monto forma parte de lo que vence el {{ paymentDueDate | date }}.
        {% else %}
        El monto vuelve a formar parte de lo que debe.
        {% endif %}

        Puede pedirnos copias de los documentos en los que nos basamos. Si no está de acuerdo, escríbanos dentro de 10 días: en ese caso no podemos reportar el monto como atrasado sin indicar que usted lo disputa.`,
      text: 'Decidimos sobre su disputa. Vea nuestro correo o carta, o inicie sesión.',
    },
  },
  purchaseDisputeWithdrawn: {
    en: {
      title: 'Your dispute is closed',
      body: `
        The dispute of a purchase on your account was withdrawn or has expired. We do nothing further about it, and the amount is part of what you owe again.

        ${what.en}

        If you did not expect this, please call us.`,
      text: 'The dispute of a purchase on your account is closed. If you did not expect this, please call us.',
    },
    es: {
      title: 'Su disputa está cerrada',
      body: `
        La disputa de una compra en su cuenta fue retirada o venció. No hacemos nada más al respecto, y el monto vuelve a formar parte de lo que debe.

        ${what.es}

        Si no lo esperaba, llámenos.`,
      text: 'La disputa de una compra en su cuenta está cerrada. Si no lo esperaba, llámenos.',
    },
  },
};
