import * as vscode from 'vscode';

/** Says what is going on, for example "3 of 20"; and by how many percent more of it is done, where that is known. */
export type ProgressReport = (message: string, increment?: number) => void;

/** Runs a task below a notification with a Cancel button, which aborts the signal. */
export async function withProgress<Result>(
  title: string,
  task: (signal: AbortSignal, report: ProgressReport) => Promise<Result>,
): Promise<Result> {
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return vscode.window.withProgress(options, async (progress, token) => {
    const abort = new AbortController();
    const cancelling = token.onCancellationRequested(() => {
      abort.abort();
    });
    try {
      return await task(abort.signal, (message, increment) => {
        progress.report({ message, ...(increment === undefined ? {} : { increment }) });
      });
    } finally {
      cancelling.dispose();
    }
  });
}
