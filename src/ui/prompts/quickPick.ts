import * as vscode from 'vscode';
import type { PickQuestion } from './prompts';
import { setCommonOptions, toItem, untilAnswered } from './quickInput';
import type { ChoiceItem } from './quickInput';

/** Asks with a fixed list of items. */
export async function askPick<Value>(
  question: PickQuestion<Value>,
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
  return untilAnswered(pick, (answer) =>
    pick.onDidAccept(() => {
      if (pick.selectedItems.length > 0 || options.allowNone) {
        answer(pick.selectedItems.map((item) => item.choice.value));
      }
    }),
  );
}
