import * as vscode from 'vscode';
import { textBeforeLink } from '../noticeText';
import { LateProgress, settlesWithin } from './lateProgress';
import type { ProgressStep } from './lateProgress';

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
  const options = { location, title: textBeforeLink(title), cancellable: true };
  return vscode.window.withProgress(options, async (progress, token) => {
    shown.appear(progress);
    const cancellation = token.onCancellationRequested(() => abort.abort());
    try {
      return await result;
    } finally {
      cancellation.dispose();
    }
  });
}

/** Shows the progress bar of a view until they have settled. */
export function showProgressIn(viewId: string, settled: Promise<unknown>): void {
  void vscode.window.withProgress({ location: { viewId } }, async () => Promise.allSettled([settled]));
}
