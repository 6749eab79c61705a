import { isBundled } from './chromium.mjs';
import { frameFlags, makeFrames, tellOfFrames } from './frames.mjs';
import { protocolCalls } from './protocolCalls.mjs';
import { startBrowser } from './startBrowser.mjs';

/**
 * Opens a page in a browser of its own and speaks with it over the DevTools protocol, about no more than it must:
 * Playwright would have each message between VS Code and its server sent to it as well. Who opens it closes it.
 * @param {string} address
 * @param {object} options
 * @param {{ width: number, height: number }} options.size
 * @param {string} options.script runs in each frame before its own scripts; `tellOpener` there takes a text
 * @param {(text: string) => void} options.onMessage
 * @param {() => void} options.onGone the page crashed, or its browser ended
 */
export async function openHeadlessPage(address, { size, script, onMessage, onGone }) {
  // An installed browser makes and draws frames by itself.
  const onDemand = isBundled();
  const browser = await startBrowser(onDemand ? frameFlags : []);
  const { send: call, answers, end } = protocolCalls(browser);
  browser.onclose = () => {
    end();
    onGone();
  };
  browser.onmessage = (message) => {
    if (answers(message)) return;
    const { method, params } = /** @type {any} */ (message);
    if (method === 'Runtime.bindingCalled' && params.name === 'needFrame') frames.need();
    else if (method === 'Runtime.bindingCalled') onMessage(String(params.payload));
    if (method === 'Inspector.targetCrashed') onGone();
  };
  const { targetId } = await call('Target.createTarget', {
    url: 'about:blank',
    ...(onDemand && { enableBeginFrameControl: true, ...size }),
  });
  const { sessionId } = await call('Target.attachToTarget', { targetId, flatten: true });
  const send = (/** @type {string} */ method, /** @type {object} */ params = {}) =>
    call(method, params, String(sessionId));
  const frames = makeFrames(send);
  await send('Page.enable');
  await send('Inspector.enable');
  await send('Runtime.enable');
  await send('Runtime.addBinding', { name: 'tellOpener' });
  await send('Runtime.addBinding', { name: 'needFrame' });
  await send('Page.addScriptToEvaluateOnNewDocument', {
    source: onDemand ? `(${String(tellOfFrames)})();\n${script}` : script,
  });
  await send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: 1, mobile: false });
  await send('Emulation.setFocusEmulationEnabled', { enabled: true });
  await send('Page.navigate', { url: address });
  return {
    /** @returns {Promise<Buffer>} */
    screenshot: async () => {
      const data = onDemand ? await frames.picture() : (await send('Page.captureScreenshot'))['data'];
      return Buffer.from(String(data), 'base64');
    },
    /** What an expression is in the page. */
    evaluate: async (/** @type {string} */ expression) => {
      const { result } = await send('Runtime.evaluate', { expression, returnByValue: true });
      return /** @type {{ value: unknown }} */ (result).value;
    },
    close: () => browser.close(),
  };
}
