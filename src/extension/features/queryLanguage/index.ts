import * as vscode from 'vscode';
import { documentScheme } from '../../ui/documents/documentContents';
import { followSaveAs } from '../../ui/documents/followSaveAs';
import type { QueryLanguageDeps } from './completions';
import type { LanguageFeatures } from './languageFeatures';
import { t } from '../../../core/base/localize';
import { onDidChangeHiding } from '../../../core/privacy/hiddenValues';
import { ruleKindOfPath } from '../../ui/queryAddress';
import type { ProjectFiles } from '../../ui/access';
import type { Platforms } from '../../ui/connections/connection';
import type { DocumentConnections } from '../../ui/documents/documentConnections';
import { LatestChecks } from '../../ui/documents/latestChecks';
import { platformScheme } from '../../ui/documents/queryUri';
import { lensAt, registerLenses } from '../../ui/documents/registerLenses';

const languageId = 'logbench-query';

const selector = { language: languageId };
const completionTriggers = [' ', '|', '=', '(', ',', '[', '"', '$'];

/** Language features for queries. Parser and catalog are loaded with the first query. */
export function registerQueryLanguage(deps: QueryLanguageDeps): vscode.Disposable {
  const { ui, platforms, connections, projects, tables } = deps;
  let loaded: Promise<LanguageFeatures> | undefined;
  const features = async (): Promise<LanguageFeatures> =>
    (loaded ??= import('./languageFeatures').then(({ LanguageFeatures: Loaded }) => new Loaded(deps)));
  const forgetNames = (): void => {
    void loaded?.then((language) => language.forgetNames());
  };
  return vscode.Disposable.from(
    registerLenses(
      [
        { ...selector, scheme: 'file' },
        { ...selector, scheme: 'untitled' },
      ],
      new ConnectionLenses(platforms, connections, projects),
    ),
    followSaveAs(connections),
    platforms.onDidChange((change) => {
      if (change === 'connections') forgetNames();
    }),
    tables.onDidChange(forgetNames),
    startDiagnostics(languageId, features, (listener) =>
      vscode.Disposable.from(
        platforms.onDidChange(listener),
        connections.onDidChange(listener),
        projects.onDidMoveFiles(listener),
        tables.onDidChange(listener),
      ),
    ),
    ui.commands.registerAll({
      'logbench.query.loadValues': async (...args) => (await import('./loadValues')).loadValues(deps, args),
    }),
    ...registerProviders(features),
  );
}

/** The features that return their result at once. */
type Feature = Exclude<keyof LanguageFeatures, 'complete' | 'platformDiagnostics'>;
type Methods = {
  [Name in Feature]: (...args: Parameters<LanguageFeatures[Name]>) => ReturnType<LanguageFeatures[Name]>;
};

