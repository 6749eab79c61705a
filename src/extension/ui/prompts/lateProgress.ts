import type { Progress } from 'vscode';
import { textBeforeLink } from '../noticeText';
import { commandLink } from '../../../core/privacy/plainText';

/** The current progress, for example "3 of 20". */
export interface ProgressStep {
  readonly message: string;
  /** The progress so far, if known. */
  readonly percent?: number | undefined;
  /** Progress notifications have no buttons but can contain a link. */
  readonly link?: { readonly label: string; readonly command: `logbench.${string}` } | undefined;
}

type Shown = Progress<{ readonly message?: string; readonly increment?: number }>;

/** Keeps reports until the notification is shown. */
export class LateProgress {
  #message: string | undefined;
  #percent = 0;
  #shownPercent = 0;
  #progress: Shown | undefined;

  appear(progress: Shown): void {
    this.#progress = progress;
    if (this.#message !== undefined) this.#show(progress, this.#message);
  }

  report({ message: text, percent = this.#percent, link }: ProgressStep): void {
    const offered = link === undefined ? [] : [commandLink(link.label, link.command)];
    this.#message = [textBeforeLink(text), ...offered].join(' ');
    this.#percent = percent;
    if (this.#progress !== undefined) this.#show(this.#progress, this.#message);
  }

  /** VS Code adds the increments up. */
  #show(progress: Shown, message: string): void {
    progress.report({ message, increment: this.#percent - this.#shownPercent });
    this.#shownPercent = this.#percent;
  }
}

export async function settlesWithin(promise: Promise<unknown>, milliseconds: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const settled = Promise.allSettled([promise]).then(() => true);
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, milliseconds, false);
  });
  return Promise.race([settled, late]).finally(() => clearTimeout(timer));
}
