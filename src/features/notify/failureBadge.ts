import type { ViewBadge } from 'vscode';
import { listTables } from '../../api/operations/tables';
import { t } from '../../shared/localize';
import { plainText } from '../../shared/plainText';
import type { Table } from '../../shared/wire/table';
import type { Connection, Platforms } from '../../ui/connections/connection';
import type { ScheduledQueriesAccess } from '../../ui/connections/scheduledQueriesAccess';
import type { ExpandedConnections } from '../../ui/explorer/expandedConnections';
import type { Settings } from '../../ui/settings/settingsValues';
import type { Ui } from '../../ui/ui';
import { badgeOf, newsTexts } from './failureTexts';
import { FailureWatch } from './failureWatch';

export interface NotifyDeps {
  readonly ui: Pick<Ui, 'prompts' | 'commands'>;
  readonly platforms: Pick<Platforms, 'clientFor' | 'onDidChange'>;
  readonly access: Pick<ScheduledQueriesAccess, 'recordsOf' | 'onDidChange'>;
  /** The view that has the badge. */
  readonly view: { badge?: ViewBadge | undefined };
  readonly expanded: ExpandedConnections;
  readonly isSilent: (table: Table) => boolean;
}

/** A platform with more tables is not watched completely. */
const maxTables = 5000;

/** The number on the view, and messages about what is new. */
export class FailureBadge {
  readonly #watches = new Map<string, { readonly connection: Connection; readonly watch: FailureWatch }>();
  readonly #disposed = new AbortController();

  constructor(
    private readonly deps: NotifyDeps,
    private readonly setting: () => Settings['notifyFailures'],
    private readonly now?: () => number,
  ) {}

  /** Polls what is due. */
  async update(): Promise<void> {
    const connections = this.setting() === 'off' ? [] : this.deps.expanded.all();
    for (const name of this.#watches.keys()) {
      if (connections.every((connection) => connection.name !== name)) this.#watches.delete(name);
    }
    const { signal } = this.#disposed;
    await Promise.all(connections.map(async (one) => this.#watchOf(one).poll(signal)));
    this.show();
  }

  /** Draws the badge, and tells what is new. */
  show(): void {
    if (this.#disposed.signal.aborted) return;
    const watched = [...this.#watches.values()];
    this.#draw(
      badgeOf(watched.map(({ connection, watch: { failing, silent } }) => ({ connection, failing, silent }))),
    );
    for (const { connection, watch } of watched) {
      // Also without messages, so that a change of the setting does not tell what is known already.
      const news = watch.news();
      const messages = this.setting() === 'message' ? newsTexts(connection.name, news) : [];
      for (const message of messages) void this.#tell(connection, message);
    }
  }

  /** Another key or address may have other failures. */
  forget(): void {
    this.#watches.clear();
  }

  dispose(): void {
    this.#disposed.abort();
    this.#draw(undefined);
  }

  #draw(badge: ViewBadge | undefined): void {
    const { view } = this.deps;
    if (badge?.value === view.badge?.value && badge?.tooltip === view.badge?.tooltip) return;
    view.badge = badge && { ...badge, tooltip: plainText(badge.tooltip) };
  }

  #watchOf(connection: Connection): FailureWatch {
    const { platforms, access, isSilent } = this.deps;
    const source = {
      readSchedules: async (signal: AbortSignal) => access.recordsOf(connection).pages.readNext([{}], signal),
      schedules: () => access.recordsOf(connection).pages.all(),
      readSilent: async (signal: AbortSignal) => {
        const client = await platforms.clientFor(connection);
        const { items } = await client.send(listTables({ limit: maxTables }), signal);
        return items.filter(isSilent).map(({ name }) => name);
      },
    };
    const watch = this.#watches.get(connection.name)?.watch ?? new FailureWatch(source, this.now);
    this.#watches.set(connection.name, { connection, watch });
    return watch;
  }

  async #tell({ name }: Connection, message: string): Promise<void> {
    const { prompts, commands } = this.deps.ui;
    const buttons = [{ label: t('Open Overview'), value: true }];
    const isPressed = await prompts.notify({ severity: 'warning', message, buttons });
    if (isPressed === true) await commands.run('logbench.overview.open', [name]);
  }
}
