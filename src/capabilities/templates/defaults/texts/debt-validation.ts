// The validation notice in the words of model form B-1 (12 CFR 1006.34(d), appendix B), which are a safe harbor. What
// states add stands after what the form has.
import type { Stated, Written } from '../default-text.ts';
import { fullName } from '../words.ts';

const here = {
  en: '{% if disputeUrl %} We accept disputes electronically at {{ disputeUrl }}.{% endif %}',
  es: '{% if disputeUrl %} Aceptamos disputas electrónicas en {{ disputeUrl }}.{% endif %}',
};

const english = (more: string): Written => ({
  title: 'Notice about a debt',
  body: `
    **{{ collectorName }}** is a debt collector. We are trying to collect a debt that you owe to {{ currentCreditorName }}. We will use any information you give us to help collect the debt.

    = From | {{ collectorName }}
    = Address | {{ collectorAddress | lines }}
    {% if collectorPhone %}
    = Phone | {{ collectorPhone }}
    {% endif %}
    = To | ${fullName}
    {% if borrowerAddress %}
    = Your address | {{ borrowerAddress | lines }}
    {% endif %}

    ## Our information shows

    You had an account{% if originalCreditorName %} from {{ originalCreditorName }}{% endif %} with account number {{ accountNumberMasked }}.

    = As of {{ debtOn | date }}, you owed | {{ itemizationDebtAmount | money }}
    = Between {{ debtOn | date }} and today you were charged this amount in interest | + {{ itemizationInterestAmount | money }}
    = You were charged this amount in fees | + {{ itemizationFeesAmount | money }}
    = You paid this amount toward the debt | - {{ itemizationPaymentsAmount | money }}
    = You were credited this amount toward the debt | - {{ itemizationCreditsAmount | money }}
    = **Total amount of the debt now** | **{{ currentDebtAmount | money }}**

    ## How can you dispute the debt?

    - **Call or write to us by {{ validationPeriodEndDate | date }} to dispute all or part of the debt.** If you do not, we will assume that our information is correct.
    - **If you write to us by {{ validationPeriodEndDate | date }},** we must stop collection on any amount you dispute until we send you information that shows you owe the debt. You may use the form below or write to us without the form. You may also include supporting documents.${here.en}

    ## What else can you do?

    - **Write to ask for the name and address of the original creditor, if different from the current creditor.** If you write by {{ validationPeriodEndDate | date }}, we must stop collection until we send you that information. You may use the form below or write to us without the form.
    - **Go to www.cfpb.gov/debt-collection to learn more about your rights under federal law.** For instance, you have the right to stop or limit how we contact you.
    - **Contact us about your payment options.**
    - Póngase en contacto con nosotros para solicitar una copia de este formulario en español.

    ${more}

    ## How do you want to respond?

    Check all that apply, and mail this form to: {{ collectorName }}, {{ collectorAddress | lines }}

    > I want to dispute the debt because I think:
    > [ ] This is not my debt.
    > [ ] The amount is wrong.
    > [ ] Other (please describe on reverse or attach additional information).
    > [ ] I want you to send me the name and address of the original creditor.
    > [ ] I enclosed this amount: $ ____________ Make your check payable to {{ collectorName }}. Include the account number {{ accountNumberMasked }}.
    > [ ] Quiero este formulario en español.`,
});

