// These run in the page, whose globals are not typed here.

export function textWidths() {
  const { document } = /** @type {Record<string, any>} */ (globalThis);
  return ['latin', 'mono', 'korean'].every(
    (id) => document.getElementById(id).getBoundingClientRect().width > 0,
  );
}

/** Without a font, every syllable is rendered as the same empty box. */
export function koreanGlyphs() {
  const { document } = /** @type {Record<string, any>} */ (globalThis);
  const drawn = (/** @type {string} */ syllable) => {
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d');
    context.font = '40px sans-serif';
    context.fillText(syllable, 0, 50);
    return canvas.toDataURL();
  };
  return drawn('한') !== drawn('글');
}

export async function serviceWorker() {
  const { navigator } = /** @type {Record<string, any>} */ (globalThis);
  await navigator.serviceWorker.register('/worker.js');
  return Boolean((await navigator.serviceWorker.ready).active);
}

export function nestedFrame() {
  const window = /** @type {Record<string, any>} */ (globalThis);
  return new Promise((resolve) => {
    window['addEventListener']('message', (/** @type {{ data: unknown }} */ { data }) =>
      resolve(data === 'inner frame'),
    );
    const frame = window['document'].createElement('iframe');
    frame.src = '/outer';
    window['document'].body.append(frame);
  });
}
