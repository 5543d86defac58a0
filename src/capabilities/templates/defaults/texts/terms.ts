import type { Stated } from '../default-text.ts';
import { items } from '../phrases.ts';

const figures = {
  en: `
    = Statement date | {{ statementDate | date }}
    = Payment due | {{ paymentDueDate | date }}
    = New balance | {{ newBalanceAmount | money }}`,
  es: `
    = Fecha del estado de cuenta | {{ statementDate | date }}
    = Fecha de pago | {{ paymentDueDate | date }}
    = Saldo nuevo | {{ newBalanceAmount | money }}`,
};

const signIn = {
  en: '{% if signInUrl %}\n[See the statement](signInUrl)\n{% else %}\nYou can read the statement when you sign in.\n{% endif %}',
  es: '{% if signInUrl %}\n[Ver el estado de cuenta](signInUrl)\n{% else %}\nPuede leer el estado de cuenta al iniciar sesión.\n{% endif %}',
};

export const termTexts: Readonly<Record<string, Stated>> = {
  statementGenerated: {
    en: {
      title: 'Your statement is ready',
      body: `
        ! Amount due by {{ paymentDueDate | date }} | {{ minimumAmountDue | money }}

        ${figures.en}

        ${signIn.en}

        If you pay automatically, you do not have to do anything.`,
      text: 'Your statement of {{ statementDate | date }} is ready. Your payment is due on {{ paymentDueDate | date }}. Sign in to read it.',
    },
    es: {
      title: 'Su estado de cuenta está listo',
      body: `
        ! Por pagar a más tardar el {{ paymentDueDate | date }} | {{ minimumAmountDue | money }}

        ${figures.es}

        ${signIn.es}

        Si paga automáticamente, no tiene que hacer nada.`,
      text: 'Su estado de cuenta del {{ statementDate | date }} está listo. Su pago vence el {{ paymentDueDate | date }}. Inicie sesión para leerlo.',
    },
  },
  statementRegenerated: {
    en: {
      title: 'Your statement was corrected',
      body: `
        Something has changed since we made your statement, so there is a new one. It replaces the earlier one.

        ! Amount due by {{ paymentDueDate | date }} | {{ minimumAmountDue | money }}

        ${figures.en}

        ${signIn.en}`,
      text: 'Your statement of {{ statementDate | date }} was corrected. Sign in to read the new one.',
    },
    es: {
      title: 'Se corrigió su estado de cuenta',
      body: `
        Algo cambió desde que hicimos su estado de cuenta, así que hay uno nuevo. Sustituye al anterior.

        ! Por pagar a más tardar el {{ paymentDueDate | date }} | {{ minimumAmountDue | money }}

        ${figures.es}

        ${signIn.es}`,
      text: 'Se corrigió su estado de cuenta del {{ statementDate | date }}. Inicie sesión para leer el nuevo.',
    },
  },
  rateReset: {
    en: {
      title: 'Your interest rate changes',
      body: `
        The rate of your account follows an index. By your agreement it is set anew on {{ effectiveDate | date }}.

        = Rate before | {{ previousRate | percent }}
        = **New rate** | **{{ newRate | percent }}**
        {% if indexRate %}
        = {% if indexName %}{{ indexName }}{% else %}Index{% endif %} | {{ indexRate | percent }}
        {% endif %}{% if marginRate %}
        = Margin | {{ marginRate | percent }}
        {% endif %}{% if previousPaymentAmount %}
        = Payment before | {{ previousPaymentAmount | money }}
        {% endif %}{% if newPaymentAmount %}
        = **New payment** | **{{ newPaymentAmount | money }}**
        {% endif %}

        If you pay automatically, the new amount is taken. If it will be hard to pay, please call us.`,
      text: 'The interest rate of your account changes on {{ effectiveDate | date }}. Please see our email or letter, or sign in.',
    },
    es: {
      title: 'Su tasa de interés cambia',
      body: `
        La tasa de su cuenta sigue un índice. Según su contrato, se fija de nuevo el {{ effectiveDate | date }}.

        = Tasa anterior | {{ previousRate | percent }}
        = **Tasa nueva** | **{{ newRate | percent }}**
        {% if indexRate %}
        = {% if indexName %}{{ indexName }}{% else %}Índice{% endif %} | {{ indexRate | percent }}
        {% endif %}{% if marginRate %}
        = Margen | {{ marginRate | percent }}
        {% endif %}{% if previousPaymentAmount %}
        = Pago anterior | {{ previousPaymentAmount | money }}
        {% endif %}{% if newPaymentAmount %}
        = **Pago nuevo** | **{{ newPaymentAmount | money }}**
        {% endif %}

        Si paga automáticamente, se toma el monto nuevo. Si le resultará difícil pagarlo, llámenos.`,
      text: 'La tasa de interés de su cuenta cambia el {{ effectiveDate | date }}. Vea nuestro correo o carta, o inicie sesión.',
    },
  },
  rateChangeAhead: {
    en: {
      title: 'Your interest rate will change',
      body: `
        The interest rate of your account will change. The new rate counts from **{{ effectiveDate | date }}** on.

        = Rate until then | {{ previousRate | percent }}
        = **Rate from then on** | **{{ newRate | percent }}**

        Until that day nothing changes. If your payments change too, we tell you their amounts before they are due. If you have questions, or it will be hard to pay, please write or call us.`,
    },
    es: {
      title: 'Su tasa de interés va a cambiar',
      body: `
        La tasa de interés de su cuenta va a cambiar. La tasa nueva se aplica a partir del **{{ effectiveDate | date }}**.

        = Tasa hasta entonces | {{ previousRate | percent }}
        = **Tasa a partir de entonces** | **{{ newRate | percent }}**

        Hasta ese día no cambia nada. Si también cambian sus pagos, le avisaremos los montos antes de su vencimiento. Si tiene preguntas, o si le resultará difícil pagar, escríbanos o llámenos.`,
    },
  },
  accountTermsChange: {
    en: {
      title: 'Important changes to your account terms',
      body: `
        The following changes to your account terms take effect on **{{ effectiveDate | date }}**.

        ${items('changes')}

        {% if isRejectable %}
        You have the right to reject these changes before {{ effectiveDate | date }}. If you reject them, you may not be able to make further purchases, and you can pay what you owe under the present terms. To reject them, write or call us.
        {% endif %}`,
    },
    es: {
      title: 'Cambios importantes en las condiciones de su cuenta',
      body: `
        Los siguientes cambios en las condiciones de su cuenta entran en vigor el **{{ effectiveDate | date }}**.

        ${items('changes')}

        {% if isRejectable %}
        Tiene derecho a rechazar estos cambios antes del {{ effectiveDate | date }}. Si los rechaza, es posible que no pueda hacer más compras, y podrá pagar lo que debe según las condiciones actuales. Para rechazarlos, escríbanos o llámenos.
        {% endif %}`,
    },
  },
};
