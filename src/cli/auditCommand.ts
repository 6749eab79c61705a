import { setTimeout as wait } from 'node:timers/promises';
import type { PlatformClient } from '../api/client';
import type { AuditLogQuery } from '../api/operations/auditLogs';
import { plainEntry } from '../shared/wire/auditLog';
import type { AuditLog, AuditLogPage } from '../shared/wire/auditLog';
import {
  auditFilterNames,
  auditFilters,
  forEachFilter,
  listedFilterNames,
  listedFilters,
} from '../shared/wire/auditFilters';
import type { AuditFilterName } from '../shared/wire/auditFilters';
import { formatWireTime } from '../shared/wire/time';
import { countOption, exitCodes, listOption, periodOptions, timeOption, UsageError } from './command';
import type { Command, CommandInput, CommandOption } from './command';
import { interruption } from './terminal';
import type { Terminal } from './terminal';
import { openClient, platformOptions, readTarget } from './target';
import { formatOption, formatRows, printRows, rowFormat } from './rowFormats';
import type { RowFormat } from './rowFormats';
import { searchAuditLogs } from '../api/operations/auditLogs';

const defaultLimit = 100;
const followEvery = 1000;

export const auditCommand: Command = {
  name: 'audit',
  parameters: '[OPTIONS]',
  summary: 'Searches the audit log, newest first. Requires the role MASTER.',
  options: {
    ...Object.fromEntries(
      auditFilterNames.map((name) => [auditFilters[name].singular, filterOption(name)] as const),
    ),
    ...periodOptions,
    limit: { value: 'N', summary: `maximum number of entries; default ${defaultLimit}` },
    follow: { summary: 'keep printing new entries until Ctrl-C' },
    format: formatOption,
    ...platformOptions,
  },
  async run(input, terminal) {
    const format = rowFormat(input);
    const query = queryOf(input);
    await using client = await openClient(await readTarget(input), input);
    using signal = interruption();
    if (input.options['follow'] === true) return await follow(client, query, format, terminal, signal);
    const page = await search(client, query, signal);
    printRows(terminal, page.items.map(rowOf), format);
    terminal.note(`${page.items.length} of ${page.total} entries.`);
    return exitCodes.done;
  },
};

function filterOption(name: AuditFilterName): CommandOption {
  const summary =
    name === 'keywords'
      ? 'word that occurs in the entry; repeat to require several'
      : `${auditFilters[name].singular} of the entry; repeat to accept several`;
  return { multiple: true, value: name === 'keywords' ? 'WORD' : 'VALUE', summary };
}

function queryOf(input: CommandInput): AuditLogQuery {
  return {
    limit: countOption(input, 'limit') ?? defaultLimit,
    ...forEachFilter((name) => listOption(input, auditFilters[name].singular)),
    from: wireTimeOption(input, 'from'),
    to: wireTimeOption(input, 'to'),
  };
}

function wireTimeOption(input: CommandInput, name: string): string | undefined {
  const timestamp = timeOption(input, name);
  return timestamp && formatWireTime(timestamp);
}

async function search(
  client: PlatformClient,
  query: AuditLogQuery,
  signal: AbortSignal,
): Promise<AuditLogPage> {
  const page = await client.send(searchAuditLogs(query), signal);
  const ignored = listedFilterNames.find(
    (name) => query[name]?.length && !listedFilters[name].isStandard && page.choices[name] === null,
  );
  if (ignored === undefined) return page;
  throw new UsageError(
    `This platform cannot filter by ${listedFilters[ignored].singular}. Use --keyword instead.`,
  );
}

/** Prints existing entries, oldest first, and then new ones until Ctrl-C. */
async function follow(
  client: PlatformClient,
  query: AuditLogQuery,
  format: RowFormat,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<number> {
  // Tables and JSON documents require all rows before the first is printed.
  const lines = format === 'csv' ? 'csv' : 'ndjson';
  let last: number | undefined;
  try {
    for (;;) {
      for (const entry of await newerThan(last, client, query, signal)) {
        const written = formatRows([rowOf(entry)], lines);
        const isHeadless = lines === 'csv' && last !== undefined;
        terminal.print(isHeadless ? written.slice(written.indexOf('\r\n') + 2) : written);
        last = entry.id;
      }
      await wait(followEvery, undefined, { signal });
    }
  } catch (error) {
    if (signal.aborted) return exitCodes.done;
    throw error;
  }
}

/** Oldest first; initially as many as requested, then all new ones. */
async function newerThan(
  last: number | undefined,
  client: PlatformClient,
  query: AuditLogQuery,
  signal: AbortSignal,
): Promise<readonly AuditLog[]> {
  const found = new Map<number, AuditLog>();
  for (let offset = 0; ;) {
    const { items } = await search(client, { ...query, offset }, signal);
    const fresh = items.filter(({ id }) => last === undefined || id > last);
    for (const entry of fresh) found.set(entry.id, entry);
    if (last === undefined || fresh.length < items.length || items.length === 0) {
      return [...found.values()].sort((one, other) => one.id - other.id);
    }
    offset += items.length;
  }
}

function rowOf(entry: AuditLog): Record<string, unknown> {
  return { ...plainEntry(entry), id: entry.id };
}