const spanish = (more: string): Written => ({
  title: 'Aviso sobre una deuda',
  body: `
    **{{ collectorName }}** es un cobrador de deudas. Estamos tratando de cobrar una deuda que usted debe a {{ currentCreditorName }}. Usaremos cualquier información que nos dé para ayudar a cobrar la deuda.

    = De | {{ collectorName }}
    = Dirección | {{ collectorAddress | lines }}
    {% if collectorPhone %}
    = Teléfono | {{ collectorPhone }}
    {% endif %}
    = Para | ${fullName}
    {% if borrowerAddress %}
    = Su dirección | {{ borrowerAddress | lines }}
    {% endif %}

    ## Nuestra información muestra

    Usted tenía una cuenta{% if originalCreditorName %} de {{ originalCreditorName }}{% endif %} con el número de cuenta {{ accountNumberMasked }}.

    = Al {{ debtOn | date }}, usted debía | {{ itemizationDebtAmount | money }}
    = Entre el {{ debtOn | date }} y hoy se le cobró esta cantidad en intereses | + {{ itemizationInterestAmount | money }}
    = Se le cobró esta cantidad en cargos | + {{ itemizationFeesAmount | money }}
    = Usted pagó esta cantidad de la deuda | - {{ itemizationPaymentsAmount | money }}
    = Se le acreditó esta cantidad de la deuda | - {{ itemizationCreditsAmount | money }}
    = **Cantidad total de la deuda ahora** | **{{ currentDebtAmount | money }}**

    ## ¿Cómo puede disputar la deuda?

    - **Llámenos o escríbanos a más tardar el {{ validationPeriodEndDate | date }} para disputar toda la deuda o una parte de ella.** Si no lo hace, supondremos que nuestra información es correcta.
    - **Si nos escribe a más tardar el {{ validationPeriodEndDate | date }},** debemos suspender el cobro de cualquier cantidad que usted dispute hasta que le enviemos información que muestre que debe la deuda. Puede usar el formulario de abajo o escribirnos sin el formulario. También puede incluir documentos de respaldo.${here.es}

    ## ¿Qué más puede hacer?

    - **Escriba para pedir el nombre y la dirección del acreedor original, si es distinto del acreedor actual.** Si escribe a más tardar el {{ validationPeriodEndDate | date }}, debemos suspender el cobro hasta que le enviemos esa información. Puede usar el formulario de abajo o escribirnos sin el formulario.
    - **Visite www.cfpb.gov/debt-collection para saber más sobre sus derechos según la ley federal.** Por ejemplo, tiene derecho a detener o limitar la forma en que nos comunicamos con usted.
    - **Comuníquese con nosotros para conocer sus opciones de pago.**

    ${more}

    ## ¿Cómo desea responder?

    Marque todo lo que corresponda y envíe este formulario por correo a: {{ collectorName }}, {{ collectorAddress | lines }}

    > Quiero disputar la deuda porque creo que:
    > [ ] Esta deuda no es mía.
    > [ ] La cantidad es incorrecta.
    > [ ] Otro motivo (descríbalo al reverso o adjunte información adicional).
    > [ ] Quiero que me envíen el nombre y la dirección del acreedor original.
    > [ ] Adjunto esta cantidad: $ ____________ Haga su cheque a nombre de {{ collectorName }}. Incluya el número de cuenta {{ accountNumberMasked }}.`,
});

const validation = (en: string, es: string): Stated => ({
  hasOpening: false,
  en: english(en),
  es: spanish(es),
});

const newYork = {
  en: `
    ## In New York City and Yonkers

    {% if contactName %}
    Please ask for {{ contactName }}{% if collectorPhone %} at {{ collectorPhone }}{% endif %}.
    {% endif %}
    {% if collectorLicense %}
    Our license number is {{ collectorLicense }}.
    {% endif %}
    A translation and description of commonly used debt collection terms is available in multiple languages on the website of the New York City Department of Consumer and Worker Protection, www.nyc.gov/dcwp. Please tell us in which language you would like to speak with us.`,
  es: `
    ## En la Ciudad de Nueva York y Yonkers

    {% if contactName %}
    Pregunte por {{ contactName }}{% if collectorPhone %} en el {{ collectorPhone }}{% endif %}.
    {% endif %}
    {% if collectorLicense %}
    Nuestro número de licencia es {{ collectorLicense }}.
    {% endif %}
    En el sitio web del Departamento de Protección al Consumidor y al Trabajador de la Ciudad de Nueva York, www.nyc.gov/dcwp, hay una traducción y descripción en varios idiomas de los términos de cobro de deudas de uso común. Díganos en qué idioma desea hablar con nosotros.`,
};

export const debtValidationTexts: Readonly<Record<string, Stated>> = {
  debtValidationNotice: validation('', ''),
  debtValidationNoticeAutomatic: validation('', ''),
  debtValidationNoticeArizona: validation(
    `
    ## In Arizona

    You may ask us to see the records of this debt that we have, such as the contract and the record of payments.`,
    `
    ## En Arizona

    Puede pedirnos ver los registros de esta deuda que tenemos, como el contrato y el registro de pagos.`,
  ),
  debtValidationNoticeNYCYonkers: validation(newYork.en, newYork.es),
  debtValidationNoticePuertoRico: validation(
    `
    ## In Puerto Rico

    If you have a complaint about how a debt is collected, you may turn to the Department of Consumer Affairs of Puerto Rico (DACO), www.daco.pr.gov.`,
    `
    ## En Puerto Rico

    Si tiene una queja sobre la forma en que se cobra una deuda, puede acudir al Departamento de Asuntos del Consumidor de Puerto Rico (DACO), www.daco.pr.gov.`,
  ),
};
