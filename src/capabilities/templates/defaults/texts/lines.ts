import type { Stated } from '../default-text.ts';

const draw = {
  en: '{% if drawName %}{{ drawName }}{% else %}your draw{% endif %}',
  es: '{% if drawName %}{{ drawName }}{% else %}su disposición{% endif %}',
};

const limits = {
  en: `
    {% if drawName %}
    = Draw | {{ drawName }}
    {% endif %}
    = Credit limit before | {{ previousCreditLimitAmount | money }}
    = From | {{ effectiveDate | date }}`,
  es: `
    {% if drawName %}
    = Disposición | {{ drawName }}
    {% endif %}
    = Límite de crédito anterior | {{ previousCreditLimitAmount | money }}
    = A partir del | {{ effectiveDate | date }}`,
};

const reasonsFollow = {
  en: '{% if isNoticeFollowing %}\nA separate notice tells you the reasons and your rights.\n{% endif %}',
  es: '{% if isNoticeFollowing %}\nUn aviso aparte le explica las razones y sus derechos.\n{% endif %}',
};

export const lineTexts: Readonly<Record<string, Stated>> = {
  creditLimitIncreased: {
    en: {
      title: 'Your credit limit was raised',
      body: `
        ! Your credit limit | {{ creditLimitAmount | money }}

        ${limits.en}

        You do not have to use it. If you would rather keep the limit that you had, please tell us.`,
      text: 'Your credit limit was raised on {{ effectiveDate | date }}. Sign in to see it.',
    },
    es: {
      title: 'Aumentó su límite de crédito',
      body: `
        ! Su límite de crédito | {{ creditLimitAmount | money }}

        ${limits.es}

        No está obligado a usarlo. Si prefiere conservar el límite que tenía, díganoslo.`,
      text: 'Su límite de crédito aumentó el {{ effectiveDate | date }}. Inicie sesión para verlo.',
    },
  },
  creditLimitDecreased: {
    en: {
      title: 'Your credit limit was lowered',
      body: `
        ! Your credit limit | {{ creditLimitAmount | money }}

        ${limits.en}

        ${reasonsFollow.en}

        If you owe more than the limit now, you can make no new purchases until you owe less. We charge no fee for it.`,
      text: 'Your credit limit was changed on {{ effectiveDate | date }}. Please sign in to see it.',
    },
    es: {
      title: 'Se redujo su límite de crédito',
      body: `
        ! Su límite de crédito | {{ creditLimitAmount | money }}

        ${limits.es}

        ${reasonsFollow.es}

        Si ahora debe más que el límite, no puede hacer compras nuevas hasta que deba menos. No cobramos ningún cargo por ello.`,
      text: 'Su límite de crédito cambió el {{ effectiveDate | date }}. Inicie sesión para verlo.',
    },
  },
  drawsFrozen: {
    en: {
      title: 'Purchases on your line of credit are stopped for now',
      body: `
        Since {{ effectiveDate | date }} no new purchases can be made on your line of credit. Payments go on as usual, and what you owe does not change.

        ${reasonsFollow.en}

        If you have questions, please call us.`,
      text: 'New purchases on your line of credit are stopped for now. Please sign in or call us.',
    },
    es: {
      title: 'Las compras en su línea de crédito están suspendidas',
      body: `
        Desde el {{ effectiveDate | date }} no se pueden hacer compras nuevas en su línea de crédito. Los pagos siguen como siempre y lo que debe no cambia.

        ${reasonsFollow.es}

        Si tiene preguntas, llámenos.`,
      text: 'Las compras nuevas en su línea de crédito están suspendidas por ahora. Inicie sesión o llámenos.',
    },
  },
  drawsUnfrozen: {
    en: {
      title: 'You can use your line of credit again',
      body: 'Since {{ effectiveDate | date }} you can make purchases on your line of credit again.',
      text: 'You can make purchases on your line of credit again.',
    },
    es: {
      title: 'Puede usar de nuevo su línea de crédito',
      body: 'Desde el {{ effectiveDate | date }} puede hacer compras de nuevo en su línea de crédito.',
      text: 'Puede hacer compras de nuevo en su línea de crédito.',
    },
  },
  drawOriginated: {
    en: {
      title: 'A new draw on your line of credit',
      body: `
        A draw was made on your line of credit: ${draw.en}{% if drawAmount %}, {{ drawAmount | money }}{% endif %}.

        We tell you when you can use it. If you did not ask for it, please call us.`,
      text: 'A new draw was made on your line of credit. If you did not ask for it, please call us.',
    },
    es: {
      title: 'Una disposición nueva en su línea de crédito',
      body: `
        Se hizo una disposición en su línea de crédito: ${draw.es}{% if drawAmount %}, {{ drawAmount | money }}{% endif %}.

        Le avisaremos cuando pueda usarla. Si usted no la pidió, llámenos.`,
      text: 'Se hizo una disposición nueva en su línea de crédito. Si usted no la pidió, llámenos.',
    },
  },
  drawActivated: {
    en: {
      title: 'Your draw can be used',
      body: `You can use ${draw.en} on your line of credit from now on{% if drawAmount %}, up to {{ drawAmount | money }}{% endif %}.`,
      text: 'Your draw can be used from now on.',
    },
    es: {
      title: 'Puede usar su disposición',
      body: `A partir de ahora puede usar ${draw.es} de su línea de crédito{% if drawAmount %}, hasta {{ drawAmount | money }}{% endif %}.`,
      text: 'A partir de ahora puede usar su disposición.',
    },
  },
  drawDeclined: {
    en: {
      title: 'About your request for a draw',
      body: 'We could not approve your request for a draw on your line of credit{% if drawName %}: {{ drawName }}{% endif %}. A separate notice tells you the reasons and your rights.',
      text: 'We have decided on your request for a draw. Please see our letter or email, or sign in.',
    },
    es: {
      title: 'Sobre su solicitud de disposición',
      body: 'No pudimos aprobar su solicitud de disposición en su línea de crédito{% if drawName %}: {{ drawName }}{% endif %}. Un aviso aparte le explica las razones y sus derechos.',
      text: 'Decidimos sobre su solicitud de disposición. Vea nuestra carta o correo, o inicie sesión.',
    },
  },
  drawCanceled: {
    en: {
      title: 'A draw was canceled',
      body: `A draw on your line of credit was canceled{% if drawName %}: {{ drawName }}{% endif %}. You owe nothing on it. If you did not expect this, please call us.`,
      text: 'A draw on your line of credit was canceled. If you did not expect this, please call us.',
    },
    es: {
      title: 'Se canceló una disposición',
      body: `Se canceló una disposición de su línea de crédito{% if drawName %}: {{ drawName }}{% endif %}. No debe nada por ella. Si no lo esperaba, llámenos.`,
      text: 'Se canceló una disposición de su línea de crédito. Si no lo esperaba, llámenos.',
    },
  },
  drawPaidOff: {
    en: {
      title: 'A draw is paid off',
      body: `On {{ paidOffDate | date }} a draw on your line of credit was paid off{% if drawName %}: {{ drawName }}{% endif %}. You do not owe anything on it. Thank you.`,
      text: 'A draw on your line of credit was paid off on {{ paidOffDate | date }}. Thank you.',
    },
    es: {
      title: 'Una disposición está liquidada',
      body: `El {{ paidOffDate | date }} quedó liquidada una disposición de su línea de crédito{% if drawName %}: {{ drawName }}{% endif %}. Ya no debe nada por ella. Gracias.`,
      text: 'Una disposición de su línea de crédito quedó liquidada el {{ paidOffDate | date }}. Gracias.',
    },
  },
  cardReplacementOrdered: {
    en: {
      title: 'A new card is on its way',
      body: `
        We ordered a new card for you{% if cardLastFour %}, in place of the one ending in {{ cardLastFour }}{% endif %}.
        {% if cardDeliveryDate %}
        It should arrive by {{ cardDeliveryDate | date }}.
        {% endif %}

        If you did not ask for it, please call us right away.`,
      text: 'A new card is on its way to you. If you did not ask for it, please call us right away.',
    },
    es: {
      title: 'Una tarjeta nueva está en camino',
      body: `
        Pedimos una tarjeta nueva para usted{% if cardLastFour %}, en lugar de la terminada en {{ cardLastFour }}{% endif %}.
        {% if cardDeliveryDate %}
        Debería llegar a más tardar el {{ cardDeliveryDate | date }}.
        {% endif %}

        Si usted no la pidió, llámenos de inmediato.`,
      text: 'Una tarjeta nueva está en camino. Si usted no la pidió, llámenos de inmediato.',
    },
  },
};
