import { opaque } from '../../src/core/chart/image';

/** The current colors and font of the theme, because a file has no theme. */
export type ThemeColors = Readonly<Record<ColorName | 'fontFamily', string>>;

type ColorName = 'background' | 'foreground' | 'muted' | 'line' | 'blue' | 'red' | 'orange' | 'green';

export function themeColors(): ThemeColors {
  return {
    background: themeValue('editor-background', '#ffffff'),
    foreground: themeValue('foreground', '#333333'),
    muted: themeValue('descriptionForeground', '#717171'),
    line: themeValue('contrastBorder', themeValue('editorWidget-border', '#c8c8c8')),
    blue: themeValue('charts-blue', '#1a85ff'),
    red: themeValue('errorForeground', '#c72e0f'),
    orange: opaque(themeValue('charts-orange', '#d18616')),
    green: themeValue('charts-green', '#388a34'),
    fontFamily: themeValue('font-family', 'sans-serif'),
  };
}

/** A color or font of the theme. */
export function themeValue(name: string, otherwise: string): string {
  const style = getComputedStyle(document.documentElement);
  return style.getPropertyValue(`--vscode-${name}`).trim() || otherwise;
}

/** Blends two colors into an opaque one, because some SVG viewers do not support blending. */
export function mixed(color: string, over: string, share: number): string {
  const canvas = document.createElement('canvas');
  canvas.width = 1;
  canvas.height = 1;
  const context = canvas.getContext('2d');
  if (!context) return color;
  context.fillStyle = over;
  context.fillRect(0, 0, 1, 1);
  context.globalAlpha = share;
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
