import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { formatCount, formatTimestamp } from '../../src/shared/format';
import { formatElapsed } from '../../src/shared/formatElapsed';
import { t } from '../../src/shared/localize';
import type { RunChange, RunRow, RunsState } from '../../src/shared/protocol/runs';
import { visibleText } from '../../src/shared/visibleText';
import { icon, notice, panel } from '../app/header';
import { button, definitions } from '../elements/controls';
import { tableHead } from '../table/fieldsSection';

type ShownTime = (at: number | null) => string;

/** Writes times in the zone of the page. */
export function timesOf({ view, connection }: Pick<RunsState, 'view' | 'connection'>): ShownTime {
  return (at) => (at === null ? '–' : formatTimestamp(at, view.zone, connection.serverOffset));
}

interface FailureActions {
  readonly openFailing: () => void;
  readonly openCommit: (hash: string) => void;
}

/** The first of a row of failures, and what was changed just before it. */
export function failuresSection(
  failures: NonNullable<RunsState['failures']>,
  changes: RunsState['changes'],
  time: ShownTime,
  { openFailing, openCommit }: FailureActions,
): TemplateResult {
  const { since, count, isCurrent, error, lastSuccess } = failures;
  const title = isCurrent
    ? t('Failing since {0}', time(since))
    : t('Last failures began at {0}', time(since));
  const open = button(t('Open at the Failing Position'), openFailing, { icon: 'go-to-file', primary: true });
  return panel(
    'failures',
    title,
    html`<div class="toolbar">${open}</div>`,
    html`<p class="run-error" role=${isCurrent ? 'alert' : nothing}>
        ${icon('error')}<span>${visibleText(error)}</span>
      </p>
      <dl class="facts">
        ${definitions(
          [
            [t('Failed runs'), formatCount(count)],
            [t('Last success'), time(lastSuccess)],
          ],
          'fact',
        )}
      </dl>
      <h3>${t('Changed before')}</h3>
      ${changes === null ? notice('loading', t('Reading…')) : changesList(changes, time, openCommit)}`,
  );
}

function changesList(
  { items, gaps }: NonNullable<RunsState['changes']>,
  time: (at: number) => string,
  openCommit: (hash: string) => void,
): TemplateResult {
  return html`${
    items.length > 0
      ? html`<ul class="users changes">
          ${items.map((change) => changeLine(change, time, openCommit))}
        </ul>`
      : gaps.length === 0
        ? html`<p class="muted">${t('Nothing that the audit log knows of.')}</p>`
        : nothing
  }
  ${gaps.map((gap) => html`<p class="gap">${icon('info')}<span>${visibleText(gap)}</span></p>`)}`;
}

function changeLine(
  { kind, time: at, user, text, hash }: RunChange,
  time: (at: number) => string,
  openCommit: (hash: string) => void,
): TemplateResult {
  const shown = visibleText(text);
  return html`<li>
    ${icon(kind === 'commit' ? 'git-commit' : 'edit')}
    <span class="muted">${time(at)}</span>
    <span>${visibleText(user)}</span>
    ${
      hash === null
        ? html`<span>${shown}</span>`
        : html`<button class="link" @click=${() => openCommit(hash)}>${shown}</button>
            <code class="muted">${visibleText(hash.slice(0, 8))}</code>`
    }
  </li>`;
}

const icons: Readonly<Record<RunRow['outcome'], string>> = {
  succeeded: 'pass',
  failed: 'error',
  skipped: 'circle-slash',
  running: 'sync',
  other: 'question',
};

/**
 * The runs, the newest first.
 *
 * @param drawn how many of them are drawn.
 */
export function listSection(runs: readonly RunRow[], time: ShownTime, drawn: number): TemplateResult {
  const line = ({ due, started, elapsed, rows, outcome, text }: RunRow): TemplateResult =>
    html`<tr data-outcome=${outcome}>
      <th scope="row">${time(due)}</th>
      <td>${time(started)}</td>
      <td class="number">${elapsed === null ? '–' : formatElapsed(elapsed)}</td>
      <td class="number">${rows === null ? '–' : formatCount(rows)}</td>
      <td class="outcome">${icon(icons[outcome])}<span>${visibleText(text)}</span></td>
    </tr>`;
  const count = runs.length === 1 ? t('1 run') : t('{0} runs', formatCount(runs.length));
  return panel(
    'runs',
    t('Runs'),
    html`<span class="muted">${count}</span>`,
    html`<div class="scrolled" tabindex="0" role="region" aria-labelledby="runs-title">
      <table class="data run-list">
        ${tableHead([t('Due'), t('Start'), t('Duration'), t('Rows'), t('Outcome')])}
        <tbody>
          ${runs.slice(0, drawn).map(line)}
        </tbody>
      </table>
    </div>`,
  );
}
