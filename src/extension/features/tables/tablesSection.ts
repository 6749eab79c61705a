import { compareNames } from '../../../core/base/compareNames';
import * as vscode from 'vscode';
import { t } from '../../../core/base/localize';
import type { Table } from '../../../core/interface/table';
import type { Connection, Platforms } from '../../ui/connections/connection';
import { lazySource } from '../../ui/explorer/explorerSection';
import type { ExplorerSection, SectionChange } from '../../ui/explorer/explorerSection';
import { byLastDay, bySize } from './tableItem';

export interface TablesSection extends ExplorerSection, vscode.Disposable {
  readonly onDidChange: vscode.Event<SectionChange>;
  /** This window has created a table or added rows to one. */
  readonly reload: (connection: Connection) => void;
  /** This window has changed or dropped tables. */
  readonly update: (connection: Connection, change: TablesChange) => Promise<void>;
}

interface TablesChange {
  readonly changed?: readonly Table[];
  /** Names. */
  readonly removed?: readonly string[];
}

export function tablesSection(platforms: Platforms): TablesSection {
  const changes = new vscode.EventEmitter<SectionChange>();
  return {
    onDidChange: changes.event,
    reload: (connection) => changes.fire({ kind: 'reload', connection }),
    update: async (connection, { changed = [], removed = [] }) => {
      const { tableRow } = await import('./tableText');
      const rows = changed.map((table) => tableRow(table, async () => platforms.clientFor(connection)));
      changes.fire({ kind: 'rows', connection, changed: rows, removed });
    },
    dispose: () => changes.dispose(),
    id: 'tables',
    label: t('Tables'),
    icon: 'database',
    source: (connection) =>
      lazySource(async () => (await import('./tablesSource')).tablesSource(connection, platforms)),
    askFilter: async (connection, current, prompts) => {
      const { askTableFilter } = await import('./tableFilter');
      return askTableFilter(await platforms.clientFor(connection), current, prompts);
    },
    sortings: [
      { id: 'platform', label: t('Platform order') },
      { id: 'name', label: t('Name'), compare: (one, other) => compareNames(one.label, other.label) },
      { id: 'size', label: t('Size, largest first'), compare: bySize },
      { id: 'lastDay', label: t('Last day, newest first'), compare: byLastDay },
    ],
  };
}
