import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { createRef, ref } from 'lit/directives/ref.js';
import { t } from '../../src/shared/localize';
import type { Chains, OverviewState } from '../../src/shared/protocol/overview';
import { formatCount } from '../app/format';
import { contentOr } from '../app/failureNotice';
import { notice, panel } from '../app/header';
import type { PageEvent } from '../app/lightElement';
import { iconButton, withElement } from '../elements/controls';
import { imageItems } from '../image/imageItems';
import { themeColors } from '../image/themeColors';
import { chainDetail } from './chainDetail';
import { chainImage } from './chainImage';
import type { ChainsView } from './chainsView';
import type { OverviewSections } from './overviewSections';
import './chainsView';

/** The chains of schedules and the effects of actions on them. */
export class ChainSection {
  readonly #view = createRef<ChainsView>();
  #threatened: ReadonlySet<string> = new Set();

  constructor(private readonly parts: OverviewSections) {}

  render(data: OverviewState): TemplateResult {
    const { chains, schedulesFailure, view } = data;
    const draw = (known: Chains): TemplateResult => this.#content(known, view.selected);
    return panel(
      'chains',
      t('Chains'),
      html`${chains ? html`<span class="muted">${chainText(chains)}</span>` : nothing}
      ${chains && chains.nodes.length > 0 ? this.#tools(data) : nothing}`,
      contentOr(chains, draw, schedulesFailure, this.parts.failures, t('Checking…')),
    );
  }

  #tools({ connection }: OverviewState): TemplateResult {
    const name = t('Chains · {0}', connection.name);
    const save = withElement((element) => {
      const layout = this.#view.value?.layout;
      if (!layout) return;
      const build = () => chainImage(layout, name, themeColors());
      this.parts.menuBelow(imageItems(name, build, this.parts.post), element);
    });
    return html`<div class="toolbar" role="toolbar" aria-label=${t('Chain actions')}>
      ${iconButton('zoom-out', t('Zoom Out'), () => this.#view.value?.zoomBy(-1))}
      ${iconButton('zoom-in', t('Zoom In'), () => this.#view.value?.zoomBy(1))}
      ${iconButton('screen-full', t('Zoom to Fit'), () => this.#view.value?.fit())}
      ${iconButton('device-camera', t('Save Image'), save)}
    </div>`;
  }

  #content(chains: Chains, selected: string | null): TemplateResult {
    if (chains.nodes.length === 0) return notice('empty', t('No scheduled query runs after another.'));
    const node = chains.nodes.find(({ guid }) => guid === selected);
    return html`<div class="chains">
      <logbench-chains
        ${ref(this.#view)}
        .chains=${chains}
        .selected=${node?.guid ?? null}
        .threatened=${this.#threatened}
        @chain-select=${({ detail: selected }: PageEvent<'chain-select'>) => this.parts.changeView({ selected })}
      ></logbench-chains>
      ${
        node
          ? chainDetail(node, chains.nodes, {
              act: this.parts.act,
              threaten: (guids) => {
                this.#threatened = new Set(guids);
                this.parts.redraw();
              },
            })
          : nothing
      }
    </div>`;
  }
}

function chainText({ nodes, alone }: Chains): string {
  const linked = nodes.filter(({ state }) => state !== 'missing').length;
  return t('{0} in chains, {1} standalone', formatCount(linked), formatCount(alone));
}
