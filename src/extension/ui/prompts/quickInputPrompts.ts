import * as vscode from 'vscode';
import { locationOf, uriOfLocation } from '../files/fileLocation';
import { localPath, pathToRead, writeTo } from '../files/selectedFiles';
import { CanceledError } from './canceled';
import { omitsValues, noticeText } from '../noticeText';
import { plainText } from '../../../core/privacy/plainText';
import type {
  ConfirmQuestion,
  FileQuestion,
  InputQuestion,
  Notice,
  PickManyQuestion,
  PickQuestion,
  Prompts,
  SavedFile,
  SearchQuestion,
  TextQuestion,
  Validation,
} from './prompts';
import { askPick, dismissOpen, setCommonOptions, untilResponded, askSearch } from './quickInput';
import { t } from '../../../core/base/localize';

/** While it is set, a key of the manifest accepts the question from the editor. */
const editingContext = 'logbench.editingText';

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

  /** Validates the text while the user types. */
  async input(question: InputQuestion): Promise<string> {
    const input = vscode.window.createInputBox();
    setCommonOptions(input, question);
    input.prompt = question.prompt === undefined ? undefined : plainText(question.prompt);
    input.value = question.value ?? '';
    input.password = question.password ?? false;
    const validate = (): Validation => question.validate?.(input.value);
    // An empty box shows only hints, not errors, before the first input.
    input.validationMessage = input.value === '' ? hint(validate()) : message(validate());
    return untilResponded(input, (response) =>
      vscode.Disposable.from(
        input.onDidChangeValue(() => {
          input.validationMessage = message(validate());
        }),
        input.onDidAccept(() => {
          const validation = validate();
          input.validationMessage = message(validation);
          if (validation === undefined || 'information' in validation) response(input.value);
        }),
      ),
    );
  }

  /** In an editor, with the question at the top of the window. */
  async editText({ title, value, language, opened, position, validate }: TextQuestion): Promise<string> {
    const document = await vscode.workspace.openTextDocument({
      content: value,
      language: language ?? 'plaintext',
    });
    await opened?.(document.uri);
    // In the lower half of the window, because the question would cover the first lines.
    await vscode.commands.executeCommand('workbench.action.newGroupBelow');
    await vscode.window.showTextDocument(document, { preview: false });
    await vscode.commands.executeCommand('setContext', editingContext, true);
    const text = (): string => document.getText().replaceAll('\r\n', '\n');
    const before = text();
    let isDone = false;
    let placeholder = t('Edit the text below, then select Done (Ctrl+Alt+Enter).');
    try {
      for (;;) {
        const choices = [{ label: t('Done'), icon: 'check', value: true }];
        await Promise.all([
          this.pick({ title, position, placeholder, choices }),
          // The question has taken the focus, but users type into the editor.
          vscode.window.showTextDocument(document, { preview: false }),
        ]);
        const validation = validate(text());
        if (validation === undefined || 'information' in validation) {
          isDone = true;
          return text();
        }
        placeholder = validation.problem;
      }
    } finally {
      await vscode.commands.executeCommand('setContext', editingContext, false);
      // What was typed is not lost if the question is canceled, for example by an Escape that was meant for suggestions.
      if (isDone || text() === before) {
        await vscode.window.showTextDocument(document);
        await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
      }
    }
  }

  dismiss(): void {
    dismissOpen();
  }

  async confirm<Value>(question: ConfirmQuestion<Value>): Promise<Value> {
    const { message, detail, buttons } = question;
    const options = { modal: true, ...(detail === undefined ? {} : { detail: plainText(detail) }) };
    const items = buttons.map(({ label, closes }) => ({
      title: plainText(label),
      isCloseAffordance: closes === true,
    }));
    const response = await vscode.window.showWarningMessage(plainText(message), options, ...items);
    const pressed = buttons.find((button) => plainText(button.label) === response?.title);
    if (pressed === undefined) throw new CanceledError();
    return pressed.value;
  }

  async notify<Value>(notice: Notice<Value>): Promise<Value | undefined> {
    const { severity = 'information', message, file, isDialog, buttons = [] } = notice;
    const open = t('Open');
    const labels = [
      ...(file === undefined ? [] : [open]),
      ...buttons.map((button) => plainText(button.label)),
    ];
    const details = t('Show Details');
    const more = omitsValues(message) ? [details] : [];
    let label = isDialog ? details : await shows[severity](noticeText(message), {}, ...labels, ...more);
    // VS Code does not keep dialogs.
    if (label === details) label = await shows[severity](plainText(message), { modal: true }, ...labels);
    if (file !== undefined && label === open) {
      await vscode.commands.executeCommand('vscode.open', uriOfLocation(file));
    }
    return buttons.find((button) => plainText(button.label) === label)?.value;
  }

  async openFile({ title, filters, isLocal }: FileQuestion): Promise<string> {
    const options = { title: plainText(title), filters: dialogFilters(filters) };
    const selected = first((await vscode.window.showOpenDialog(options)) ?? []);
    return isLocal === true ? localPath(selected) : pathToRead(vscode.workspace.fs, selected);
  }

  async openFolder({ title }: Pick<FileQuestion, 'title'>): Promise<string> {
    const options = { title: plainText(title), canSelectFiles: false, canSelectFolders: true };
    return localPath(first((await vscode.window.showOpenDialog(options)) ?? []));
  }

  async saveFile<Result>(
    { title, filters, defaultName }: FileQuestion,
    write: (path: string) => Promise<Result>,
  ): Promise<SavedFile<Result>> {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    const selected = await vscode.window.showSaveDialog({
      title: plainText(title),
      filters: dialogFilters(filters),
      ...(folder === undefined || defaultName === undefined
        ? {}
        : { defaultUri: vscode.Uri.joinPath(folder, defaultName) }),
    });
    if (selected === undefined) throw new CanceledError();
    return { location: locationOf(selected), result: await writeTo(vscode.workspace.fs, selected, write) };
  }
}

type Show = (
  message: string,
  options: vscode.MessageOptions,
  ...labels: string[]
) => Thenable<string | undefined>;

const shows: Readonly<Record<NonNullable<Notice<unknown>['severity']>, Show>> = {
  information: (...args) => vscode.window.showInformationMessage(...args),
  warning: (...args) => vscode.window.showWarningMessage(...args),
  error: (...args) => vscode.window.showErrorMessage(...args),
};

/** The value of a choice may be undefined. */
function first<Value>(values: readonly Value[]): Value {
  for (const value of values) return value;
  throw new CanceledError();
}

function dialogFilters(filters: FileQuestion['filters']): Record<string, string[]> {
  return Object.fromEntries(Object.entries(filters).map(([name, extensions]) => [name, [...extensions]]));
}

function hint(validation: Validation): vscode.InputBoxValidationMessage | undefined {
  return validation !== undefined && 'information' in validation ? message(validation) : undefined;
}

function message(validation: Validation): vscode.InputBoxValidationMessage | undefined {
  if (validation === undefined) return undefined;
  return 'information' in validation
    ? { message: plainText(validation.information), severity: vscode.InputBoxValidationSeverity.Info }
    : { message: plainText(validation.problem), severity: vscode.InputBoxValidationSeverity.Error };
}
