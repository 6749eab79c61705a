import type { Progress } from 'vscode';
import { commandLink, plainText } from '../../shared/plainText';
import type { ProgressStep } from './progress';

type Shown = Progress<{ readonly message?: string; readonly increment?: number }>;

/** Keeps reports until the notification is shown. */
export class LateProgress {
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

export async function settlesWithin(promise: Promise<unknown>, milliseconds: number): Promise<boolean> {
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
