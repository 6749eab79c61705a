import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { customElement, property, query } from 'lit/decorators.js';
import { t } from '../../src/shared/localize';
import type { FromTablePage, TableFacts, TableState, TableView } from '../../src/shared/protocol/table';
import { failureActions, failureBanner, failureNotice } from '../app/failureNotice';
import { connectionBadge, icon, notice, zoneSwitch } from '../app/header';
import type { Host } from '../app/host';
import { LightElement } from '../app/lightElement';
import { withOwnView } from '../app/ownView';
import type { PopupMenu } from '../elements/popupMenu';
import { pictureItems } from '../picture/pictureItems';
import { themeColours } from '../picture/themeColours';
import { fieldsSection, firstRows } from './fieldsSection';
import { nodesSection, usersSection } from './tableSections';
import { volumePicture } from './volumePicture';
import { volumeSection } from './volumeSection';
import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-toolbar-button/index.js';
import '../elements/popupMenu';

/** One table: its properties, content and usage. The host reads; the page only renders. */
@customElement('logbench-table')
export class TablePage extends LightElement {
  @property({ attribute: false }) data: TableState | undefined;
  @query('logbench-menu') private readonly menu!: PopupMenu | null;

  constructor(private readonly host: Host<FromTablePage>) {
    super();
  }

  receive(data: TableState): void {
    this.data = withOwnView(data, data.table === this.data?.table ? this.data : undefined);
  }

  protected override render(): TemplateResult {
    const { data } = this;
    if (!data) return html`<div class="page">${notice('loading', t('Loading…'))}</div>`;
    return html`<main class="page table-page">
      ${this.#header(data)} ${this.#content(data)}
      <logbench-menu></logbench-menu>
    </main>`;
  }

  #header(data: TableState): TemplateResult {
    return html`<header class="page-header">
      <div class="page-title">
        <h1>${data.table}</h1>
        ${connectionBadge(data.connection)}
      </div>
      <div class="toolbar" role="toolbar" aria-label=${t('Table actions')}>
        ${zoneSwitch(data.view.zone, data.connection.serverOffset, (zone) => {
          this.#changeView({ zone });
        })}
        <vscode-button
          icon="search"
          @click=${() => {
            this.host.post({ kind: 'query' });
          }}
          >${t('Query This Table')}</vscode-button
        >
        ${this.#button('copy', t('Copy as Text'), () => {
          this.host.post({ kind: 'copyText' });
        })}
        ${this.#button('refresh', t('Refresh'), () => {
          this.host.post({ kind: 'refresh' });
        })}
      </div>
    </header>`;
  }

  #button(glyph: string, label: string, run: (event: Event) => void): TemplateResult {
    return html`<vscode-toolbar-button
      icon=${glyph}
      label=${label}
      title=${label}
      @click=${run}
    ></vscode-toolbar-button>`;
  }

  #content(data: TableState): TemplateResult {
    const { facts, failure } = data;
    if (!facts) return failure ? failureNotice(failure, this.#failures) : notice('loading', t('Reading…'));
    return html`${failure ? failureBanner(failure, this.#failures) : nothing}
      <div class="table-parts">
        ${this.#facts(facts)}
        ${volumeSection(data, this.#failures, {
          brush: (from, to) => {
            this.host.post({ kind: 'queryTime', from, to });
          },
          tools: this.#button('device-camera', t('Save Image'), ({ currentTarget }) => {
            if (currentTarget instanceof Element) this.#offerPicture(data, currentTarget);
          }),
        })}
        ${fieldsSection(data, this.#failures, (openField) => {
          this.#changeView({ openField });
        })}
        ${data.sample ? firstRows(data.sample, data) : nothing}
        ${usersSection(data.users, (guid, name) => {
          this.host.post({ kind: 'openQuery', guid, name });
        })}
        ${nodesSection(facts, data)}
      </div>`;
  }

  #facts({ fields, warnings }: TableFacts): TemplateResult {
    return html`<section class="panel" aria-label=${t('Details')}>
      ${warnings.map((warning) => html`<p class="warning">${icon('warning')}<span>${warning}</span></p>`)}
      <dl class="facts">
        ${fields.map(
          ({ label, value }) =>
            html`<div class="fact">
              <dt>${label}</dt>
              <dd>${value}</dd>
            </div>`,
        )}
      </dl>
    </section>`;
  }

  #offerPicture({ volume, table, connection }: TableState, button: Element): void {
    if (!volume) return;
    const name = t('Logs by day · {0} · {1}', table, connection.name);
    const items = pictureItems(
      name,
      () => volumePicture(volume, name, themeColours()),
      (message) => {
        this.host.post(message);
      },
    );
    void this.menu?.openBelow(items, button);
  }

  readonly #failures = failureActions((message) => {
    this.host.post(message);
  });

  #changeView(change: Partial<TableView>): void {
    if (!this.data) return;
    const view = { ...this.data.view, ...change };
    this.data = { ...this.data, view };
    this.host.post({ kind: 'viewChanged', view });
  }
}
