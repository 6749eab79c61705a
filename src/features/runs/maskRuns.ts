import { maskConnection, maskFailure } from '../../shared/privacy/masker';
import type { Masker } from '../../shared/privacy/masker';
import type { RunsState } from '../../shared/protocol/runs';

/** Masks a message to the page. Who made a change is masked first, so that the texts do not name them either. */
export function maskRuns(state: RunsState, masker: Masker): RunsState {
  const { connection, query, runs, failures, changes } = state;
  const users = changes?.items.map(({ user }) => masker.name('user', user)) ?? [];
  return {
    ...state,
    connection: maskConnection(connection, masker),
    query: { ...query, name: masker.text(query.name) },
    runs: runs?.map((run) => ({ ...run, text: masker.text(run.text) })) ?? null,
    failures: failures && { ...failures, error: masker.text(failures.error) },
    changes: changes && {
      ...changes,
      items: changes.items.map((change, index) => ({
        ...change,
        user: users[index] ?? '',
        text: masker.text(change.text),
      })),
    },
    failure: maskFailure(state.failure, masker),
  };
}
