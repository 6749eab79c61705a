import { compareNames } from '../../../core/base/compareNames';
import * as z from 'zod/mini';
import { Listeners } from '../../../core/base/listeners';
import { auditSearch } from '../../../core/pages/auditLogMessages';
import type { AuditSearch, SavedSearch } from '../../../core/pages/auditLogMessages';
import type { Memory } from '../../ui/memory';

const key = 'audit.savedSearches';
const entry = z.object({ name: z.string(), search: auditSearch });
const stored = z.catch(z.record(z.string(), z.array(z.unknown())), {});

/** Named searches, stored per connection on this machine. */
export class SavedSearches {
  readonly #changed = new Listeners();
  readonly onDidChange = this.#changed.add;

  constructor(private readonly memory: Memory) {}

  /** By name. Entries that cannot be parsed are ignored. */
  of(connection: string): readonly SavedSearch[] {
    return (this.#all()[connection] ?? []).flatMap((value) => entry.safeParse(value).data ?? []);
  }

  /** Replaces a search with the same name. */
  async save(connection: string, name: string, search: AuditSearch): Promise<void> {
    const others = this.of(connection).filter((saved) => saved.name !== name);
    await this.#store(
      connection,
      [...others, { name, search }].sort((one, other) => compareNames(one.name, other.name)),
    );
  }

  async remove(connection: string, name: string): Promise<void> {
    await this.#store(
      connection,
      this.of(connection).filter((saved) => saved.name !== name),
    );
  }

  #all(): Readonly<Record<string, readonly unknown[]>> {
    return stored.parse(this.memory.get(key));
  }

  async #store(connection: string, searches: readonly SavedSearch[]): Promise<void> {
    await this.memory.update(key, { ...this.#all(), [connection]: searches });
    this.#changed.fire();
  }
}
