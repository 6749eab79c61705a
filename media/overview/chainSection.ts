import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import { createRef, ref } from 'lit/directives/ref.js';
import { listedNames } from '../../src/core/base/listedNames';
import { t } from '../../src/core/base/localize';
import type {
  ChainNode,
  Chains,
  ChainState,
  OverviewAction,
  OverviewState,
} from '../../src/core/pages/overview';
import { formatCount } from '../../src/core/pages/format';
import { contentOr, icon, notice, panel } from '../app/parts';
import type { PageEvent } from '../app/lightElement';
import { iconButton } from '../elements/controls';
import { opensMenu } from '../elements/popupMenu';
import { imageItems } from '../image/imageItems';
import { themeColors } from '../image/themeColors';
import type { ThemeColors } from '../image/themeColors';
import './chainsView';
import type { ChainsView } from './chainsView';
import type { OverviewSections } from './overviewSections';
import type { ChartImage, Shape } from '../../src/core/chart/image';
import { dependentsOf, withNodes } from './chainLayout';
import type { ChainLayout } from './chainLayout';
import { boxPath, edgePaths, glyphPath, nodeLines, nodeText } from './chainShapes';
import { visibleText } from '../../src/core/base/visibleText';
import { actionLabel } from './actionLabel';

/** The chains of schedules and the effects of actions on them. */
export class ChainSection {
  readonly #view = createRef<ChainsView>();
  #affected: ReadonlySet<string> = new Set();

  constructor(private readonly parts: OverviewSections) {}

  render(data: OverviewState): TemplateResult {
    const { chains, schedulesFailure, view } = data;
    const draw = (shown: Chains): TemplateResult => this.#content(shown, view.selected);
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
    const save = opensMenu(() => {
      const layout = this.#view.value?.layout;
      return layout ? imageItems(name, () => chainImage(layout, name, themeColors()), this.parts.post) : [];
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
        .affected=${this.#affected}
        @chain-select=${({ detail: selected }: PageEvent<'chain-select'>) => this.parts.changeView({ selected })}
      ></logbench-chains>
      ${node ? chainDetail(node, chains.nodes, this.parts.act, this.#highlightAffected) : nothing}
    </div>`;
  }

  /** Highlights the schedules that an action would break while its button is hovered or focused. */
  readonly #highlightAffected = (guids: readonly string[]): void => {
    this.#affected = new Set(guids);
    this.parts.redraw();
  };
}

function chainText({ nodes, alone }: Chains): string {
  const linked = nodes.filter(({ state }) => state !== 'missing').length;
  return t('{0} in chains, {1} standalone', formatCount(linked), formatCount(alone));
}

const heading = 40;

/** All chains as an image. */
function chainImage(chains: ChainLayout, title: string, colors: ThemeColors): ChartImage {
  const { foreground, muted, background, fontFamily } = colors;
  const layout = withNodes(
    chains,
    chains.nodes.map((position) => ({ ...position, y: position.y + heading })),
  );
  const strokes: Readonly<Record<ChainState, string>> = {
    ok: colors.green,
    running: colors.blue,
    failed: colors.red,
    missing: colors.red,
    waiting: colors.orange,
    disabled: muted,
  };
  const shapes: Shape[] = [
    { kind: 'text', x: 16, y: 26, text: title, fill: foreground, size: 14, bold: true },
    { kind: 'path', d: edgePaths(layout, ({ held }) => !held), stroke: muted },
    { kind: 'path', d: edgePaths(layout, ({ held }) => held), stroke: colors.red, dash: [5, 4] },
  ];
  for (const position of layout.nodes) {
    const { node, x, y } = position;
    const stroke = strokes[node.state];
    const [name, text] = nodeLines(node, fontFamily);
    shapes.push(
      { kind: 'path', d: boxPath(position), fill: background, stroke },
      { kind: 'path', d: glyphPath(position), stroke },
      { kind: 'text', x: x + 30, y: y + 17, text: name, fill: foreground, size: 12 },
      { kind: 'text', x: x + 30, y: y + 32, text, fill: muted, size: 11 },
    );
  }
  const width = Math.max(layout.width, 320);
  return { width, height: layout.height + heading, background, fontFamily, shapes };
}

const maxNamed = 6;

/** One schedule of a chain: its properties, actions and their effects. */
function chainDetail(
  node: ChainNode,
  nodes: readonly ChainNode[],
  act: (action: OverviewAction) => void,
  highlight: (guids: readonly string[]) => void,
): TemplateResult {
  const { guid, name } = node;
  const after = dependentsOf(guid, nodes);
  const button = (kind: 'openQuery' | 'editQuery' | 'stopQuery' | 'deleteQuery', breaks: readonly string[]) =>
    html`<vscode-button
      ?secondary=${kind !== 'openQuery'}
      @click=${() => act({ kind, guid, name })}
      @focus=${() => highlight(breaks)}
      @blur=${() => highlight([])}
      @mouseenter=${() => highlight(breaks)}
      @mouseleave=${() => highlight([])}
      >${kind === 'openQuery' ? t('Open') : actionLabel({ kind, guid, name })}</vscode-button
    >`;
  const started = node.state === 'running' ? startedBySuccess(guid, nodes) : [];
  return html`<aside class="chain-detail" aria-label=${t('Selected scheduled query')}>
    <h3>${visibleText(name)}</h3>
    <p class="muted">${nodeText(node)} · ${visibleText(node.trigger)}</p>
    ${
      node.state === 'missing'
        ? nothing
        : html`<div class="toolbar">
              ${button('openQuery', [])} ${button('editQuery', [])} ${button('stopQuery', started)}
              ${button('deleteQuery', after)}
            </div>
            <dl class="effects">
              <dt>${icon('debug-stop')}${t('If you stop it')}</dt>
              <dd>${stopText(node, started, nodes)}</dd>
              <dt>${icon('trash')}${t('If you delete it')}</dt>
              <dd>${deleteText(after, nodes)}</dd>
            </dl>`
    }
  </aside>`;
}

/** The schedules that a successful end of the run would start. */
function startedBySuccess(guid: string, nodes: readonly ChainNode[]): readonly string[] {
  const direct = nodes.filter(({ preceding, action }) => preceding === guid && action === 'succeeded');
  return direct.flatMap((node) => [node.guid, ...dependentsOf(node.guid, nodes)]);
}

function stopText(node: ChainNode, started: readonly string[], nodes: readonly ChainNode[]): string {
  if (node.state !== 'running') return t('It is not running, so there is nothing to stop.');
  if (started.length === 0) return t('The current run ends. No other query waits for it to succeed.');
  return t('The current run ends, and these queries do not start this time: {0}', named(started, nodes));
}

function deleteText(after: readonly string[], nodes: readonly ChainNode[]): string {
  return after.length === 0
    ? t('No query runs after it.')
    : t('These queries would never run again: {0}', named(after, nodes));
}

function named(guids: readonly string[], nodes: readonly ChainNode[]): string {
  return listedNames(
    guids.map((guid) => visibleText(nodes.find((node) => node.guid === guid)?.name ?? guid)),
    maxNamed,
  );
}
