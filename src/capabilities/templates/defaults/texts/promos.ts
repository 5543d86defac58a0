import type { Stated } from '../default-text.ts';

export const promoTexts: Readonly<Record<string, Stated>> = {
  promoProgramReminder: {
    en: {
      title: 'Your promotional offer ends soon',
      body: `
        **{{ promoName }}** ends on {{ promoEndDate | date }}.

        {% if promoBalanceAmount %}
        ! Left to pay by {{ promoEndDate | date }} | {{ promoBalanceAmount | money }}

        {% endif %}
        {% if deferredInterestAmount %}
        If it is not paid in full by then, interest of {{ deferredInterestAmount | money }} is charged, which goes back to the beginning of the offer.
        {% endif %}`,
      text: 'Your promotional offer ends on {{ promoEndDate | date }}. Please sign in to see what is left to pay by then.',
    },
    es: {
      title: 'Su oferta promocional termina pronto',
      body: `
        **{{ promoName }}** termina el {{ promoEndDate | date }}.

        {% if promoBalanceAmount %}
        ! Por pagar a más tardar el {{ promoEndDate | date }} | {{ promoBalanceAmount | money }}

        {% endif %}
        {% if deferredInterestAmount %}
        Si no se paga por completo para entonces, se cobran intereses de {{ deferredInterestAmount | money }}, que se cuentan desde el comienzo de la oferta.
        {% endif %}`,
      text: 'Su oferta promocional termina el {{ promoEndDate | date }}. Inicie sesión para ver cuánto falta por pagar.',
    },
  },
  promoProgramEligibilityAtRisk: {
    en: {
      title: 'You may lose your promotional offer',
      body: `
        **{{ promoName }}** asks for payments on time, and a payment has not arrived.

        ! Please pay by {{ paymentDueDate | date }} | {{ overdueAmount | money }}

        {% if deferredInterestAmount %}
        If the offer ends, interest of {{ deferredInterestAmount | money }} is charged.
        {% endif %}
        If you pay by that day, you keep the offer.`,
      text: 'Please make a payment by {{ paymentDueDate | date }} to keep your promotional offer.',
    },
    es: {
      title: 'Podría perder su oferta promocional',
      body: `
        **{{ promoName }}** exige pagos puntuales, y un pago no ha llegado.

        ! Pague a más tardar el {{ paymentDueDate | date }} | {{ overdueAmount | money }}

        {% if deferredInterestAmount %}
        Si la oferta termina, se cobran intereses de {{ deferredInterestAmount | money }}.
        {% endif %}
        Si paga a más tardar ese día, conserva la oferta.`,
      text: 'Haga un pago a más tardar el {{ paymentDueDate | date }} para conservar su oferta promocional.',
    },
  },
  promoProgramEnded: {
    en: {
      title: 'Your promotional offer has ended',
      body: `
        **{{ promoName }}** ended on {{ promoEndDate | date }}. From then on the usual terms of your agreement hold.

        {% if deferredInterestAmount %}
        The interest of the offer, {{ deferredInterestAmount | money }}, was charged, as it was not paid in full in time.
        {% endif %}`,
      text: 'Your promotional offer ended on {{ promoEndDate | date }}. Please sign in to see what holds now.',
    },
    es: {
      title: 'Su oferta promocional terminó',
      body: `
        **{{ promoName }}** terminó el {{ promoEndDate | date }}. Desde entonces valen las condiciones habituales de su contrato.

        {% if deferredInterestAmount %}
        Se cobraron los intereses de la oferta, {{ deferredInterestAmount | money }}, porque no se pagó por completo a tiempo.
        {% endif %}`,
      text: 'Su oferta promocional terminó el {{ promoEndDate | date }}. Inicie sesión para ver las condiciones actuales.',
    },
  },
};
