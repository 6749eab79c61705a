import * as vscode from 'vscode';
import { registerAudit } from './features/audit';
import { registerConnections } from './features/connections';
import { registerDrafts } from './features/drafts';
import { registerExplorer } from './features/explorer';
import { registerFirstSteps } from './features/firstSteps';
import { registerLocalPlatform } from './features/localPlatform';
import { LocalPlatforms } from './features/localPlatform/localPlatforms';
import { registerQueries } from './features/queries';
import { registerQueryLanguage } from './features/queryLanguage';
import { registerQueryResults } from './features/queryResults';
import { registerRules } from './features/rules';
import { rulesSection } from './features/rules/rulesSection';
import { registerScheduledQueries } from './features/scheduledQueries';
import { scheduledQueriesAccess } from './features/scheduledQueries/scheduledQueriesAccess';
import { scheduledQueriesSection } from './features/scheduledQueries/scheduledQueriesSection';
import { registerTables } from './features/tables';
import { tableNameOf } from './features/tables/tableItem';
import { tablesSection } from './features/tables/tablesSection';
import { registerUploads } from './features/uploads';
import { uploadsSection } from './features/uploads/uploadsSection';
import { setTranslator } from './shared/localize';
import { DocumentConnections } from './ui/documentConnections';
import { openWorkbench } from './ui/openWorkbench';
import { PanelWitness } from './ui/panelWitness';
import { Polling } from './ui/polling';
import { readSettings } from './ui/settings';
import type { TestSeam } from './ui/testSeam';

/** Builds the parts and joins them. Makes no request: nothing here may fail or wait. */
export function activate(context: vscode.ExtensionContext): TestSeam | undefined {
  setTranslator(vscode.l10n.t, vscode.env.language);
  const opened = openWorkbench();
  const { workbench, prompts, redactor } = opened;
  const testing = context.extensionMode === vscode.ExtensionMode.Test;
  const witness = testing ? new PanelWitness() : undefined;
  const polling = new Polling(() => readSettings().queryStatusInterval);
  const panels = { extensionUri: context.extensionUri, log: workbench.log, polling, witness };
  const localPlatforms = new LocalPlatforms(redactor);
  const connections = registerConnections(workbench, context.secrets, redactor, localPlatforms);
  const { platforms } = connections;
  const scheduledQueries = scheduledQueriesSection(platforms);
  const rules = rulesSection(platforms);
  const uploads = uploadsSection(platforms, context.workspaceState);
  const sections = [scheduledQueries, tablesSection(platforms), rules, uploads];
  const explorer = registerExplorer(workbench, platforms, sections, async (node, files) => {
    await vscode.commands.executeCommand('logbench.upload.start', node, files);
  });
  const documentConnections = new DocumentConnections(platforms, context.workspaceState);
  const queryResults = registerQueryResults({
    workbench,
    platforms,
    connections: documentConnections,
    memory: context.workspaceState,
    environment: panels,
    showStatus: async (connection, queryId) => queries.showStatus(connection, queryId),
  });
  const queries = registerQueries(workbench, platforms, panels, queryResults);
  closeWindow = queryResults.close;

  context.subscriptions.push(
    opened,
    polling,
    localPlatforms,
    connections,
    scheduledQueries,
    rules,
    uploads,
    explorer,
    registerFirstSteps(platforms),
    queryResults,
    queries,
    registerQueryLanguage(platforms, documentConnections),
    registerAudit(workbench, platforms, panels, context.globalState),
    registerTables(workbench, platforms, documentConnections),
    registerRules(workbench, platforms, rules),
    registerUploads(workbench, platforms, uploads, tableNameOf),
    registerLocalPlatform(workbench, localPlatforms, context),
    registerScheduledQueries(workbench, platforms, scheduledQueries),
    registerDrafts(workbench, platforms, context.globalStorageUri, scheduledQueriesAccess(scheduledQueries)),
  );
  if (witness === undefined) return undefined;
  const { logUri, globalStorageUri: storageUri, workspaceState: memory } = context;
  return { prompts, platforms, explorer: explorer.tree, logUri, storageUri, panels: witness, memory };
}

let closeWindow: (() => Promise<void>) | undefined;

/** The window goes: what it holds on services is given back, as far as there is time. */
export async function deactivate(): Promise<void> {
  await closeWindow?.();
}
