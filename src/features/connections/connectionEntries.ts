import type { Connection } from '../../ui/connections/connection';
import { isEntryOf } from '../../ui/settings/settingsValues';

/**
 * The entries of the settings with one connection replaced, appended or removed. All others are kept, including
 * invalid ones, so that a typing mistake can be corrected later.
 */
export function replacedEntries(
  entries: readonly unknown[],
  name: string,
  connection: Connection | undefined,
): readonly unknown[] {
  const at = entries.findIndex((entry) => isEntryOf(entry, name));
  const put = connection === undefined ? [] : [entryOf(connection)];
  return at < 0 ? [...entries, ...put] : [...entries.slice(0, at), ...put, ...entries.slice(at + 1)];
}

/** Only the fields of the setting, and never a key. */
export function entryOf(connection: Connection): Connection {
  const { name, baseUrl, product, environment, readOnly, caFile, assistant } = connection;
  return {
    name,
    baseUrl,
    product,
    environment,
    readOnly,
    ...(caFile === undefined ? {} : { caFile }),
    ...(assistant === undefined ? {} : { assistant }),
  };
}
