import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { withDueTimes } from '../../../core/backtest/backtestSummary';
import { inspectQuery } from '../../../core/backtest/inspectQuery';
import { queryOverPeriod } from '../../../core/backtest/shiftQuery';
import { t } from '../../../core/base/localize';
import { plainText } from '../../../core/privacy/plainText';
import { shownText } from '../../../core/privacy/hiddenValues';
import { backtestPage } from '../../../core/pages/backtest';
import type { BacktestSubject, BacktestView } from '../../../core/pages/backtest';
import type { ExportFormat } from '../../../core/pages/common';
import type { Connection } from '../../ui/connections/connection';
import { currentClient } from '../../ui/connections/currentClient';
import { rowsWritten } from '../../ui/format/formatTimestamp';
import { shownConnectionOf } from '../../ui/panels/panelFailure';
import { OpenPanels } from '../../ui/panels/openPanels';
import type { MessageHandlers, WebviewPanel } from '../../ui/panels/webviewPanel';
import { BacktestSession, shownFacts, shownRows } from './backtestSession';
import { noteOf, rowsFile, summaryOf } from './backtestText';
import { readAgain } from './pickSubject';
import type { BacktestDeps } from './pickSubject';
import type { Period } from '../../../core/backtest/serverZone';
import { parseWireTime } from '../../../core/interface/time';
import { saveContent } from '../../ui/files/saveContent';
import { day } from '../../../core/time/durations';

/** The backtest of one text in one panel. Closing it cancels the run. */
class BacktestPanel {
  readonly #session: BacktestSession;
  /** What is wrong with the range. */
  #rangeProblem: string | undefined;
  /** Whether the text is being read again. */
  #isReading = false;

  constructor(
    readonly panel: WebviewPanel<typeof backtestPage>,
    private readonly connection: Connection,
    private subject: BacktestSubject,
    private view: BacktestView,
    private readonly deps: BacktestDeps,
    /** Where the text comes from; unknown after the window was reloaded. */
    private readonly document: vscode.TextDocument | undefined,
  ) {
    this.#session = new BacktestSession(currentClient(deps.platforms, connection), () => this.#post());
    panel.handle(this.#handlers(), deps.ui.failures, () => connection);
    const locks = deps.platforms.onDidChange(() => this.#post());
    panel.onDidDispose(() => {
      locks.dispose();
      this.#session.dispose();
    });
    void this.#plan();
  }

  shows(connection: Connection, { name }: BacktestSubject): boolean {
    return this.connection.name === connection.name && this.subject.name === name;
  }

  #handlers(): MessageHandlers<typeof backtestPage> {
    return {
      ready: () => this.#post(),
      // Continues where it failed.
      refresh: async () => (this.#session.facts.own === undefined ? this.#plan() : this.#session.run()),
      viewChanged: async ({ view }) => this.#changeView(view),
      start: async () => this.#start(),
      cancel: () => this.#session.cancel(),
      export: async ({ format }) => this.#export(format),
      copySummary: async () => this.#copySummary(),
      addToNotebook: async () => {
        const note = noteOf(this.subject, this.#session.facts);
        const query = [this.subject.text, this.connection.name, note];
        await this.deps.ui.commands.run('logbench.notebook.addQuery', query);
      },
      openQuery: async ({ from, to }) => this.#openQuery(from, to),
    };
  }

  async #changeView(view: BacktestView): Promise<void> {
    const keys = ['days', 'from', 'to', 'compare'] as const;
    const isOther = keys.some((key) => view[key] !== this.view[key]);
    this.view = view;
    if (isOther) await this.#plan();
  }

  async #plan(): Promise<void> {
    const period = this.#period();
    if (period !== undefined) await this.#session.plan(this.subject, period, this.view.compare);
  }

  /** The selected period. If it is not valid, the page says why. */
  #period(): Period | undefined {
    const period = periodOf(this.view, Date.now());
    this.#rangeProblem = typeof period === 'string' ? period : undefined;
    if (typeof period !== 'string') return period;
    this.#post();
    return undefined;
  }

  /** With the text as it is now. A finished backtest starts again, up to now. */
  async #start(): Promise<void> {
    if (this.#isReading || this.#period() === undefined) return;
    const isSame = await this.#readAgain();
    const { phase, problem } = this.#session.facts;
    if (!isSame || phase !== 'ready' || problem !== null) await this.#plan();
    await this.#session.run();
  }

