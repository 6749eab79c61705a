/**
 * A script for a page: the milliseconds from `act` until a frame in which `isShown` was painted. A mutation
 * observer detects it: polling would measure its interval, and a callback per frame would cause additional
 * frames. A task after the frame callbacks runs when it is painted.
 */
export function untilPainted(isShown: string, act = ''): string {
  return `new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!(${isShown})) return;
      observer.disconnect();
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now() - started);
        port2.postMessage(undefined);
      });
    });
    observer.observe(document.body, { attributes: true, characterData: true, childList: true, subtree: true });
    const started = performance.now();
    ${act}
  })`;
}
