import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { t } from '../../src/shared/localize';
import type { FromSigmaImportPage } from '../../src/shared/protocol/sigmaImport';
import type { DetailContent } from '../grid/detailPane';
import type { ListedRule } from './listedRules';
import { hitsText, resultText, stateText } from './ruleColumns';
import { button, definitions } from '../elements/controls';
import { visibleText } from '../../src/shared/visibleText';

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
      <dl class="record">${definitions(facts.filter(([, value]) => value !== ''))}</dl>`,
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
    ...(state === 'ready' ? [sending('code', t('Open Query'), { kind: 'openQuery', rule: number })] : []),
    ...(state === 'mapping'
      ? [sending('edit', t('Edit Mapping'), { kind: 'editMapping', rule: number })]
      : []),
  ];
}