  /** Returns whether the text and its schedule are the same. */
  async #readAgain(): Promise<boolean> {
    this.#isReading = true;
    this.#post();
    try {
      const before = this.subject;
      this.subject = await readAgain(this.deps, this.connection, before, this.document);
      this.panel.title = backtestPage.titleOf({
        subject: this.subject,
        connection: this.connection.name,
        view: this.view,
      });
      return isDeepStrictEqual(before, this.subject);
    } finally {
      this.#isReading = false;
      this.#post();
    }
  }

  async #export(format: ExportFormat): Promise<void> {
    const { own, zone } = this.#session.facts;
    const found = own && zone ? withDueTimes(own.results, zone) : [];
    const rows = found.flatMap((result) => result.rows);
    const content = rowsFile(own ? shownRows(own, rows) : rows, format);
    const question = { title: t('Export Results'), name: this.subject.name, extension: format };
    await saveContent(this.deps.ui.prompts, question, content, (file) => rowsWritten(rows.length, file));
  }

  async #copySummary(): Promise<void> {
    await vscode.env.clipboard.writeText(shownText(summaryOf(this.subject, this.#session.facts)));
    vscode.window.setStatusBarMessage(plainText(t('Copied to the clipboard.')), 4000);
  }

  /** A query that only filters, over the selected time; any other as it is. */
  async #openQuery(from: number, to: number): Promise<void> {
    const { zone } = this.#session.facts;
    const inspected = inspectQuery(this.subject.text);
    const content =
      inspected.kind === 'slices' && zone
        ? queryOverPeriod(inspected.parsed, { from, to }, inspected.bounds, zone)
        : this.subject.text;
    const document = await vscode.workspace.openTextDocument({ language: 'logbench-query', content });
    await this.deps.connections.remember(document.uri, this.connection);
    await vscode.window.showTextDocument(document);
  }

  #post(): void {
    const { facts } = this.#session;
    const offset = facts.zone?.offsetAt(Date.now()) ?? null;
    const shown = shownFacts(facts);
    this.panel.post({
      kind: 'state',
      connection: shownConnectionOf(this.connection, this.deps.platforms, offset),
      subject: this.subject,
      ...shown,
      ...(this.#isReading && { phase: 'planning' }),
      ...(this.#rangeProblem !== undefined && { problem: this.#rangeProblem, phase: 'ready' }),
      view: this.view,
    });
  }
}

/** The backtests of this window. One of the same name is replaced, because its text may have changed. */
export class BacktestPanels extends OpenPanels<typeof backtestPage, BacktestPanel> {
  constructor(deps: BacktestDeps) {
    super(
      backtestPage,
      deps,
      (panel, connection, { subject, view }, isRestored) =>
        new BacktestPanel(
          panel,
          connection,
          subject,
          view,
          deps,
          isRestored ? undefined : documentOf(subject),
        ),
    );
  }

  open(connection: Connection, subject: BacktestSubject): void {
    for (const known of this.all()) if (known.shows(connection, subject)) known.panel.dispose();
    const compare = subject.published !== null;
    const view: BacktestView = { zone: 'local', openField: null, days: '7', from: '', to: '', compare };
    this.add(connection, { connection: connection.name, subject, view });
  }
}

function documentOf(subject: BacktestSubject): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === subject.uri);
}

const maxDays = 400;

/** The period of a view, or what is wrong with its range. */
function periodOf({ days, from, to }: BacktestView, now: number): Period | string {
  // Queries have times in whole seconds.
  const end = Math.floor(now / 1000) * 1000;
  if (days !== 'range') return { from: end - Number(days) * day, to: end };
  const [start, stop] = [parseWireTime(from)?.getTime(), parseWireTime(to)?.getTime()];
  if (start === undefined || stop === undefined) {
    return t('Enter both ends of the range, such as 2026-01-31 09:00:00+0900.');
  }
  if (start >= stop) return t('The range must end after it starts.');
  return stop - start > maxDays * day
    ? t('The range must not be longer than {0} days.', maxDays)
    : { from: start, to: stop };
}
