import type { PlatformClient } from '../../../core/api/client';
import { listTables } from '../../../core/api/operations/tables';
import { fieldsIn, sampleRows } from '../../../core/api/tableFields';
import { maxTableNames } from '../../../core/api/tableNames';
import { t } from '../../../core/base/localize';
import { named } from '../../ui/format/formatTimestamp';
import { recordLabel } from '../../ui/format/recordLabel';

/** Tables with the wanted fields, and those of which it is not known whether they have some. */
export interface TablesToSearch {
  readonly fields: ReadonlyMap<string, readonly string[]>;
  /** Could not be read. */
  readonly failed: readonly string[];
  /** Beyond the number that is asked. */
  readonly leftOut: readonly string[];
  /** The number of tables that the platform did not list. */
  readonly unlisted: number;
}

/** Tables are asked for their fields a few at a time, and not more than this. */
const maxTables = 200;
const atOnce = 4;

export async function tablesToSearch(
  client: Pick<PlatformClient, 'send'>,
  isWanted: (field: string) => boolean,
  signal: AbortSignal,
): Promise<TablesToSearch> {
  const { items, malformed, total } = await client.send(listTables({ limit: maxTableNames }), signal);
  const names = items.map(({ name }) => name);
  const found = new Map<string, readonly string[]>();
  const failed = malformed.map(({ record }) => recordLabel(record));
  const waiting = names.slice(0, maxTables);
  const work = async (): Promise<void> => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const rows = await sampleRows(client, name, signal).catch(() => undefined);
      signal.throwIfAborted();
      if (rows === undefined) failed.push(name);
      else
        found.set(
          name,
          fieldsIn(rows).flatMap((field) => (isWanted(field.name) ? field.name : [])),
        );
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return {
    // In the order of the list.
    fields: new Map(
      names.flatMap((name) => {
        const fields = found.get(name) ?? [];
        return fields.length === 0 ? [] : [[name, fields] as const];
      }),
    ),
    failed,
    leftOut: names.slice(maxTables),
    unlisted: Math.max(0, Number(total) - items.length - malformed.length),
  };
}

/** What is not searched, so that a search that finds nothing is not taken for more than it is; empty for nothing. */
export function notSearched({ failed, leftOut, unlisted }: TablesToSearch, max?: number): string {
  const list = (names: readonly string[]): string =>
    named(
      names.map((name) => ({ name })),
      max,
    );
  return [
    ...(failed.length === 0 ? [] : [t('Not searched, because they could not be read: {0}.', list(failed))]),
    ...(leftOut.length === 0
      ? []
      : [t('Not searched, because only the first {0} tables are checked: {1}.', maxTables, list(leftOut))]),
    ...(unlisted === 0 ? [] : [t('Not searched, because the platform did not list them: {0}.', unlisted)]),
  ].join(' ');
}
