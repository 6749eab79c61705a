import type { ViewBadge } from 'vscode';
import { listTables } from '../../../core/api/operations/tables';
import { t } from '../../../core/base/localize';
import { groupedBy } from '../../../core/base/groupedBy';
import { plainText } from '../../../core/privacy/plainText';
import type { Table } from '../../../core/interface/table';
import type { Connection, Platforms } from '../../ui/connections/connection';
import { platformOf } from '../../ui/connections/connection';
import type { ScheduledQueriesAccess } from '../../ui/access';
import type { ExpandedConnections } from '../../ui/explorer/explorerSection';
import type { Settings } from '../../ui/settings/settingsValues';
import type { Ui } from '../../ui/openUi';
import { FailureWatch } from './failureWatch';
import type { FailingSchedule, FailureChange } from './failureWatch';
import { rejectionText } from '../../../core/language/problem';
import { named } from '../../ui/format/formatTimestamp';

export interface NotifyDeps {
  readonly ui: Pick<Ui, 'prompts' | 'commands'>;
  readonly platforms: Pick<Platforms, 'all' | 'clientFor' | 'onDidChange'>;
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
  /** Also of connections that are no longer watched, which must not send more requests when they are again. */
  readonly #watches = new Map<string, { readonly connection: Connection; readonly watch: FailureWatch }>();
  /** The names of the connections that were expanded: they are counted as long as they exist. */
  readonly #opened = new Set<string>();
  readonly #disposed = new AbortController();

  constructor(
    private readonly deps: NotifyDeps,
    private readonly setting: () => Settings['notifyFailures'],
    private readonly now?: () => number,
  ) {}

  /** Polls what is due. */
  async update(): Promise<void> {
    const { signal } = this.#disposed;
    await Promise.all(this.#watched().map(async (connection) => this.#watchOf(connection).poll(signal)));
    this.show();
  }

  /** Draws the badge, and shows messages about new failures. */
  show(): void {
    if (this.#disposed.signal.aborted) return;
    const names = new Set(this.#watched().map(({ name }) => name));
    const watched = [...this.#watches.values()].filter(({ connection }) => names.has(connection.name));
    this.#draw(
      badgeOf(watched.map(({ connection, watch: { failing, silent } }) => ({ connection, failing, silent }))),
    );
    for (const { connection, watch } of watched) {
      // Also when messages are off, so that turning them on does not show what is known already.
      const changes = watch.newFailures();
      const messages = this.setting() === 'message' ? failureTexts(connection.name, changes) : [];
      for (const message of messages) void this.#notify(connection, message);
    }
  }

  /** One for each platform: the first whose key may read everything. */
  #watched(): readonly Connection[] {
    const { expanded, platforms } = this.deps;
    if (this.setting() === 'off') return [];
    for (const { name } of expanded.all()) this.#opened.add(name);
    const opened = platforms.all().filter(({ name }) => this.#opened.has(name));
    const byPlatform = groupedBy(opened, (connection) => JSON.stringify(platformOf(connection)));
    const isComplete = ({ name }: Connection): boolean => this.#watches.get(name)?.watch.isRejected !== true;
    return [...byPlatform.values()].map((all) => all.find(isComplete) ?? all[0]);
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

  async #notify({ name }: Connection, message: string): Promise<void> {
    const { prompts, commands } = this.deps.ui;
    const buttons = [{ label: t('Open Overview'), value: true }];
    const isPressed = await prompts.notify({ severity: 'warning', message, buttons });
    if (isPressed === true) await commands.run('logbench.overview.open', [name]);
  }
}

interface KnownFailures {
  readonly connection: Pick<Connection, 'name'>;
  readonly failing: readonly Pick<FailingSchedule, 'name'>[];
  readonly silent: readonly string[];
}

/** The number on the view, with a line for each connection; undefined if nothing fails. */
export function badgeOf(
  known: readonly KnownFailures[],
): { readonly value: number; readonly tooltip: string } | undefined {
  const value = known.reduce((sum, { failing, silent }) => sum + failing.length + silent.length, 0);
  if (value === 0) return undefined;
  const lines = known.flatMap(({ connection, failing, silent }) => {
    const counts = [
      ...(failing.length === 0 ? [] : [failingText(failing.length)]),
      ...(silent.length === 0 ? [] : [silentText(silent.length)]),
    ];
    return counts.length === 0 ? [] : [`${connection.name}: ${counts.join(', ')}`];
  });
  return { value, tooltip: lines.join('\n') };
}

function failingText(count: number): string {
  return count === 1 ? t('1 failing scheduled query') : t('{0} failing scheduled queries', count);
}

function silentText(count: number): string {
  return count === 1 ? t('1 silent table') : t('{0} silent tables', count);
}

/** At most one message for schedules and one for tables, however many have begun to fail. */
export function failureTexts(connection: string, changes: readonly FailureChange[]): readonly string[] {
  const failed = changes.filter((change) => change.kind === 'failed');
  const silent = changes.filter((change) => change.kind === 'silent');
  return [
    ...(failed.length === 0 ? [] : [failedSentence(failed)]),
    ...(silent.length === 0 ? [] : [silentSentence(silent)]),
  ].map((sentence) => `${connection}: ${sentence}`);
}

function failedSentence(failed: readonly Extract<FailureChange, { kind: 'failed' }>[]): string {
  const [only] = failed;
  if (only === undefined || failed.length > 1) {
    return t('{0} scheduled queries failed: {1}.', failed.length, named(failed));
  }
  return only.reason === undefined
    ? t('The scheduled query “{0}” failed.', only.name)
    : t('The scheduled query “{0}” failed: {1}', only.name, rejectionText(only.reason));
}

function silentSentence(silent: readonly { readonly name: string }[]): string {
  const [only] = silent;
  return only !== undefined && silent.length === 1
    ? t('The table “{0}” has had no new logs for a week.', only.name)
    : t('{0} tables have had no new logs for a week: {1}.', silent.length, named(silent));
}
