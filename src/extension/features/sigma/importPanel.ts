import * as vscode from 'vscode';
import type { FromSigmaImportPage, SigmaImportView } from '../../../core/pages/sigmaImport';
import type { ConvertedRule } from '../../../core/sigma/convertCollection';
import { isCancellation } from '../../ui/prompts/canceled';
import type { Connection } from '../../ui/connections/connection';
import { shownConnectionOf } from '../../ui/panels/panelFailure';
import type { MessageHandlers, WebviewPanel } from '../../ui/panels/webviewPanel';
import { importActions } from './importActions';
import { ImportTasks } from './importTasks';
import type { Advance } from './importTasks';
import { importedRule, loadRules } from './loadRules';
import type { RuleCheck } from './loadRules';
import { problemsOf } from '../../../core/sigma/checkSigmaRules';
import { KnownPlatform } from './platformFacts';
import { editMapping, findMappingFile, mappingIn, rulesWithoutTable } from './mappingFiles';
import { showLine } from './openRules';
import type { SigmaDeps } from './openRules';
import type { NumberedRule } from './importRules';
import { t } from '../../../core/base/localize';
import { sigmaImportPage } from '../../../core/pages/sigmaImport';
import { OpenPanels } from '../../ui/panels/openPanels';

type SelectedRules = Extract<FromSigmaImportPage, { readonly rules: unknown }>;

