import * as vscode from 'vscode';
import type { Connection, Platforms } from '../../ui/connections/connection';
import type { Memory } from '../../ui/memory';
import type { Ui } from '../../ui/ui';
import type { ActionDeps, FormFields } from './actionDeps';
import type { ScheduledQueriesSection } from './scheduledQueriesSection';

export interface ScheduledQueries extends vscode.Disposable {
  /** Fills in the form of *New Scheduled Query…*, which the user checks when they next open it. */
  readonly fillForm: (connection: Connection, fields: FormFields) => void;
}

/** Registers the actions on scheduled queries. Each action is loaded on first use. */
export function registerScheduledQueries(
  ui: Ui,
  platforms: Platforms,
  section: ScheduledQueriesSection,
  memory: Memory,
  documents: ActionDeps['documents'],
): ScheduledQueries {
  const unsentForms: ActionDeps['unsentForms'] = new Map();
  const loadDeps = async (): Promise<ActionDeps> => {
    const { KeptQueries } = await import('./keptQueries');
    const deleted = new KeptQueries(memory, deletedKey);
    const edits = new KeptQueries(memory, 'logbench.scheduledQueries.edits');
    return { ui, platforms, section, documents, unsentForms, deleted, edits };
  };
  const registrations = ui.commands.registerAll(
    {
      'logbench.scheduledQuery.create': async (...args) =>
        (await import('./createQuery')).createQuery(await loadDeps(), args),
      'logbench.query.schedule': async (...args) =>
        (await import('./createQuery')).scheduleText(await loadDeps(), args),
      'logbench.scheduledQuery.edit': async (...args) =>
        (await import('./editQuery')).editQuery(await loadDeps(), args),
      'logbench.scheduledQuery.stop': async (...args) =>
        (await import('./bulkActions')).stopQueries(await loadDeps(), args),
      'logbench.scheduledQuery.delete': async (...args) =>
        (await import('./bulkActions')).removeQueries(await loadDeps(), args),
      'logbench.scheduledQuery.recreate': async (...args) =>
        (await import('./bulkActions')).recreateDeleted(await loadDeps(), args),
      'logbench.scheduledQuery.enable': async (...args) =>
        (await import('./bulkActions')).switchQueries(await loadDeps(), args, true),
      'logbench.scheduledQuery.disable': async (...args) =>
        (await import('./bulkActions')).switchQueries(await loadDeps(), args, false),
      'logbench.scheduledQuery.duplicate': async (...args) =>
        (await import('./createQuery')).duplicateQuery(await loadDeps(), args),
      'logbench.scheduledQuery.copyToConnection': async (...args) =>
        (await import('./copyToConnection')).copyToConnection(await loadDeps(), args),
      'logbench.scheduledQuery.runText': async (...args) =>
        (await import('./rowActions')).runText(await loadDeps(), args),
      'logbench.scheduledQuery.copyGuid': async (...args) =>
        (await import('./rowActions')).copyGuids(await loadDeps(), args),
      'logbench.scheduledQuery.copyAsCurl': async (...args) =>
        (await import('./rowActions')).copyAsCurl(await loadDeps(), args),
    },
    'logbench.scheduledQuery.stop',
    'logbench.scheduledQuery.delete',
    'logbench.scheduledQuery.enable',
    'logbench.scheduledQuery.disable',
  );
  const recreations = offerRecreation(section, memory, loadDeps);
  return {
    fillForm: ({ name }, fields) => void unsentForms.set(name, fields),
    dispose: () => void vscode.Disposable.from(registrations, recreations).dispose(),
  };
}

const deletedKey = 'logbench.scheduledQueries.deleted';

/** Shows *Re-create Deleted Queries…* while there are any. They can be re-created from their editor too. */
function offerRecreation(
  section: ScheduledQueriesSection,
  memory: Memory,
  loadDeps: () => Promise<Pick<ActionDeps, 'deleted'>>,
): vscode.Disposable {
  const offer = (): void => {
    // Not parsed: this runs at startup.
    const deleted = memory.get(deletedKey);
    const isEmpty = !Array.isArray(deleted) || deleted.length === 0;
    void vscode.commands.executeCommand('setContext', 'logbench.noDeletedQueries', isEmpty);
  };
  offer();
  return section.onDidChangeRecords(async ({ connection, removed = [], recreated = [] }) => {
    if (removed.length + recreated.length === 0) return;
    const { deleted } = await loadDeps();
    for (const query of recreated) deleted.replace(connection, query);
    offer();
  });
}
