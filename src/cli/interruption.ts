/** A signal that Ctrl-C aborts, so that a command can clean up. */
export function interruption(): AbortSignal & Disposable {
  const controller = new AbortController();
  const abort = (): void => controller.abort(new Error('Cancelled.'));
  process.once('SIGINT', abort);
  process.once('SIGTERM', abort);
  return Object.assign(controller.signal, {
    [Symbol.dispose]: () => {
      process.off('SIGINT', abort);
      process.off('SIGTERM', abort);
    },
  });
}
