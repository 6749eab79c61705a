import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import type { Connection } from '../../ui/connections/connection';
import type { ExplorerSection, Row, RowSource, SectionChange } from '../../ui/explorer/explorerSection';
import type { Platforms } from '../../ui/connections/platforms';
import { isTableItem } from './tableItem';

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
    source: (connection) => lazySource(connection, platforms),
    askFilter: async (connection, current, prompts) => {
      const { askTableFilter } = await import('./tableFilter');
      return askTableFilter(await platforms.clientFor(connection), current, prompts);
    },
    sortings: [
      { id: 'service', label: t('Platform order') },
      { id: 'name', label: t('name'), compare: (one, other) => one.label.localeCompare(other.label) },
      { id: 'size', label: t('size, largest first'), compare: (one, other) => sizeOf(other) - sizeOf(one) },
      {
        id: 'lastDay',
        label: t('last day, newest first'),
        compare: (one, other) => lastDayOf(other).localeCompare(lastDayOf(one)),
      },
    ],
  };
}

/** The code for rows is loaded when the section is expanded. */
function lazySource(connection: Connection, platforms: Platforms): RowSource {
  let opened: Promise<Required<RowSource>> | undefined;
  const open = async (): Promise<Required<RowSource>> => {
    opened ??= import('./tablesSource').then(({ tablesSource }) => tablesSource(connection, platforms));
    return opened;
  };
  return {
    load: async (request, signal) => (await open()).load(request, signal),
    count: async (filter, signal) => (await open()).count(filter, signal),
  };
}

function sizeOf({ value }: Row): number {
  return isTableItem(value) ? Number(value.table.tableSize) : Infinity;
}

function lastDayOf({ value }: Row): string {
  return isTableItem(value) ? (value.table.lastDay ?? '') : '9999';
}
