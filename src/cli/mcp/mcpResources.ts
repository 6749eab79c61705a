import type { AssistantTools } from '../../core/assistant/assistantTools';
import type { AssistantHost } from '../../core/assistant/assistantHost';
import { wholeGuide } from '../../core/assistant/languageGuide';
import { ToolRejection } from '../../core/assistant/tool';

export interface ListedResource {
  readonly uri: string;
  readonly name: string;
  readonly description: string;
  readonly mimeType: string;
}

const language: ListedResource = {
  uri: 'logbench://language',
  name: 'The query language',
  description: 'Rules, commands, functions and error codes of the pipe query language.',
  mimeType: 'text/markdown',
};
const guidance: ListedResource = {
  uri: 'logbench://guidance',
  name: 'Guidance of the team',
  description: 'Conventions, names and what tables mean, from assistant.md.',
  mimeType: 'text/markdown',
};

export const resourceTemplates = [
  {
    uriTemplate: 'logbench://tables/{table}',
    name: 'Table',
    description: 'Fields, types, masked examples and freshness of a table.',
    mimeType: 'application/json',
  },
  {
    uriTemplate: 'logbench://tables/{platform}/{table}',
    name: 'Table of a platform',
    description: 'The same, if there are several platforms.',
    mimeType: 'application/json',
  },
];

/** Tables on a page. */
const listedTables = 100;

interface ResourcePage {
  readonly resources: ListedResource[];
  readonly nextCursor?: string;
}

/**
 * A page of the readable resources. A cursor is the position of a platform and of a table in its list. A platform
 * that does not respond, or is off, has no tables in the list.
 */
export async function listResources(
  host: AssistantHost,
  tools: AssistantTools,
  signal: AbortSignal,
  cursor: string | undefined,
): Promise<ResourcePage> {
  const platforms = host.platforms().filter(({ access }) => access !== 'off');
  let [index, offset] = readCursor(cursor);
  const resources: ListedResource[] = [];
  for (let next = platforms[index]; next && resources.length < listedTables; next = platforms[index]) {
    const range = { offset, limit: listedTables - resources.length };
    const page = await tablesOf(next.name, tools, signal, range).catch(() => noTables);
    signal.throwIfAborted();
    resources.push(...page.tables);
    offset += page.tables.length;
    if (page.tables.length === 0 || offset >= page.total) [index, offset] = [index + 1, 0];
  }
  const first = cursor === undefined ? await ownResources(host) : [];
  const hasMore = index < platforms.length;
  return { resources: [...first, ...resources], ...(hasMore && { nextCursor: `${index}:${offset}` }) };
}

async function ownResources(host: AssistantHost): Promise<readonly ListedResource[]> {
  return (await host.guidance()) === undefined ? [language] : [language, guidance];
}

function readCursor(cursor = '0:0'): [index: number, offset: number] {
  const [, index, offset] = /^(\d{1,6}):(\d{1,9})$/.exec(cursor) ?? [];
  if (index === undefined || offset === undefined) {
    throw new ToolRejection('The cursor is not valid. List the resources from the beginning.');
  }
  return [Number(index), Number(offset)];
}

const noTables = { tables: [], total: 0 };

async function tablesOf(
  platform: string,
  tools: AssistantTools,
  signal: AbortSignal,
  range: { readonly offset: number; readonly limit: number },
): Promise<{ readonly tables: readonly ListedResource[]; readonly total: number }> {
  const response = await tools.call('logbench_tables', { platform, ...range }, { signal });
  const { tables, total } = JSON.parse(response) as {
    readonly tables: readonly { readonly table: string }[];
    readonly total: number;
  };
  const listed = tables.map(({ table }) => ({
    uri: `logbench://tables/${encodeURIComponent(platform)}/${encodeURIComponent(table)}`,
    name: table,
    description: `Table ${table} of ${platform}`,
    mimeType: 'application/json',
  }));
  return { tables: listed, total };
}

export async function readResource(
  uri: string,
  host: AssistantHost,
  tools: AssistantTools,
  signal: AbortSignal,
): Promise<{ uri: string; mimeType: string; text: string }> {
  if (uri === language.uri) return { uri, mimeType: language.mimeType, text: wholeGuide() };
  const text = uri === guidance.uri ? await host.guidance() : undefined;
  if (text !== undefined) return { uri, mimeType: guidance.mimeType, text };
  const match = /^logbench:\/\/tables\/(?:([^/]+)\/)?([^/]+)$/.exec(uri);
  if (match?.[2] === undefined) throw new ToolRejection(`There is no resource ${uri}.`, true);
  const input = { table: decoded(match[2]), ...(match[1] !== undefined && { platform: decoded(match[1]) }) };
  return { uri, mimeType: 'application/json', text: await tools.call('logbench_table', input, { signal }) };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new ToolRejection(`There is no resource with ${part} in its address.`, true);
  }
}
