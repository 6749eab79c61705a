import * as vscode from 'vscode';
import type { EntryPoints, ExplorerView } from './entryPoints';
import { registerAssistants } from './features/assistants';
import { registerAudit } from './features/audit';
import { registerBacktest } from './features/backtest';
import { registerCode } from './features/project';
import { registerConnections } from './features/connections';
import { registerDiagnostics } from './features/diagnostics';
import { registerDrafts } from './features/drafts';
import type { Drafts } from './features/drafts';
import { registerExplorer } from './features/explorer';
import { registerFirstSteps } from './features/firstSteps';
import { registerLocalPlatform, LocalPlatforms } from './features/localPlatform';
import { registerNotebooks } from './features/notebooks';
import { registerNotify } from './features/failureBadge';
import { registerOverview } from './features/overview';
import { registerPrivacy } from './features/privacy';
import { registerQueries, queriesSection } from './features/runningQueries';
import type { Queries } from './features/runningQueries';
import { registerQueryLanguage } from './features/queryLanguage';
import { registerQueryResults } from './features/queryResults';
import { registerRules } from './features/rules';
import { ruleOfRow } from './features/rules/ruleItem';
import { rulesSection } from './features/rules/rulesSection';
import { registerRuns } from './features/scheduledRuns';
import { registerScheduledQueries } from './features/scheduledQueries';
import { scheduledQueriesAccess } from './features/scheduledQueries/scheduledQueriesAccess';
import { scheduledQueriesSection } from './features/scheduledQueries/scheduledQueriesSection';
import { registerSigma } from './features/sigma';
import { registerTables } from './features/tables';
import { isSilent } from './features/tables/tableDays';
import { tableNameOf } from './features/tables/tableItem';
import { tablesSection } from './features/tables/tablesSection';
import { registerTexts } from './features/textSearch';
import { registerUploads } from './features/uploads';
import { uploadsSection } from './features/uploads/uploadsSection';
import { setTranslator } from '../core/base/localize';
import { SeenValues } from './ui/connections/seenValues';
import { DocumentConnections } from './ui/documents/documentConnections';
import { WindowMemory } from './ui/memory';
import type { Memory } from './ui/memory';
import { openUi } from './ui/openUi';
import type { FeatureDeps, Ui } from './ui/openUi';
import { PanelConnections } from './ui/panels/panelConnections';
import { UserTimeZone } from './ui/panels/userTimeZone';
import type { ScheduledQueriesAccess, RunText } from './ui/access';
import type { Connection, Platforms } from './ui/connections/connection';
import { Polling } from './ui/panels/polling';
import { QueryEnds } from './ui/panels/queryEnds';
import { readSettings } from './ui/settings/settings';
import type { TestApi, Testing } from './testing';
import type { PanelEnvironment } from './ui/panels/webviewPanel';

/** All features: the entry points for VS Code, and how to close them. */
export interface OpenFeatures extends EntryPoints, vscode.Disposable {
  /** Drops cursors and queries on the platforms before the window closes, if there is time. */
  readonly close: () => Promise<void>;
  /** Defined only in tests. */
  readonly testApi: TestApi | undefined;
}

/** Creates and connects the features. Sends no requests, so that it cannot fail or wait. */
export function openFeatures(
  context: vscode.ExtensionContext,
  view: ExplorerView,
  testing?: Testing,
): OpenFeatures {
  setTranslator(vscode.l10n.t, vscode.env.language);
  const opened = openUi(testing?.wrapPrompts);
  const { ui, redactor } = opened;
  const memories = mementosOf(context);
  const { memory, sharedMemory } = memories;
  const privacy = registerPrivacy(ui.commands, ui.prompts, memory);
  const polling = new Polling(() => readSettings().queryStatusInterval, vscode.window.onDidChangeWindowState);
  const localPlatforms = new LocalPlatforms(redactor);
  const panelConnections = new PanelConnections();
  const connections = registerConnections(opened, localPlatforms, context, sharedMemory, panelConnections);
  const { platforms, assistantClientFor: clientFor } = connections;
  const base = { ui, platforms };
  const lists = openSections(platforms, polling, memory);
  const { scheduledQueries, tables, rules, uploads } = lists;
  const sections = Object.values(lists);
  const access = scheduledQueriesAccess(scheduledQueries, base);
  const projects = registerCode(ui, platforms, memory, reloading(scheduledQueries, rules));
  const runQuery: RunText = async (...query) => panels.results.runText(...query);
  const detection = registerRules({ ...base, section: rules, runQuery });
  const drafts = registerDrafts(ui, platforms, context.globalStorageUri, access, projects, detection.access);
  const filesDropped = async (...dropped: unknown[]) => ui.commands.run('logbench.upload.start', dropped);
  const explorer = registerExplorer({ ...base, sections, view, marks: drafts.marks, projects, filesDropped });
  const documents = new DocumentConnections(platforms, memory, projects);
  const forms = registerScheduledQueries({ ...base, section: scheduledQueries, sharedMemory, documents });
  const proposals = { clientFor, saveProposal: drafts.saveProposal, fillForm: forms.fillForm };
  const assistants = registerAssistants({ ...base, redactor, ...proposals });
  const shared = { log: ui.log, polling, platforms, connections: panelConnections };
  const environment = { ...shared, ...sharedByPanels(context, sharedMemory, testing) };
  const panels = openPanels(base, documents, memories, environment, access, drafts, lists);
  const notebookDeps = { ...base, documents, memory, results: panels.results };
  const notebooks = registerNotebooks({ ...notebookDeps, ...storageOf(context) });
  const registrations = vscode.Disposable.from(
    ...[opened, privacy, polling, localPlatforms, panelConnections, connections],
    registerTexts(ui, platforms, drafts.list, drafts.publishedUri),
    ...[...sections, explorer, panels, drafts, projects, forms, assistants, notebooks, detection],
    ...[connections.showStatus(documents), registerDiagnostics(opened, connections, context.extension)],
    registerNotify({ ...base, access, view, expanded: explorer.expanded, isSilent }),
    registerQueryLanguage({ ...environment, ...base, connections: documents, projects, tables }),
    registerUploads({ ...base, section: uploads, ...panels.tables }),
    ...[registerFirstSteps(platforms), registerLocalPlatform(ui, localPlatforms, context)],
  );
  const { tree } = explorer;
  return {
    run: async (command, args) => ui.commands.run(command, args),
    tree,
    drops: explorer.drops,
    files: drafts.files,
    notebooks: notebooks.file,
    openLink: panels.openLink,
    assistants,
    close: panels.close,
    dispose: () => void registrations.dispose(),
    testApi: testing?.api({ platforms, explorer: tree, assistants, ...forTests(context, memories, ui) }),
  };
}