/** The rules of one folder. One task runs at a time and is canceled with the panel. */
export class ImportPanel {
  #view: SigmaImportView;
  /** The file; undefined for the built-in mapping. */
  #mapping: vscode.Uri | undefined;
  #rules: readonly ConvertedRule[] = [];
  #checks: readonly RuleCheck[] = [];
  #rulesId = 0;
  readonly #tasks = new ImportTasks({
    state: () => this.#postState(),
    progress: (changes) => this.panel.post({ kind: 'progress', changes }),
  });
  #failure: string | null = null;

  constructor(
    readonly panel: WebviewPanel<typeof sigmaImportPage>,
    private readonly shown: {
      readonly connection: Connection;
      readonly folder: string;
      readonly view: SigmaImportView;
    },
    private readonly deps: SigmaDeps,
  ) {
    this.#view = shown.view;
    panel.handle(this.#handlers(), deps.ui.failures, () => shown.connection);
    const locks = deps.platforms.onDidChange(() => this.#postState());
    panel.onDidDispose(() => {
      locks.dispose();
      this.#tasks.cancel();
    });
    this.#load().catch((error: unknown) => deps.ui.failures.report(error, { connection: shown.connection }));
  }

  shows(connection: Connection, folder: string): boolean {
    return this.shown.connection.name === connection.name && this.shown.folder === folder;
  }

  #handlers(): MessageHandlers<typeof sigmaImportPage> {
    const act = async (message: SelectedRules): Promise<void> => this.#act(message);
    return {
      ready: () => {
        this.#postState();
        this.#postRules();
      },
      refresh: async () => this.#load(),
      viewChanged: ({ view }) => (this.#view = view),
      cancel: () => this.#tasks.cancel(),
      try: act,
      createQueries: act,
      createFiles: act,
      openRule: async ({ rule }) => this.#openRule(rule),
      openQuery: async ({ rule }) => this.#openQuery(rule),
      editMapping: async ({ rule }) => {
        const folder = vscode.Uri.file(this.shown.folder);
        const file = await findMappingFile(folder, this.shown.connection);
        // A button of a rule means that its table is not there either.
        const lacking = rule === null ? rulesWithoutTable(this.#rules) : this.#rules.slice(rule, rule + 1);
        await editMapping(folder, file?.uri, lacking, this.#rules[0]);
      },
    };
  }

  async #load(): Promise<void> {
    const { folder, connection } = this.shown;
    await this.#tasks.run('reading', async (signal, advance) => {
      this.#failure = null;
      this.#checks = [];
      try {
        // Its name is shown even if it is invalid.
        const file = await findMappingFile(vscode.Uri.file(folder), connection);
        this.#mapping = file?.uri;
        this.#rules = await loadRules(folder, mappingIn(file), advance, signal);
      } catch (error) {
        if (isCancellation(error)) throw error;
        this.#rules = [];
        this.#failure = this.deps.ui.failures.sentence(error);
      }
      this.#rulesId += 1;
      this.#tasks.forgetProgress();
      this.#view = { ...this.#view, selected: [] };
      this.#postRules();
      if (this.#rules.some((rule) => 'query' in rule)) await this.#check(advance, signal);
    });
  }

  /** Whether the platform has the tables and fields of the rules, so that they need not be tried to know. */
  async #check(advance: Advance, signal: AbortSignal): Promise<void> {
    if (!this.deps.used.mayBeAsked(this.shown.connection)) return;
    try {
      this.#checks = await this.#lacks(advance, signal);
    } catch (error) {
      if (isCancellation(error)) throw error;
      this.#checks = this.#rules.map(() => this.deps.ui.failures.sentence(error));
    }
    this.#postRules();
  }

  async #lacks(advance: Advance, signal: AbortSignal): Promise<readonly RuleCheck[]> {
    const { connection } = this.shown;
    const rules = this.#rules;
    const facts = await new KnownPlatform(async () => this.deps.platforms.clientFor(connection)).facts();
    if (facts.tables.length === 0) return rules.map(() => t('The platform lists no tables.'));
    const checks: RuleCheck[] = [];
    for await (const lacks of problemsOf(rules, facts)) {
      signal.throwIfAborted();
      checks.push(lacks);
      advance(checks.length, rules.length, 'checking');
    }
    return checks;
  }

  async #act(message: SelectedRules): Promise<void> {
    const rules = message.rules.flatMap((number): readonly NumberedRule[] => {
      const rule = this.#rules[number];
      return rule && 'query' in rule ? [{ number, rule }] : [];
    });
    if (rules.length === 0) return;
    const { connection, folder } = this.shown;
    const action = importActions[message.kind];
    const context = { deps: this.deps, connection, folder, days: this.#view.days, rules };
    await this.#tasks.runOnRules(action.task, rules.length, async () => action.prepare(context));
  }

  async #openRule(number: number): Promise<void> {
    const rule = this.#rules[number];
    if (rule === undefined) return;
    const { line } = 'rejection' in rule ? rule.rejection : rule.information;
    await showLine(vscode.Uri.file(rule.file), line);
  }

  async #openQuery(number: number): Promise<void> {
    const rule = this.#rules[number];
    if (rule === undefined || !('query' in rule)) return;
    const content = rule.query;
    const document = await vscode.workspace.openTextDocument({ language: 'logbench-query', content });
    await this.deps.connections.remember(document.uri, this.shown.connection);
    await vscode.window.showTextDocument(document);
  }

  #postRules(): void {
    this.panel.post({
      kind: 'rules',
      rulesId: this.#rulesId,
      rules: this.#rules.map((rule, index) => importedRule(rule, this.shown.folder, this.#checks[index])),
      progress: this.#tasks.progress,
    });
  }

  #postState(): void {
    const { connection, folder } = this.shown;
    this.panel.post({
      kind: 'state',
      connection: shownConnectionOf(connection, this.deps.platforms, null),
      folder,
      mapping: this.#mapping ? vscode.workspace.asRelativePath(this.#mapping) : null,
      task: this.#tasks.shown,
      failure: this.#failure,
      view: this.#view,
    });
  }
}

const firstView: SigmaImportView = {
  text: '',
  levels: [],
  products: [],
  techniques: [],
  states: [],
  days: 1,
  selected: [],
  widths: {},
  firstRow: 0,
};

/** The import panels of this window, one per folder and connection. */
export class ImportPanels extends OpenPanels<typeof sigmaImportPage, ImportPanel> {
  constructor(deps: SigmaDeps) {
    super(
      sigmaImportPage,
      deps,
      (panel, connection, { folder, view }) =>
        // The selection consists of indexes into a list that may have changed since it was restored.
        new ImportPanel(panel, { connection, folder, view: { ...view, selected: [] } }, deps),
    );
  }

  open(connection: Connection, folder: string): void {
    const opened = this.all().find((panel) => panel.shows(connection, folder));
    if (opened) opened.panel.reveal();
    else this.add(connection, { connection: connection.name, folder, view: firstView });
  }
}
