import * as vscode from 'vscode';
import { followSaveAs } from '../../ui/documents/followSaveAs';
import type { QueryLanguageDeps } from './completions';
import type { LanguageFeatures } from './languageFeatures';
import { ConnectionLenses } from './connectionLenses';
import { startDiagnostics } from './startDiagnostics';
import { registerLenses } from '../../ui/documents/registerLenses';

const languageId = 'logbench-query';

const selector = { language: languageId };
const completionTriggers = [' ', '|', '=', '(', ',', '[', '"', '$'];

/** Language features for queries. Parser and catalog are loaded with the first query. */
export function registerQueryLanguage(deps: QueryLanguageDeps): vscode.Disposable {
  const { ui, platforms, connections, projects, tables } = deps;
  let loaded: Promise<LanguageFeatures> | undefined;
  const features = async (): Promise<LanguageFeatures> => {
    loaded ??= import('./languageFeatures').then(({ LanguageFeatures: Loaded }) => new Loaded(deps));
    return loaded;
  };
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
