import { html, nothing, svg } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { customElement, property, query, state } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { t } from '../../src/core/base/localize';
import { visibleText } from '../../src/core/base/visibleText';
import type { ChainNode, Chains, ChainState } from '../../src/core/pages/overview';
import { LightElement } from '../app/lightElement';
import { styleProperties } from '../app/styleProperties';
import { connectedTo, layoutChains, neighborOf, nodeSize, withNodes } from './chainLayout';
import type { ChainLayout, PositionedNode } from './chainLayout';
import { boxPath, edgePaths, glyphPath, nodeLines, nodeText } from './chainShapes';

/** Below this zoom, names are not readable, and nodes are drawn as one path per state. */
const readableZoom = 0.6;
const zooms = [0.15, 0.25, 0.4, 0.6, 0.8, 1, 1.25, 1.5] as const;
/** Renders nodes slightly outside the visible area, so that scrolling shows no gaps. */
const overscan = 24;
const scrollBar = 16;
const states: readonly ChainState[] = ['ok', 'running', 'failed', 'waiting', 'disabled', 'missing'];

/**
 * The graph of chains. Only visible nodes are rendered. Arrow keys follow the chains, plus and minus zoom, Escape
 * clears the selection.
 */
@customElement('logbench-chains')
export class ChainsView extends LightElement {
  @property({ attribute: false }) chains: Chains | undefined;
  @property({ attribute: false }) selected: string | null = null;
  /** Schedules that an action would break, highlighted before it runs. */
  @property({ attribute: false }) affected: ReadonlySet<string> = new Set();

  @state() private zoom = 1;
  @state() private view = { left: 0, top: 0, width: 0, height: 0 };
  @query('.chains-scroller') private readonly scroller!: HTMLElement | null;