/** What all panels share of a window. */
function sharedByPanels(
  { extensionUri }: vscode.ExtensionContext,
  memory: Memory,
  testing: Testing | undefined,
) {
  // Whether the user may be at another machine than the one where the extension runs.
  const isElsewhere = vscode.env.remoteName !== undefined || vscode.env.uiKind === vscode.UIKind.Web;
  const zone = new UserTimeZone(memory, isElsewhere);
  return {
    extensionUri,
    zone,
    queryEnds: new QueryEnds(),
    serializers: vscode.window,
    seen: new SeenValues(),
    recorder: testing?.panels,
  };
}

/** The sections below each connection, in this order. */
function openSections(platforms: Platforms, polling: Polling, memory: Memory) {
  return {
    scheduledQueries: scheduledQueriesSection(platforms, polling),
    tables: tablesSection(platforms),
    rules: rulesSection(platforms),
    uploads: uploadsSection(platforms, memory),
    queries: queriesSection(platforms, polling),
  };
}

/** Files of a folder hold scheduled queries and detection rules. */
function reloading(...sections: readonly Pick<ScheduledQueriesAccess, 'reload'>[]) {
  return {
    reload: (connection: Connection): void => {
      for (const section of sections) section.reload(connection);
    },
  };
}

/** What is remembered of the workspace, and of all windows. */
function mementosOf({ workspaceState, globalState }: vscode.ExtensionContext) {
  return { memory: new WindowMemory(workspaceState), sharedMemory: new WindowMemory(globalState) };
}

/** What tests read of the commands and the storage of the extension. */
function forTests(
  { logUri, globalStorageUri: storageUri, workspaceState, globalState, secrets }: vscode.ExtensionContext,
  memories: ReturnType<typeof mementosOf>,
  { commands }: Ui,
) {
  return { ...memories, commands, logUri, storageUri, secrets, mementos: [workspaceState, globalState] };
}

/** Results of notebooks belong to the workspace; a window without one has only the global storage. */
function storageOf({ storageUri, globalStorageUri, extensionUri }: vscode.ExtensionContext) {
  return {
    storage: vscode.Uri.joinPath(storageUri ?? globalStorageUri, 'notebooks').fsPath,
    templates: vscode.Uri.joinPath(extensionUri, 'media', 'notebooks').fsPath,
  };
}

/** The panel features; results and status of a query open each other, and rules open results. */
function openPanels(
  base: FeatureDeps,
  connections: DocumentConnections,
  { memory, sharedMemory }: ReturnType<typeof mementosOf>,
  environment: PanelEnvironment,
  access: ScheduledQueriesAccess,
  drafts: Drafts,
  sections: ReturnType<typeof openSections>,
) {
  const showStatus: Queries['showStatus'] = async (...query) => queries.showStatus(...query);
  const shared = { ...base, connections, environment, access };
  const overview = registerOverview({ ...base, environment, access, drafts });
  const results = registerQueryResults({ ...shared, memory, sharedMemory, showStatus });
  const queries = registerQueries({ ...base, environment, results }, sections.queries);
  const audit = registerAudit({ ...base, environment, memory: sharedMemory }, tableNameOf);
  const tables = registerTables({ ...shared, documents: connections, section: sections.tables });
  const showRows = results.runText;
  const hasDraft = ({ path }: vscode.Uri): boolean => drafts.marks.markOf(path) !== undefined;
  const sigma = registerSigma({ ...shared, memory, hasDraft, showRows });
  const backtests = registerBacktest({ ...shared, ruleOfRow, hasDraft, sigmaRule: sigma.ruleIn });
  const runs = registerRuns(shared);
  const registrations = vscode.Disposable.from(
    ...[results, queries, audit, overview, sigma, tables, backtests, runs],
  );
  const { openLink } = audit;
  const dispose = (): void => void registrations.dispose();
  const tablesChanged = sections.tables.reload;
  const ofUploads = { tableOfRow: tableNameOf, tablesChanged, openTable: tables.active };
  return { results, openLink, tables: ofUploads, close: results.close, dispose };
}
