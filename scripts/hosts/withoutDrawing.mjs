import { makeFrames, tellOfFrames } from './frames.mjs';
import { protocolCalls } from './protocolCalls.mjs';

/** @typedef {import('./startBrowser.mjs').BrowserPipe} BrowserPipe */
/** @typedef {{ id?: number, method?: string, sessionId?: string, params?: any, result?: any }} Message */

/** Above the numbers of Playwright's own calls. */
const firstOwnId = 1_000_000_000;

/** Calls of Playwright that look at the page, some of them in each frame until they find something, or that act on it. */
const looks = /^(Runtime\.(callFunctionOn|evaluate)|Input\.)/;

/**
 * Lets Playwright use a browser that makes frames on demand and draws only pictures. All pages of the browser make
 * their frames when one of them needs one: there is one page in a browser of the tests.
 * @param {BrowserPipe} browser started with the flags of frames on demand
 * @param {{ width: number, height: number }} size
 * @returns {BrowserPipe}
 */
export function withoutDrawing(browser, size) {
  const own = protocolCalls(browser, firstOwnId);
  /** @type {Set<number | undefined>} */
  const looking = new Set();
  /** @type {Map<string, ReturnType<typeof makeFrames>>} */
  const pages = new Map();
  const needFrames = () => pages.forEach(({ need }) => need());

  const attach = (/** @type {string} */ sessionId, /** @type {string} */ type) => {
    const send = (/** @type {string} */ method, /** @type {object} */ params) =>
      own.send(method, params, sessionId);
    const prepared = [
      send('Runtime.addBinding', { name: 'needFrame' }),
      send('Page.addScriptToEvaluateOnNewDocument', { source: `(${String(tellOfFrames)})()` }),
    ];
    void Promise.allSettled(prepared);
    if (type === 'page')
      pages.set(
        sessionId,
        makeFrames(send, () => looking.size > 0),
      );
  };
  const takePicture = async (/** @type {Message} */ { id, sessionId = '' }) => {
    const data = await pages.get(sessionId)?.picture();
    outside.onmessage({ id, sessionId, result: { data } });
  };

  /** @type {BrowserPipe} */
  const outside = {
    onmessage: () => undefined,
    onclose: () => undefined,
    close: () => browser.close(),
    send: (message) => {
      const { id, method = '', params } = /** @type {Message} */ (message);
      if (looks.test(method)) {
        looking.add(id);
        needFrames();
      }
      if (method === 'Target.createTarget')
        browser.send({ ...message, params: { ...params, enableBeginFrameControl: true, ...size } });
      else if (method === 'Page.captureScreenshot') void takePicture(message);
      else browser.send(message);
    },
  };
  browser.onclose = () => {
    own.end();
    outside.onclose();
  };
  browser.onmessage = (message) => {
    const { id, method, params } = /** @type {Message} */ (message);
    if (own.answers(message)) return;
    looking.delete(id);
    if (method === 'Runtime.bindingCalled' && params.name === 'needFrame') {
      needFrames();
      return;
    }
    if (method === 'Target.attachedToTarget' && ['page', 'iframe'].includes(params.targetInfo.type))
      attach(params.sessionId, params.targetInfo.type);
    outside.onmessage(message);
  };
  return outside;
}
