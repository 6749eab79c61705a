import type { WatchedStatus } from '../../shared/protocol/queryStatus';
import type { Integer64 } from '../../shared/wire/integers';
import type { CommandStatus, QueryStatus } from '../../shared/wire/queryStatus';

/** Converts a response for the page. */
export function toWatchedStatus(status: QueryStatus): WatchedStatus {
  return {
    id: status.id,
    source: status.source,
    loginName: status.loginName ?? '',
    remoteIp: status.remoteIp ?? '',
    rows: Number(status.rows),
    elapsed: Number(status.elapsed),
    isFinished: status.finished,
    isCancelled: status.cancelled,
    isScheduledQuery: status.scheduled,
    background: status.background,
    constants: { ...status.constants },
    tags: { ...status.tags },
    queryString: status.text,
    startTime: toEpoch(status.startTime),
    finishTime: toEpoch(status.finishTime),
    lastStarted: status.lastStarted ?? null,
    stamp: status.stamp,
    commands: status.commands.map(toCommand),
    subQueries: status.subQueries.map(({ id, commands }) => ({ id, commands: commands.map(toCommand) })),
    more: otherFields(status.raw),
  };
}

/** In the order of the page: the commands of the query, then those of each subquery. */
export function countsOf(status: WatchedStatus): number[] {
  const commands = [...status.commands, ...status.subQueries.flatMap((subQuery) => subQuery.commands)];
  return commands.map(({ pushCount }) => pushCount);
}

function toCommand({ command, status, pushCount }: CommandStatus): WatchedStatus['commands'][number] {
  return { command, status, pushCount: Number(pushCount) };
}

/** Seconds or milliseconds: the interface only says "epoch". No query ran before 1973. */
function toEpoch(time: Integer64 | undefined): number | null {
  if (time === undefined || Number(time) <= 0) return null;
  const value = Number(time);
  return value < 100_000_000_000 ? value * 1000 : value;
}

const shownFields = new Set(
  ['id', 'source', 'login_name', 'remote_ip', 'rows', 'elapsed', 'is_finished', 'is_cancelled'].concat(
    ['is_scheduled_query', 'background', 'constants', 'tags', 'query_string', 'start_time', 'finish_time'],
    ['last_started', 'stamp', 'commands', 'sub_queries'],
  ),
);

/** JSON cannot represent bigints, so they are written as strings. */
function otherFields(raw: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const others = Object.entries(raw).filter(([name, value]) => !shownFields.has(name) && value !== null);
  return Object.fromEntries(
    others.map(([name, value]) => [name, typeof value === 'bigint' ? value.toString() : value]),
  );
}
