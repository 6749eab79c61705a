import * as vscode from 'vscode';
import type { RuleSchedule } from '../../../core/sigma/ruleSchedule';
import type { Connection } from '../../ui/connections/connection';
import type { Memory } from '../../ui/memory';
import { LazyPanels } from '../../ui/panels/lazyPanels';
import type { SigmaDeps } from './openRules';
import type { RuleDiagnostics } from './ruleDiagnostics';
import { UsedConnections } from './usedConnections';
import { lensAt, registerLenses } from '../../ui/documents/registerLenses';
import { t } from '../../../core/base/localize';
import { isMappingPath, isSigmaText, lineOfTitle } from './sigmaText';
import { LatestChecks } from '../../ui/documents/latestChecks';

/** Includes file patterns, because no YAML language may be registered. */
const selector = ['file', 'untitled'].flatMap((scheme) => [
  { scheme, language: 'yaml' },
  { scheme, pattern: '**/*.{yml,yaml}' },
]);

export interface Sigma extends vscode.Disposable {
  /** The rule of a document, with the title if there are several, as a query with its schedule. */
  readonly ruleIn: (
    document: vscode.TextDocument,
    connection: Connection,
    title?: string,
  ) => Promise<RuleSchedule | undefined>;
}

/** Sigma rules in the editor, and import of folders. The converter is loaded with the first rule. */
export function registerSigma(options: Omit<SigmaDeps, 'used'> & { readonly memory: Memory }): Sigma {
  const used = new UsedConnections(options.memory, () => vscode.workspace.isTrusted);
  const deps: SigmaDeps = { ...options, used };
  const panels = new LazyPanels(
    'sigmaImport',
    deps.environment,
    async () => new (await import('./importPanel')).ImportPanels(deps),
  );
  const registrations = vscode.Disposable.from(
    panels,
    registerLenses(selector, new RuleLenses(deps)),
    vscode.languages.registerCodeActionsProvider(
      selector,
      { provideCodeActions: (document, _range, { diagnostics }) => mappingActions(document, diagnostics) },
      { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
    ),
    startDiagnostics(deps, async () => {
      const { RuleDiagnostics } = await import('./ruleDiagnostics');
      return new RuleDiagnostics(deps);
    }),
    deps.ui.commands.registerAll({
      'logbench.sigma.convert': async (...args) => (await import('./ruleActions')).convertRule(deps, args),
      'logbench.sigma.try': async (...args) => (await import('./ruleActions')).tryRule(deps, args),
      'logbench.sigma.schedule': async (...args) => (await import('./ruleActions')).scheduleRule(deps, args),
      'logbench.sigma.createRule': async (...args) => (await import('./ruleActions')).createRule(deps, args),
      'logbench.sigma.update': async (...args) => (await import('./ruleActions')).updateRule(deps, args),
      'logbench.sigma.editMapping': async (...args) =>
        (await import('./openRules')).editMappingOf(deps, args),
      'logbench.sigma.import': async (...args) => {
        const { connection, folder } = await (await import('./importActions')).pickFolder(deps, args);
        await used.add(connection);
        (await panels.get()).open(connection, folder);
      },
    }),
  );
  const ruleIn: Sigma['ruleIn'] = async (...rule) => (await import('./openRules')).ruleIn(deps, ...rule);
  return Object.assign(registrations, { ruleIn });
}

const mappingCodes = ['sigma-mapping', 'sigma-missing-table', 'sigma-missing-field'];

/** What a rule lacks on the platform can be mapped to what is there. */
function mappingActions(
  { uri }: vscode.TextDocument,
  all: readonly vscode.Diagnostic[],
): vscode.CodeAction[] {
  const diagnostics = all.filter(({ code }) => typeof code === 'string' && mappingCodes.includes(code));
  if (diagnostics.length === 0) return [];
  const action = new vscode.CodeAction(t('Edit Mapping'), vscode.CodeActionKind.QuickFix);
  action.diagnostics = diagnostics;
  action.command = { command: 'logbench.sigma.editMapping', title: action.title, arguments: [uri] };
  return [action];
}

/** Code lenses of a Sigma rule: its actions and connection. */
export class RuleLenses implements vscode.CodeLensProvider {
  constructor(private readonly deps: Pick<SigmaDeps, 'platforms' | 'connections'>) {}

  readonly onDidChangeCodeLenses: vscode.Event<void> = (listener) =>
    vscode.Disposable.from(
      this.deps.platforms.onDidChange(() => void listener()),
      this.deps.connections.onDidChange(listener),
    );

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    const text = document.getText();
    if (!isSigmaText(text)) return [];
    const line = lineOfTitle(text);
    const name = this.deps.connections.of(document.uri)?.name;
    const lens = (title: string, command: string, icon?: string): vscode.CodeLens =>
      lensAt(line, { title, command, icon }, [document.uri]);
    return [
      lens(t('Convert'), 'logbench.sigma.convert', 'arrow-swap'),
      lens(name === undefined ? t('Try…') : t('Try on {0}', name), 'logbench.sigma.try', 'play'),
      lens(t('Backtest…'), 'logbench.query.backtest', 'history'),
      lens(t('Schedule…'), 'logbench.sigma.schedule', 'watch'),
      lens(t('Create Rule…'), 'logbench.sigma.createRule', 'shield'),
      lens(t('Update from Sigma…'), 'logbench.sigma.update', 'git-compare'),
      ...(name === undefined || this.deps.platforms.all().length < 2
        ? []
        : [lens(t('another connection…'), 'logbench.query.selectConnection')]),
    ];
  }
}

