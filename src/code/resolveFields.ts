import { isGuid } from '../shared/wire/guid';
import type { ScheduledQueryFields } from '../shared/wire/scheduledQuery';
import { fieldsOfDefinition } from './definition';
import type { Definitions, PlatformRecord } from './definition';
import type { Link } from './linkFiles';

/** The records that the files ask for. The GUID of a preceding query that is yet to be made is `pendingGuid()`. */
export function resolveFields(
  definitions: Definitions,
  links: ReadonlyMap<string, Link>,
  records: readonly PlatformRecord[],
): ReadonlyMap<string, ScheduledQueryFields> {
  const present = new Set(records.map(({ guid }) => guid));
  const paths = new Map([...definitions].map(([path, { name }]) => [name, path]));
  const guidOf = (name: string): string => {
    if (isGuid(name)) return name;
    const path = paths.get(name);
    const guid = path === undefined ? undefined : links.get(path)?.guid;
    if (guid !== undefined && present.has(guid)) return guid;
    return pendingGuid(path ?? name);
  };
  return new Map(
    [...definitions].map(([path, definition]) => [path, fieldsOfDefinition(definition, guidOf)]),
  );
}

const pendingPrefix = 'pending:';

function pendingGuid(path: string): string {
  return `${pendingPrefix}${path}`;
}

/** The file whose record is yet to be made; undefined for a GUID. */
export function pendingPath(guid: string | undefined): string | undefined {
  return guid?.startsWith(pendingPrefix) === true ? guid.slice(pendingPrefix.length) : undefined;
}
