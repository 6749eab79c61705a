import * as vscode from 'vscode';
import type { DocumentConnections } from '../../ui/documents/documentConnections';
import type { Platforms } from '../../ui/connections/platforms';
import type { ProjectFiles } from '../../ui/documents/projectFiles';
import type { LanguageFeatures } from './languageFeatures';
import { ConnectionLenses } from './connectionLenses';
import { startDiagnostics } from './startDiagnostics';

const languageId = 'logbench-query';

const selector = { language: languageId };
const completionTriggers = [' ', '|', '=', '(', ',', '[', '"', '$'];

/** Language features for queries. Parser and catalog are loaded with the first query. */
export function registerQueryLanguage(
  platforms: Platforms,
  connections: DocumentConnections,
  projects: ProjectFiles,
  onDidChangeTables: vscode.Event<unknown>,
): vscode.Disposable {
  let loaded: Promise<LanguageFeatures> | undefined;
  const locale = vscode.env.language.startsWith('ko') ? 'ko' : 'en';
  const features = async (): Promise<LanguageFeatures> => {
    loaded ??= import('./languageFeatures').then(
      ({ LanguageFeatures: Loaded }) => new Loaded(platforms, connections, projects, locale),
    );
    return loaded;
  };
  const forgetNames = (): void => {
    void loaded?.then((language) => language.forgetNames());
  };
  const lenses = new ConnectionLenses(platforms, connections, projects);
  return vscode.Disposable.from(
    lenses,
    vscode.languages.registerCodeLensProvider(
      [
        { ...selector, scheme: 'file' },
        { ...selector, scheme: 'untitled' },
      ],
      lenses,
    ),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      // The next untitled document reuses this URI for another query.
      if (uri.scheme === 'untitled') void connections.forget(uri);
    }),
    platforms.onDidChange((change) => {
      if (change === 'connections') forgetNames();
    }),
    onDidChangeTables(forgetNames),
    startDiagnostics(languageId, features, (listener) =>
      vscode.Disposable.from(
        platforms.onDidChange(listener),
        connections.onDidChange(listener),
        projects.onDidMoveFiles(listener),
        onDidChangeTables(listener),
      ),
    ),
    ...registerTyping(features),
    ...registerStructure(features),
    ...registerLayout(features),
  );
}

type Features = () => Promise<LanguageFeatures>;

function registerTyping(features: Features): readonly vscode.Disposable[] {
  const { languages } = vscode;
  return [
    languages.registerCompletionItemProvider(
      selector,
      {
        provideCompletionItems: async (document, position, token) =>
          (await features()).complete(document, position, token),
      },
      ...completionTriggers,
    ),
    languages.registerHoverProvider(selector, {
      provideHover: async (document, position) => (await features()).hover(document, position),
    }),
    languages.registerSignatureHelpProvider(
      selector,
      {
        provideSignatureHelp: async (document, position) =>
          (await features()).signatureHelp(document, position),
      },
      '(',
      ',',
    ),
    languages.registerCodeActionsProvider(
      selector,
      {
        provideCodeActions: async (document, range) => (await features()).codeActions(document, range),
      },
      { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
    ),
  ];
}

function registerStructure(features: Features): readonly vscode.Disposable[] {
  const { languages } = vscode;
  return [
    languages.registerDocumentSymbolProvider(selector, {
      provideDocumentSymbols: async (document) => (await features()).symbols(document),
    }),
    languages.registerInlayHintsProvider(selector, {
      provideInlayHints: async (document) => (await features()).scheduleHints(document),
    }),
    languages.registerFoldingRangeProvider(selector, {
      provideFoldingRanges: async (document) => (await features()).folding(document),
    }),
    languages.registerReferenceProvider(selector, {
      provideReferences: async (document, position, { includeDeclaration }) =>
        (await features()).references(document, position, includeDeclaration),
    }),
    languages.registerDocumentHighlightProvider(selector, {
      provideDocumentHighlights: async (document, position) =>
        (await features()).highlights(document, position),
    }),
    languages.registerRenameProvider(selector, {
      prepareRename: async (document, position) => (await features()).prepareRename(document, position),
      provideRenameEdits: async (document, position, newName) =>
        (await features()).rename(document, position, newName),
    }),
  ];
}

function registerLayout(features: Features): readonly vscode.Disposable[] {
  const { languages } = vscode;
  return [
    languages.registerDocumentFormattingEditProvider(selector, {
      provideDocumentFormattingEdits: async (document) => (await features()).layOut(document),
    }),
    languages.registerDocumentRangeFormattingEditProvider(selector, {
      provideDocumentRangeFormattingEdits: async (document, range) =>
        (await features()).layOut(document, range),
    }),
    languages.registerOnTypeFormattingEditProvider(
      selector,
      {
        provideOnTypeFormattingEdits: async (document, position) =>
          (await features()).layOutOnPipe(document, position),
      },
      '|',
    ),
  ];
}
