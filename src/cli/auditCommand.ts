import { setTimeout as wait } from 'node:timers/promises';
import type { PlatformClient } from '../core/api/client';
import type { AuditLogQuery } from '../core/api/operations/auditLogs';
import { plainEntry } from '../core/interface/auditLog';
import type { AuditLog, AuditLogPage } from '../core/interface/auditLog';
import {
  auditFilterNames,
  auditFilters,
  forEachFilter,
  listedFilterNames,
  listedFilters,
} from '../core/interface/auditFilters';
import type { AuditFilterName } from '../core/interface/auditFilters';
import { formatWireTime } from '../core/interface/time';
import { countOption, exitCodes, listOption, periodOptions, timeOption, UsageError } from './command';
import type { Command, CommandInput, CommandOption } from './command';
import { interruption } from './terminal';
import type { Terminal } from './terminal';
import { openClient, platformOptions, readTarget } from './target';
import { formatOption, printRows, rowFormat, RowPrinter } from './rowFormats';
import type { RowFormat } from './rowFormats';
import { searchAuditLogs } from '../core/api/operations/auditLogs';

const defaultLimit = 100;
const followEvery = 1000;

const specialOptions: Readonly<Partial<Record<AuditFilterName, string>>> = {
  keywords: 'word that occurs in the entry; repeat to require several',
  housekeeping: '“Hidden” omits closed results and parts of uploads',
};

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
    if (input.options['follow'] === true)
      return await follow(client, query, rowsAsTheyArrive(format, terminal), signal);
    const page = await search(client, query, signal);
    printRows(terminal, page.items.map(rowOf), format);
    terminal.note(`${page.items.length} of ${page.total} entries.`);
    return exitCodes.done;
  },
};

function filterOption(name: AuditFilterName): CommandOption {
  const summary =
    specialOptions[name] ?? `${auditFilters[name].singular} of the entry; repeat to accept several`;
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

function rowsAsTheyArrive(format: RowFormat, terminal: Terminal): RowPrinter {
  if (format !== 'json') return new RowPrinter(terminal, format);
  throw new UsageError('A JSON document has an end. With --follow, use --format ndjson.');
}

/** Prints existing entries, oldest first, and then new ones until Ctrl-C. */
async function follow(
  client: PlatformClient,
  query: AuditLogQuery,
  printer: RowPrinter,
  signal: AbortSignal,
): Promise<number> {
  let last: number | undefined;
  try {
    for (;;) {
      const entries = await newerThan(last, client, query, signal);
      printer.print(entries.map(rowOf));
      last = entries.at(-1)?.id ?? last;
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
