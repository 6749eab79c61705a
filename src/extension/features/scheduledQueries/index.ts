import * as vscode from 'vscode';
import type { Connection } from '../../ui/connections/connection';
import { deletedKey } from './actionDeps';
import type { ActionDeps, FormFields } from './actionDeps';

export interface ScheduledQueries extends vscode.Disposable {
  /** Fills in the form of *New Scheduled Query…*, which the user checks when they next open it. */
  readonly fillForm: (connection: Connection, fields: FormFields) => void;
}

/** Registers the actions on scheduled queries. Each action is loaded on first use. */
export function registerScheduledQueries(options: Omit<ActionDeps, 'pendingForms'>): ScheduledQueries {
  const deps: ActionDeps = { ...options, pendingForms: new Map() };
  const creation = async () => import('./createQuery');
  const bulk = async () => import('./bulkQueryActions');
  const rows = async () => import('./rowActions');
  const registrations = deps.ui.commands.registerAll(
    {
      'logbench.scheduledQuery.create': async (...args) => (await creation()).createQuery(deps, args),
      'logbench.query.schedule': async (...args) => (await creation()).scheduleText(deps, args),
      'logbench.scheduledQuery.duplicate': async (...args) => (await creation()).duplicateQuery(deps, args),
      'logbench.scheduledQuery.edit': async (...args) => (await import('./editQuery')).editQuery(deps, args),
      'logbench.scheduledQuery.stop': async (...args) => (await bulk()).stopQueries(deps, args),
      'logbench.scheduledQuery.delete': async (...args) => (await bulk()).removeQueries(deps, args),
      'logbench.scheduledQuery.recreate': async (...args) => (await bulk()).recreateDeleted(deps, args),
      'logbench.scheduledQuery.enable': async (...args) => (await bulk()).enableQueries(deps, args, true),
      'logbench.scheduledQuery.disable': async (...args) => (await bulk()).enableQueries(deps, args, false),
      'logbench.scheduledQuery.copyToConnection': async (...args) =>
        (await import('./copyToConnection')).copyToConnection(deps, args),
      'logbench.scheduledQuery.runText': async (...args) => (await rows()).runText(deps, args),
      'logbench.scheduledQuery.copyGuid': async (...args) => (await rows()).copyGuids(deps, args),
      'logbench.scheduledQuery.copyAsCurl': async (...args) => (await rows()).copyAsCurl(deps, args),
    },
    'logbench.scheduledQuery.stop',
    'logbench.scheduledQuery.delete',
    'logbench.scheduledQuery.enable',
    'logbench.scheduledQuery.disable',
  );
  const recreations = offerRecreation(deps);
  return {
    fillForm: ({ name }, fields) => void deps.pendingForms.set(name, fields),
    dispose: () => void vscode.Disposable.from(registrations, recreations).dispose(),
  };
}

/** Shows *Re-create Deleted Queries…* while there are any. They can be re-created from their editor too. */
function offerRecreation({ section, sharedMemory: memory }: ActionDeps): vscode.Disposable {
  const offer = (): void => {
    // Not parsed: this runs at startup.
    const deleted = memory.get(deletedKey);
    const isEmpty = !Array.isArray(deleted) || deleted.length === 0;
    void vscode.commands.executeCommand('setContext', 'logbench.noDeletedQueries', isEmpty);
  };
  offer();
  return section.onDidChangeRecords(async ({ connection, removed = [], recreated = [] }) => {
    if (removed.length + recreated.length === 0) return;
    const { deletedQueries } = await import('./keptQueries');
    for (const query of recreated) deletedQueries(memory).replace(connection, query);
    offer();
  });
}
