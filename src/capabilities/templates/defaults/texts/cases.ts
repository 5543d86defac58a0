import type { Stated } from '../default-text.ts';
import { needed } from '../needed-documents.ts';
import { items } from '../phrases.ts';
import { fullName } from '../words.ts';

const upload = {
  en: '{% if uploadUrl %}\n[Upload the documents](uploadUrl)\n{% endif %}',
  es: '{% if uploadUrl %}\n[Subir los documentos](uploadUrl)\n{% endif %}',
};

type Needed = (typeof needed)[keyof typeof needed];

const textNeeded = {
  en: 'We need something from you{% if respondByDate %} by {{ respondByDate | date }}{% endif %}. Please see our email or letter, or sign in.',
  es: 'Necesitamos algo de usted{% if respondByDate %} a más tardar el {{ respondByDate | date }}{% endif %}. Vea nuestro correo o carta, o inicie sesión.',
};

/** A request for what is needed, with what is said before and after it. */
const asking = (
  what: Needed,
  en: readonly [string, string, string],
  es: readonly [string, string, string],
): Stated => ({
  en: {
    title: en[0],
    body: `
      ${en[1]}

      Please send us the following{% if respondByDate %} by **{{ respondByDate | date }}**{% endif %}:

      ${what.en}

      ${upload.en}

      ${en[2]}`,
    text: textNeeded.en,
  },
  es: {
    title: es[0],
    body: `
      ${es[1]}

      Envíenos lo siguiente{% if respondByDate %} a más tardar el **{{ respondByDate | date }}**{% endif %}:

      ${what.es}

      ${upload.es}

      ${es[2]}`,
    text: textNeeded.es,
  },
});

/** The borrower, unless another name is given. */
const deceased = `{% if deceasedName %}{{ deceasedName }}{% else %}${fullName}{% endif %}`;

const representative = {
  en: '{% if representativeName %}\nDear {{ representativeName }}:\n{% endif %}',
  es: '{% if representativeName %}\nEstimado(a) {{ representativeName }}:\n{% endif %}',
};

