/** @typedef {{ resolve: (result: Record<string, unknown>) => void, reject: (error: Error) => void }} Waiting */

/**
 * Calls of the DevTools protocol, whose answers the owner of the pipe hands in.
 * @param {import('./startBrowser.mjs').BrowserPipe} browser
 * @param {number} [firstId] above the numbers of others that use the same pipe
 */
export function protocolCalls(browser, firstId = 1) {
  /** @type {Map<number | undefined, Waiting>} */
  const waiting = new Map();
  let nextId = firstId;
  return {
    /**
     * @param {string} method
     * @param {object} [params]
     * @param {string} [sessionId]
     * @returns {Promise<Record<string, unknown>>}
     */
    send: (method, params = {}, sessionId) =>
      new Promise((resolve, reject) => {
        const id = nextId++;
        waiting.set(id, { resolve, reject });
        browser.send({ id, method, params, sessionId });
      }),
    /** Whether the message is the answer to one of them. */
    answers: (/** @type {any} */ { id, result, error }) => {
      const call = waiting.get(id);
      if (call === undefined) return false;
      waiting.delete(id);
      if (error) call.reject(new Error(error.message));
      else call.resolve(result);
      return true;
    },
    /** Fails those that have no answer. */
    end: () => {
      for (const { reject } of waiting.values()) reject(new Error('The browser ended.'));
    },
  };
}
