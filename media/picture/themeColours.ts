/** The current colors and font of the theme, because a file has no theme. */
export interface ThemeColours {
  readonly background: string;
  readonly foreground: string;
  readonly muted: string;
  readonly line: string;
  readonly blue: string;
  readonly red: string;
  readonly orange: string;
  readonly green: string;
  readonly fontFamily: string;
}

export function themeColours(): ThemeColours {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string, otherwise: string): string =>
    style.getPropertyValue(`--vscode-${name}`).trim() || otherwise;
  return {
    background: colour('editor-background', '#ffffff'),
    foreground: colour('foreground', '#333333'),
    muted: colour('descriptionForeground', '#717171'),
    line: colour('contrastBorder', colour('editorWidget-border', '#c8c8c8')),
    blue: colour('charts-blue', '#1a85ff'),
    red: colour('errorForeground', '#c72e0f'),
    orange: opaque(colour('charts-orange', '#d18616')),
    green: colour('charts-green', '#388a34'),
    fontFamily: colour('font-family', 'sans-serif'),
  };
}

/** Some themes have a nearly transparent orange, which would hardly be visible. */
export function opaque(colour: string): string {
  return colour.replace(/^rgba\((.*),[^,]*\)$/, 'rgb($1)').replace(/^(#[0-9a-f]{6})[0-9a-f]{2}$/i, '$1');
}

/** Blends two colors into an opaque one, because some SVG viewers do not support blending. */
export function mixed(colour: string, over: string, share: number): string {
  const canvas = document.createElement('canvas');
  canvas.width = 1;
  canvas.height = 1;
  const context = canvas.getContext('2d');
  if (!context) return colour;
  context.fillStyle = over;
  context.fillRect(0, 0, 1, 1);
  context.globalAlpha = share;
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