function registerProviders(features: () => Promise<LanguageFeatures>): readonly vscode.Disposable[] {
  const { languages } = vscode;
  const call =
    <Name extends Feature>(name: Name) =>
    async (...args: Parameters<LanguageFeatures[Name]>): Promise<ReturnType<LanguageFeatures[Name]>> => {
      const methods: Methods = await features();
      return methods[name](...args);
    };
  return [
    languages.registerCompletionItemProvider(
      selector,
      {
        provideCompletionItems: async (document, position, token) =>
          (await features()).complete(document, position, token),
      },
      ...completionTriggers,
    ),
    languages.registerHoverProvider(selector, { provideHover: call('hover') }),
    languages.registerSignatureHelpProvider(
      selector,
      { provideSignatureHelp: call('signatureHelp') },
      '(',
      ',',
    ),
    languages.registerCodeActionsProvider(
      selector,
      { provideCodeActions: call('codeActions') },
      { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
    ),
    languages.registerDocumentSymbolProvider(selector, { provideDocumentSymbols: call('symbols') }),
    languages.registerInlayHintsProvider(selector, { provideInlayHints: call('scheduleHints') }),
    languages.registerFoldingRangeProvider(selector, { provideFoldingRanges: call('folding') }),
    languages.registerReferenceProvider(selector, { provideReferences: call('references') }),
    languages.registerDocumentHighlightProvider(selector, { provideDocumentHighlights: call('highlights') }),
    languages.registerRenameProvider(selector, {
      prepareRename: call('prepareRename'),
      provideRenameEdits: call('rename'),
    }),
    languages.registerDocumentFormattingEditProvider(selector, {
      provideDocumentFormattingEdits: async (document) => call('layOut')(document),
    }),
    languages.registerDocumentRangeFormattingEditProvider(selector, {
      provideDocumentRangeFormattingEdits: call('layOut'),
    }),
    languages.registerOnTypeFormattingEditProvider(
      selector,
      { provideOnTypeFormattingEdits: call('layOutOnPipe') },
      '|',
    ),
  ];
}

/** Code lenses of a local query: run it, and the connection that it uses. */
export class ConnectionLenses implements vscode.CodeLensProvider {
  constructor(
    private readonly platforms: Platforms,
    private readonly connections: DocumentConnections,
    private readonly projects: ProjectFiles,
  ) {}

  readonly onDidChangeCodeLenses: vscode.Event<void> = (listener) =>
    vscode.Disposable.from(
      this.platforms.onDidChange(() => void listener()),
      this.connections.onDidChange(listener),
      this.projects.onDidChange(listener),
      onDidChangeHiding(listener),
    );

  provideCodeLenses({ uri }: vscode.TextDocument): vscode.CodeLens[] {
    const connection = this.connections.of(uri);
    const lens = (title: string, command: string, icon?: string): vscode.CodeLens =>
      lensAt(0, { title, command, icon }, [uri]);
    return [
      ...(ruleKindOfPath(uri.path) === 'stream' ? [] : [lens(t('Run'), 'logbench.query.run', 'play')]),
      lens(
        connection === undefined ? t('select a connection…') : t('on {0}', connection.name),
        'logbench.query.selectConnection',
      ),
    ];
  }
}

/** Milliseconds; long enough to type a word, short enough to seem immediate. */
const pause = 120;

/** Of documents that cannot be changed: their problems are those of an editor. */
const readOnlySchemes: ReadonlySet<string> = new Set([platformScheme, documentScheme, 'git']);

/** Shows diagnostics and highlights commands that write or send, shortly after each change. */
export function startDiagnostics(
  languageId: string,
  features: () => Promise<LanguageFeatures>,
  onDidChangeConnections: (listener: () => void) => vscode.Disposable,
): vscode.Disposable {
  const problems = vscode.languages.createDiagnosticCollection('logbench');
  const checks = new LatestChecks(problems);
  const mark = writingMark();

  async function* check(document: vscode.TextDocument): AsyncGenerator<readonly vscode.Diagnostic[]> {
    const language = await features();
    const found = language.diagnostics(document);
    yield found;
    const ranges = language.writing(document);
    for (const editor of vscode.window.visibleTextEditors) {
      if (editor.document === document) editor.setDecorations(mark, ranges);
    }
    yield [...found, ...(await language.platformDiagnostics(document))];
  }
  const schedule = (document: vscode.TextDocument, after: number): void => {
    if (document.languageId !== languageId || readOnlySchemes.has(document.uri.scheme)) return;
    checks.schedule(document.uri, after, () => check(document));
  };
  const scheduleAll = (): void => {
    for (const document of vscode.workspace.textDocuments) schedule(document, 0);
  };
  scheduleAll();

  return vscode.Disposable.from(
    checks,
    problems,
    mark,
    onDidChangeConnections(scheduleAll),
    vscode.workspace.onDidOpenTextDocument((document) => schedule(document, 0)),
    vscode.workspace.onDidChangeTextDocument(({ document }) => schedule(document, pause)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => checks.forget(uri)),
    vscode.window.onDidChangeVisibleTextEditors((editors) => {
      for (const { document } of editors) schedule(document, 0);
    }),
  );
}

/** Not only by color: a dotted underline, text after the name, and a mark in the overview ruler. */
function writingMark(): vscode.TextEditorDecorationType {
  return vscode.window.createTextEditorDecorationType({
    textDecoration: 'underline dotted',
    color: new vscode.ThemeColor('editorWarning.foreground'),
    overviewRulerColor: new vscode.ThemeColor('editorWarning.foreground'),
    overviewRulerLane: vscode.OverviewRulerLane.Right,
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
    after: {
      contentText: ` ${t('writes or sends')} `,
      color: new vscode.ThemeColor('editorCodeLens.foreground'),
      fontStyle: 'italic',
    },
  });
}
