import { maskConnection, maskFailure } from '../../shared/privacy/masker';
import type { Masker } from '../../shared/privacy/masker';
import type { TableState } from '../../shared/protocol/table';

/** Masks a message to the table page. Its sample is built from masked rows. */
export function maskTable(state: TableState, masker: Masker): TableState {
  const { connection, facts, users } = state;
  return {
    ...state,
    connection: maskConnection(connection, masker),
    table: masker.text(state.table),
    facts: facts && {
      ...facts,
      fields: facts.fields.map(({ label, value }) => ({ label, value: masker.text(value) })),
      warnings: facts.warnings.map((warning) => masker.text(warning)),
      // A node is a host, even if its name does not look like one.
      nodes: facts.nodes?.map((node) => ({ ...node, node: masker.name('host', node.node) })) ?? null,
    },
    failure: maskFailure(state.failure, masker),
    volumeFailure: maskFailure(state.volumeFailure, masker),
    sampleFailure: maskFailure(state.sampleFailure, masker),
    users: users && {
      ...users,
      items: users.items.map((user) => ({ ...user, name: masker.text(user.name) })),
      gaps: users.gaps.map((gap) => masker.text(gap)),
    },
  };
}
