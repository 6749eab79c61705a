import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { t } from '../../src/shared/localize';
import type { FromSigmaImportPage } from '../../src/shared/protocol/sigmaImport';
import type { DetailContent } from '../grid/detailPane';
import type { ListedRule } from './listedRules';
import { hitsText, resultText, stateText } from './ruleColumns';
import '@vscode-elements/elements/dist/vscode-button/index.js';

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
    body: html`${reason === null ? nothing : html`<p class="reason">${t('Line {0}: {1}', line, reason)}</p>`}
      <div class="toolbar">${buttons(rule, post)}</div>
      ${description === '' ? nothing : html`<p class="rule-description">${description}</p>`}
      <dl class="record">
        ${facts
          .filter(([, value]) => value !== '')
          .map(
            ([name, value]) =>
              html`<div>
                <dt>${name}</dt>
                <dd>${value}</dd>
              </div>`,
          )}
      </dl>`,
  };
}

function buttons(
  { number, state }: ListedRule,
  post: (message: FromSigmaImportPage) => void,
): readonly TemplateResult[] {
  const button = (icon: string, label: string, message: FromSigmaImportPage): TemplateResult =>
    html`<vscode-button secondary icon=${icon} @click=${() => post(message)}>${label}</vscode-button>`;
  return [
    button('go-to-file', t('Open Rule'), { kind: 'openRule', rule: number }),
    ...(state === 'ready' ? [button('code', t('Open Query'), { kind: 'openQuery', rule: number })] : []),
    ...(state === 'mapping'
      ? [button('edit', t('Edit Mapping'), { kind: 'editMapping', rule: number })]
      : []),
  ];
}
