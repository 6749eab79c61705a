import * as vscode from 'vscode';
import type {
  FromSigmaImportPage,
  ImportTask,
  RuleProgress,
  SigmaImportState,
  SigmaImportView,
  ToSigmaImportPage,
  SigmaImportResume,
} from '../../shared/protocol/sigmaImport';
import type { ConvertedRule } from '../../sigma/convertCollection';
import { isCancellation } from '../../ui/prompts/cancelled';
import type { Connection } from '../../ui/connections/connection';
import { connectionMarkOf } from '../../ui/panels/webviewPanel';
import type { MessageHandlers, WebviewPanel, PanelType } from '../../ui/panels/webviewPanel';
import { importActions } from './importActions';
import { importedRule, loadRules } from './loadRules';
import { editMapping, findMapping } from './mappingFiles';
import type { FoundMapping } from './mappingFiles';
import type { NumberedRule } from './importRules';
import { showLine } from './openRules';
import type { SigmaDeps } from './sigmaDeps';
import { t } from '../../shared/localize';
import { fromSigmaImportPage, sigmaImportResume } from '../../shared/protocol/sigmaImport';
import { OpenPanels } from '../../ui/panels/openPanels';
import { maskImport } from './maskImport';

/** Milliseconds between two progress messages. */
const flushed = 100;

type ChosenRules = Extract<FromSigmaImportPage, { readonly rules: unknown }>;

/** The rules of one folder. One task runs at a time and is canceled with the panel. */
export class ImportPanel implements vscode.Disposable {
  #view: SigmaImportView;
  #mapping: FoundMapping | undefined;
  #rules: readonly ConvertedRule[] = [];
  #rulesId = 0;
  readonly #progress = new Map<number, RuleProgress>();
  /** Rules whose progress has not been posted yet. */
  readonly #changed = new Set<number>();
  #flush: NodeJS.Timeout | undefined;
  #task: { shown: ImportTask; readonly abort: AbortController } | undefined;
  #failure: string | null = null;

