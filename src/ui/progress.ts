import * as vscode from 'vscode';

/** Says what is going on, for example "3 of 20"; and by how many percent more of it is done, where that is known. */
export type ProgressReport = (message: string, increment?: number) => void;

/** Milliseconds after which a task is worth a message: what is over by then only made the window flicker. */
const worthTelling = 500;

/** Runs a task, and where it takes longer shows a notification with a Cancel button, which aborts the signal. */
export async function withProgress<Result>(
  title: string,
  task: (signal: AbortSignal, report: ProgressReport) => Promise<Result>,
): Promise<Result> {
  const abort = new AbortController();
  const shown = new LateProgress();
  const result = task(abort.signal, (message, increment) => {
    shown.report(message, increment);
  });
  if (await settlesWithin(result, worthTelling)) return result;
  const options = { location: vscode.ProgressLocation.Notification, title, cancellable: true };
  return vscode.window.withProgress(options, async (progress, token) => {
    shown.appear(progress);
    const cancelling = token.onCancellationRequested(() => {
      abort.abort();
    });
    try {
      return await result;
    } finally {
      cancelling.dispose();
    }
  });
}

type Shown = vscode.Progress<{ readonly message?: string; readonly increment?: number }>;

/** Remembers what was reported before there was anywhere to show it. */
class LateProgress {
  #message: string | undefined;
  #done = 0;
  #progress: Shown | undefined;

  appear(progress: Shown): void {
    this.#progress = progress;
    if (this.#message !== undefined) progress.report({ message: this.#message, increment: this.#done });
  }

  report(message: string, increment = 0): void {
    this.#message = message;
    this.#done += increment;
    this.#progress?.report({ message, increment });
  }
}

async function settlesWithin(promise: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const settled = promise.then(
    () => true,
    () => true,
  );
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, milliseconds, false);
  });
  return Promise.race([settled, late]).finally(() => {
    clearTimeout(timer);
  });
}
