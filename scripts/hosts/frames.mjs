import { setTimeout as delay } from 'node:timers/promises';

/** Frames are made when they are asked for. */
export const frameFlags = ['--enable-begin-frame-control', '--run-all-compositor-stages-before-draw'];

/** Runs in each frame of the page: tells when something waits for the next frame of the window. */
export function tellOfFrames() {
  const window = /** @type {Record<string, any>} */ (globalThis);
  // A browser whose frames are made on demand is never idle; VS Code then uses timers.
  window['requestIdleCallback'] = undefined;
  const request = window['requestAnimationFrame'];
  let isTold = false;
  window['requestAnimationFrame'] = (/** @type {unknown} */ run) => {
    if (!isTold) {
      isTold = true;
      window['needFrame']('');
      request(() => (isTold = false));
    }
    return request(run);
  };
}

/** Milliseconds until a frame is made for what does not ask for one, such as observers of sizes. */
const idleFrameInterval = 200;

/** Milliseconds between frames, so that a page that always waits for the next one does not keep a core busy. */
const shortestInterval = 10;

/** Milliseconds between frames while a test waits for something in the page, which looks once in each frame. */
const awaitedInterval = 40;

/**
 * Has the page do all that belongs to a frame except drawing it, because nobody looks at it. Frames are made when
 * something waits for one: each costs CPU time even if nothing has changed.
 * @param {(method: string, params: object) => Promise<Record<string, unknown>>} send rejects when the page is gone
 * @param {() => boolean} [isAwaited] whether a test waits for something in the page
 */
export function makeFrames(send, isAwaited = () => false) {
  let isNeeded = false;
  /** @type {() => void} */
  let wake = () => undefined;
  /** @type {((picture: string) => void)[]} */
  const wanted = [];
  // Without drawing, a window that has once been drawn makes no frame any more after a change of its size.
  let isDrawn = false;
  const nextFrame = async () => {
    const takers = wanted.splice(0);
    isDrawn ||= takers.length > 0;
    const drawing = takers.length > 0 ? { screenshot: {} } : { noDisplayUpdates: !isDrawn };
    const { screenshotData } = await send('HeadlessExperimental.beginFrame', drawing);
    // The first frame after many that were not drawn may have no picture.
    if (typeof screenshotData === 'string') for (const take of takers) take(screenshotData);
    else wanted.unshift(...takers);
  };
  const makeAll = async () => {
    for (;;) {
      if (!isNeeded && wanted.length === 0 && !isAwaited()) {
        const needed = new Promise((resolve) => (wake = () => resolve(undefined)));
        await Promise.race([needed, delay(idleFrameInterval)]);
      }
      isNeeded = false;
      await nextFrame();
      await delay(isAwaited() ? awaitedInterval : shortestInterval);
    }
  };
  const need = () => {
    isNeeded = true;
    wake();
  };
  void makeAll().catch(() => undefined);
  return {
    /** Something in the page waits for a frame. */
    need,
    /** @returns {Promise<string>} a picture of the page, in Base64 */
    picture: () =>
      new Promise((resolve) => {
        wanted.push(resolve);
        need();
      }),
  };
}
