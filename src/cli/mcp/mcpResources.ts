import type { AssistantTools } from '../../assistant/assistantTools';
import type { AssistantHost } from '../../assistant/host';
import { wholeGuide } from '../../assistant/languageGuide';
import { ToolRefusal } from '../../assistant/tool';

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

const listedTables = 100;

/** The readable resources. A platform that does not respond, or is off, has no tables in the list. */
export async function listResources(
  host: AssistantHost,
  tools: AssistantTools,
  signal: AbortSignal,
): Promise<ListedResource[]> {
  const platforms = host.platforms().filter(({ access }) => access !== 'off');
  const tables = await Promise.all(
    platforms.map(async ({ name }) => tablesOf(name, tools, signal).catch(() => [])),
  );
  signal.throwIfAborted();
  const hasGuidance = (await host.guidance()) !== undefined;
  return [language, ...(hasGuidance ? [guidance] : []), ...tables.flat()];
}

async function tablesOf(
  platform: string,
  tools: AssistantTools,
  signal: AbortSignal,
): Promise<ListedResource[]> {
  const answer = await tools.call('logbench_tables', { platform, limit: listedTables }, { signal });
  const { tables } = JSON.parse(answer) as { readonly tables: readonly { readonly table: string }[] };
  return tables.map(({ table }) => ({
    uri: `logbench://tables/${encodeURIComponent(platform)}/${encodeURIComponent(table)}`,
    name: table,
    description: `Table ${table} of ${platform}`,
    mimeType: 'application/json',
  }));
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
  const parts = /^logbench:\/\/tables\/(?:([^/]+)\/)?([^/]+)$/.exec(uri);
  if (parts?.[2] === undefined) throw new ToolRefusal(`There is no resource ${uri}.`);
  const input = { table: decoded(parts[2]), ...(parts[1] !== undefined && { platform: decoded(parts[1]) }) };
  return { uri, mimeType: 'application/json', text: await tools.call('logbench_table', input, { signal }) };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new ToolRefusal(`There is no resource with ${part} in its address.`);
  }
}
