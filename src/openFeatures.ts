import * as vscode from 'vscode';
import type { Entrances, ExplorerView } from './entrances';
import { registerAssistants } from './features/assistants';
import type { Assistants } from './features/assistants';
import { registerAudit } from './features/audit';
import { registerConnections } from './features/connections';
import type { OpenPlatforms } from './features/connections';
import { registerDrafts } from './features/drafts';
import type { Drafts } from './features/drafts';
import { registerExplorer } from './features/explorer';
import { registerFirstSteps } from './features/firstSteps';
import { registerLocalPlatform } from './features/localPlatform';
import { LocalPlatforms } from './features/localPlatform/localPlatforms';
import { registerOverview } from './features/overview';
import type { Overview } from './features/overview';
import { registerQueries } from './features/queries';
import type { Queries } from './features/queries';
import { registerQueryLanguage } from './features/queryLanguage';
import { registerQueryResults } from './features/queryResults';
import { registerRules } from './features/rules';
import { rulesSection } from './features/rules/rulesSection';
import { registerScheduledQueries } from './features/scheduledQueries';
import type { ScheduledQueries } from './features/scheduledQueries';
import { scheduledQueriesAccess } from './features/scheduledQueries/scheduledQueriesAccess';
import { scheduledQueriesSection } from './features/scheduledQueries/scheduledQueriesSection';
import { registerSigma } from './features/sigma';
import { registerTables } from './features/tables';
import { tableNameOf } from './features/tables/tableItem';
import { tablesSection } from './features/tables/tablesSection';
import { registerUploads } from './features/uploads';
import { uploadsSection } from './features/uploads/uploadsSection';
import { setTranslator } from './shared/localize';
import { DocumentConnections } from './ui/documentConnections';
import { openWorkbench } from './ui/openWorkbench';
import type { OpenWorkbench } from './ui/openWorkbench';
import { PanelConnections } from './ui/panelConnections';
import { PanelWitness } from './ui/panelWitness';
import { PersonZone } from './ui/personZone';
import type { Platforms } from './ui/platforms';
import { Polling } from './ui/polling';
import { QueryEnds } from './ui/queryEnds';
import type { ScheduledQueriesAccess } from './ui/scheduledQueriesAccess';
import { readSettings } from './ui/settings';
import type { TestSeam } from './ui/testSeam';
import type { PanelEnvironment } from './ui/webviewPanel';
import type { Workbench } from './ui/workbench';

/** Everything that the extension does, joined: what VS Code may call, and the end of it. */
export interface OpenFeatures extends Entrances, vscode.Disposable {
  /** The window goes: what it holds on services is given back, as far as there is time. */
  readonly close: () => Promise<void>;
  /** Only where the tests run. */
  readonly seam: TestSeam | undefined;
}

