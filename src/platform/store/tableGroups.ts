import { compareNames } from '../../core/base/compareNames';
import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import { appendRows, parseRows } from './sqlValue';
import type { Store } from './store';

const tableGroup = z.object({
  guid: z.string(),
  name: z.string(),
  description: z.optional(z.string()),
  parentGuid: z.optional(z.string()),
  created: z.date(),
  updated: z.date(),
});

export type TableGroup = Readonly<z.infer<typeof tableGroup>>;

/** The groups of tables; few, and cached because each listed table contains its group. */
export class TableGroups {
  readonly #groups = new Map<string, TableGroup>();

  private constructor(private readonly database: Store) {}

  static async load(database: Store): Promise<TableGroups> {
    const groups = new TableGroups(database);
    const rows = await database.read('SELECT * FROM table_group');
    for (const group of parseRows(tableGroup, rows)) groups.#groups.set(group.guid, group);
    return groups;
  }

  find(guid: string): TableGroup | undefined {
    return this.#groups.get(guid);
  }

  /** Sorted by name. */
  all(): readonly TableGroup[] {
    return [...this.#groups.values()].sort((one, other) => compareNames(one.name, other.name));
  }

  async create(group: Omit<TableGroup, 'guid' | 'created' | 'updated'>): Promise<TableGroup> {
    const now = new Date();
    const created: TableGroup = { ...group, guid: randomUUID(), created: now, updated: now };
    const { guid, name, description, parentGuid } = created;
    await this.database.write(({ connection }) =>
      appendRows(connection, 'table_group', [[guid, name, description, parentGuid, now, now]]),
    );
    this.#groups.set(created.guid, created);
    return created;
  }
}
