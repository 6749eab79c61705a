import assert from 'node:assert/strict';
import type { ChainNode, OverviewState } from '../../src/core/pages/overview';
import { openOverview } from './support/openPage';
import type { PageUnderTest } from './support/pageUnderTest';
import { weekLoad } from './support/overviewStates';

/** Schedules one after the other; as many chains as there are of that length. */
function chain(count: number, change: Partial<ChainNode> = {}, length = count): Partial<OverviewState> {
  const nodes = Array.from({ length: count }, (_, index): ChainNode => ({
    ...{ guid: `n${index}`, name: `Report ${index}`, state: 'ok', held: false, trigger: '' },
    preceding: index % length === 0 ? null : `n${index - 1}`,
    action: index % length === 0 ? null : 'succeeded',
    ...change,
  }));
  return { chains: { nodes, alone: 0 } };
}

async function saved(view: PageUnderTest, part: 'load' | 'chains', format: 'PNG' | 'SVG'): Promise<string> {
  await view.page.locator(`.${part}-panel`).getByRole('button', { name: 'Save Image' }).click();
  await view.page.getByRole('menuitem', { name: `Save as ${format}…` }).click();
  const message = await view.sentThat(
    ({ kind, format: written }) => kind === 'saveImage' && written === format.toLowerCase(),
  );
  return String(message['data']);
}

interface Size {
  readonly width: number;
  readonly height: number;
}

function sizeOfSvg(svg: string): Size {
  const [, width, height] = /^<svg [^>]*width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? [];
  return { width: Number(width), height: Number(height) };
}

