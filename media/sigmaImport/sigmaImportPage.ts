import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { customElement, query, state } from 'lit/decorators.js';
import { t } from '../../src/core/base/localize';
import type {
  FromSigmaImportPage,
  ImportTask,
  RuleProgress,
  SigmaImportState,
  SigmaImportView,
  ToSigmaImportPage,
} from '../../src/core/pages/sigmaImport';
import { formatCount } from '../../src/core/pages/format';
import { iconText, notice, pageTitle } from '../app/parts';
import { HostedPage } from '../app/hostedPage';
import type { Handlers } from '../app/hostedPage';
import type { PageEvent } from '../app/lightElement';
import '../grid/rowsWithDetail';
import type { RowsWithDetail } from '../grid/rowsWithDetail';
import { choicesOf, isConvertible, shownRules } from './listedRules';
import type { ListedRule } from './listedRules';
import { ruleColumns, ruleDetail, stateText } from './ruleColumns';
import { button, select, valueOf } from '../elements/controls';
import { choiceField } from '../elements/choiceField';
import '@vscode-elements/elements/dist/vscode-progress-ring/index.js';

const triedDays = [1, 7, 30];

/** The rules of a folder: which can be converted, their matches, and the actions on selected ones. */
@customElement('logbench-sigma-import')
export class SigmaImportPage extends HostedPage<SigmaImportState, FromSigmaImportPage> {
  @state() private rules: readonly ListedRule[] | undefined;
  @state() private revision = 0;
  #rulesId = 0;
  #selected = new Set<number>();

  @query('logbench-rows') private readonly rows!: RowsWithDetail<ListedRule> | null;

  protected override readonly handlers: Handlers<ToSigmaImportPage> = {
    state: (next) => this.#useState(next),
    progress: ({ changes }) => this.#useProgress(changes),
    rules: ({ rules, rulesId, progress }) => {
      const isFirst = this.rules === undefined;
      this.rules = rules.map((rule, number) => ({ ...rule, number, trial: null, result: null }));
      this.#useProgress(progress);
      this.#rulesId = rulesId;
      // There are no rows to scroll to before.
      const firstRow = this.data?.view.firstRow ?? 0;
      if (isFirst && firstRow > 0) void this.updateComplete.then(() => this.rows?.startAt(firstRow));
    },
  };

