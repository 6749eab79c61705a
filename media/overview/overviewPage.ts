import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { customElement } from 'lit/decorators.js';
import { formatBytes } from '../../src/core/base/formatBytes';
import { t } from '../../src/core/base/localize';
import type { Failure } from '../../src/core/pages/common';
import type { FromOverviewPage, OverviewState, ToOverviewPage } from '../../src/core/pages/overview';
import { wholeFailure, withUpdate } from '../../src/core/pages/overviewParts';
import { formatAgo, formatCount } from '../../src/core/pages/format';
import { failureBanner, failureNotice, pageTitle, zoneSwitch } from '../app/parts';
import { HostedPage } from '../app/hostedPage';
import type { Handlers } from '../app/hostedPage';
import { SecondTicker } from '../app/timers';
import { definitions, iconButton } from '../elements/controls';
import { AttentionSection } from './attentionSection';
import { ChainSection } from './chainSection';
import { LoadSection } from './loadSection';
import type { OverviewSections } from './overviewSections';
import { StorageSection } from './storageSection';
import '../elements/popupMenu';

/** The overview of a platform. The host computes everything; the page only renders it. */
@customElement('logbench-overview')
export class OverviewPage extends HostedPage<OverviewState, FromOverviewPage> {
  protected readonly ticker = new SecondTicker(this, () => this.data !== undefined);
  readonly #sections: OverviewSections = {
    post: this.post,
    act: (action) => this.post({ kind: 'act', action }),
    changeView: this.changeView,
    redraw: () => this.requestUpdate(),
    failures: this.failures,
  };
  readonly #attention = new AttentionSection(this.#sections);
  readonly #load = new LoadSection(this.#sections);
  readonly #chains = new ChainSection(this.#sections);
  readonly #storage = new StorageSection(this.#sections);

  protected override readonly handlers: Handlers<ToOverviewPage> = {
    state: (update) => {
      const next = withUpdate(this.data, update);
      this.show(next);
      this.#storage.use(next.tables);
      if (update.load) this.#load.renew();
    },
    rows: (message) => this.#storage.useRows(message),
    cell: (cell) => {
      if (cell.week === this.data?.view.week) this.#load.cell = cell;
    },
    spread: (spread) => {
      this.#load.spread = spread;
    },
  };

  override receive(message: ToOverviewPage): void {
    super.receive(message);
    this.requestUpdate();
  }

  protected override draw(data: OverviewState): TemplateResult {
    const failure = wholeFailure(data);
    // If nothing has been loaded, only the failure is shown.
    const isSilent = failure !== null && data.load === null && data.tables === null;
    return html`<main class="page overview">
      ${this.#header(data)} ${isSilent ? failureNotice(failure, this.failures) : this.#parts(data, failure)}
      <logbench-menu></logbench-menu>
    </main>`;
  }

  #parts(data: OverviewState, failure: Failure | null): TemplateResult {
    return html`${failure ? failureBanner(failure, this.failures) : nothing}
      <div class="overview-parts">
        ${this.#attention.render(data)} ${this.#load.render(data)} ${this.#chains.render(data)}
        ${this.#storage.render(data)}
      </div>`;
  }

  #header(data: OverviewState): TemplateResult {
    return html`<header class="page-header">
      ${pageTitle(t('Overview'), data.connection)}
      <div class="toolbar" role="toolbar" aria-label=${t('Overview actions')}>
        ${zoneSwitch(data, this.changeView)}
        ${iconButton('refresh', t('Refresh'), () => this.post({ kind: 'refresh' }))}
      </div>
      ${definitions('facts', [
        [t('Scheduled queries'), schedulesText(data)],
        [t('Tables'), data.tables ? formatCount(data.tables.total) : '–'],
        [t('Stored'), storedText(data)],
        [t('As of'), asOfText(data)],
      ])}
    </header>`;
  }
}

function schedulesText({ schedules }: OverviewState): string {
  if (!schedules) return '–';
  const { cron, dependent, other, disabled } = schedules;
  const parts = [
    ...(cron === 0 ? [] : [t('{0} on a cron schedule', formatCount(cron))]),
    ...(dependent === 0 ? [] : [t('{0} after another query', formatCount(dependent))]),
    ...(other === 0 ? [] : [t('{0} with another trigger', formatCount(other))]),
    ...(disabled === 0 ? [] : [t('{0} disabled', formatCount(disabled))]),
  ];
  const total = formatCount(cron + dependent + other + disabled);
  return parts.length === 0 ? total : `${total}: ${parts.join(', ')}`;
}

function storedText({ tables }: OverviewState): string {
  if (!tables) return '–';
  return t(
    '{0}, growing by about {1} a day',
    formatBytes(tables.size),
    formatBytes(Math.round(tables.perDay)),
  );
}

function asOfText({ asOf, watching }: OverviewState): string {
  if (asOf === null) return t('not yet');
  const ago = formatAgo(Date.now() - asOf);
  return watching === 'paused' ? t('{0}, paused', ago) : ago;
}
