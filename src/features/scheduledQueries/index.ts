import * as vscode from 'vscode';
import type { Connection, Platforms } from '../../ui/connections/connection';
import type { Memory } from '../../ui/memory';
import type { Ui } from '../../ui/ui';
import type { ActionDeps, FormFields } from './actionDeps';
import { KeptQueries } from './keptQueries';
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
  const deleted = new KeptQueries(memory, 'logbench.scheduledQueries.deleted');
  const edits = new KeptQueries(memory, 'logbench.scheduledQueries.edits');
  const deps = { ui, platforms, section, documents, unsentForms, deleted, edits };
  const registrations = ui.commands.registerAll(
    {
      'logbench.scheduledQuery.create': async (...args) =>
        (await import('./createQuery')).createQuery(deps, args),
      'logbench.query.schedule': async (...args) => (await import('./createQuery')).scheduleText(deps, args),
      'logbench.scheduledQuery.edit': async (...args) => (await import('./editQuery')).editQuery(deps, args),
      'logbench.scheduledQuery.stop': async (...args) =>
        (await import('./bulkActions')).stopQueries(deps, args),
      'logbench.scheduledQuery.delete': async (...args) =>
        (await import('./bulkActions')).removeQueries(deps, args),
      'logbench.scheduledQuery.recreate': async (...args) =>
        (await import('./bulkActions')).recreateDeleted(deps, args),
      'logbench.scheduledQuery.enable': async (...args) =>
        (await import('./bulkActions')).switchQueries(deps, args, true),
      'logbench.scheduledQuery.disable': async (...args) =>
        (await import('./bulkActions')).switchQueries(deps, args, false),
      'logbench.scheduledQuery.duplicate': async (...args) =>
        (await import('./createQuery')).duplicateQuery(deps, args),
      'logbench.scheduledQuery.copyToConnection': async (...args) =>
        (await import('./copyToConnection')).copyToConnection(deps, args),
      'logbench.scheduledQuery.runText': async (...args) =>
        (await import('./rowActions')).runText(deps, args),
      'logbench.scheduledQuery.copyGuid': async (...args) =>
        (await import('./rowActions')).copyGuids(deps, args),
      'logbench.scheduledQuery.copyAsCurl': async (...args) =>
        (await import('./rowActions')).copyAsCurl(deps, args),
    },
    'logbench.scheduledQuery.stop',
    'logbench.scheduledQuery.delete',
    'logbench.scheduledQuery.enable',
    'logbench.scheduledQuery.disable',
  );
  const recreations = offerRecreation(section, deleted);
  return {
    fillForm: ({ name }, fields) => void unsentForms.set(name, fields),
    dispose: () => void vscode.Disposable.from(registrations, recreations).dispose(),
  };
}

/** Shows *Re-create Deleted Queries…* while there are any. They can be re-created from their editor too. */
function offerRecreation(section: ScheduledQueriesSection, deleted: KeptQueries): vscode.Disposable {
  const offer = (): void =>
    void vscode.commands.executeCommand('setContext', 'logbench.noDeletedQueries', deleted.isEmpty());
  offer();
  return section.onDidChangeRecords(({ connection, removed = [], recreated = [] }) => {
    for (const query of recreated) deleted.replace(connection, query);
    if (removed.length + recreated.length > 0) offer();
  });
}
