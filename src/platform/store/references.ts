import * as z from 'zod/mini';
import { referenceItems } from '../../core/interface/ruleReferences';
import { compareStoredNames } from '../../core/base/compareNames';
import { appendRows, parseRows } from './sqlValue';
import type { Store } from './store';

/** The objects that rules and tables refer to. The `guid` of a schema is its code. */
export const referenceKinds = [...referenceItems, 'crypto_profile'] as const;

export type ReferenceKind = (typeof referenceKinds)[number];

const referenceObject = z.object({
  kind: z.enum(referenceKinds),
  guid: z.string(),
  name: z.string(),
  /** The table of a logger. */
  tableName: z.optional(z.string()),
});

export type ReferenceObject = Readonly<z.infer<typeof referenceObject>>;

/** The referenced objects, cached because every response for a rule or table contains some. */
export class References {
  readonly #objects = new Map<string, ReferenceObject>();

  private constructor(private readonly database: Store) {}

  static async load(database: Store): Promise<References> {
    const references = new References(database);
    const rows = await database.read('SELECT * FROM reference_object');
    for (const object of parseRows(referenceObject, rows)) references.#remember(object);
    return references;
  }

  find(kind: ReferenceKind, guid: string): ReferenceObject | undefined {
    return this.#objects.get(keyOf(kind, guid));
  }

  /** What rules can refer to, by kind and name. */
  ofRules(): readonly ReferenceObject[] {
    const items: readonly string[] = referenceItems;
    return [...this.#objects.values()]
      .filter(({ kind }) => items.includes(kind))
      .sort(
        (one, other) =>
          items.indexOf(one.kind) - items.indexOf(other.kind) || compareStoredNames(one.name, other.name),
      );
  }

  /** The loggers that write to a table, which prevent it from being dropped. */
  loggersOf(tableName: string): readonly ReferenceObject[] {
    return [...this.#objects.values()].filter((object) => object.tableName === tableName);
  }

  async add(objects: readonly ReferenceObject[]): Promise<void> {
    const rows = objects.map(({ kind, guid, name, tableName }) => [kind, guid, name, tableName]);
    await this.database.write(({ connection }) => appendRows(connection, 'reference_object', rows));
    for (const object of objects) this.#remember(object);
  }

  async remove(kind: ReferenceKind, guid: string): Promise<void> {
    await this.database.write(({ run }) =>
      run('DELETE FROM reference_object WHERE kind = ? AND guid = ?', [kind, guid]),
    );
    this.#objects.delete(keyOf(kind, guid));
  }

  #remember(object: ReferenceObject): void {
    this.#objects.set(keyOf(object.kind, object.guid), object);
  }
}

function keyOf(kind: ReferenceKind, guid: string): string {
  return `${kind} ${guid}`;
}
