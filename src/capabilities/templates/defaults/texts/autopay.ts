import type { Stated } from '../default-text.ts';
import { canceled, method, methodName, schedule } from '../phrases.ts';
import { fullName } from '../words.ts';

const lender = '{% if lenderName %}{{ lenderName }}{% else %}{{ company.legalName }}{% endif %}';
const reached = (or: string) =>
  `{% if supportPhone %}{{ supportPhone }}{% elif company.support and company.support.phone %}{{ company.support.phone }}{% endif %}{% if supportEmail %} ${or} {{ supportEmail }}{% elif company.support and company.support.email %} ${or} {{ company.support.email }}{% endif %}`;

export const autopayTexts: Readonly<Record<string, Stated>> = {
  autopayAgreement: {
    hasOpening: false,
    en: {
      title: 'Agreement on automatic payments',
      body: `
        = Payment method | ${methodName.en}
        = Account holder | ${fullName}
        {% if loan %}
        = Loan | {{ loan.displayId }}
        {% endif %}

        I authorize ${lender} to take the payments of this loan from the account or card above as they come due, and to correct a payment that was taken by mistake.

        ## What is taken, and when

        On each due date, what is due then. If a payment would be more than what was announced to me, I am told its amount and day at least ten days before.

        {% if paymentSchedule %}
        The next payments are:

        ${schedule('paymentSchedule')}

        {% endif %}
        ## How to end it

        I can end this at any time. A payment is not taken if I say so at least three business days before its day. I can reach you here: ${reached('or')}.

        I do not have to agree to automatic payments to get or keep this loan.

        {% if dateSigned %}
        Date: {{ dateSigned | date }}
        {% endif %}`,
    },
    es: {
      title: 'Acuerdo de pagos automáticos',
      body: `
        = Medio de pago | ${methodName.es}
        = Titular | ${fullName}
        {% if loan %}
        = Préstamo | {{ loan.displayId }}
        {% endif %}

        Autorizo a ${lender} a tomar los pagos de este préstamo de la cuenta o tarjeta indicada cuando vencen, y a corregir un pago que se haya tomado por error.

        ## Qué se toma y cuándo

        En cada fecha de pago, lo que vence entonces. Si un pago fuera mayor que lo que se me anunció, sabré su monto y su fecha al menos diez días antes.

        {% if paymentSchedule %}
        Los próximos pagos son:

        ${schedule('paymentSchedule')}

        {% endif %}
        ## Cómo terminarlo

        Puedo terminarlo en cualquier momento. Un pago no se toma si lo digo al menos tres días hábiles antes de su fecha. Los encuentro aquí: ${reached('o')}.

        No necesito aceptar los pagos automáticos para obtener o conservar este préstamo.

        {% if dateSigned %}
        Fecha: {{ dateSigned | date }}
        {% endif %}`,
    },
  },
  autopayEnabled: {
    en: {
      title: 'Autopay is on',
      body: `
        You switched on automatic payments. From now on we take each payment from ${method.en} on its due date.

        ${schedule('paymentSchedule')}

        You can switch autopay off at any time. To stop a single payment, tell us at least three business days before its day. If a payment will be more than usual, we tell you at least ten days before.

        If this was not you, please call us right away.`,
      text: 'Autopay is on for your account. We take each payment on its due date. If this was not you, please call us.',
    },
    es: {
      title: 'Los pagos automáticos están activados',
      body: `
        Usted activó los pagos automáticos. A partir de ahora tomamos cada pago de ${method.es} en su fecha de vencimiento.

        ${schedule('paymentSchedule')}

        Puede desactivar los pagos automáticos en cualquier momento. Para detener un solo pago, avísenos al menos tres días hábiles antes de su fecha. Si un pago va a ser mayor que lo habitual, le avisamos al menos diez días antes.

        Si no fue usted, llámenos de inmediato.`,
      text: 'Los pagos automáticos de su cuenta están activados. Tomamos cada pago en su fecha. Si no fue usted, llámenos.',
    },
  },
  autopayEnableReminder: {
    en: {
      title: 'Would you like to pay automatically?',
      body: `
        With autopay you do not have to think of due dates: we take each payment from your account on the day it is due.
        {% if paymentDueDate %}
        Your next payment is due on {{ paymentDueDate | date }}.
        {% endif %}

        You can switch it on when you sign in, and off again whenever you like. You do not have to use it.`,
      text: 'With autopay we take each payment on its due date, so you do not have to think of it. Switch it on when you sign in.',
    },
    es: {
      title: '¿Le gustaría pagar automáticamente?',
      body: `
        Con los pagos automáticos no tiene que estar pendiente de las fechas: tomamos cada pago de su cuenta el día en que vence.
        {% if paymentDueDate %}
        Su próximo pago vence el {{ paymentDueDate | date }}.
        {% endif %}

        Puede activarlos al iniciar sesión y desactivarlos cuando quiera. No está obligado a usarlos.`,
      text: 'Con los pagos automáticos tomamos cada pago en su fecha, sin que tenga que estar pendiente. Actívelos al iniciar sesión.',
    },
  },
  autopayPaymentReminder: {
    en: {
      title: 'Your automatic payment is coming up',
      body: `
        ! Automatic payment on {{ paymentDate | date }} | {{ paymentAmount | money }}

        We will take it from ${method.en}. Please make sure that there is enough money in the account. You do not have to do anything else.`,
      text: 'Your automatic payment will be taken on {{ paymentDate | date }}. Please make sure that there is enough money in the account.',
    },
    es: {
      title: 'Se acerca su pago automático',
      body: `
        ! Pago automático del {{ paymentDate | date }} | {{ paymentAmount | money }}

        Lo tomaremos de ${method.es}. Asegúrese de que haya suficiente dinero en la cuenta. No tiene que hacer nada más.`,
      text: 'Su pago automático se tomará el {{ paymentDate | date }}. Asegúrese de que haya suficiente dinero en la cuenta.',
    },
  },
  autopayAmountChanged: {
    en: {
      title: 'Your next automatic payment will be a different amount',
      body: `
        ! Automatic payment on {{ paymentDueDate | date }} | {{ paymentAmount | money }}

        This is different from what we usually take from ${method.en}.
        {% if extraCharge %}
        It is {{ extraCharge | money }} more than usual.
        {% endif %}

        > We send this notice at least ten days before the payment, as Regulation E asks for. You have the right to stop the payment: tell us at least three business days before {{ paymentDueDate | date }}.`,
      text: 'Your automatic payment on {{ paymentDueDate | date }} will be a different amount than usual. Please see our email or letter, or sign in.',
    },
    es: {
      title: 'Su próximo pago automático será por otro monto',
      body: `
        ! Pago automático del {{ paymentDueDate | date }} | {{ paymentAmount | money }}

        Es distinto de lo que solemos tomar de ${method.es}.
        {% if extraCharge %}
        Son {{ extraCharge | money }} más de lo habitual.
        {% endif %}

        > Enviamos este aviso al menos diez días antes del pago, como lo exige el Reglamento E. Usted tiene derecho a detener el pago: avísenos al menos tres días hábiles antes del {{ paymentDueDate | date }}.`,
      text: 'Su pago automático del {{ paymentDueDate | date }} será por otro monto. Vea nuestro correo o carta, o inicie sesión.',
    },
  },
  autopayPaymentLowered: {
    en: {
      title: 'A part of your payment is left to you',
      body: `
        On {{ paymentDate | date }} your automatic payment took less than what came due. We did not tell you about the higher amount in time, so we did not take it.

        ! Left to pay | {{ remainingAmount | money }}

        Please pay it yourself. You can do so when you sign in, or call us.`,
      text: 'Your automatic payment on {{ paymentDate | date }} did not cover all that came due. Please sign in or call us to pay the rest.',
    },
    es: {
      title: 'Queda una parte de su pago por pagar',
      body: `
        El {{ paymentDate | date }} su pago automático tomó menos de lo que vencía. No le avisamos a tiempo del monto mayor, así que no lo tomamos.

        ! Queda por pagar | {{ remainingAmount | money }}

        Le pedimos que lo pague por su cuenta. Puede hacerlo al iniciar sesión o por teléfono.`,
      text: 'Su pago automático del {{ paymentDate | date }} no cubrió todo lo que vencía. Inicie sesión o llámenos para pagar el resto.',
    },
  },
  autopayPaymentRescheduled: {
    en: {
      title: 'Your automatic payment is on another day',
      body: `
        ! Automatic payment on {{ paymentDate | date }} | {{ paymentAmount | money }}

        It was planned for {{ previousPaymentDate | date }}. We will take it from ${method.en}.`,
      text: 'Your automatic payment was moved from {{ previousPaymentDate | date }} to {{ paymentDate | date }}.',
    },
    es: {
      title: 'Su pago automático cambió de día',
      body: `
        ! Pago automático del {{ paymentDate | date }} | {{ paymentAmount | money }}

        Estaba previsto para el {{ previousPaymentDate | date }}. Lo tomaremos de ${method.es}.`,
      text: 'Su pago automático pasó del {{ previousPaymentDate | date }} al {{ paymentDate | date }}.',
    },
  },
  autopayPaymentCanceled: {
    en: {
      title: 'We are not taking one of your automatic payments',
      body: `
        The automatic payment of {{ paymentDate | date }}{% if paymentAmount %} of {{ paymentAmount | money }}{% endif %} is not taken.${canceled.en}

        Autopay stays on for the payments after it. If something is due now, please pay it yourself so that your account stays up to date.`,
      text: 'We are not taking your automatic payment of {{ paymentDate | date }}. Autopay stays on. If something is due, please pay it yourself.',
    },
    es: {
      title: 'No tomaremos uno de sus pagos automáticos',
      body: `
        El pago automático del {{ paymentDate | date }}{% if paymentAmount %} de {{ paymentAmount | money }}{% endif %} no se toma.${canceled.es}

        Los pagos automáticos siguen activados para los pagos siguientes. Si algo vence ahora, páguelo directamente para que su cuenta siga al día.`,
      text: 'No tomaremos su pago automático del {{ paymentDate | date }}. Los siguientes siguen activados. Si algo vence, páguelo por su cuenta.',
    },
  },
  autopayPaymentMethodUpdated: {
    en: {
      title: 'Autopay uses another payment method',
      body: `
        From now on we take your automatic payments from ${method.en}.

        If this was not you, please call us right away.`,
      text: 'Your automatic payments now come from another account or card. If this was not you, please call us.',
    },
    es: {
      title: 'Los pagos automáticos usan otro medio de pago',
      body: `
        A partir de ahora tomamos sus pagos automáticos de ${method.es}.

        Si no fue usted, llámenos de inmediato.`,
      text: 'Sus pagos automáticos ahora se toman de otra cuenta o tarjeta. Si no fue usted, llámenos.',
    },
  },
  autopayPaused: {
    en: {
      title: 'Autopay is paused',
      body: `
        We are not taking automatic payments at the moment.${canceled.en}

        Please make your payments yourself until you switch autopay on again. You can do so when you sign in, with the same account or card or with another one.`,
      text: 'Autopay is paused. Please make your payments yourself until you switch it on again.',
    },
    es: {
      title: 'Los pagos automáticos están en pausa',
      body: `
        Por el momento no tomamos pagos automáticos.${canceled.es}

        Haga sus pagos por su cuenta hasta que vuelva a activarlos. Puede hacerlo al iniciar sesión, con la misma cuenta o tarjeta o con otra.`,
      text: 'Los pagos automáticos están en pausa. Haga sus pagos por su cuenta hasta que vuelva a activarlos.',
    },
  },
  autopayCanceled: {
    en: {
      title: 'Autopay is off',
      body: `
        Autopay was switched off as you asked. We do not take any further automatic payments.
        {% if paymentDueDate %}
        Your next payment is due on {{ paymentDueDate | date }}{% if paymentAmount %}: {{ paymentAmount | money }}{% endif %}. Please make it yourself.
        {% endif %}

        If you did not ask for this, please call us.`,
      text: 'Autopay is off as you asked. Please make your next payment yourself. If you did not ask for this, please call us.',
    },
    es: {
      title: 'Los pagos automáticos están desactivados',
      body: `
        Desactivamos los pagos automáticos como usted lo pidió. Ya no tomaremos más pagos automáticos.
        {% if paymentDueDate %}
        Su próximo pago vence el {{ paymentDueDate | date }}{% if paymentAmount %}: {{ paymentAmount | money }}{% endif %}. Le pedimos que lo haga por su cuenta.
        {% endif %}

        Si usted no lo pidió, llámenos.`,
      text: 'Los pagos automáticos están desactivados, como lo pidió. Haga su próximo pago por su cuenta. Si no lo pidió, llámenos.',
    },
  },
  autopayCanceledBySystem: {
    en: {
      title: 'Autopay was switched off',
      body: `
        We had to switch autopay off.${canceled.en}
        {% if paymentDueDate %}
        Your next payment is due on {{ paymentDueDate | date }}{% if paymentAmount %}: {{ paymentAmount | money }}{% endif %}. Please make it yourself.
        {% else %}
        Please make your payments yourself from now on.
        {% endif %}

        You can switch autopay on again when you sign in, with this or another account or card.`,
      text: 'We had to switch autopay off. Please make your next payment yourself, or switch autopay on again when you sign in.',
    },
    es: {
      title: 'Se desactivaron los pagos automáticos',
      body: `
        Tuvimos que desactivar los pagos automáticos.${canceled.es}
        {% if paymentDueDate %}
        Su próximo pago vence el {{ paymentDueDate | date }}{% if paymentAmount %}: {{ paymentAmount | money }}{% endif %}. Le pedimos que lo haga por su cuenta.
        {% else %}
        Le pedimos que de ahora en adelante haga los pagos por su cuenta.
        {% endif %}

        Puede volver a activarlos al iniciar sesión, con esta u otra cuenta o tarjeta.`,
      text: 'Tuvimos que desactivar los pagos automáticos. Haga su próximo pago por su cuenta o vuelva a activarlos al iniciar sesión.',
    },
  },
  cardExpiresReminder: {
    en: {
      title: 'Your card will expire soon',
      body: `
        The card ending in {{ cardLastFour }}, with which you pay, expires on {{ cardExpiresOn | date }}.

        Please sign in and add the new card, or another way to pay, so that no payment is missed.`,
      text: 'The card with which you pay expires soon. Please sign in and add the new one, so that no payment is missed.',
    },
    es: {
      title: 'Su tarjeta vencerá pronto',
      body: `
        La tarjeta terminada en {{ cardLastFour }}, con la que usted paga, vence el {{ cardExpiresOn | date }}.

        Inicie sesión y agregue la tarjeta nueva u otro medio de pago, para que no falte ningún pago.`,
      text: 'La tarjeta con la que paga vence pronto. Inicie sesión y agregue la nueva, para que no falte ningún pago.',
    },
  },
};
