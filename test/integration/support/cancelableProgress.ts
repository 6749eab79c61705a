import * as vscode from 'vscode';
import { replacing, together } from './replacing';

type Task = Parameters<typeof vscode.window.withProgress>[1];

/** Progress that is shown at once and that the test cancels, as a user does by its Cancel button. */
export function cancelableProgress(): Disposable & {
  readonly titles: readonly string[];
  /** What was said of the progress, oldest first. */
  readonly messages: readonly string[];
  readonly cancel: () => void;
} {
  const source = new vscode.CancellationTokenSource();
  const titles: string[] = [];
  const messages: string[] = [];
  const { setTimeout: wait } = globalThis;
  const replaced = together(
    replacing(vscode.window, 'withProgress', async ({ title }: vscode.ProgressOptions, task: Task) => {
      titles.push(title ?? '');
      return task({ report: ({ message }) => messages.push(message ?? '') }, source.token);
    }),
    // Progress is shown after half a second, which need not be awaited here.
    replacing(
      globalThis,
      'setTimeout',
      (action: (value: unknown) => void, milliseconds?: number, value?: unknown) =>
        wait(action, milliseconds === 500 ? 0 : milliseconds, value),
    ),
  );
  return {
    titles,
    messages,
    cancel: () => source.cancel(),
    [Symbol.dispose]: () => replaced[Symbol.dispose](),
  };
}
