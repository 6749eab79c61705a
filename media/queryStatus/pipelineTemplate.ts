import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { t } from '../../src/shared/localize';
import { formatCount, formatRate, formatShare } from '../app/format';
import { icon } from '../app/header';
import { styleProperties } from '../app/styleProperties';
import type { Pipeline, PipelineBranch, PipelineStep } from './pipeline';

/** The query as a sequence of boxes, with subqueries indented below their command. */
export function pipelineTemplate(pipeline: Pipeline): TemplateResult {
  const most = Math.max(1, ...pipeline.steps.map((step) => step.command.pushCount));
  return html`<section class="pipeline-section" aria-labelledby="pipeline-title">
    <h2 id="pipeline-title">${t('Pipeline')}</h2>
    ${pipeline.steps.length > 0 ? steps(pipeline.steps, most) : html`<p>${t('The platform lists no commands for this query.')}</p>`}
    ${
      pipeline.loose.length > 0
        ? html`<h3>${t('Sub-queries')}</h3>
            ${pipeline.loose.map((branch) => branchTemplate(branch, most))}`
        : nothing
    }
  </section>`;
}

function steps(all: readonly PipelineStep[], most: number): TemplateResult {
  return html`<ol class="pipeline">
    ${all.map((step) => stepTemplate(step, most))}
  </ol>`;
}

function stepTemplate(step: PipelineStep, most: number): TemplateResult {
  const { command } = step;
  return html`<li class="step" data-state=${command.status} data-mark=${step.mark ?? ''}>
    <div class="step-box">
      <span class="step-state"
        >${icon(stateIcon(command.status))}<span>${stateLabel(command.status)}</span></span
      >
      <code class="step-text">${command.command}</code>
      <dl class="step-figures">
        <div>
          <dt>${t('Rows out')}</dt>
          <dd>${formatCount(command.pushCount)}</dd>
        </div>
        <div>
          <dt>${t('Rate')}</dt>
          <dd>${step.rate === undefined ? '–' : formatRate(step.rate)}</dd>
        </div>
        <div>
          <dt>${t('Share of input')}</dt>
          <dd>${step.passed === undefined ? '–' : formatShare(step.passed)}</dd>
        </div>
      </dl>
      ${step.mark === undefined ? nothing : markTemplate(step.mark)}
      <span
        class="step-bar"
        aria-hidden="true"
        ${styleProperties({ width: `${Math.min(100, (command.pushCount / most) * 100)}%` })}
      ></span>
    </div>
    ${step.subQueries.map((branch) => branchTemplate(branch, most))}
  </li>`;
}

function branchTemplate(branch: PipelineBranch, most: number): TemplateResult {
  return html`<div class="sub-query" role="group" aria-label=${t('Sub-query {0}', branch.id)}>
    <span class="sub-query-title" aria-hidden="true">${t('Sub-query {0}', branch.id)}</span>
    ${steps(branch.steps, most)}
  </div>`;
}

function markTemplate(mark: 'slowest' | 'stalled'): TemplateResult {
  return mark === 'stalled'
    ? html`<span class="step-mark"
        >${icon('warning')}<span>${t('Stalled: no rows out for 10 s')}</span></span
      >`
    : html`<span class="step-mark">${icon('dashboard')}<span>${t('Slowest')}</span></span>`;
}

function stateIcon(status: string): string {
  const icons: Readonly<Record<string, string>> = {
    Waiting: 'circle-large',
    Running: 'play-circle',
    Finalizing: 'sync',
    End: 'pass',
    Cancelled: 'circle-slash',
  };
  return icons[status] ?? 'question';
}

/** Known states are translated; an unknown one is shown unchanged. */
function stateLabel(status: string): string {
  switch (status) {
    case 'Waiting':
      return t('Waiting');
    case 'Running':
      return t('Running');
    case 'Finalizing':
      return t('Finalizing');
    case 'End':
      return t('Done');
    case 'Cancelled':
      return t('Canceled');
    default:
      return status;
  }
}
