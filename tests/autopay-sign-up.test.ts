// A client's customer signs up for autopay and leaves it again, by the calls of the client, on both products: the draft of
// the agreement, its text as it is shown and as it is kept, the acceptance, the PDF, the plan; then the archive and the end.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { aBorrower } from './support/a-borrower.ts';
import { aLine } from './support/a-line.ts';
import { idIn } from './support/agreement.ts';
import { verifiedAccount } from './support/collected.ts';
import { type Client, useHouse } from './support/house.ts';
import { refused } from './support/refusals.ts';
import { aRoundLoan } from './support/round-loan.ts';
import { setClock } from './support/test-clock.ts';

interface Product {
  readonly amountType: string;
  make(api: Client): Promise<{ readonly personId: string; readonly path: string }>;
}

const products: Readonly<Record<string, Product>> = {
  'an installment loan': { amountType: 'dueAmount', make: (api) => aRoundLoan(api) },
  'a line of credit': {
    amountType: 'statementMinimumAmount',
    async make(api) {
      await setClock(api, '2026-01-01T17:00:00Z');
      return aLine(api);
    },
  },
};

describe('autopay, as a client signs a customer up for it', () => {
  const { house, aCompany } = useHouse({ works: false });

  for (const [name, { amountType, make }] of Object.entries(products)) {
    test(`of ${name}`, async () => {
      const api = (await aCompany()).test;
      const { personId, path } = await make(api);
      const person = `/people/${personId}`;
      const borrower = await aBorrower(house(), api, personId);
      const paymentInstrumentId = await verifiedAccount(api, personId);
      const loanId = idIn(path);

      const fileName = `AutopayAgreement-${loanId}.html`;
      const described = { type: 'loanAutopayAgreement', loanId, status: 'draft', fileName };
      const draft = (await api.post(`${person}/documents`, described)).body;
      const document = `${person}/documents/${draft.id}`;
      const context = {
        lenderName: 'Acme Lending',
        paymentMethod: 'bankAccount',
        paymentMethodLastFour: '6789',
        supportPhone: '+1 317 555 0100',
        supportEmail: 'help@acme.example',
        dateSigned: '2026-01-01',
      };
      const asked = { subject: 'autopayAgreement', personId, loanId, context };
      const page = await house().app.inject({
        method: 'POST',
        url: '/api/communicator/render',
        headers: { authorization: `Bearer ${api.key}` },
        payload: { ...asked, channel: 'gui' },
      });
      assert.equal(page.statusCode, 200, page.body);
      assert.match(page.body, /6789[\s\S]*Acme Lending/);
      const order = { ...asked, channel: 'document', format: 'pdf', documentId: draft.id };
      const kept = await api.post('/communicator/render-to-document', order);
      assert.equal(kept.status, 200, JSON.stringify(kept.body));
      const { sha256 } = kept.body;

      // What was only shown carries nothing, and neither does its PDF.
      const early = (await api.post(`${document}/convert?format=pdf`, {})).body;
      const plan = (agreementDocumentId: string) => ({
        amountType,
        isAlignedToDueDates: true,
        offsetFromDueDate: [0],
        paymentInstrumentId,
        agreementDocumentId,
      });
      for (const id of [draft.id, early.id]) {
        refused(await api.post(`${path}/autopay`, plan(id)), 400, 'InvalidRequest', 'agreementDocumentId');
      }

      const shown = (await borrower.get(document)).body;
      assert.equal(shown.sha256, sha256);
      const accepted = await borrower.put(document, { status: 'accepted', acceptedSha256: shown.sha256 });
      assert.equal(accepted.status, 200, JSON.stringify(accepted.body));
      const pdf = (await api.post(`${document}/convert?format=pdf`, {})).body;
      assert.deepEqual([pdf.conversionSourceId, pdf.status, pdf.acceptedSha256], [draft.id, 'accepted', sha256]);
      const { url } = (await api.get(`${person}/documents/${pdf.id}/content?returnUrl=true`)).body;
      const opened = await house().call(undefined, 'GET', url.slice(url.indexOf('/document-contents')));
      assert.deepEqual([opened.status, opened.headers['content-type']], [200, 'application/pdf']);

      const made = await api.post(`${path}/autopay`, plan(pdf.id));
      assert.equal(made.status, 201, JSON.stringify(made.body));
      assert.equal((await api.get(`${path}/autopay`)).body.data.agreementDocumentId, pdf.id);
      const [authorization] = (await api.get(`${person}/payment-authorizations`)).body.data;
      assert.equal(authorization.agreementDocumentId, pdf.id);

      const agreement = `${person}/documents/${pdf.id}`;
      assert.equal((await api.put(agreement, { archived: true })).body.archived, true);
      assert.equal((await api.delete(`${path}/autopay`)).status, 200);
      assert.equal((await api.get(`${path}/autopay`)).status, 404);
      refused(await api.post(`${path}/autopay`, plan(pdf.id)), 400, 'InvalidRequest', 'agreementDocumentId');
      refused(await api.delete(agreement), 409, 'AgreementIsKept', 'documentDescriptorId');
      assert.equal((await api.post(`${path}/autopay`, plan(draft.id))).status, 201, 'the text itself still holds');
    });
  }
});
