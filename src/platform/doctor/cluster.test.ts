// Each thing that may be wrong with a cluster is said in a sentence; the states are made up, since few can be brought about.
import { describe, test } from 'node:test';
import { found } from '../../../tests/support/findings.ts';
import type { ClusterState, Node } from '../db/cluster/state.ts';
import { findingsOf } from './cluster.ts';

const of = {
  postgres: '15.20',
  citus: '13.2-1',
  text: 'UTF8 C C',
  preparedMax: 200,
  connectionsMax: 300,
  lockWaits: ['lock_timeout=2000ms'],
  forgotten: [],
};
const right: ClusterState = {
  nodes: [
    { node: 'a:5432', state: of },
    { node: 'b:5432', state: of },
  ],
  unspread: [],
  lost: [],
};
const asked = { lockWaitMs: 2000, workers: 4 };
const other = (state: Partial<typeof of> | string): ClusterState => {
  const node: Node = { node: 'b:5432', state: typeof state === 'string' ? state : { ...of, ...state } };
  return { ...right, nodes: [right.nodes[0] as Node, node] };
};

describe('the doctor, of a cluster,', () => {
  test('says that all is well', () => found(findingsOf(right, asked), 'ok', /2 nodes/));

  test('names tables that are not spread, and shards that nobody has', () => {
    found(findingsOf({ ...right, unspread: ['live.x'] }, asked), 'error', /live\.x/, /database distribute/);
    found(findingsOf({ ...right, lost: ['live.x'] }, asked), 'error', /no active node: live\.x/, /citus_activate_node/);
  });

  test('names a node that is away, and nodes that are not alike', () => {
    found(
      findingsOf(other('connection refused\nand more'), asked),
      'error',
      /b:5432 does not answer: connection refused\./,
    );
    found(findingsOf(other({ postgres: '15.9' }), asked), 'error', /releases of PostgreSQL: 15\.20; 15\.9/);
    found(findingsOf(other({ citus: '13.0-1' }), asked), 'error', /releases of Citus/, /alter extension/);
    found(findingsOf(other({ text: 'UTF8 en en' }), asked), 'error', /collations/);
  });

  test('names what a node must have and has not', () => {
    found(findingsOf(other({ preparedMax: 0 }), asked), 'error', /b:5432 prepares no/, /max_prepared_transactions/);
    found(findingsOf(other({ connectionsMax: 40 }), asked), 'warning', /takes 40 connections/, /max_connections/);
    found(findingsOf(other({ lockWaits: [] }), asked), 'warning', /nothing is set/, /Start Tenor again/);
    found(findingsOf(other({ forgotten: ['citus_1'] as never[] }), asked), 'error', /citus_1/, /recover_prepared/);
  });
});