  #useState(next: SigmaImportState): void {
    const isFirst = this.data === undefined;
    this.show(next);
    if (this.data && next.task?.kind === 'reading') {
      // The numbers of other rules: neither kept nor reported with the next change of the view.
      this.#selected = new Set();
      this.data = { ...this.data, view: { ...this.data.view, selected: [] } };
    }
    if (isFirst) this.#selected = new Set(next.view.selected);
  }

  #useProgress(changes: readonly RuleProgress[]): void {
    const changed = new Map(changes.map((change) => [change.rule, change]));
    this.rules = this.rules?.map((rule) => {
      const change = changed.get(rule.number);
      return change ? { ...rule, trial: change.trial, result: change.result } : rule;
    });
    this.revision += 1;
  }

  protected override draw(data: SigmaImportState): TemplateResult {
    const rules = this.rules ?? [];
    return html`<main class="page sigma-import">
      ${this.#header(data)} ${rules.length === 0 ? this.#instead(data) : this.#list(data, rules)}
    </main>`;
  }

  #header(data: SigmaImportState): TemplateResult {
    const selected = [...this.#selected].sort((one, other) => one - other);
    const disabled = data.task !== null;
    const edit = () => this.post({ kind: 'editMapping', rule: null });
    return html`<header class="page-header">
      ${pageTitle(t('Import Sigma Rules'), data.connection)}
      ${importToolbar(data, selected, this.post, (days) => this.changeView({ days }))}
      <div class="import-locations">
        <span title=${data.folder}>${iconText('folder', data.folder)}</span>
        <span>${iconText('map', data.mapping ?? t('Built-in mapping'))}</span>
        ${button(t('Edit Mapping'), edit, { icon: 'edit', disabled })}
        ${button(t('Reload'), () => this.post({ kind: 'refresh' }), { icon: 'refresh', disabled })}
      </div>
    </header>`;
  }

  #instead({ failure, task }: SigmaImportState): TemplateResult {
    if (failure !== null) return notice('error', failure);
    return task?.kind === 'reading'
      ? notice('loading', t('Reading rules…'))
      : notice('empty', t('There are no Sigma rules in this folder.'));
  }

  #list(data: SigmaImportState, rules: readonly ListedRule[]): TemplateResult {
    const { view } = data;
    const shown = shownRules(rules, view);
    return html`${ruleFilters(rules, view, this.changeView)} ${this.#strip(rules, shown)}
    ${shown.length === 0 ? notice('empty', t('No rules match the filters.')) : this.#grid(view, shown)}`;
  }

  #grid(view: SigmaImportView, shown: readonly ListedRule[]): TemplateResult {
    return html`<logbench-rows
      .content=${{
        resultId: this.#rulesId,
        columns: ruleColumns({
          isSelected: ({ number }) => this.#selected.has(number),
          pick: (selected, on) => this.#pick(selected, on),
        }),
        widths: view.widths,
        firstRow: view.firstRow,
        rowCount: shown.length,
        rowAt: (index: number) => shown[index],
        revision: this.revision,
        label: t('Rules'),
      }}
      .describe=${(rule: ListedRule) => ruleDetail(this.rules?.[rule.number] ?? rule, this.post)}
      @keydown=${(event: KeyboardEvent) => this.#pickByKey(event, shown)}
      @grid-view=${({ detail }: PageEvent<'grid-view'>) => this.changeView(detail)}
      @grid-copy=${({ detail: { first, last } }: PageEvent<'grid-copy'>) => {
        const text = shown
          .slice(first, last + 1)
          .map(({ title }) => title)
          .join('\n');
        this.post({ kind: 'copy', text });
      }}
      @text-copy=${({ detail: text }: PageEvent<'text-copy'>) => this.post({ kind: 'copy', text })}
    ></logbench-rows>`;
  }

  #strip(rules: readonly ListedRule[], shown: readonly ListedRule[]): TemplateResult {
    const convertible = shown.filter(isConvertible);
    const failed = rules.filter(({ result }) => result?.state === 'failed' || result?.state === 'unknown');
    return html`<div class="strip">
      <span>${stateTotals(rules)}</span>
      ${trialTotals(rules)}
      <span class="loaded" role="status"
        >${t('Shown: {0} · selected: {1}', formatCount(shown.length), formatCount(this.#selected.size))}</span
      >
      <div class="toolbar">
        ${this.#pickButton(t('Select All Shown'), convertible, convertible.length > 0)}
        ${failed.length === 0 ? nothing : this.#pickButton(t('Select Failed'), failed, true)}
        ${this.#pickButton(t('Clear Selection'), [], this.#selected.size > 0)}
      </div>
    </div>`;
  }

  /** Replaces the selection. */
  #pickButton(label: string, rules: readonly ListedRule[], enabled: boolean): TemplateResult {
    const pick = (): void => {
      this.#selected = new Set();
      this.#pick(rules, true);
    };
    return button(label, pick, { disabled: !enabled });
  }

  /** The space bar selects rows, as in lists. */
  #pickByKey(event: KeyboardEvent, shown: readonly ListedRule[]): void {
    const grid = this.rows?.grid;
    const isInGrid = event.target instanceof Element && event.target.closest('[role=gridcell]') !== null;
    if (event.key !== ' ' || !isInGrid || !grid) return;
    event.preventDefault();
    const [first, last] = grid.selection;
    const rules = shown.slice(first, last + 1).filter(isConvertible);
    this.#pick(rules, !rules.every(({ number }) => this.#selected.has(number)));
  }

  #pick(rules: readonly ListedRule[], selected: boolean): void {
    for (const { number } of rules) {
      if (selected) this.#selected.add(number);
      else this.#selected.delete(number);
    }
    this.revision += 1;
    this.changeView({ selected: [...this.#selected] });
  }
}

const ruleStates = ['ready', 'missing', 'unchecked', 'mapping', 'rejected'] as const;

function stateTotals(rules: readonly ListedRule[]): string {
  const counts = ruleStates.map(
    (state) => [state, rules.filter((rule) => rule.state === state).length] as const,
  );
  return counts
    .filter(([, count]) => count > 0)
    .map(([state, count]) => t('{0}: {1}', stateText({ state }), formatCount(count)))
    .join(' · ');
}

/** What the trials found, once there is one. */
function trialTotals(rules: readonly ListedRule[]): TemplateResult {
  const trials = rules.flatMap(({ trial }) => (trial === null || trial.state === 'running' ? [] : [trial]));
  if (trials.length === 0) return html``;
  const hits = trials.flatMap((trial) => (trial.state === 'done' && trial.hits > 0 ? [trial.hits] : []));
  const failed = trials.filter(({ state }) => state === 'failed').length;
  const total = hits.reduce((sum, one) => sum + one, 0);
  return html`<span class="trials" role="status"
    >${t('Tried: {0} · with hits: {1} · hits: {2} · failed: {3}', ...[trials.length, hits.length, total, failed].map(formatCount))}</span
  >`;
}

type Selected = 'levels' | 'products' | 'techniques' | 'states';

/** The filters of rules; each change applies immediately. */
function ruleFilters(
  rules: readonly ListedRule[],
  view: SigmaImportView,
  change: (change: Partial<SigmaImportView>) => void,
): TemplateResult {
  const { levels, products, techniques } = choicesOf(rules);
  const plain = (values: readonly string[]): readonly (readonly [string, string])[] =>
    values.map((value) => [value, value]);
  const choices = (
    name: string,
    field: Selected,
    values: readonly (readonly [value: string, label: string])[],
  ): TemplateResult => choiceField(name, values, view[field], (selected) => change({ [field]: selected }));
  return html`<form class="filters" role="search" @submit=${(event: Event) => event.preventDefault()}>
    <label class="field word"
      ><span>${t('Title or file')}</span>
      <vscode-textfield
        .label=${t('Title or file')}
        .value=${view.text}
        @input=${(event: Event) => change({ text: valueOf(event) })}
      ></vscode-textfield
    ></label>
    ${choices(
      t('State'),
      'states',
      ruleStates.map((state) => [state, stateText({ state })]),
    )}
    ${choices(t('Level'), 'levels', plain(levels))} ${choices(t('Product'), 'products', plain(products))}
    ${choices(t('Technique'), 'techniques', plain(techniques))}
  </form>`;
}

/** The actions on the selected rules, or the progress of the current one. */
function importToolbar(
  { task, view }: SigmaImportState,
  selected: readonly number[],
  post: (message: FromSigmaImportPage) => void,
  changeDays: (days: number) => void,
): TemplateResult {
  if (task) return html`<div class="toolbar">${progress(task, post)}</div>`;
  const rules = [...selected];
  const disabled = rules.length === 0;
  return html`<div class="toolbar">
    ${periodField(view.days, changeDays)}
    ${button(t('Try'), () => post({ kind: 'try', rules }), { icon: 'play', primary: true, disabled })}
    ${button(t('Create Scheduled Queries…'), () => post({ kind: 'createQueries', rules }), { icon: 'watch', disabled })}
    ${button(t('Create Files…'), () => post({ kind: 'createFiles', rules }), { icon: 'new-file', disabled })}
  </div>`;
}

function periodField(days: number, change: (days: number) => void): TemplateResult {
  const choices = triedDays.map(
    (count) => [String(count), count === 1 ? t('Last 24 hours') : t('Last {0} days', count)] as const,
  );
  return select(t('Period'), String(days), choices, (count) => change(Number(count)), 'period');
}

function progress(task: ImportTask, post: (message: FromSigmaImportPage) => void): TemplateResult {
  return html`<span class="progress" role="status">
    <vscode-progress-ring aria-label=${t('Running')}></vscode-progress-ring>
    <span>${task.isCanceling ? t('Canceling…') : taskText(task)}</span>
    ${task.isCanceling ? nothing : button(t('Cancel'), () => post({ kind: 'cancel' }))}
  </span>`;
}

function taskText({ kind, done, total }: ImportTask): string {
  const counts = [formatCount(done), formatCount(total)] as const;
  switch (kind) {
    case 'reading':
      return total === 0 ? t('Reading rules…') : t('Reading rules: {0} of {1}', ...counts);
    case 'checking':
      return t('Checking tables and fields: {0} of {1}', ...counts);
    case 'trying':
      return t('Trying rules: {0} of {1}', ...counts);
    case 'creating':
      return t('Creating scheduled queries: {0} of {1}', ...counts);
    case 'writing':
      return t('Writing files: {0} of {1}', ...counts);
  }
}
