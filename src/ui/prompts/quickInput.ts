import * as vscode from 'vscode';
import { Cancelled, BackRequested } from './cancelled';
import { plainText } from '../../shared/plainText';
import type { Choice, Place } from './prompts';

export interface ChoiceItem<Value> extends vscode.QuickPickItem {
  readonly choice: Choice<Value>;
}

interface Stepped {
  title: string | undefined;
  step: number | undefined;
  totalSteps: number | undefined;
  placeholder: string | undefined;
  ignoreFocusOut: boolean;
  buttons: readonly vscode.QuickInputButton[];
}

/** Sets the common options of quick picks and input boxes. */
export function setCommonOptions(
  input: Stepped,
  question: {
    readonly title: string;
    readonly placeholder?: string | undefined;
    readonly place?: Place | undefined;
  },
): void {
  input.title = plainText(question.title);
  input.placeholder = question.placeholder === undefined ? undefined : plainText(question.placeholder);
  // Users often copy a key or URL from another window.
  input.ignoreFocusOut = true;
  if (question.place === undefined) return;
  if (question.place.total > 1) {
    input.step = question.place.step;
    input.totalSteps = question.place.total;
  }
  if (question.place.canGoBack) input.buttons = [vscode.QuickInputButtons.Back];
}

let open: vscode.QuickInput | undefined;

/** Hides the input that is open; its question is canceled. */
export function dismissOpen(): void {
  open?.hide();
}

/** Shows the input until it is accepted, dismissed or left with Back, then disposes of it. */
export async function untilAnswered<Answer>(
  input: vscode.QuickInput & { readonly onDidTriggerButton: vscode.Event<vscode.QuickInputButton> },
  listen: (answer: (value: Answer) => void) => vscode.Disposable,
): Promise<Answer> {
  const disposables: vscode.Disposable[] = [input];
  try {
    return await new Promise<Answer>((resolve, reject) => {
      disposables.push(
        listen(resolve),
        input.onDidTriggerButton((button) => {
          if (button === vscode.QuickInputButtons.Back) reject(new BackRequested());
        }),
        input.onDidHide(() => reject(new Cancelled())),
      );
      input.show();
      open = input;
    });
  } finally {
    if (open === input) open = undefined;
    vscode.Disposable.from(...disposables).dispose();
  }
}

export function toItem<Value>(choice: Choice<Value>): ChoiceItem<Value> {
  const { label, description, detail, icon } = choice;
  return {
    label: plainText(label),
    ...(description === undefined ? {} : { description: plainText(description) }),
    ...(detail === undefined ? {} : { detail: plainText(detail) }),
    ...(icon === undefined ? {} : { iconPath: new vscode.ThemeIcon(icon) }),
    choice,
  };
}