/** Milliseconds; long enough to type a word, short enough to seem immediate. */
const pause = 150;

/**
 * Shows diagnostics of rules. The platform is requested when a rule is opened, saved or assigned to another
 * connection, not while typing, and only if the user has used it with rules in a trusted workspace.
 */
export function startDiagnostics(
  deps: Pick<SigmaDeps, 'platforms' | 'connections' | 'used'>,
  load: () => Promise<RuleDiagnostics>,
): vscode.Disposable {
  const problems = vscode.languages.createDiagnosticCollection('logbench.sigma');
  const checks = new LatestChecks(problems);
  let rules: Promise<RuleDiagnostics> | undefined;

  async function* check(
    document: vscode.TextDocument,
    asks: boolean,
  ): AsyncGenerator<readonly vscode.Diagnostic[]> {
    // Not before: reading the text with each key would cost time in every YAML file.
    if (!isMappingPath(document.uri.path) && !isSigmaText(document.getText())) {
      yield [];
      return;
    }
    rules ??= load();
    const loaded = await rules;
    const own = await loaded.ofText(document);
    yield own;
    if (asks) yield [...own, ...(await loaded.ofPlatform(document))];
  }
  const schedule = (document: vscode.TextDocument, after: number, asks: boolean): void => {
    if (isYaml(document)) checks.schedule(document.uri, after, () => check(document, asks));
    else checks.forget(document.uri);
  };
  const scheduleAll = (): void => {
    for (const document of vscode.workspace.textDocuments) schedule(document, 0, true);
  };
  scheduleAll();
  return vscode.Disposable.from(
    checks,
    problems,
    deps.platforms.onDidChange((change) => {
      if (change !== 'connections') return;
      void rules?.then((loaded) => loaded.forget());
      scheduleAll();
    }),
    deps.connections.onDidChange(scheduleAll),
    deps.used.onDidChange(scheduleAll),
    vscode.workspace.onDidGrantWorkspaceTrust(scheduleAll),
    vscode.workspace.onDidOpenTextDocument((document) => schedule(document, 0, true)),
    vscode.workspace.onDidSaveTextDocument((document) => {
      if (isMappingPath(document.uri.path)) scheduleAll();
      else schedule(document, 0, true);
    }),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0) schedule(document, pause, false);
    }),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => checks.forget(uri)),
  );
}

function isYaml({ languageId, uri }: vscode.TextDocument): boolean {
  return languageId === 'yaml' || /\.ya?ml$/i.test(uri.path);
}
