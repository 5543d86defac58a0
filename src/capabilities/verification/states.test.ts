// Every pair of a status and a verb of a verification, over HTTP.
import assert from 'node:assert/strict';
import { before, describe } from 'node:test';
import { type Client, useHouse } from '../../../tests/support/house.ts';
import { answersTo, aVerifiable, wrongAnswersTo } from '../../../tests/support/verifiable.ts';
import { walkStates } from '../../../tests/support/walk-states.ts';
import { verificationStates } from './states.ts';

describe('the states of a verification', () => {
  const { aCompany } = useHouse({ works: false });
  let api: Client;
  let twice: string;
  before(async () => {
    api = (await aCompany()).test;
    twice = (await api.made('/verification-types', { maxAttemptsPerSession: 2 })).id;
  });

  interface Thing {
    readonly path: string;
    readonly verification: { readonly questions: readonly { readonly id: string }[] };
  }
  const wrongly = ({ path, verification }: Thing) =>
    api.post(`${path}/attempts`, { answers: wrongAnswersTo(verification) });
  const rightly = ({ path, verification }: Thing) => api.post(`${path}/attempts`, { answers: answersTo(verification) });
  const useUp = async (thing: Thing) => {
    await wrongly(thing);
    return wrongly(thing);
  };

  walkStates<Thing>({
    table: verificationStates,
    elsewhere: { start: 'verification.test' },
    async make(state) {
      const base = `/people/${await aVerifiable(api)}/verifications`;
      const verification = await api.made(base, { verificationTypeId: twice });
      const thing = { path: `${base}/${verification.id}`, verification };
      if (state === 'succeeded') await rightly(thing);
      if (state === 'failed') await useUp(thing);
      return thing;
    },
    read: async ({ path }) => (await api.get(path)).body.data.status,
    ask: { answer: rightly, answerWrongly: wrongly, useUp },
    refused({ status, body }, { state }) {
      assert.deepEqual([status, body.errorType, body.data.status], [409, 'VerificationEnded', state]);
    },
  });
});
