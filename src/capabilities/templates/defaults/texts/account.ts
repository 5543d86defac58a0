import type { Stated } from '../default-text.ts';

/** What is private is said in the same words each year (12 CFR 1016.6): the policy itself is the company's. */
const privacy = {
  en: `
    Federal law gives you the right to know how we collect, share, and protect your personal information.

    ## What we collect

    The types of personal information that we collect depend on the product that you have with us. They can include your Social Security number, your income, account balances, payment history and credit history.

    ## Why we share it

    Financial companies need to share customers' personal information to run their everyday business: to process your transactions, maintain your account, respond to court orders and legal investigations, or report to credit bureaus. You cannot limit this sharing.

    ## How we protect it

    We use security measures that comply with federal law, among them computer safeguards and secured files and buildings.

    {% if company.links and company.links.privacyPolicy %}
    The whole policy, with what you can limit and how, is at {{ company.links.privacyPolicy }}. We send it to you on paper if you ask.
    {% else %}
    We send you the whole policy, with what you can limit and how, if you ask.
    {% endif %}`,
  es: `
    La ley federal le da derecho a saber cómo recopilamos, compartimos y protegemos su información personal.

    ## Qué recopilamos

    Los tipos de información personal que recopilamos dependen del producto que usted tiene con nosotros. Pueden incluir su número de Seguro Social, sus ingresos, saldos de cuentas, historial de pagos e historial de crédito.

    ## Por qué la compartimos

    Las empresas financieras necesitan compartir información personal de sus clientes para sus actividades diarias: procesar sus transacciones, mantener su cuenta, responder a órdenes judiciales e investigaciones legales, o reportar a las agencias de crédito. Usted no puede limitar este intercambio.

    ## Cómo la protegemos

    Usamos medidas de seguridad que cumplen con la ley federal, entre ellas protecciones informáticas y archivos y edificios asegurados.

    {% if company.links and company.links.privacyPolicy %}
    La política completa, con lo que puede limitar y cómo, está en {{ company.links.privacyPolicy }}. Se la enviamos en papel si la pide.
    {% else %}
    Le enviamos la política completa, con lo que puede limitar y cómo, si la pide.
    {% endif %}`,
};

