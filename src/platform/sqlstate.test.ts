// Which errors mean that the database cannot be reached, and their sentences.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isSqlError, isTaken, isUnreachable, OutcomeUnknown, whyUnreachable } from './sqlstate.ts';

const coded = (code: string): Error => Object.assign(new Error('it went wrong'), { code });

describe('an error', () => {
  test('of the system is none of the server, though EPIPE has five letters like an SQLSTATE', () => {
    assert.equal(isSqlError(coded('EPIPE')), false);
    assert.equal(isUnreachable(coded('EPIPE')), true);
    for (const code of ['23505', '57P01', 'XX000', 'P0001']) assert.equal(isSqlError(coded(code)), true, code);
  });

  test('means that the database is away where waiting may help, and not where it will not', () => {
    const away = ['08006', '57P01', '57P02', '57P03', '57P05', '53300', '53100', '28P01', '25006', '25P03', '3D000'];
    for (const code of [...away, 'ECONNRESET', 'ENOTFOUND', 'ETIMEDOUT']) {
      assert.equal(isUnreachable(coded(code)), true, code);
    }
    for (const code of ['23505', '57014', '55P03', '40001', '42P01', '22P05', 'XX000', 'EACCES']) {
      assert.equal(isUnreachable(coded(code)), false, code);
    }
    assert.equal(isUnreachable(new OutcomeUnknown('lost')), true);
    assert.equal(isUnreachable('Connection terminated'), false, 'what was thrown is no error');
  });

  test('of a cluster that lost a node means so too, by its words alone', () => {
    const said = (message: string): Error => Object.assign(new Error(message), { code: 'XX000' });
    for (const message of [
      'failure on connection marked as essential: 10.0.0.2:5432',
      'postmaster was shut down, exiting',
      'could not commit transaction for shard 102034 on at least one active node',
      "failed to prepare transaction 'citus_0_1_2_3' on host 10.0.0.2:5432",
    ]) {
      assert.equal(isUnreachable(said(message)), true, message);
    }
    assert.equal(isUnreachable(said('cache lookup failed')), false);
  });

  test('names its constraint in the message alone, with the number of a shard, when it comes from another node', () => {
    const message = 'duplicate key value violates unique constraint "external_ids_pkey_102034"';
    const error = Object.assign(new Error(message), { code: '23505' });
    assert.equal(isTaken(error, 'external_ids_pkey'), true);
    assert.equal(isTaken(error, 'people_pkey'), false);
  });

  test('is said in a sentence that tells a full pool, a full server and one that is away apart', () => {
    assert.match(whyUnreachable(new Error('timeout exceeded when trying to connect')), /^All connections .* in use/);
    assert.match(whyUnreachable(coded('53100')), /^The disk of the database is full\.$/);
    assert.match(whyUnreachable(coded('ECONNREFUSED')), /cannot be reached/);
  });
});
