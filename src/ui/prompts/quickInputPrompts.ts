import * as vscode from 'vscode';
import { Cancelled } from './cancelled';
import { askInput } from './inputBox';
import { plainText } from '../../shared/plainText';
import type {
  ConfirmQuestion,
  FileQuestion,
  FolderQuestion,
  InputQuestion,
  Notice,
  PickManyQuestion,
  PickQuestion,
  Prompts,
  SearchQuestion,
  TextQuestion,
} from './prompts';
import { askPick } from './quickPick';
import { askSearch } from './searchPick';
import { askText } from './textEditor';

/** Prompts with VS Code's quick picks, input boxes, notifications and dialogs. */
export class QuickInputPrompts implements Prompts {
  async pick<Value>(question: PickQuestion<Value>): Promise<Value> {
    return first(await askPick(question, { many: false, allowNone: false }));
  }

  async pickMany<Value>(question: PickManyQuestion<Value>): Promise<readonly Value[]> {
    return askPick(question, { many: true, allowNone: question.allowNone ?? false });
  }

  async search<Value>(question: SearchQuestion<Value>): Promise<Value> {
    return first(await askSearch(question, false));
  }

  async searchMany<Value>(question: SearchQuestion<Value>): Promise<readonly Value[]> {
    return askSearch(question, true);
  }

  async input(question: InputQuestion): Promise<string> {
    return askInput(question);
  }

  async editText(question: TextQuestion): Promise<string> {
    return askText(question);
  }

  async confirm<Value>(question: ConfirmQuestion<Value>): Promise<Value> {
    const { message, detail, buttons } = question;
    const options = { modal: true, ...(detail === undefined ? {} : { detail: plainText(detail) }) };
    const items = buttons.map(({ label, closes }) => ({ title: label, isCloseAffordance: closes === true }));
    const answer = await vscode.window.showWarningMessage(plainText(message), options, ...items);
    const pressed = buttons.find((button) => button.label === answer?.title);
    if (pressed === undefined) throw new Cancelled();
    return pressed.value;
  }

  async notify<Value>({ severity, message, buttons = [] }: Notice<Value>): Promise<Value | undefined> {
    const labels = buttons.map((button) => button.label);
    const label = await shows[severity](plainText(message), ...labels);
    return buttons.find((button) => button.label === label)?.value;
  }

  async openFile({ title, filters }: FileQuestion): Promise<string> {
    const chosen = await vscode.window.showOpenDialog({
      title: plainText(title),
      filters: dialogFilters(filters),
    });
    return first(chosen ?? []).fsPath;
  }

  async openFolder({ title }: FolderQuestion): Promise<string> {
    const options = { title: plainText(title), canSelectFiles: false, canSelectFolders: true };
    return first((await vscode.window.showOpenDialog(options)) ?? []).fsPath;
  }

  async saveFile({ title, filters, defaultName }: FileQuestion): Promise<string> {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const chosen = await vscode.window.showSaveDialog({
      title: plainText(title),
      filters: dialogFilters(filters),
      ...(folder === undefined || defaultName === undefined
        ? {}
        : { defaultUri: vscode.Uri.joinPath(folder, defaultName) }),
    });
    if (chosen === undefined) throw new Cancelled();
    return chosen.fsPath;
  }
}

const shows: Readonly<
  Record<Notice<unknown>['severity'], (message: string, ...labels: string[]) => Thenable<string | undefined>>
> = {
  information: (message, ...labels) => vscode.window.showInformationMessage(message, ...labels),
  warning: (message, ...labels) => vscode.window.showWarningMessage(message, ...labels),
  error: (message, ...labels) => vscode.window.showErrorMessage(message, ...labels),
};

function first<Value>(values: readonly Value[]): Value {
  const [value] = values;
  if (value === undefined) throw new Cancelled();
  return value;
}

function dialogFilters(filters: FileQuestion['filters']): Record<string, string[]> {
  return Object.fromEntries(Object.entries(filters).map(([name, extensions]) => [name, [...extensions]]));
}
