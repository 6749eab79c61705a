import { maskConnection, maskFailure } from '../../shared/privacy/masker';
import type { Masker } from '../../shared/privacy/masker';
import type { QueryStatusState, WatchedCommand, WatchedStatus } from '../../shared/protocol/queryStatus';

/** Masks a message to the query status page. */
export function maskStatus(state: QueryStatusState, masker: Masker): QueryStatusState {
  return {
    ...state,
    connection: maskConnection(state.connection, masker),
    status: state.status && maskWatched(state.status, masker),
    failure: maskFailure(state.failure, masker),
  };
}

function maskWatched(status: WatchedStatus, masker: Masker): WatchedStatus {
  const commands = (all: readonly WatchedCommand[]): WatchedCommand[] =>
    all.map((each) => ({ ...each, command: masker.text(each.command) }));
  return {
    ...status,
    loginName: masker.name('user', status.loginName),
    remoteIp: masker.name('ip', status.remoteIp),
    queryString: masker.text(status.queryString),
    constants: masker.row(status.constants),
    tags: masker.row(status.tags),
    more: masker.row(status.more),
    commands: commands(status.commands),
    subQueries: status.subQueries.map(({ id, commands: own }) => ({ id, commands: commands(own) })),
  };
}
