import type { ScheduledQuery } from '../interface/scheduledQuery';
import type { PlatformClient } from './client';
import { isMissingOperation, MalformedResponseError } from './errors';
import type { Page } from '../interface/listPage';
import { GuidMap, GuidSet } from '../interface/guid';
import { listScheduledQueries, getScheduledQuery } from './operations/scheduledQueries';

export type ScheduledQueryReader = Pick<PlatformClient, 'send'>;

/** Reads the current record; undefined if it no longer exists. */
export async function findScheduledQuery(
  client: ScheduledQueryReader,
  guid: string,
  signal?: AbortSignal,
): Promise<ScheduledQuery | undefined> {
  const [found] = await findScheduledQueries(client, [guid], signal);
  return found;
}

/**
 * Finds a record that was just created. Platforms may not return the GUID; names are unique, so the name
 * identifies it too.
 */
export async function findCreatedQuery(
  client: ScheduledQueryReader,
  guid: string | undefined,
  name: string,
  signal?: AbortSignal,
): Promise<ScheduledQuery | undefined> {
  return guid === undefined ? findByName(client, name, signal) : findScheduledQuery(client, guid, signal);
}

export async function findByName(
  client: ScheduledQueryReader,
  name: string,
  signal?: AbortSignal,
): Promise<ScheduledQuery | undefined> {
  const { items } = await client.send(listScheduledQueries({ keywords: name }), signal);
  return items.find((query) => query.name === name);
}

export async function allScheduledQueries(
  client: ScheduledQueryReader,
  signal?: AbortSignal,
): Promise<readonly ScheduledQuery[]> {
  return completeList(await client.send(listScheduledQueries({}), signal), 'scheduled queries');
}

/** All records. Rejects if one is missing or not as documented, because a comparison would treat it as deleted. */
export function completeList<Item extends { readonly guid: string }>(
  { items, malformed, total }: Page<Item>,
  what: string,
): readonly Item[] {
  const [first] = malformed;
  if (first !== undefined) throw new MalformedResponseError(malformedSentence(first.field));
  const { size } = new GuidSet(items.flatMap(({ guid }) => (guid.trim() === '' ? [] : guid)));
  if (size >= total && total >= 0) return items;
  throw new MalformedResponseError(`The platform returned ${size} of ${total} ${what}.`);
}

const maxReadSingly = 10;
const pageSize = 200;

/** Reads the current records, without deleted ones. Searches the list if the platform cannot read a single one. */
export async function findScheduledQueries(
  client: ScheduledQueryReader,
  guids: readonly string[],
  signal?: AbortSignal,
): Promise<readonly ScheduledQuery[]> {
  if (guids.length > maxReadSingly) return fromList(client, guids, signal);
  try {
    const records = await Promise.all(
      guids.map(async (guid) => client.send(getScheduledQuery(guid), signal)),
    );
    return records.filter((record) => record !== undefined);
  } catch (error) {
    if (isMissingOperation(error)) return fromList(client, guids, signal);
    throw error;
  }
}

/** Page by page until all are found, because records carry their texts. */
async function fromList(
  client: ScheduledQueryReader,
  guids: readonly string[],
  signal: AbortSignal | undefined,
): Promise<readonly ScheduledQuery[]> {
  // GUIDs in URIs are lower case, whatever the platform returns.
  const wanted = new GuidSet(guids);
  const found = new GuidMap<ScheduledQuery>();
  for (let offset = 0; found.size < wanted.size;) {
    const { items, malformed, total } = await client.send(
      listScheduledQueries({ offset, limit: pageSize }),
      signal,
    );
    for (const { field, record } of malformed) {
      // The record exists, so it must not be reported as deleted.
      if (wanted.has(guidOf(record))) throw new MalformedResponseError(malformedSentence(field));
    }
    for (const item of items) if (wanted.has(item.guid)) found.set(item.guid, item);
    offset += items.length + malformed.length;
    if (items.length + malformed.length === 0 || offset >= Number(total)) break;
  }
  return [...found.values()];
}

function guidOf(record: unknown): string {
  const guid: unknown = typeof record === 'object' && record !== null && 'guid' in record ? record.guid : '';
  return typeof guid === 'string' ? guid : '';
}

function malformedSentence(field: string | undefined): string {
  return `The platform returned an unexpected response: '${field ?? ''}' is not as documented.`;
}