/** The size of a whole PNG. */
function sizeOfPng(data: string): Size {
  const bytes = Buffer.from(data, 'base64');
  assert.equal(bytes.subarray(-8, -4).toString(), 'IEND');
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** The colors of a PNG at some positions, as the browser reads them. */
function colorsOf({ page }: PageUnderTest, data: string, positions: readonly (readonly number[])[]) {
  return page.evaluate(
    async ([base64, spots]) => {
      const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
      context.drawImage(bitmap, 0, 0);
      return spots.map(([x = 0, y = 0]) => [...context.getImageData(x, y, 1, 1).data].slice(0, 3).join());
    },
    [data, positions] as const,
  );
}

/** Runs in the page: from now on, how each text is written into a PNG. */
const recordTexts = `(() => {
  const canvas = CanvasRenderingContext2D.prototype;
  const { fillText } = canvas;
  const words = {};
  canvas.fillText = function (text, ...rest) {
    words[text] = this.textAlign + ' ' + this.font;
    fillText.call(this, text, ...rest);
  };
  window.takeTexts = () => {
    canvas.fillText = fillText;
    return words;
  };
})()`;

describe('Images of the overview', () => {
  it('have twice the resolution as a PNG', async () => {
    const view = await openOverview(chain(3));
    const drawn = sizeOfSvg(await saved(view, 'chains', 'SVG'));
    const { width, height } = sizeOfPng(await saved(view, 'chains', 'PNG'));
    assert.deepEqual({ width, height }, { width: 2 * drawn.width, height: 2 * drawn.height });
    await view.close();
  });

  it('are not larger than a browser can draw, and complete at any size', async () => {
    const view = await openOverview(chain(400, {}, 20));
    const drawn = sizeOfSvg(await saved(view, 'chains', 'SVG'));
    assert.ok(drawn.width > 4000);
    const data = await saved(view, 'chains', 'PNG');
    assert.equal(sizeOfPng(data).width, 8000);
    assert.ok(data.length > 200_000, `${data.length} characters`);
    // Something is drawn at its far end: the border of the last node.
    const scale = 8000 / drawn.width;
    const [back, border] = await colorsOf(view, data, [
      [7999, 0],
      [Math.round((drawn.width - 12 - 208) * scale), Math.round((40 + 12 + 20) * scale)],
    ]);
    assert.notEqual(back, border);
    assert.deepEqual(view.faults, []);
    await view.close();
  });

  it('have default colors in a theme that does not define them', async () => {
    const states = ['ok', 'running', 'failed', 'missing', 'waiting', 'disabled'] as const;
    const nodes = chain(6).chains!.nodes.map((node, index) => ({ ...node, state: states[index] ?? 'ok' }));
    const view = await openOverview({ chains: { nodes, alone: 0 } });
    await view.page.evaluate(`document.documentElement.removeAttribute('style')`);
    const svg = await saved(view, 'chains', 'SVG');
    assert.match(svg, /<rect [^>]*fill="#ffffff"/);
    assert.deepEqual(svg.match(/(?<=fill="#ffffff" stroke=")[^"]+/g), [
      '#388a34',
      '#1a85ff',
      '#c72e0f',
      '#c72e0f',
      '#d18616',
      '#717171',
    ]);
    assert.doesNotMatch(svg, /(fill|stroke|font-family)=""/);
    await view.close();
  });

  it('are wide enough for their title', async () => {
    const view = await openOverview(chain(1));
    assert.equal(sizeOfSvg(await saved(view, 'chains', 'SVG')).width, 320);
    await view.close();
  });

  it('show waiting schedules with dashes and others without', async () => {
    const view = await openOverview(chain(3));
    const paths = (svg: string): readonly string[] => svg.match(/<path [^>]*>/g) ?? [];
    const dashed = (svg: string): readonly string[] =>
      paths(svg).filter((path) => path.includes('stroke-dasharray') && !path.includes(' d=""'));
    assert.equal(dashed(await saved(view, 'chains', 'SVG')).length, 0);
    await view.close();
    const held = await openOverview(chain(3, { held: true, state: 'waiting' }));
    assert.equal(dashed(await saved(held, 'chains', 'SVG')).length, 1);
    // The upper border of the first node, which is drawn after the dashes.
    const border = Array.from({ length: 60 }, (_, index) => [48 + 6 * index, 104] as const);
    const colors = await colorsOf(held, await saved(held, 'chains', 'PNG'), [[0, 0], ...border]);
    assert.equal(new Set(colors.slice(1)).size, 1);
    assert.notEqual(colors[0], colors[1]);
    await held.close();
  });

  it('explain the marks of a week in which the clocks change, and only there', async () => {
    const view = await openOverview({});
    const defaultValue = await saved(view, 'load', 'SVG');
    assert.match(defaultValue, />Load · SOC Seoul, Sun, Nov 15 to Sat, Nov 21<[^]*>96</);
    assert.doesNotMatch(defaultValue, /daylight saving|✕|²|>0</);
    // In proportion: hours are as dark as each other if as many queries start in them.
    const load = weekLoad();
    const starts = load.days.flatMap(({ hours }) => hours.map((hour) => hour.starts));
    const fills = defaultValue.match(/(?<=<path [^>]*)fill="[^"]*"/g) ?? [];
    assert.equal(fills.length, starts.length);
    const pairs = new Set(starts.map((count, index) => `${count} ${fills[index]}`));
    assert.deepEqual([new Set(fills).size, pairs.size], [new Set(starts).size, new Set(starts).size]);
    await view.close();
    const marks = ['skipped', 'repeated', 'repeated'] as const;
    const hours = load.days[0]!.hours.map((hour, at) => ({
      ...hour,
      starts: [0, 7, 0][at] ?? hour.starts,
      change: marks[at] ?? null,
    }));
    const changed = await openOverview({
      load: { ...load, days: [{ ...load.days[0]!, hours }, ...load.days.slice(1)] },
    });
    const svg = await saved(changed, 'load', 'SVG');
    assert.match(svg, />✕ skipped by daylight saving time, ² occurs twice</);
    assert.deepEqual(svg.match(/>(✕|\d*²)</g), ['>✕<', '>7²<']);
    const borders = svg.match(/(?<=<path [^>]*)stroke="[^"]*"/g) ?? [];
    assert.equal(borders.filter((border) => border !== borders[3]).length, 3);
    await changed.page.evaluate(recordTexts);
    await saved(changed, 'load', 'PNG');
    const text = await changed.page.evaluate<Record<string, string>>('window.takeTexts()');
    assert.match(text['Load · SOC Seoul, Sun, Nov 15 to Sat, Nov 21'] ?? '', /^start 600 14px /);
    assert.match(text['Mon, Nov 16'] ?? '', /^start 11px /);
    assert.match(text['96'] ?? '', /^center 11px /);
    await changed.close();
  });
});
