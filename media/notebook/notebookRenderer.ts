import { setTranslator, translatorFrom } from '../../src/core/base/localize';
import type { CellOutput, FromRenderer, ToRenderer } from '../../src/core/pages/notebook';
import { NotebookResult } from './notebookResult';
// Bundled and limited to outputs by the build, because all outputs of a notebook share one document.
import styles from 'scoped:notebook.css';

/** What VS Code passes to a renderer with messaging. */
interface RendererContext {
  postMessage?(message: unknown): void;
  onDidReceiveMessage?(listener: (message: ToRenderer) => void): void;
}

interface OutputItem {
  readonly id: string;
  json(): CellOutput;
}

/** Called by VS Code once for each notebook that shows a result. */
export function activate(context: RendererContext): {
  renderOutputItem(item: OutputItem, element: HTMLElement): void;
  disposeOutputItem(id?: string): void;
} {
  installStyles();
  const shown = new Map<string, { readonly cell: string; readonly page: NotebookResult }>();
  const post = (message: FromRenderer): void => context.postMessage?.(message);
  const translated = new Promise<void>((resolve) => {
    if (context.onDidReceiveMessage === undefined) resolve();
    context.onDidReceiveMessage?.((message) => {
      if (message.kind === 'translations') {
        setTranslator(translatorFrom(message.sentences), message.language);
        document.documentElement.lang = message.language;
        resolve();
      } else
        for (const { cell, page } of shown.values()) if (cell === message.id) page.receive(message.message);
    });
    post({ kind: 'ready' });
  });
  const draw = async (item: OutputItem, element: HTMLElement): Promise<void> => {
    await translated;
    const output = item.json();
    const { id } = output;
    const page = new NotebookResult(output, {
      post: (message) => post({ kind: 'page', id, message }),
      openResults: () => post({ kind: 'openResults', id }),
    });
    shown.set(item.id, { cell: id, page });
    element.classList.add('logbench-cell');
    element.replaceChildren(page);
  };
  return {
    renderOutputItem: (item, element) => void draw(item, element),
    disposeOutputItem: (id) => {
      if (id === undefined) shown.clear();
      else shown.delete(id);
    },
  };
}

/** The icons of the controls need a style sheet of the document, because it has a font. */
function installStyles(): void {
  if (document.getElementById('vscode-codicon-stylesheet') !== null) return;
  const icons = document.createElement('link');
  icons.id = 'vscode-codicon-stylesheet';
  icons.rel = 'stylesheet';
  icons.href = new URL('codicons.css', import.meta.url).toString();
  const style = document.createElement('style');
  style.textContent = styles;
  document.head.append(icons, style);
}
