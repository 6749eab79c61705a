import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { Store } from './store';

export interface TableGroup {
  readonly guid: string;
  readonly name: string;
  readonly description: string | undefined;
  readonly parentGuid: string | undefined;
  readonly created: Date;
  readonly updated: Date;
}

/** The groups of tables; few, and cached because each listed table contains its group. */
export class TableGroups {
  readonly #groups = new Map<string, TableGroup>();

  private constructor(private readonly database: Store) {}

  static async load(database: Store): Promise<TableGroups> {
    const groups = new TableGroups(database);
    const rows = z.array(groupRow).parse(await database.read('SELECT * FROM table_group'));
    for (const { parent_guid: parentGuid, description, ...row } of rows) {
      groups.#groups.set(row.guid, {
        ...row,
        description: description ?? undefined,
        parentGuid: parentGuid ?? undefined,
      });
    }
    return groups;
  }

  find(guid: string): TableGroup | undefined {
    return this.#groups.get(guid);
  }

  /** Sorted by name. */
  all(): readonly TableGroup[] {
    return [...this.#groups.values()].sort((one, other) => one.name.localeCompare(other.name));
  }

  async create(group: Pick<TableGroup, 'name' | 'description' | 'parentGuid'>): Promise<TableGroup> {
    const now = new Date();
    const created: TableGroup = { ...group, guid: randomUUID(), created: now, updated: now };
    await this.database.write(({ run }) =>
      run('INSERT INTO table_group VALUES (?, ?, ?, ?, ?, ?)', [
        created.guid,
        created.name,
        created.description ?? null,
        created.parentGuid ?? null,
        created.created,
        created.updated,
      ]),
    );
    this.#groups.set(created.guid, created);
    return created;
  }
}

const groupRow = z.object({
  guid: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  parent_guid: z.nullable(z.string()),
  created: z.date(),
  updated: z.date(),
});
