import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { t } from '../../src/core/base/localize';
import { formatCount, formatRate, formatShare } from '../../src/core/pages/format';
import { iconText } from '../app/parts';
import { definitions } from '../elements/controls';
import { styleProperties } from '../app/styleProperties';
import type { Pipeline, PipelineBranch, PipelineStep } from './pipeline';
import { visibleText } from '../../src/core/base/visibleText';

/** The query as a sequence of boxes, with subqueries indented below their command. */
export function pipelineTemplate(pipeline: Pipeline): TemplateResult {
  const max = Math.max(1, ...pipeline.steps.map((step) => step.command.pushCount));
  return html`<section class="pipeline-section" aria-labelledby="pipeline-title">
    <h2 id="pipeline-title">${t('Pipeline')}</h2>
    ${pipeline.steps.length > 0 ? steps(pipeline.steps, max) : html`<p>${t('The platform lists no commands for this query.')}</p>`}
    ${
      pipeline.loose.length > 0
        ? html`<h3>${t('Sub-queries')}</h3>
            ${pipeline.loose.map((branch) => branchTemplate(branch, max))}`
        : nothing
    }
  </section>`;
}

function steps(all: readonly PipelineStep[], max: number): TemplateResult {
  return html`<ol class="pipeline">
    ${all.map((step) => stepTemplate(step, max))}
  </ol>`;
}

function stepTemplate(step: PipelineStep, max: number): TemplateResult {
  const { command } = step;
  const style = stateStyle(command.status);
  return html`<li class="step" data-state=${command.status} data-lag=${step.lag ?? ''}>
    <div class="step-box">
      <span class="step-state">${iconText(style.icon, style.label)}</span>
      <code class="step-text">${visibleText(command.command)}</code>
      ${definitions('step-figures', [
        [t('Rows out'), formatCount(command.pushCount)],
        [t('Rate'), step.rate === undefined ? '–' : formatRate(step.rate)],
        [t('Share of input'), step.passed === undefined ? '–' : formatShare(step.passed)],
      ])}
      ${step.lag === undefined ? nothing : lagTemplate(step.lag)}
      <span
        class="step-bar"
        aria-hidden="true"
        ${styleProperties({ width: `${Math.min(100, (command.pushCount / max) * 100)}%` })}
      ></span>
    </div>
    ${step.subQueries.map((branch) => branchTemplate(branch, max))}
  </li>`;
}

function branchTemplate(branch: PipelineBranch, max: number): TemplateResult {
  return html`<div class="sub-query" role="group" aria-label=${t('Sub-query {0}', branch.id)}>
    <span class="sub-query-title" aria-hidden="true">${t('Sub-query {0}', branch.id)}</span>
    ${steps(branch.steps, max)}
  </div>`;
}

function lagTemplate(lag: 'slowest' | 'stalled'): TemplateResult {
  const text =
    lag === 'stalled'
      ? iconText('warning', t('Stalled: no rows out for 10 s'))
      : iconText('dashboard', t('Slowest'));
  return html`<span class="step-lag">${text}</span>`;
}

/** Known states are translated; an unknown one is shown unchanged. */
function stateStyle(status: string): { readonly icon: string; readonly label: string } {
  const styles = new Map([
    ['Waiting', { icon: 'circle-large', label: t('Waiting') }],
    ['Running', { icon: 'play-circle', label: t('Running') }],
    ['Finalizing', { icon: 'sync', label: t('Finalizing') }],
    ['End', { icon: 'pass', label: t('Done') }],
    ['Canceled', { icon: 'circle-slash', label: t('Canceled') }],
  ]);
  return styles.get(status) ?? { icon: 'question', label: visibleText(status) };
}
