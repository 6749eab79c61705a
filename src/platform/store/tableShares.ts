import * as z from 'zod/mini';
import type { Store } from './store';

export interface TableShare {
  readonly kind: 'user' | 'group';
  readonly guid: string;
  readonly name: string;
}

/** The users and groups with access to a table. */
export async function readShares(database: Store, tableGuid: string): Promise<readonly TableShare[]> {
  const rows = await database.read(
    'SELECT kind, guid, name FROM table_share WHERE table_guid = ? ORDER BY name',
    [tableGuid],
  );
  return z.array(shareRow).parse(rows);
}

export async function addShares(
  database: Store,
  tableGuid: string,
  shares: readonly TableShare[],
): Promise<void> {
  await database.write(async ({ run }) => {
    for (const { kind, guid, name } of shares) {
      await run('INSERT INTO table_share VALUES (?, ?, ?, ?)', [tableGuid, kind, guid, name]);
    }
  });
}

const shareRow = z.object({ kind: z.enum(['user', 'group']), guid: z.string(), name: z.string() });
