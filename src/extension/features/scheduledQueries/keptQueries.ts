import * as z from 'zod/mini';
import { records } from '../../../core/interface/records';
import { storedFields } from '../../../core/interface/scheduledQuery';
import { fieldsOf } from '../../../core/interface/scheduledQueryFields';
import { isSamePlatform, platformOf } from '../../ui/connections/connection';
import type { Connection } from '../../ui/connections/connection';
import type { Recreated } from '../../ui/access';
import type { Memory } from '../../ui/memory';
import type { EditedFields } from './propertyText';
import { isSameGuid } from '../../../core/interface/guid';
import { deletedKey } from './actionDeps';

/** The memory of an extension is read as a whole when it starts, so it must stay small. */
export const maxKept = 200;
const maxCharacters = 2_000_000;

/**
 * Keeps queries when the window is closed, newest first, and drops the oldest beyond the limits. They belong to a
 * platform, whatever the name of its connection.
 */
export class KeptQueries {
  constructor(
    private readonly memory: Memory,
    private readonly key: string,
  ) {}

  of(connection: Connection): readonly KeptQuery[] {
    return this.#all().filter(isOf(connection));
  }

  keep(connection: Connection, queries: readonly Omit<KeptQuery, 'service' | 'keptAt'>[]): void {
    const added = queries.map(({ guid, base, fields }) => ({
      service: platformOf(connection),
      guid,
      base: editedFields(base),
      fields: fields && editedFields(fields),
      keptAt: Date.now(),
    }));
    const guids = queries.map(({ guid }) => guid);
    this.#write([...added, ...this.#all().filter((kept) => !isOf(connection, guids)(kept))]);
  }

  forget(connection: Connection, guid: string): void {
    const all = this.#all();
    const others = all.filter((kept) => !isOf(connection, [guid])(kept));
    if (others.length < all.length) this.#write(others);
  }

  /** Forgets a deleted query that was re-created; kept queries that ran after it will run after the new one. */
  replace(connection: Connection, { guid, record }: Recreated): void {
    const follows = (kept: KeptQuery): boolean =>
      isOf(connection)(kept) && isSameGuid(kept.base.precedingGuid, guid);
    const others = this.#all().filter((kept) => !isOf(connection, [guid])(kept));
    this.#write(
      others.map((kept) =>
        follows(kept) ? { ...kept, base: { ...kept.base, precedingGuid: record.guid } } : kept,
      ),
    );
  }

  #all(): readonly KeptQuery[] {
    return z.safeParse(records(keptQuery), this.memory.get(this.key)).data?.items ?? [];
  }

  #write(queries: readonly KeptQuery[]): void {
    let characters = 0;
    const fitting = queries.slice(0, maxKept).filter((query) => {
      characters += JSON.stringify(query).length;
      return characters <= maxCharacters;
    });
    // Not awaited: the value can be read back immediately, and a failure has no remedy.
    void this.memory.update(this.key, fitting);
  }
}

/** The queries that this or an earlier window has deleted. */
export function deletedQueries(memory: Memory): KeptQueries {
  return new KeptQueries(memory, deletedKey);
}

/** The changes that were not applied yet. */
export function unappliedEdits(memory: Memory): KeptQueries {
  return new KeptQueries(memory, 'logbench.scheduledQueries.edits');
}

/** Tests for queries of the platform of this connection, or only for those with these GUIDs. */
function isOf(connection: Connection, guids?: readonly string[]): (one: KeptQuery) => boolean {
  const service = platformOf(connection);
  return (kept) =>
    isSamePlatform(kept.service, service) && (guids?.some((guid) => isSameGuid(guid, kept.guid)) ?? true);
}

/** Without the state of a record, which would be outdated. */
function editedFields(fields: z.infer<typeof storedFields>): EditedFields {
  return { ...fieldsOf(fields), precedingName: fields.precedingName };
}

const stored = z.pipe(storedFields, z.transform(editedFields));

/** A query that was deleted, or that has changes that are not applied yet. */
const keptQuery = z.object({
  service: z.object({ address: z.string(), product: z.string() }),
  guid: z.string(),
  /** The deleted record, or the one on which the changes are based. */
  base: stored,
  /** The changed fields; undefined for a deleted query. */
  fields: z.optional(stored),
  /** In epoch milliseconds. */
  keptAt: z.number(),
});

type KeptQuery = Readonly<z.infer<typeof keptQuery>>;