export const caseTexts: Readonly<Record<string, Stated>> = {
  disputeOfDebtSubmitDocumentation: asking(
    needed.disputeOfDebt,
    [
      'We received your dispute',
      'You told us that you do not owe this debt, or not this amount. To look into it, we need something from you.',
      'Until we have answered, we do not try to collect what you dispute.',
    ],
    [
      'Recibimos su disputa',
      'Usted nos dijo que no debe esta deuda, o no esta cantidad. Para investigarlo necesitamos algo de usted.',
      'Hasta que respondamos, no intentaremos cobrar lo que usted disputa.',
    ],
  ),
  disputeOfDebtSubmitDocumentationReminder: asking(
    needed.disputeOfDebt,
    [
      'We still need something for your dispute',
      'To look into your dispute, we still need something from you.',
      'If you have sent it already, thank you.',
    ],
    [
      'Todavía necesitamos algo para su disputa',
      'Para investigar su disputa, todavía necesitamos algo de usted.',
      'Si ya lo envió, gracias.',
    ],
  ),
  disputeOfDebtConfirmed: {
    en: {
      title: 'Our answer to your dispute',
      body: `
        You disputed this debt. We looked into it, and our records show that it is right.

        ! Amount of the debt | {{ owedAmount | money }}

        {% if originalCreditorName %}
        = Original creditor | {{ originalCreditorName }}
        {% endif %}

        We send you the records that show it with this message, or on request. If you still think that it is wrong, please tell us why. If you cannot pay it all at once, please call us.`,
    },
    es: {
      title: 'Nuestra respuesta a su disputa',
      body: `
        Usted disputó esta deuda. La investigamos y nuestros registros muestran que es correcta.

        ! Monto de la deuda | {{ owedAmount | money }}

        {% if originalCreditorName %}
        = Acreedor original | {{ originalCreditorName }}
        {% endif %}

        Le enviamos los registros que lo muestran con este mensaje o cuando los pida. Si sigue creyendo que es un error, díganos por qué. Si no puede pagarla toda de una vez, llámenos.`,
    },
  },
  disputeOfDebtUnableToConfirm: {
    en: {
      title: 'Our answer to your dispute',
      body: 'You disputed this debt. We looked into it and could not verify it. We have stopped collecting it, and you do not have to do anything.',
    },
    es: {
      title: 'Nuestra respuesta a su disputa',
      body: 'Usted disputó esta deuda. La investigamos y no pudimos verificarla. Dejamos de cobrarla, y usted no tiene que hacer nada.',
    },
  },
  disputeOfDebtUnableToResolve: {
    en: {
      title: 'We could not complete your dispute',
      body: `
        We could not look into your dispute, because what we asked you for has not come.

        {% if neededDocuments %}
        ${items('neededDocuments')}
        {% endif %}

        If you send it later, we will look into the dispute then.`,
    },
    es: {
      title: 'No pudimos completar su disputa',
      body: `
        No pudimos investigar su disputa porque no llegó lo que le pedimos.

        {% if neededDocuments %}
        ${items('neededDocuments')}
        {% endif %}

        Si lo envía más tarde, investigaremos la disputa entonces.`,
    },
  },
  caseEscalation: {
    hasOpening: false,
    en: {
      title: 'A case needs you',
      body: `
        A case was escalated.

        = Case | {{ caseName }}
        = Number | {{ case.id }}
        {% if escalationReason %}
        = Reason | {{ escalationReason }}
        {% endif %}

        Please sign in to take it.`,
    },
    es: {
      title: 'Un caso le necesita',
      body: `
        Se escaló un caso.

        = Caso | {{ caseName }}
        = Número | {{ case.id }}
        {% if escalationReason %}
        = Motivo | {{ escalationReason }}
        {% endif %}

        Inicie sesión para atenderlo.`,
    },
  },
  ceaseCommunicationAcknowledgement: {
    en: {
      title: 'We received your request',
      body: `
        {% if receivedDate %}
        On {{ receivedDate | date }} we received your request that we do not contact you any more.
        {% else %}
        We received your request that we do not contact you any more.
        {% endif %}
        We will no longer contact you about this account, except for notices that the law asks us to send.

        You can still reach us whenever you like, and payments are still credited to your account.`,
    },
    es: {
      title: 'Recibimos su solicitud',
      body: `
        {% if receivedDate %}
        El {{ receivedDate | date }} recibimos su solicitud de que no nos comuniquemos más con usted.
        {% else %}
        Recibimos su solicitud de que no nos comuniquemos más con usted.
        {% endif %}
        Ya no nos comunicaremos con usted sobre esta cuenta, salvo los avisos que la ley nos exige enviar.

        Puede comunicarse con nosotros cuando quiera, y sus pagos se siguen acreditando en su cuenta.`,
    },
  },
  ceaseCommunicationRefuseToPay: {
    en: {
      title: 'We received your message',
      body: `
        {% if receivedDate %}
        On {{ receivedDate | date }} we received your message that you do not wish to pay this debt.
        {% else %}
        We received your message that you do not wish to pay this debt.
        {% endif %}
        Our efforts to collect it by contacting you end now.

        {% if remedy == 'creditReporting' %}
        We may report the account to credit bureaus, as the law allows.
        {% elif remedy == 'legalAction' %}
        We may use the remedies that we ordinarily use in such a case, which can include legal action.
        {% elif remedy == 'sale' %}
        The debt may be sold to another company, as the law allows.
        {% endif %}

        You can still reach us whenever you like.`,
    },
    es: {
      title: 'Recibimos su mensaje',
      body: `
        {% if receivedDate %}
        El {{ receivedDate | date }} recibimos su mensaje de que no desea pagar esta deuda.
        {% else %}
        Recibimos su mensaje de que no desea pagar esta deuda.
        {% endif %}
        Nuestros intentos de cobrarla comunicándonos con usted terminan ahora.

        {% if remedy == 'creditReporting' %}
        Podemos reportar la cuenta a las agencias de crédito, como lo permite la ley.
        {% elif remedy == 'legalAction' %}
        Podemos usar los recursos que usamos normalmente en un caso así, que pueden incluir acciones legales.
        {% elif remedy == 'sale' %}
        La deuda puede venderse a otra empresa, como lo permite la ley.
        {% endif %}

        Puede comunicarse con nosotros cuando quiera.`,
    },
  },
  deceasedNotificationUponDeath: {
    hasOpening: false,
    en: {
      title: 'Our condolences',
      body: `
        ${representative.en}

        We have heard that ${deceased} has died, and are sorry for your loss.

        We have stopped automatic payments and our usual messages for the account. When you are able to, please send us:

        ${needed.death.en}

        Family members do not have to pay this debt from their own money unless they signed for it too. If somebody acts for the estate, we will write to that person.`,
    },
    es: {
      title: 'Nuestro pésame',
      body: `
        ${representative.es}

        Supimos que ${deceased} falleció y lamentamos su pérdida.

        Detuvimos los pagos automáticos y nuestros mensajes habituales de la cuenta. Cuando le sea posible, envíenos:

        ${needed.death.es}

        Los familiares no tienen que pagar esta deuda con su propio dinero, a menos que también la hayan firmado. Si alguien representa a la sucesión, le escribiremos a esa persona.`,
    },
  },
  deceasedNoticeToRepresentative: {
    hasOpening: false,
    en: {
      title: 'An account of the estate',
      body: `
        Dear {{ representativeName }}:

        You act for the estate of ${deceased}. This is what the estate owes on the account:

        ! Owed | {{ owedAmount | money }}

        You are not asked to pay it from your own money. Please tell us how claims are to be filed, or whom we should write to.`,
    },
    es: {
      title: 'Una cuenta de la sucesión',
      body: `
        Estimado(a) {{ representativeName }}:

        Usted representa a la sucesión de ${deceased}. Esto es lo que la sucesión debe en la cuenta:

        ! Saldo adeudado | {{ owedAmount | money }}

        No se le pide que lo pague con su propio dinero. Díganos cómo se presentan los reclamos o a quién debemos escribir.`,
    },
  },
  deceasedConfirmationOfPayoff: {
    hasOpening: false,
    en: {
      title: 'The account is paid off',
      body: `
        ${representative.en}

        The account of ${deceased} was paid off on {{ paidOffDate | date }}. The estate owes nothing more on it. Thank you.`,
    },
    es: {
      title: 'La cuenta está liquidada',
      body: `
        ${representative.es}

        La cuenta de ${deceased} quedó liquidada el {{ paidOffDate | date }}. La sucesión ya no debe nada por ella. Gracias.`,
    },
  },
  identityTheftSubmitDocumentation: asking(
    needed.identityTheft,
    [
      'We received your report of identity theft',
      'You told us that somebody else used your name. We take this seriously, and need something from you to look into it.',
      'You can make an identity theft report at www.identitytheft.gov, free of charge. While we look into it, we do not try to collect what you reported.',
    ],
    [
      'Recibimos su reporte de robo de identidad',
      'Usted nos dijo que otra persona usó su nombre. Lo tomamos en serio y necesitamos algo de usted para investigarlo.',
      'Puede hacer un reporte de robo de identidad en www.robodeidentidad.gov, sin costo. Mientras lo investigamos, no intentaremos cobrar lo que usted reportó.',
    ],
  ),
  identityTheftSubmitDocumentationFirstReminder: asking(
    needed.identityTheft,
    [
      'We still need something for your report',
      'To look into your report of identity theft, we still need something from you.',
      'If you have sent it already, thank you. If you cannot get one of these, please call us.',
    ],
    [
      'Todavía necesitamos algo para su reporte',
      'Para investigar su reporte de robo de identidad, todavía necesitamos algo de usted.',
      'Si ya lo envió, gracias. Si no puede conseguir alguno de estos documentos, llámenos.',
    ],
  ),
  identityTheftSubmitDocumentationSecondReminder: asking(
    needed.identityTheft,
    [
      'A last reminder about your report',
      'We have not received what we need to look into your report of identity theft.',
      'If it does not come, we have to close the report. You can send it later too: we will look into it then.',
    ],
    [
      'Un último recordatorio sobre su reporte',
      'No hemos recibido lo que necesitamos para investigar su reporte de robo de identidad.',
      'Si no llega, tendremos que cerrar el reporte. También puede enviarlo más tarde: lo investigaremos entonces.',
    ],
  ),
  identityTheftIncompleteDocumentation: asking(
    needed.identityTheft,
    [
      'Something is missing for your report',
      'Thank you for what you sent about your report of identity theft. Something is still missing.',
      'If you cannot get one of these, please call us.',
    ],
    [
      'Falta algo para su reporte',
      'Gracias por lo que envió sobre su reporte de robo de identidad. Todavía falta algo.',
      'Si no puede conseguir alguno de estos documentos, llámenos.',
    ],
  ),
  identityTheftValidated: {
    en: {
      title: 'We have decided on your report',
      body: `
        On {{ decisionDate | date }} we decided on your report of identity theft: you do not owe what somebody else took out in your name.

        We do not collect it from you, and we ask the credit bureaus to remove what we reported about it. Please keep this message.`,
    },
    es: {
      title: 'Decidimos sobre su reporte',
      body: `
        El {{ decisionDate | date }} decidimos sobre su reporte de robo de identidad: usted no debe lo que otra persona obtuvo en su nombre.

        No se lo cobraremos, y pedimos a las agencias de crédito que eliminen lo que reportamos al respecto. Guarde este mensaje.`,
    },
  },
  identityTheftNotValidated: {
    en: {
      title: 'We have decided on your report',
      body: `
        On {{ decisionDate | date }} we decided on your report of identity theft. From what we have, we could not find that somebody else took this out in your name, so the account stays yours.

        You may ask us for copies of the application and of the records of the account. If you have something new, please send it to us: we will look at it again.`,
    },
    es: {
      title: 'Decidimos sobre su reporte',
      body: `
        El {{ decisionDate | date }} decidimos sobre su reporte de robo de identidad. Con lo que tenemos, no pudimos comprobar que otra persona lo haya obtenido en su nombre, así que la cuenta sigue siendo suya.

        Puede pedirnos copias de la solicitud y de los registros de la cuenta. Si tiene algo nuevo, envíenoslo: lo revisaremos otra vez.`,
    },
  },
};
