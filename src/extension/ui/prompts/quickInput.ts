import * as vscode from 'vscode';
import { CanceledError, BackRequested } from './canceled';
import { plainText } from '../../../core/privacy/plainText';
import type { Choice, PickManyQuestion, PickQuestion, SearchQuestion, Question } from './prompts';
import { SearchList } from './searchList';

interface ChoiceItem<Value> extends vscode.QuickPickItem {
  readonly choice: Choice<Value>;
}

/** Sets the common options of quick picks and input boxes. */
export function setCommonOptions(
  input: vscode.InputBox | vscode.QuickPick<vscode.QuickPickItem>,
  { title, placeholder, position }: Question,
): void {
  input.title = plainText(title);
  input.placeholder = placeholder && plainText(placeholder);
  // Users often copy a key or URL from another window.
  input.ignoreFocusOut = true;
  if (position === undefined) return;
  if (position.total > 1) {
    input.step = position.step;
    input.totalSteps = position.total;
  }
  if (position.canGoBack) input.buttons = [vscode.QuickInputButtons.Back];
}

let open: vscode.QuickInput | undefined;

/** Hides the input that is open; its question is canceled. */
export function dismissOpen(): void {
  open?.hide();
}

/** Shows the input until it is accepted, dismissed or left with Back, then disposes of it. */
export async function untilResponded<ResponseBody>(
  input: vscode.QuickInput & { readonly onDidTriggerButton: vscode.Event<vscode.QuickInputButton> },
  listen: (response: (value: ResponseBody) => void) => vscode.Disposable,
): Promise<ResponseBody> {
  const disposables: vscode.Disposable[] = [input];
  try {
    return await new Promise<ResponseBody>((resolve, reject) => {
      disposables.push(
        listen(resolve),
        input.onDidTriggerButton((button) => {
          if (button === vscode.QuickInputButtons.Back) reject(new BackRequested());
        }),
        input.onDidHide(() => reject(new CanceledError())),
      );
      input.show();
      open = input;
    });
  } finally {
    if (open === input) open = undefined;
    vscode.Disposable.from(...disposables).dispose();
  }
}

function toItem<Value>(choice: Choice<Value>): ChoiceItem<Value> {
  const { label, description, detail, icon } = choice;
  return {
    label: plainText(label),
    ...(description === undefined ? {} : { description: plainText(description) }),
    ...(detail === undefined ? {} : { detail: plainText(detail) }),
    ...(icon === undefined ? {} : { iconPath: new vscode.ThemeIcon(icon) }),
    choice,
  };
}

/** Asks with a fixed list of items. */
export async function askPick<Value>(
  question: PickQuestion<Value> & Pick<PickManyQuestion<Value>, 'signal'>,
  options: { readonly many: boolean; readonly allowNone: boolean },
): Promise<readonly Value[]> {
  const pick = vscode.window.createQuickPick<ChoiceItem<Value>>();
  setCommonOptions(pick, question);
  pick.canSelectMany = options.many;
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.items = question.choices.map(toItem);
  const picked = pick.items.filter((item) => item.choice.picked === true);
  if (options.many) pick.selectedItems = picked;
  // With an empty list of active items, VS Code would not activate the first one, and Enter would do nothing.
  else if (picked.length > 0) pick.activeItems = picked;
  const hide = (): void => pick.hide();
  question.signal?.addEventListener('abort', hide, { once: true });
  return untilResponded(pick, (response) =>
    vscode.Disposable.from(
      pick.onDidAccept(() => {
        if (pick.selectedItems.length > 0 || options.allowNone) {
          response(pick.selectedItems.map((item) => item.choice.value));
        }
      }),
      new vscode.Disposable(() => question.signal?.removeEventListener('abort', hide)),
    ),
  );
}

/** Asks with items from a search; only the latest search fills the list. */
export async function askSearch<Value>(
  question: SearchQuestion<Value>,
  many: boolean,
): Promise<readonly Value[]> {
  const pick = vscode.window.createQuickPick<ChoiceItem<Value>>();
  setCommonOptions(pick, question);
  pick.canSelectMany = many;
  const list = new SearchList(pick, question, toItem<Value>);
  list.start();
  try {
    return await untilResponded(pick, (response) =>
      vscode.Disposable.from(
        pick.onDidChangeActive(([item]) => list.setActive(item)),
        pick.onDidChangeValue(() => list.restart()),
        pick.onDidAccept(() => {
          const selected = list.selected(many);
          if (selected.length > 0) response(selected.map((item) => item.choice.value));
        }),
      ),
    );
  } finally {
    list.stop();
  }
}
