import type { PlatformClient } from '../core/api/client';
import { findByName } from '../core/api/findScheduledQuery';
import { changesBeforeFailure, newestFailures, readRuns } from '../core/api/readRuns';
import type { KnownRun } from '../core/api/readRuns';
import { parseQuery } from '../core/language/parseQuery';
import { rejectionText } from '../core/language/problem';
import { readTables } from '../core/language/services/namedTables';
import type { ScheduledQuery } from '../core/interface/scheduledQuery';
import { formatWireTime } from '../core/interface/time';
import { exitCodes, onlyArgument, UsageError } from './command';
import type { Command } from './command';
import { formatOption, printRows, rowFormat } from './rowFormats';
import { openClient, platformOptions, readTarget } from './target';
import { counted, interruption } from './terminal';
import type { Terminal } from './terminal';

export const runsCommand: Command = {
  name: 'runs',
  parameters: 'NAME [OPTIONS]',
  summary: 'Prints the last runs of a scheduled query, newest first. Requires the role ADMIN.',
  options: {
    format: formatOption,
    ...platformOptions,
  },
  async run(input, terminal) {
    const format = rowFormat(input);
    const name = onlyArgument(input, 'Specify the name of one scheduled query.');
    await using client = await openClient(await readTarget(input), input);
    using signal = interruption();
    const query = await findByName(client, name, signal);
    if (query === undefined) throw new UsageError(`There is no scheduled query “${name}”.`);
    const { runs, source } = await readRuns(client, query, signal);
    printRows(terminal, runs.map(rowOf), format);
    terminal.note(`${counted(runs.length, 'run')}.`);
    if (source === 'record') {
      terminal.note(
        'This platform does not list runs. The record has only the last run and the last failure.',
      );
    }
    await noteFailures(client, query, runs, terminal, signal);
    return exitCodes.done;
  },
};

/** The first of the failures that last until now, and who changed the query just before it. */
async function noteFailures(
  client: PlatformClient,
  { guid, query }: ScheduledQuery,
  runs: readonly KnownRun[],
  terminal: Terminal,
  signal: AbortSignal,
): Promise<void> {
  const failures = newestFailures(runs);
  if (failures?.isCurrent !== true) return;
  const { failure, started } = failures.first;
  const why = failure === undefined ? '' : `: ${rejectionText(failure)}`;
  terminal.note(`Failing since ${started}${why}`, 'red');
  const failing = { guid, tables: readTables(parseQuery(query)) };
  const changes = await changesBeforeFailure(client, failing, failures, signal);
  for (const { user, time, module, method } of changes ?? []) {
    const what = `${method} of ${module} by ${user}`;
    terminal.note(`Changed before the failure, at ${formatWireTime(new Date(time))}: ${what}`);
  }
}

function rowOf({ due, started, elapsed, rows, resultState, failure }: KnownRun): Record<string, unknown> {
  return { due, started, elapsed, rows, result: resultState, failure };
}
