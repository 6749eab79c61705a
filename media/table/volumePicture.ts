import type { TableVolume } from '../../src/shared/protocol/table';
import { formatCount } from '../app/format';
import type { Picture, Shape } from '../picture/picture';
import type { ThemeColours } from '../picture/themeColours';

const size = { left: 16, top: 48, width: 720, height: 180 };
const day = 86_400_000;

/** Logs per day as an image. */
export function volumePicture({ from, counts }: TableVolume, title: string, colours: ThemeColours): Picture {
  const most = Math.max(1, ...counts);
  const step = size.width / Math.max(1, counts.length);
  const base = size.top + size.height;
  const label = { kind: 'text', fill: colours.muted, size: 11 } as const;
  const date = (index: number): string => new Date(from + index * day + day / 2).toISOString().slice(0, 10);
  const shapes: Shape[] = [
    { kind: 'text', x: size.left, y: 26, text: title, fill: colours.foreground, size: 14, bold: true },
    ...counts.map((count, index): Shape => ({
      kind: 'rect',
      x: size.left + index * step + 1,
      y: base - (count / most) * size.height,
      width: Math.max(1, step - 2),
      height: (count / most) * size.height,
      fill: colours.blue,
    })),
    { kind: 'path', data: `M${size.left} ${base}H${size.left + size.width}`, stroke: colours.muted },
    { ...label, x: size.left, y: base + 18, text: date(0) },
    { ...label, x: size.left + size.width, y: base + 18, text: date(counts.length - 1), anchor: 'end' },
    { ...label, x: size.left + size.width, y: size.top - 6, text: formatCount(most), anchor: 'end' },
  ];
  const { background, fontFamily } = colours;
  return { width: size.width + 2 * size.left, height: base + 32, background, fontFamily, shapes };
}
