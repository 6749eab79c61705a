import * as vscode from 'vscode';
import { t } from '../../../core/base/localize';
import { environmentLabel } from '../../../core/base/environment';
import type { Connection } from '../../ui/connections/connection';
import { CanceledError, isCancellation } from '../../ui/prompts/canceled';
import { withProgress } from '../../ui/prompts/progress';
import type { FeatureDeps } from '../../ui/openUi';
import { resultDocument } from './resultDocument';
import type { ResultDocument } from './resultDocument';
import { parsePattern, TextSearch } from './textSearch';
import type { SearchDeps } from './textSearch';

export interface TextsDeps extends Omit<SearchDeps, 'platforms'>, FeatureDeps {
  /** Shows a result, whose lines lead to the texts. */
  readonly show: (path: readonly string[], document: ResultDocument) => Promise<void>;
}

let lastInput = '';

/** *Search in Queries and Rules…* */
export async function searchTexts(deps: TextsDeps): Promise<void> {
  const { prompts } = deps.ui;
  const title = t('Search in Queries and Rules');
  const input = await prompts.input({
    title,
    prompt: t('A word, or a regular expression between slashes: {0}', '/user_?name/i'),
    value: selectedWord() ?? lastInput,
    validate: (text) => {
      const parsed = parsePattern(text);
      return typeof parsed === 'function' ? undefined : parsed;
    },
  });
  lastInput = input;
  const find = parsePattern(input);
  if (typeof find !== 'function') throw new CanceledError();
  const connections = await pickConnections(deps, title);
  const search = new TextSearch(deps, find, (error, connection) =>
    deps.ui.failures.sentence(error, connection),
  );
  await withProgress(t('Searching for {0}', input), async (signal) => search.run(connections, signal)).catch(
    (error: unknown) => {
      // What was found until then is shown.
      if (!isCancellation(error) || search.count === 0) throw error;
      search.omitted.push(t('The search was canceled.'));
    },
  );
  const [only, ...others] = connections;
  const owner = others.length === 0 ? (only?.name ?? '') : t('{0} connections', connections.length);
  const document = resultDocument(input, search);
  await deps.show([owner, 'search', new Date().toISOString(), `${t('Search results')}.txt`], document);
}

/** A word that is selected in the editor. */
function selectedWord(): string | undefined {
  const editor = vscode.window.activeTextEditor;
  const text = editor?.document.getText(editor.selection).trim();
  return text === undefined || text === '' || text.includes('\n') || text.length > 100 ? undefined : text;
}

async function pickConnections({ ui, platforms }: TextsDeps, title: string): Promise<readonly Connection[]> {
  const all = platforms.all();
  if (all.length < 2) return [await platforms.pick(title)];
  return ui.prompts.pickMany({
    title,
    placeholder: t('Select the connections to search'),
    choices: all.map((connection) => ({
      label: connection.name,
      description: environmentLabel(connection.environment),
      picked: true,
      value: connection,
    })),
  });
}