  constructor(
    private readonly panel: WebviewPanel<ToSigmaImportPage, FromSigmaImportPage>,
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
      clearTimeout(this.#flush);
      this.#task?.abort.abort();
    });
    this.#load().catch((error: unknown) => deps.ui.failures.report(error, { connection: shown.connection }));
  }

  shows(connection: Connection, folder: string): boolean {
    return this.shown.connection.name === connection.name && this.shown.folder === folder;
  }

  reveal(): void {
    this.panel.reveal();
  }

  dispose(): void {
    this.panel.dispose();
  }

  #handlers(): MessageHandlers<FromSigmaImportPage> {
    const act = async (message: ChosenRules): Promise<void> => this.#act(message);
    return {
      ready: () => {
        this.#postState();
        this.#postRules();
      },
      refresh: async () => this.#load(),
      viewChanged: ({ view }) => (this.#view = view),
      cancel: () => this.#cancel(),
      try: act,
      createQueries: act,
      createFiles: act,
      openRule: async ({ rule }) => this.#openRule(rule),
      openQuery: async ({ rule }) => this.#openQuery(rule),
      editMapping: async ({ rule }) => {
        const folder = vscode.Uri.file(this.shown.folder);
        const source = rule === null ? undefined : this.#rules[rule]?.logSource;
        await editMapping(folder, await findMapping(folder, this.shown.connection), source);
      },
    };
  }

  async #load(): Promise<void> {
    const { folder, connection } = this.shown;
    await this.#run('reading', 0, async (signal) => {
      this.#failure = null;
      try {
        this.#mapping = await findMapping(vscode.Uri.file(folder), connection);
        this.#rules = await loadRules(
          folder,
          this.#mapping.mapping,
          (done, total) => this.#advance(done, total),
          signal,
        );
      } catch (error) {
        if (isCancellation(error)) throw error;
        this.#rules = [];
        this.#failure = this.deps.ui.failures.sentence(error);
      }
      this.#rulesId += 1;
      this.#progress.clear();
      this.#view = { ...this.#view, chosen: [] };
      this.#postRules();
    });
  }

  async #act(message: ChosenRules): Promise<void> {
    const rules = message.rules.flatMap((number): readonly NumberedRule[] => {
      const rule = this.#rules[number];
      return rule && 'query' in rule ? [{ number, rule }] : [];
    });
    if (rules.length === 0) return;
    const { connection, folder } = this.shown;
    const action = importActions[message.kind];
    const context = { deps: this.deps, connection, folder, days: this.#view.days, rules };
    const run = await action.prepare(context);
    let done = 0;
    await this.#run(action.task, rules.length, async (signal) =>
      run((number, change) => {
        this.#note(number, change);
        if (change.trial?.state === 'running') return;
        done += 1;
        this.#advance(done, rules.length);
      }, signal),
    );
  }

  /** One task at a time: the page disables actions while one is running. */
  async #run(
    kind: ImportTask['kind'],
    total: number,
    work: (signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    if (this.#task) return;
    const abort = new AbortController();
    this.#task = { shown: { kind, done: 0, total, cancelling: false }, abort };
    this.#postState();
    try {
      await work(abort.signal);
    } finally {
      this.#task = undefined;
      this.#post();
      this.#postState();
    }
  }

  #advance(done: number, total: number): void {
    if (!this.#task) return;
    this.#task.shown = { ...this.#task.shown, done, total };
    this.#postSoon();
  }

  #cancel(): void {
    if (!this.#task) return;
    this.#task.shown = { ...this.#task.shown, cancelling: true };
    this.#task.abort.abort();
    this.#postState();
  }

  #note(rule: number, change: Partial<Pick<RuleProgress, 'trial' | 'result'>>): void {
    const before = this.#progress.get(rule) ?? { rule, trial: null, result: null };
    this.#progress.set(rule, { ...before, ...change });
    this.#changed.add(rule);
    this.#postSoon();
  }

  async #openRule(number: number): Promise<void> {
    const rule = this.#rules[number];
    if (rule === undefined) return;
    const { line } = 'refusal' in rule ? rule.refusal : rule.information;
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

  #postSoon(): void {
    this.#flush ??= setTimeout(() => {
      this.#post();
      this.#postState();
    }, flushed);
  }

  #post(): void {
    clearTimeout(this.#flush);
    this.#flush = undefined;
    const changes = [...this.#changed].flatMap((rule) => this.#progress.get(rule) ?? []);
    this.#changed.clear();
    if (changes.length > 0) this.panel.post({ kind: 'progress', changes });
  }

  #postRules(): void {
    this.panel.post({
      kind: 'rules',
      rulesId: this.#rulesId,
      rules: this.#rules.map((rule) => importedRule(rule, this.shown.folder)),
      progress: [...this.#progress.values()],
    });
  }

  #postState(): void {
    this.panel.post(this.#state());
  }

  #state(): SigmaImportState {
    const { connection, folder } = this.shown;
    const uri = this.#mapping?.uri;
    return {
      kind: 'state',
      connection: connectionMarkOf(connection, this.deps.platforms, null),
      folder,
      mapping: uri ? vscode.workspace.asRelativePath(uri) : null,
      task: this.#task?.shown ?? null,
      failure: this.#failure,
      view: this.#view,
    };
  }
}

const importPanelType: PanelType<ToSigmaImportPage, FromSigmaImportPage, SigmaImportResume> = {
  viewType: 'logbench.sigmaImport',
  page: 'sigmaImport',
  fromPage: fromSigmaImportPage,
  resume: sigmaImportResume,
  titleOf: ({ connection }) => t('Import Sigma Rules · {0}', connection),
  resumeOf: (message) => {
    if (message.kind !== 'state') return undefined;
    const { connection, folder, view } = message;
    return { connection: connection.name, folder, view };
  },
  mask: maskImport,
};

const firstView: SigmaImportView = {
  text: '',
  levels: [],
  products: [],
  techniques: [],
  states: [],
  days: 1,
  chosen: [],
  widths: {},
  firstRow: 0,
};

/** The import panels of this window, one per folder and connection. */
export class ImportPanels extends OpenPanels<
  ToSigmaImportPage,
  FromSigmaImportPage,
  SigmaImportResume,
  ImportPanel
> {
  constructor(deps: SigmaDeps) {
    super(
      importPanelType,
      deps.platforms,
      deps.environment,
      (panel, connection, { folder, view }) =>
        // The selection consists of indexes into a list that may have changed since it was restored.
        new ImportPanel(panel, { connection, folder, view: { ...view, chosen: [] } }, deps),
    );
  }

  open(connection: Connection, folder: string): void {
    const known = this.all().find((panel) => panel.shows(connection, folder));
    if (known) known.reveal();
    else this.add(connection, { connection: connection.name, folder, view: firstView });
  }
}
