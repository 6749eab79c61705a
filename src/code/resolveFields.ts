import { isGuid } from '../shared/wire/guid';
import type { ScheduledQueryFields } from '../shared/wire/scheduledQueryFields';
import { fieldsOfDefinition } from './definition';
import type { Definitions, RecordsByGuid } from './definition';
import type { Link } from './linkFiles';

/** The records that the files define. A preceding query that does not exist yet has a `pendingGuid()`. */
export function resolveFields(
  definitions: Definitions,
  links: ReadonlyMap<string, Link>,
  records: RecordsByGuid,
): ReadonlyMap<string, ScheduledQueryFields> {
  let paths: ReadonlyMap<string, string> | undefined;
  const guidOf = (name: string): string => {
    if (isGuid(name)) return name.toLowerCase();
    paths ??= new Map([...definitions].map(([path, definition]) => [definition.name, path]));
    const path = paths.get(name);
    const guid = path === undefined ? undefined : links.get(path)?.guid;
    if (guid !== undefined && records.has(guid)) return guid;
    return `${pendingPrefix}${path ?? name}`;
  };
  const fields = new Map<string, ScheduledQueryFields>();
  for (const [path, definition] of definitions) fields.set(path, fieldsOfDefinition(definition, guidOf));
  return fields;
}

const pendingPrefix = 'pending:';

/** The file of a record that does not exist yet; undefined for a real GUID. */
export function pendingPath(guid: string | undefined): string | undefined {
  return guid?.startsWith(pendingPrefix) === true ? guid.slice(pendingPrefix.length) : undefined;
}