  layout: ChainLayout = { width: 0, height: 0, nodes: [], byGuid: new Map() };
  #shape = '';
  #observer: ResizeObserver | undefined;
  #fontFamily = 'sans-serif';

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#observer?.disconnect();
  }

  /** Zooms to fit all chains. */
  fit(): void {
    const { width, height } = this.view;
    const share = Math.min(width / this.layout.width, height / this.layout.height);
    this.zoom = zooms.findLast((zoom) => zoom <= Math.min(1, share)) ?? zooms[0];
  }

  zoomBy(steps: number): void {
    const at = zooms.findIndex((zoom) => zoom >= this.zoom);
    this.zoom = zooms[Math.max(0, Math.min(zooms.length - 1, at + steps))] ?? 1;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#fontFamily = getComputedStyle(this).fontFamily;
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('chains')) return;
    const nodes = this.chains?.nodes ?? [];
    // Most updates change only states and keep the layout.
    const shape = nodes.map(({ guid, preceding }) => `${guid} ${preceding}`).join('\n');
    if (shape === this.#shape) {
      const current = new Map(nodes.map((node) => [node.guid, node]));
      const positioned = this.layout.nodes.map((position) => ({
        ...position,
        node: current.get(position.node.guid) ?? position.node,
      }));
      this.layout = withNodes(this.layout, positioned);
    } else {
      this.#shape = shape;
      this.layout = layoutChains(nodes);
    }
  }

  protected override firstUpdated(): void {
    if (!this.scroller) return;
    this.#observer = new ResizeObserver(() => {
      this.#redraw();
      // The details of the selected schedule reduce the space for the drawing.
      if (this.selected !== null) this.#reveal(this.selected);
    });
    this.#observer.observe(this.scroller);
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('selected') && this.selected !== null) this.#reveal(this.selected);
  }

  protected override render(): TemplateResult {
    const { width, height } = this.layout;
    const size = { width: `${width * this.zoom}px`, height: `${height * this.zoom}px` };
    // As high as few chains need, at any zoom, so that the content below does not move.
    const inner = `${Math.max(160, Math.min(304, height + scrollBar))}px`;
    return html`<div
      class="chains-scroller"
      role="listbox"
      tabindex="0"
      aria-label=${t('Chains of scheduled queries. Use the Left and Right arrow keys to move along a chain, Up and Down to move to another chain.')}
      aria-activedescendant=${this.selected === null ? nothing : `chain-${this.selected}`}
      @scroll=${this.#redraw}
      @keydown=${this.#onKeyDown}
      @click=${this.#onClick}
      ${styleProperties({ height: inner })}
    >
      <div class="chains-sheet" role="presentation" ${styleProperties(size)}>${this.#drawing()}</div>
    </div>`;
  }

  #drawing(): TemplateResult {
    const layout = this.layout;
    const connected =
      this.selected === null ? undefined : connectedTo(this.selected, this.chains?.nodes ?? []);
    const isDim = ({ guid }: ChainNode): boolean => connected !== undefined && !connected.has(guid);
    const edges = (held: boolean, dim: boolean): string =>
      edgePaths(layout, (node) => node.held === held && isDim(node) === dim);
    return html`<svg
      role="presentation"
      viewBox="0 0 ${layout.width} ${layout.height}"
      width="100%"
      height="100%"
      data-far=${this.zoom < readableZoom ? 'true' : nothing}
    >
      ${[false, true].map(
        (held) => svg`<path class="edge" ?data-held=${held} d=${edges(held, false)}></path>
          <path class="edge dim" ?data-held=${held} d=${edges(held, true)}></path>`,
      )}
      ${this.zoom < readableZoom ? this.#farNodes(isDim) : this.#nearNodes(isDim)}
    </svg>`;
  }

  #nearNodes(isDim: (node: ChainNode) => boolean): unknown {
    const shown = this.layout.nodes.filter(
      (position) => this.#isVisible(position) || position.node.guid === this.selected,
    );
    return svg`${this.#byState('box', shown, boxPath, isDim)}${repeat(
      shown,
      ({ node }) => node.guid,
      (position) => this.#node(position, isDim(position.node)),
    )}${this.#byState('glyph', shown, glyphPath, isDim)}`;
  }

  /** The common shape of all nodes of a state, as one path. */
  #byState(
    name: 'box' | 'glyph' | 'far',
    nodes: readonly PositionedNode[],
    pathOf: (one: PositionedNode) => string,
    isDim: (node: ChainNode) => boolean,
  ): unknown {
    const data = (state: ChainState, dim: boolean): string =>
      nodes
        .filter(({ node }) => node.state === state && isDim(node) === dim)
        .map(pathOf)
        .join('');
    return [false, true].flatMap((dim) =>
      states
        .map((state) => ({ state, path: data(state, dim) }))
        .filter(({ path }) => path !== '')
        .map(
          ({ state, path }) =>
            svg`<path class="${name}${dim ? ' dim' : ''}" data-state=${state} d=${path}></path>`,
        ),
    );
  }

  /** As one path, with a separate element for the selected node, for screen readers. */
  #farNodes(isDim: (node: ChainNode) => boolean): unknown {
    const selected = this.layout.byGuid.get(this.selected ?? '');
    return svg`${this.#byState('far', this.layout.nodes, boxPath, isDim)}${
      selected ? this.#node(selected, false) : nothing
    }`;
  }

  /** Its border is drawn with those of its state, unless it is highlighted. */
  #node({ node, x, y }: PositionedNode, dim: boolean): unknown {
    const isSelected = node.guid === this.selected;
    const isAffected = this.affected.has(node.guid);
    const [name, text] = nodeLines(node, this.#fontFamily);
    return svg`<g
      class="chain-node${dim ? ' dim' : ''}"
      id="chain-${node.guid}"
      role="option"
      aria-selected=${isSelected ? 'true' : 'false'}
      data-state=${node.state}
      ?data-affected=${isAffected}
      transform="translate(${x} ${y})"
    ><title>${visibleText(node.name)}, ${nodeText(node)}, ${visibleText(node.trigger)}</title
      >${isSelected || isAffected ? svg`<rect width=${nodeSize.width} height=${nodeSize.height} rx="4"></rect>` : nothing}<text
        aria-hidden="true" x="30" y="17">${name}</text><text
        aria-hidden="true" class="label" x="30" y="32">${text}</text></g>`;
  }

  #isVisible({ x, y }: PositionedNode): boolean {
    const { left, top, width, height } = this.view;
    const scaled = (value: number): number => value * this.zoom;
    return (
      scaled(x + nodeSize.width) > left - overscan &&
      scaled(x) < left + width + overscan &&
      scaled(y + nodeSize.height) > top - overscan &&
      scaled(y) < top + height + overscan
    );
  }

  readonly #redraw = (): void => {
    const { scroller } = this;
    if (!scroller) return;
    const { scrollLeft: left, scrollTop: top, clientWidth: width, clientHeight: height } = scroller;
    this.view = { left, top, width, height };
  };

  #reveal(guid: string): void {
    const position = this.layout.byGuid.get(guid);
    if (!position || !this.scroller) return;
    // Not from the last scroll event, which may still come for an earlier selection.
    const { scrollLeft: left, scrollTop: top, clientWidth: width, clientHeight: height } = this.scroller;
    const x = position.x * this.zoom;
    const y = position.y * this.zoom;
    const [wide, high] = [nodeSize.width * this.zoom, nodeSize.height * this.zoom];
    if (x < left || x + wide > left + width) this.scroller.scrollLeft = x - (width - wide) / 2;
    if (y < top || y + high > top + height) this.scroller.scrollTop = y - (height - high) / 2;
  }

  readonly #onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const zoomSteps = { '+': 1, '=': 1, '-': -1 }[event.key];
    const isMove = /^(Arrow|Home$|End$)/.test(event.key);
    const next = isMove ? neighborOf(this.layout, this.selected ?? '', event.key) : undefined;
    if (next) this.send('chain-select', next.node.guid);
    else if (event.key === 'Escape') this.send('chain-select', null);
    else if (zoomSteps !== undefined) this.zoomBy(zoomSteps);
    else if (!isMove) return;
    event.preventDefault();
  };

  /** By position, because nodes are not separate elements at a low zoom. */
  readonly #onClick = (event: MouseEvent): void => {
    const sheet = this.querySelector('.chains-sheet')?.getBoundingClientRect();
    if (!sheet) return;
    const x = (event.clientX - sheet.left) / this.zoom;
    const y = (event.clientY - sheet.top) / this.zoom;
    const hit = this.layout.nodes.find(
      (position) =>
        x >= position.x &&
        x <= position.x + nodeSize.width &&
        y >= position.y &&
        y <= position.y + nodeSize.height,
    );
    this.send('chain-select', hit?.node.guid ?? null);
  };
}
