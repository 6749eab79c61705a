import * as vscode from 'vscode';
import { plainText } from '../../shared/plainText';
import type { InputQuestion, Validation } from './prompts';
import { setCommonOptions, untilAnswered } from './quickInput';

/** Asks for a line of text and validates it while the user types. */
export async function askInput(question: InputQuestion): Promise<string> {
  const input = vscode.window.createInputBox();
  setCommonOptions(input, question);
  input.prompt = question.prompt === undefined ? undefined : plainText(question.prompt);
  input.value = question.value ?? '';
  input.password = question.password ?? false;
  const validate = (): Validation => question.validate?.(input.value);
  // An empty box shows only hints, not errors, before the first input.
  input.validationMessage = input.value === '' ? hint(validate()) : message(validate());
  return untilAnswered(input, (answer) =>
    vscode.Disposable.from(
      input.onDidChangeValue(() => {
        input.validationMessage = message(validate());
      }),
      input.onDidAccept(() => {
        const validation = validate();
        input.validationMessage = message(validation);
        if (validation === undefined || 'information' in validation) answer(input.value);
      }),
    ),
  );
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
