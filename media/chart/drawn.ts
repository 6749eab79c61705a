import { svg } from 'lit';
import type { TemplateResult } from 'lit';
import type { PlotArea } from '../../src/core/chart/plotArea';
import type { Color, Shape } from '../../src/core/chart/shapes';

/** A shape in the page, in the current theme colors. */
export function drawn(shape: Shape): TemplateResult {
  if (shape.kind === 'text') {
    const { x, y, anchor = 'start', size, fill, text } = shape;
    return svg`<text x=${x} y=${y} text-anchor=${anchor} font-size=${size} fill=${variable(fill)}>${text}</text>`;
  }
  return svg`<path
    d=${shape.d}
    fill=${shape.fill ? variable(shape.fill) : 'none'}
    stroke=${shape.stroke ? variable(shape.stroke) : 'none'}
    stroke-width=${shape.width ?? 1}
    stroke-dasharray=${(shape.dash ?? []).join(' ') || 'none'}
    opacity=${shape.opacity ?? 1}
  ></path>`;
}

/** A shade between two positions, and a line at one. */
export function selectionShapes(
  { top, bottom }: PlotArea,
  shaded: readonly [number, number] | undefined,
  x: number | undefined,
): readonly TemplateResult[] {
  const [one, other] = shaded ?? [0, 0];
  const shade = svg`<rect class="shade" x=${Math.min(one, other)} y=${top} width=${Math.abs(other - one)} height=${bottom - top}></rect>`;
  const line = svg`<line class="reading" x1=${x} x2=${x} y1=${top} y2=${bottom}></line>`;
  return [...(shaded ? [shade] : []), ...(x === undefined ? [] : [line])];
}

/** Some themes have a nearly transparent orange for charts. */
function variable(color: Color): string {
  const value = `var(--vscode-${color}, currentColor)`;
  return color.startsWith('charts-') ? `rgb(from ${value} r g b / 1)` : value;
}