/** Builds the parts and joins them. Makes no request: nothing here may fail or wait. */
export function openFeatures(context: vscode.ExtensionContext, view: ExplorerView): OpenFeatures {
  setTranslator(vscode.l10n.t, vscode.env.language);
  const opened = openWorkbench();
  const { workbench, prompts, redactor } = opened;
  const { commands, log } = workbench;
  const { extensionUri, logUri, globalStorageUri: storageUri } = context;
  const { workspaceState: memory, globalState: sharedMemory } = context;
  const witness = isTested(context) ? new PanelWitness() : undefined;
  const polling = new Polling(() => readSettings().queryStatusInterval);
  const localPlatforms = new LocalPlatforms(redactor);
  const panelConnections = new PanelConnections();
  const connections = registerConnections(workbench, redactor, localPlatforms, context, panelConnections);
  const { platforms } = connections;
  const scheduledQueries = scheduledQueriesSection(platforms);
  const rules = rulesSection(platforms);
  const uploads = uploadsSection(platforms, memory);
  const sections = [scheduledQueries, tablesSection(platforms), rules, uploads];
  const access = scheduledQueriesAccess(scheduledQueries);
  const drafts = registerDrafts(workbench, platforms, storageUri, access);
  const { marks, files } = drafts;
  const explorer = registerExplorer(workbench, platforms, sections, view, marks, uploadBy(commands));
  const documents = new DocumentConnections(platforms, memory);
  const forms = registerScheduledQueries(workbench, platforms, scheduledQueries);
  const assistants = openAssistants(opened, connections, drafts, forms, context);
  const environment: PanelEnvironment = {
    extensionUri,
    log,
    polling,
    zone: new PersonZone(sharedMemory),
    connections: panelConnections,
    queryEnds: new QueryEnds(),
    witness,
  };
  const overview = registerOverview(workbench, platforms, environment, access, drafts.propose);
  const panels = openPanels(workbench, platforms, documents, context, environment, access, overview);
  const registrations = vscode.Disposable.from(
    opened,
    polling,
    localPlatforms,
    panelConnections,
    connections,
    ...[scheduledQueries, rules, uploads],
    explorer,
    panels,
    drafts,
    connections.showStatus(documents),
    registerFirstSteps(platforms),
    registerQueryLanguage(platforms, documents),
    registerTables(workbench, platforms, documents, environment),
    registerRules(workbench, platforms, rules),
    registerUploads(workbench, platforms, uploads, tableNameOf),
    registerLocalPlatform(workbench, localPlatforms, context),
    forms,
    assistants,
  );
  const { tree, drops } = explorer;
  const seam = { prompts, platforms, commands, explorer: tree, logUri, storageUri, memory, sharedMemory };
  return {
    run: async (command, given) => commands.run(command, given),
    tree,
    drops,
    files,
    openLink: panels.openLink,
    assistants,
    close: panels.close,
    dispose: () => void registrations.dispose(),
    seam: witness && { ...seam, panels: witness, assistants },
  };
}

function isTested({ extensionMode }: vscode.ExtensionContext): boolean {
  return extensionMode === vscode.ExtensionMode.Test;
}

/** Assistants read by clients of their own, and leave what they propose as drafts and in forms. */
function openAssistants(
  { workbench, redactor }: OpenWorkbench,
  { platforms, assistantClientFor, readKey }: OpenPlatforms,
  { proposals }: Drafts,
  { fillForm }: ScheduledQueries,
  { extensionPath }: vscode.ExtensionContext,
): Assistants {
  return registerAssistants({
    workbench,
    platforms,
    redactor,
    clientFor: assistantClientFor,
    readKey,
    leaveDraft: async (...proposal) => proposals.leave(...proposal),
    fillForm,
    extensionPath,
  });
}

/** Files that are dropped on the explorer go the way of the command. */
function uploadBy(commands: Workbench['commands']): (...dropped: readonly unknown[]) => Promise<void> {
  return async (...dropped) => {
    await commands.run('logbench.upload.start', dropped);
  };
}

interface OpenPanels extends vscode.Disposable {
  readonly openLink: Entrances['openLink'];
  readonly close: () => Promise<void>;
}

/** The kinds of panels; the results and the status of a query lead to each other, and rules to results. */
function openPanels(
  workbench: Workbench,
  platforms: Platforms,
  connections: DocumentConnections,
  { workspaceState: memory, globalState }: vscode.ExtensionContext,
  environment: PanelEnvironment,
  access: ScheduledQueriesAccess,
  overview: Overview,
): OpenPanels {
  const showStatus: Queries['showStatus'] = async (...query) => queries.showStatus(...query);
  const results = registerQueryResults({
    workbench,
    platforms,
    connections,
    memory,
    environment,
    showStatus,
  });
  const queries = registerQueries(workbench, platforms, environment, results);
  const audit = registerAudit(workbench, platforms, environment, globalState);
  const showRows = results.runText;
  const sigma = registerSigma({ workbench, platforms, connections, environment, access, showRows });
  const { registerWebviewPanelSerializer } = vscode.window;
  const parts = vscode.Disposable.from(
    results,
    queries,
    audit,
    overview,
    sigma,
    registerWebviewPanelSerializer('logbench.sigmaImport', sigma.panels),
    registerWebviewPanelSerializer('logbench.auditLogs', audit.panels),
    registerWebviewPanelSerializer('logbench.queryResults', results.panels),
    registerWebviewPanelSerializer('logbench.queryStatus', queries.panels),
    registerWebviewPanelSerializer('logbench.overview', overview.panels),
  );
  return { openLink: audit.openLink, close: results.close, dispose: () => void parts.dispose() };
}
