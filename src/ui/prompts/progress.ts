import * as vscode from 'vscode';
import { commandLink, plainText } from '../../shared/plainText';

/** The current progress, for example "3 of 20". */
export interface ProgressStep {
  readonly message: string;
  /** The additional progress in percent, if known. */
  readonly increment?: number | undefined;
  /** Progress notifications have no buttons but can contain a link. */
  readonly link?: { readonly label: string; readonly command: `logbench.${string}` } | undefined;
}

export type ProgressReport = (step: ProgressStep) => void;

/** Milliseconds before a notification is shown, so that short tasks do not flicker. */
const notificationDelay = 500;

/** Runs a task. If it takes long, shows a notification with a Cancel button, which aborts the signal. */
export async function withProgress<Result>(
  title: string,
  task: (signal: AbortSignal, report: ProgressReport) => Promise<Result>,
): Promise<Result> {
  const abort = new AbortController();
  const shown = new LateProgress();
  const result = task(abort.signal, (step) => shown.report(step));
  if (await settlesWithin(result, notificationDelay)) return result;
  const location = vscode.ProgressLocation.Notification;
  const options = { location, title: plainText(title), cancellable: true };
  return vscode.window.withProgress(options, async (progress, token) => {
    shown.appear(progress);
    const cancelling = token.onCancellationRequested(() => abort.abort());
    try {
      return await result;
    } finally {
      cancelling.dispose();
    }
  });
}

type Shown = vscode.Progress<{ readonly message?: string; readonly increment?: number }>;

/** Keeps reports until the notification is shown. */
class LateProgress {
  #message: string | undefined;
  #done = 0;
  #progress: Shown | undefined;

  appear(progress: Shown): void {
    this.#progress = progress;
    if (this.#message !== undefined) progress.report({ message: this.#message, increment: this.#done });
  }

  report({ message: words, increment = 0, link }: ProgressStep): void {
    const offered = link === undefined ? [] : [commandLink(link.label, link.command)];
    const message = [plainText(words), ...offered].join(' ');
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
  return Promise.race([settled, late]).finally(() => clearTimeout(timer));
}
