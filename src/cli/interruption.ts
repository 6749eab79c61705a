/** A signal that is aborted by Ctrl-C, so that a command can tidy up before it ends. */
export function interruption(): AbortSignal & Disposable {
  const controller = new AbortController();
  const abort = (): void => {
    controller.abort(new Error('Cancelled.'));
  };
  process.once('SIGINT', abort);
  process.once('SIGTERM', abort);
  return Object.assign(controller.signal, {
    [Symbol.dispose]: () => {
      process.off('SIGINT', abort);
      process.off('SIGTERM', abort);
    },
  });
}
