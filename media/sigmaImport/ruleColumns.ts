import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { t } from '../../src/core/base/localize';
import { formatCount } from '../../src/core/pages/format';
import { iconText } from '../app/parts';
import type { GridColumn } from '../grid/gridColumns';
import type { ListedRule } from './listedRules';
import { isConvertible } from './listedRules';
import type { FromSigmaImportPage } from '../../src/core/pages/sigmaImport';
import type { DetailContent } from '../grid/detailPane';
import { button, definitions } from '../elements/controls';
import { visibleText } from '../../src/core/base/visibleText';

interface RuleSelection {
  readonly isSelected: (rule: ListedRule) => boolean;
  readonly pick: (rules: readonly ListedRule[], selected: boolean) => void;
}

export function ruleColumns({ isSelected, pick }: RuleSelection): readonly GridColumn<ListedRule>[] {
  return [
    {
      id: 'selected',
      label: t('Selected'),
      width: 92,
      text: (rule) => (isSelected(rule) ? t('Selected') : ''),
      render: (rule) => checkbox(rule, isSelected(rule), pick),
    },
    // Wide enough for the beginning of a reason, next to the title in half a window.
    { id: 'state', label: t('State'), width: 225, text: stateWithReason, render: state },
    { id: 'title', label: t('Title'), width: 180, minWidth: 140, grows: true, text: ({ title }) => title },
    { id: 'hits', label: t('Hits'), width: 104, align: 'end', text: hitsText, render: hits },
    { id: 'result', label: t('Result'), width: 170, text: resultText, render: result },
    { id: 'level', label: t('Level'), width: 108, text: ({ level }) => level },
    { id: 'product', label: t('Product'), width: 110, text: ({ product }) => product },
    {
      id: 'techniques',
      label: t('Techniques'),
      width: 130,
      text: ({ techniques }) => techniques.join(', '),
    },
  ];
}

function checkbox(rule: ListedRule, selected: boolean, pick: RuleSelection['pick']): TemplateResult {
  // Such a rule has no query to try or create.
  if (!isConvertible(rule)) return html``;
  return html`<input
    type="checkbox"
    tabindex="-1"
    aria-label=${t('Select {0}', rule.title)}
    .checked=${selected}
    @change=${(event: Event) => pick([rule], event.target instanceof HTMLInputElement && event.target.checked)}
  />`;
}

export function stateText({ state: word }: Pick<ListedRule, 'state'>): string {
  const labels = {
    ready: t('Convertible'),
    missing: t('Not on the platform'),
    unchecked: t('Not checked'),
    mapping: t('Needs a mapping'),
    rejected: t('Cannot be converted'),
  };
  return labels[word];
}

const stateIcons = {
  ready: 'pass',
  missing: 'warning',
  unchecked: 'circle-outline',
  mapping: 'question',
  rejected: 'error',
} as const;

/** The reason says more than the state, which the icon shows. */
function state(rule: ListedRule): TemplateResult {
  const isFailed = failureOf(rule) !== undefined;
  return html`<span
    class="rule-state"
    data-state=${isFailed ? 'failed' : rule.state}
    title=${stateWithReason(rule)}
    >${iconText(isFailed ? 'error' : stateIcons[rule.state], reasonText(rule) || stateText(rule))}</span
  >`;
}

function stateWithReason(rule: ListedRule): string {
  const reason = reasonText(rule);
  return reason === '' ? stateText(rule) : `${stateText(rule)}: ${reason}`;
}

/** Why a rule found nothing or may find nothing, the latest reason first. */
function reasonText(rule: ListedRule): string {
  return visibleText(failureOf(rule) ?? rule.reason ?? '');
}

/** Why the rule could not be tried or created; undefined if neither failed. */
function failureOf({ trial, result: outcome }: ListedRule): string | undefined {
  if (outcome?.state === 'failed' || outcome?.state === 'unknown') return outcome.message;
  return trial?.state === 'failed' ? trial.message : undefined;
}

function hitsText({ trial }: ListedRule): string {
  if (trial === null) return '';
  if (trial.state === 'running') return t('running');
  return trial.state === 'done' ? formatCount(trial.hits) : t('failed');
}

function hits(rule: ListedRule): TemplateResult {
  const { trial } = rule;
  if (trial === null) return html``;
  if (trial.state === 'done') return html`<span class="hits">${hitsText(rule)}</span>`;
  const name = trial.state === 'running' ? 'loading' : 'error';
  const message = trial.state === 'failed' ? trial.message : nothing;
  return html`<span class="rule-state" data-state=${trial.state} title=${message}
    >${iconText(name, hitsText(rule), name === 'loading' ? 'codicon-modifier-spin' : '')}</span
  >`;
}

function resultText({ result: outcome }: ListedRule): string {
  return outcome === null ? '' : resultStyle(outcome)[1];
}

function resultStyle({
  state: word,
}: NonNullable<ListedRule['result']>): readonly [icon: string, label: string] {
  const styles = {
    created: ['pass', t('Created (disabled)')],
    written: ['pass', t('File written')],
    exists: ['circle-slash', t('Already exists')],
    failed: ['error', t('Failed')],
    unknown: ['question', t('Unknown')],
  } as const;
  return styles[word];
}

function result({ result: outcome }: ListedRule): TemplateResult {
  if (outcome === null) return html``;
  const [name, label] = resultStyle(outcome);
  return html`<span class="rule-state" data-state=${outcome.state} title=${outcome.message}
    >${iconText(name, label)}</span
  >`;
}

/** The details of a rule: its metadata, and its query or why it cannot be converted. */
export function ruleDetail(rule: ListedRule, post: (message: FromSigmaImportPage) => void): DetailContent {
  const { title, file, reason, line, description, trial, result } = rule;
  const facts: readonly (readonly [string, string])[] = [
    [t('State'), stateText(rule)],
    [t('Level'), rule.level],
    [t('Product'), rule.product],
    [t('Techniques'), rule.techniques.join(', ')],
    [t('Hits'), trial?.state === 'failed' ? trial.message : hitsText(rule)],
    [t('Result'), result === null ? '' : `${resultText(rule)}. ${result.message}`],
    [t('File'), file],
  ];
  return {
    label: t('Rule'),
    title,
    value: rule,
    body: html`${reason === null ? nothing : html`<p class="reason">${visibleText(t('Line {0}: {1}', line, reason))}</p>`}
      <div class="toolbar">${buttons(rule, post)}</div>
      ${description === '' ? nothing : html`<p class="rule-description">${visibleText(description)}</p>`}
      ${definitions(
        'record',
        facts.filter(([, value]) => value !== ''),
      )}`,
  };
}

function buttons(
  { number, state }: ListedRule,
  post: (message: FromSigmaImportPage) => void,
): readonly TemplateResult[] {
  const sending = (icon: string, label: string, message: FromSigmaImportPage): TemplateResult =>
    button(label, () => post(message), { icon });
  return [
    sending('go-to-file', t('Open Rule'), { kind: 'openRule', rule: number }),
    ...(isConvertible({ state })
      ? [sending('code', t('Open Query'), { kind: 'openQuery', rule: number })]
      : []),
    ...(state === 'mapping' || state === 'missing'
      ? [sending('edit', t('Edit Mapping'), { kind: 'editMapping', rule: number })]
      : []),
  ];
}
