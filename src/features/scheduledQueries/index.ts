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
): ScheduledQueries {
  const unsentForms: ActionDeps['unsentForms'] = new Map();
  const deleted = new KeptQueries(memory, 'logbench.scheduledQueries.deleted');
  const edits = new KeptQueries(memory, 'logbench.scheduledQueries.edits');
  const deps = { ui, platforms, section, unsentForms, deleted, edits };
  const registrations = ui.commands.registerAll({
    'logbench.scheduledQuery.create': async (...given) =>
      (await import('./createQuery')).createQuery(deps, given),
    'logbench.scheduledQuery.edit': async (...given) => (await import('./editQuery')).editQuery(deps, given),
    'logbench.scheduledQuery.stop': async (...given) =>
      (await import('./switchQueries')).stopQueries(deps, given),
    'logbench.scheduledQuery.delete': async (...given) =>
      (await import('./removeQueries')).removeQueries(deps, given),
    'logbench.scheduledQuery.recreate': async (...given) =>
      (await import('./removeQueries')).recreateDeleted(deps, given),
    'logbench.scheduledQuery.enable': async (...given) =>
      (await import('./switchQueries')).switchQueries(deps, given, true),
    'logbench.scheduledQuery.disable': async (...given) =>
      (await import('./switchQueries')).switchQueries(deps, given, false),
    'logbench.scheduledQuery.duplicate': async (...given) =>
      (await import('./createQuery')).duplicateQuery(deps, given),
    'logbench.scheduledQuery.runText': async (...given) =>
      (await import('./rowActions')).runText(deps, given),
    'logbench.scheduledQuery.copyGuid': async (...given) =>
      (await import('./rowActions')).copyGuids(deps, given),
    'logbench.scheduledQuery.copyAsCurl': async (...given) =>
      (await import('./rowActions')).copyAsCurl(deps, given),
  });
  const recreations = offerRecreation(section, deleted);
  return {
    fillForm: ({ name }, fields) => void unsentForms.set(name, fields),
    dispose: () => void vscode.Disposable.from(registrations, recreations).dispose(),
  };
}

/** Shows *Re-create Deleted Queries…* while there are any. They can be re-created from their editor too. */
function offerRecreation(section: ScheduledQueriesSection, deleted: KeptQueries): vscode.Disposable {
  const offer = (): void =>
    void vscode.commands.executeCommand('setContext', 'logbench.deletedQueries', !deleted.isEmpty());
  offer();
  return section.onDidChangeRecords(({ connection, removed = [], recreated = [] }) => {
    for (const query of recreated) deleted.replace(connection, query);
    if (removed.length + recreated.length > 0) offer();
  });
}
