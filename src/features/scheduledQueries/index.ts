import * as vscode from 'vscode';
import type { Connection } from '../../ui/connection';
import type { Platforms } from '../../ui/platforms';
import { readSettings } from '../../ui/settings';
import type { Workbench } from '../../ui/workbench';
import type { ActionParts } from './actionParts';
import { emptyForm } from './emptyForm';
import { fileOf } from './queryFile';
import type { ScheduledQueriesSection } from './scheduledQueriesSection';

export interface ScheduledQueries extends vscode.Disposable {
  /** Fills in the form of *New Scheduled Query…*, for a person to look through when they next open it. */
  readonly fillForm: (connection: Connection, fields: FormFields) => void;
}

/** What a form may be filled in with; the rest is as in an empty one. */
export interface FormFields {
  readonly name: string;
  readonly query: string;
  readonly cronSchedule: string | undefined;
  readonly description: string | undefined;
}

/** Registers what can be done to scheduled queries. Each action is loaded when it is first used. */
export function registerScheduledQueries(
  workbench: Workbench,
  platforms: Platforms,
  section: ScheduledQueriesSection,
): ScheduledQueries {
  const unsentForms: ActionParts['unsentForms'] = new Map();
  const parts = { workbench, platforms, section, readSettings, unsentForms, open: openQuery };
  const registrations = workbench.commands.registerAll({
    'logbench.scheduledQuery.create': async (...given) =>
      (await import('./createQuery')).createQuery(parts, given),
    'logbench.scheduledQuery.edit': async (...given) => (await import('./editQuery')).editQuery(parts, given),
    'logbench.scheduledQuery.stop': async (...given) =>
      (await import('./stopQueries')).stopQueries(parts, given),
    'logbench.scheduledQuery.delete': async (...given) =>
      (await import('./removeQueries')).removeQueries(parts, given),
    'logbench.scheduledQuery.enable': async (...given) =>
      (await import('./switchQueries')).switchQueries(parts, given, true),
    'logbench.scheduledQuery.disable': async (...given) =>
      (await import('./switchQueries')).switchQueries(parts, given, false),
    'logbench.scheduledQuery.duplicate': async (...given) =>
      (await import('./createQuery')).duplicateQuery(parts, given),
    'logbench.scheduledQuery.runText': async (...given) =>
      (await import('./rowActions')).runText(parts, given),
    'logbench.scheduledQuery.copyGuid': async (...given) =>
      (await import('./rowActions')).copyGuids(parts, given),
    'logbench.scheduledQuery.copyAsCurl': async (...given) =>
      (await import('./rowActions')).copyAsCurl(parts, given),
  });
  return {
    fillForm: (connection, fields) => {
      unsentForms.set(connection.name, { ...emptyForm, ...fields });
    },
    dispose: () => void registrations.dispose(),
  };
}

/** By its address and the command's id: the editor tab is another feature's. */
const openQuery: ActionParts['open'] = async (connection, query) => {
  await vscode.commands.executeCommand('logbench.scheduledQuery.open', fileOf(connection, query));
};