export const accountTexts: Readonly<Record<string, Stated>> = {
  confirmationCode: {
    hasOpening: false,
    en: {
      title: 'Your code',
      body: `
        ! Your code | {{ code }}

        It counts for {{ minutesValid | plural('minute', 'minutes') }}. We never ask you for it by telephone, so please give it to nobody.

        If you did not ask for a code, you can disregard this message.`,
      text: 'Your code is {{ code }}. It counts for {{ minutesValid | plural("minute", "minutes") }}. Give it to nobody.',
    },
    es: {
      title: 'Su código',
      body: `
        ! Su código | {{ code }}

        Vale durante {{ minutesValid | plural('minuto', 'minutos') }}. Nunca se lo pedimos por teléfono, así que no se lo dé a nadie.

        Si usted no pidió un código, no haga caso de este mensaje.`,
      text: 'Su código es {{ code }}. Vale durante {{ minutesValid | plural("minuto", "minutos") }}. No se lo dé a nadie.',
    },
  },
  contactTakeover: {
    en: {
      title: 'We removed a contact from your account',
      body: `
        Somebody else has confirmed that {% if contactType == 'email' %}the email address{% elif contactType == 'phone' %}the phone number{% else %}the address{% endif %} {{ contactMasked }} is theirs. We no longer use it for your account.

        If it is yours, please call us, so that we can put this right.`,
      text: 'A contact was removed from your account, because somebody else has confirmed it. If it is yours, please call us.',
    },
    es: {
      title: 'Quitamos un contacto de su cuenta',
      body: `
        Otra persona confirmó que {% if contactType == 'email' %}el correo electrónico{% elif contactType == 'phone' %}el número de teléfono{% else %}la dirección{% endif %} {{ contactMasked }} es suyo. Ya no lo usamos para su cuenta.

        Si es de usted, llámenos para corregirlo.`,
      text: 'Se quitó un contacto de su cuenta porque otra persona lo confirmó. Si es de usted, llámenos.',
    },
  },
  electronicConsentOptOut: {
    en: {
      title: 'Your documents come on paper',
      body: `
        As you asked, from {{ effectiveDate | date }} on we send you documents on paper, and no longer only electronically.

        There is no fee for this. You can agree to electronic documents again at any time. Please make sure that we have your right address.`,
      text: 'As you asked, we send you documents on paper from {{ effectiveDate | date }} on.',
    },
    es: {
      title: 'Sus documentos llegan en papel',
      body: `
        Como lo pidió, a partir del {{ effectiveDate | date }} le enviamos los documentos en papel y ya no solo de forma electrónica.

        No tiene ningún costo. Puede aceptar de nuevo los documentos electrónicos en cualquier momento. Asegúrese de que tengamos su dirección correcta.`,
      text: 'Como lo pidió, le enviamos los documentos en papel a partir del {{ effectiveDate | date }}.',
    },
  },
  electronicAccessConfirmation: {
    en: {
      title: 'Please confirm that you can read our documents',
      body: `
        You agreed to get documents electronically. To show that you can open them, please confirm it.

        {% if confirmUrl %}
        [Confirm](confirmUrl)
        {% endif %}

        {% if code %}
        ! Or enter this code | {{ code }}
        {% endif %}
        {% if minutesValid %}
        It counts for {{ minutesValid | plural('minute', 'minutes') }}.
        {% endif %}

        You have the right to get documents on paper, and can take your consent back at any time, without a fee: sign in or call us. To read the documents you need a browser of the last few years and a program that shows PDF files.`,
      text: 'Please confirm that you can read our documents{% if confirmUrl %}: {{ confirmUrl }}{% elif code %}: your code is {{ code }}{% endif %}.',
    },
    es: {
      title: 'Confirme que puede leer nuestros documentos',
      body: `
        Usted aceptó recibir documentos de forma electrónica. Para mostrar que puede abrirlos, confírmelo.

        {% if confirmUrl %}
        [Confirmar](confirmUrl)
        {% endif %}

        {% if code %}
        ! O escriba este código | {{ code }}
        {% endif %}
        {% if minutesValid %}
        Vale durante {{ minutesValid | plural('minuto', 'minutos') }}.
        {% endif %}

        Tiene derecho a recibir los documentos en papel y puede retirar su consentimiento en cualquier momento, sin costo: inicie sesión o llámenos. Para leer los documentos necesita un navegador de los últimos años y un programa que muestre archivos PDF.`,
      text: 'Confirme que puede leer nuestros documentos{% if confirmUrl %}: {{ confirmUrl }}{% elif code %}: su código es {{ code }}{% endif %}.',
    },
  },
  loginFirstPaymentReminder: {
    en: {
      title: 'Your first payment is coming up',
      body: `
        ! Due on {{ paymentDueDate | date }} | {{ paymentAmount | money }}

        You have not signed in yet. When you do, you can make the payment, or switch on autopay so that you need not think of it.

        {% if signInUrl %}
        [Sign in](signInUrl)
        {% endif %}`,
      text: 'Your first payment is due on {{ paymentDueDate | date }}. Sign in to make it, or to switch on autopay.',
    },
    es: {
      title: 'Se acerca su primer pago',
      body: `
        ! Vence el {{ paymentDueDate | date }} | {{ paymentAmount | money }}

        Todavía no ha iniciado sesión. Al hacerlo puede realizar el pago o activar los pagos automáticos para no tener que estar pendiente.

        {% if signInUrl %}
        [Iniciar sesión](signInUrl)
        {% endif %}`,
      text: 'Su primer pago vence el {{ paymentDueDate | date }}. Inicie sesión para hacerlo o para activar los pagos automáticos.',
    },
  },
  textHelp: {
    en: {
      title: 'How to reach us',
      body: '',
      text: 'Messages about your account. Reply STOP to get no more texts.{% if company.support and company.support.email %} {{ company.support.email }}{% endif %}',
    },
    es: {
      title: 'Cómo comunicarse con nosotros',
      body: '',
      text: 'Mensajes sobre su cuenta. Responda ALTO para no recibir más.{% if company.support and company.support.email %} {{ company.support.email }}{% endif %}',
    },
  },
  textOptOutConfirmed: {
    en: {
      title: 'You get no more texts',
      body: '',
      text: 'You get no more texts from us at this number. Reply START to get them again.',
    },
    es: {
      title: 'No recibirá más mensajes',
      body: '',
      text: 'No recibirá más mensajes de texto nuestros en este número. Responda INICIAR para recibirlos de nuevo.',
    },
  },
  privacyPolicyNotice: {
    en: { title: 'What we do with your personal information', body: privacy.en },
    es: { title: 'Qué hacemos con su información personal', body: privacy.es },
  },
  annualPrivacyPolicyNotice: {
    en: {
      title: 'Our privacy notice of this year',
      body: `We send you this notice each year.\n\n${privacy.en}`,
    },
    es: {
      title: 'Nuestro aviso de privacidad de este año',
      body: `Le enviamos este aviso cada año.\n\n${privacy.es}`,
    },
  },
};
