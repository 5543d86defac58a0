// Checks a cluster: its nodes, its tables and the settings that every node must have. Of plain PostgreSQL it says nothing.
import { type ClusterState, clusterState, type Node } from '../db/cluster/state.ts';
import { connectionsOf } from '../db/database.ts';
import { modes } from '../db/realm.ts';
import { type Check, type Finding, type InspectedDatabase, orFine, warning, wrong } from './check.ts';

export const cluster: Check<InspectedDatabase> = {
  name: 'cluster',
  async look(inspected) {
    const state = await clusterState(inspected.client, () => inspected.tables());
    return state === null ? [] : findingsOf(state, inspected);
  },
};

type Asked = Pick<InspectedDatabase, 'lockWaitMs' | 'workers'>;

export function findingsOf(state: ClusterState, asked: Asked): readonly Finding[] {
  const found = [...tables(state), ...alike(state), ...state.nodes.flatMap((node) => ofNode(node, asked))];
  return orFine(
    found,
    `The ${state.nodes.length} nodes of the cluster answer and are alike, and all tables are spread.`,
  );
}

const few = (names: readonly string[]): string =>
  names.length > 5 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} more` : names.join(', ');

function tables({ unspread, lost }: ClusterState): Finding[] {
  return [
    ...(unspread.length === 0
      ? []
      : [
          wrong(
            `Tables lie on the coordinator alone and should be spread: ${few(unspread)}.`,
            'Stop Tenor and run "tenor database distribute".',
          ),
        ]),
    ...(lost.length === 0
      ? []
      : [
          wrong(
            `Tables have shards on no active node: ${few(lost)}.`,
            'Bring that node back ("select citus_activate_node(HOST, PORT)"), or restore all nodes to the same restore point.',
          ),
        ]),
  ];
}

/** Nodes of different releases refuse statements of each other; different collations have different orders. */
function alike({ nodes }: ClusterState): Finding[] {
  const kinds = (of: 'postgres' | 'citus' | 'text'): string[] => [
    ...new Set(nodes.flatMap(({ state }) => (typeof state === 'string' ? [] : [state[of]]))),
  ];
  const differing = (
    [
      ['postgres', 'releases of PostgreSQL', 'Bring all nodes to the newest of them.'],
      ['citus', 'releases of Citus', 'Install the newest on each, and run "alter extension citus update" on each.'],
      [
        'text',
        'encodings or collations',
        'Move the shards away from the node that differs, and make its database anew.',
      ],
    ] as const
  ).filter(([of]) => kinds(of).length > 1);
  return differing.map(([of, what, remedy]) =>
    wrong(`The nodes have different ${what}: ${kinds(of).join('; ')}.`, remedy),
  );
}

function ofNode({ node, state }: Node, { lockWaitMs, workers }: Asked): Finding[] {
  if (typeof state === 'string') {
    return [
      wrong(
        `The node ${node} does not answer: ${state.split('\n')[0]}.`,
        'Start it, and see that the coordinator reaches it. Until then its persons get 503; all others are served.',
      ),
    ];
  }
  const { preparedMax, connectionsMax, lockWaits, forgotten } = state;
  const mayTake = modes.length * connectionsOf(workers) * workers;
  const found: (Finding | false)[] = [
    preparedMax === 0 &&
      wrong(
        `The node ${node} prepares no transactions, so nothing that touches two nodes can be written.`,
        `Set max_prepared_transactions to its max_connections (${connectionsMax}) and restart it.`,
      ),
    connectionsMax < mayTake &&
      warning(
        `The node ${node} takes ${connectionsMax} connections, and requests may need ${mayTake} to it: the last ones answer 503.`,
        'Raise its max_connections (and citus.max_client_connections), or run fewer WORKERS.',
      ),
    (lockWaits.length !== 1 || lockWaits[0] !== `lock_timeout=${lockWaitMs}ms`) &&
      warning(
        `On the node ${node} a write does not wait for a lock as long as LOCK_WAIT_MS says (${lockWaits.join(', ') || 'nothing is set'}).`,
        'Start Tenor again while all nodes are up: it sets lock_timeout for its logins.',
      ),
    forgotten.length > 0 &&
      wrong(
        `The node ${node} has prepared transactions that wait for more than five minutes and keep their locks: ${few(forgotten)}.`,
        '"select recover_prepared_transactions()" at the coordinator; what it leaves is none of Citus: ask whoever prepared it.',
      ),
  ];
  return found.filter((finding) => finding !== false);
}
