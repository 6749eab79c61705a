import { t } from '../../src/shared/localize';
import type { WeekLoad } from '../../src/shared/protocol/overview';
import { rectanglePath } from '../image/image';
import type { ChartImage, Shape } from '../image/image';
import { mixed } from '../image/themeColors';
import type { ThemeColors } from '../image/themeColors';
import { clockLabel, dayLabel, levelOf } from './loadLabels';

const left = 96;
const top = 56;
const cell = { width: 34, height: 26 };

/** The load of the week as an image. */
export function loadImage(load: WeekLoad, title: string, colors: ThemeColors): ChartImage {
  const muted = { fill: colors.muted, size: 11 };
  const fills = [0, 0.1, 0.2, 0.3, 0.42, 0.55].map((share) => mixed(colors.blue, colors.background, share));
  const shapes: Shape[] = [
    { kind: 'text', x: 16, y: 26, text: title, fill: colors.foreground, size: 14, bold: true },
    ...Array.from({ length: 8 }, (_, index): Shape => ({
      ...muted,
      kind: 'text',
      x: left + index * 3 * cell.width,
      y: top - 8,
      text: clockLabel(index * 180),
    })),
  ];
  for (const [day, { date, hours }] of load.days.entries()) {
    const y = top + day * cell.height;
    shapes.push({ ...muted, kind: 'text', x: 16, y: y + 17, text: dayLabel(date) });
    for (const [hour, { starts, mark }] of hours.entries()) {
      const x = left + hour * cell.width;
      const fill = fills[levelOf(starts, load.max)] ?? colors.background;
      const d = rectanglePath(x, y, cell.width - 2, cell.height - 2, 2);
      shapes.push({ kind: 'path', d, fill, stroke: mark === null ? colors.line : colors.orange });
      const text = mark === 'skipped' ? '✕' : starts === 0 ? '' : `${starts}${mark === null ? '' : '²'}`;
      if (text !== '') {
        const at = { x: x + cell.width / 2 - 1, y: y + 16 };
        shapes.push({ kind: 'text', ...at, text, fill: colors.foreground, size: 11, anchor: 'middle' });
      }
    }
  }
  const height = top + 7 * cell.height + 36;
  if (load.days.some(({ hours }) => hours.some(({ mark }) => mark !== null))) {
    const text = t('✕ skipped by daylight saving time, ² occurs twice');
    shapes.push({ ...muted, kind: 'text', x: left, y: height - 14, text });
  }
  const { background, fontFamily } = colors;
  return { width: left + 24 * cell.width + 16, height, background, fontFamily, shapes };
}
