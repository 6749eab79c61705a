import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import type { Connection, Platforms } from '../../ui/connections/connection';
import { lazySource } from '../../ui/explorer/explorerSection';
import type { ExplorerSection, SectionChange } from '../../ui/explorer/explorerSection';
import { byLastDay, bySize } from './tableItem';

export interface TablesSection extends ExplorerSection, vscode.Disposable {
  readonly onDidChange: vscode.Event<SectionChange>;
  /** This window has created a table or added rows to one. */
  readonly changed: (connection: Connection) => void;
}

export function tablesSection(platforms: Platforms): TablesSection {
  const changes = new vscode.EventEmitter<SectionChange>();
  return {
    onDidChange: changes.event,
    changed: (connection) => changes.fire({ kind: 'reload', connection }),
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
      { id: 'service', label: t('Platform order') },
      { id: 'name', label: t('name'), compare: (one, other) => one.label.localeCompare(other.label) },
      { id: 'size', label: t('size, largest first'), compare: bySize },
      { id: 'lastDay', label: t('last day, newest first'), compare: byLastDay },
    ],
  };
}
