/* oxlint-disable typescript/require-await -- a script responds at once; the interface waits for a user. */
import assert from 'node:assert/strict';
import { CanceledError, BackRequested } from '../../../src/extension/ui/prompts/canceled';
import type {
  Choice,
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
} from '../../../src/extension/ui/prompts/prompts';

/** How a user would respond to one prompt; labels are matched from their beginning. */
export type PromptResponse =
  | { readonly pick: string }
  | { readonly pickMany: readonly string[] }
  | { readonly search: string; readonly select: string | readonly string[] }
  | { readonly input: string }
  | { readonly text: string }
  | { readonly confirm: string }
  | { readonly notice: string; readonly press?: string }
  | { readonly file: string }
  /** Something else happens before the response to the next prompt. */
  | { readonly meanwhile: () => Promise<void> }
  | 'cancel'
  | 'back';

type Kind = 'pick' | 'pickMany' | 'search' | 'input' | 'text' | 'confirm' | 'file';

/**
 * Responds to questions from a script, in order, and fails if another kind of question is asked or an option is
 * not offered. Notices that the script does not expect next are only recorded.
 */
export class ScriptedPrompts implements Prompts {
  readonly #responses: PromptResponse[];
  /** Everything a user would have read, for checks on wording and secrets. */
  readonly seen: string[] = [];
  readonly notices: string[] = [];
  /** Mismatches with the script: the command may have caught the error. */
  readonly misfits: string[] = [];

  constructor(responses: readonly PromptResponse[]) {
    this.#responses = [...responses];
  }

  /** Whether all responses were requested. */
  get isFinished(): boolean {
    return this.#responses.length === 0;
  }

  /** To be called at the end: all responses were requested, and no others. */
  assertFinished(): void {
    assert.deepEqual(this.misfits, []);
    assert.deepEqual(
      this.#responses,
      [],
      `responses that were not requested; notices: ${this.notices.join(' | ')}`,
    );
  }

  async pick<Value>(question: PickQuestion<Value>): Promise<Value> {
    await this.#happen();
    return this.#select(question.choices, this.#next('pick', question).pick);
  }

  async pickMany<Value>(question: PickManyQuestion<Value>): Promise<readonly Value[]> {
    await this.#happen();
    const { pickMany } = this.#next('pickMany', question);
    return pickMany.map((label) => this.#select(question.choices, label));
  }

  async search<Value>(question: SearchQuestion<Value>): Promise<Value> {
    const [value] = await this.searchMany(question);
    if (value === undefined) throw new CanceledError();
    return value;
  }

  async searchMany<Value>(question: SearchQuestion<Value>): Promise<readonly Value[]> {
    await this.#happen();
    const { search, select } = this.#next('search', question);
    const { choices } = await question.find(search.trim() || undefined, new AbortController().signal);
    this.seen.push(
      JSON.stringify(choices.map(({ label, description, detail }) => [label, description, detail])),
    );
    return [select].flat().map((label) => this.#select(choices, label));
  }

  async input(question: InputQuestion): Promise<string> {
    await this.#happen();
    const { input } = this.#next('input', question);
    const validation = question.validate?.(input);
    if (validation === undefined) return input;
    this.seen.push(JSON.stringify(validation));
    if ('information' in validation) return input;
    return this.#misfit(`'${input}' was not accepted: ${validation.problem}`);
  }

  async editText(question: TextQuestion): Promise<string> {
    await this.#happen();
    const { text } = this.#next('text', question);
    const validation = question.validate(text);
    if (validation === undefined || 'information' in validation) return text;
    return this.#misfit(`'${text}' was not accepted: ${validation.problem}`);
  }

  async confirm<Value>(question: ConfirmQuestion<Value>): Promise<Value> {
    await this.#happen();
    return this.#select(question.buttons, this.#next('confirm', question).confirm);
  }

  async notify<Value>(notice: Notice<Value>): Promise<Value | undefined> {
    this.notices.push(notice.message);
    this.seen.push(JSON.stringify({ severity: 'information', ...notice }));
    const [next] = this.#responses;
    if (typeof next !== 'object' || !('notice' in next)) return undefined;
    if (!notice.message.includes(next.notice)) return undefined;
    this.#responses.shift();
    return next.press === undefined ? undefined : this.#select(notice.buttons ?? [], next.press);
  }

  async openFile(question: FileQuestion): Promise<string> {
    await this.#happen();
    return this.#next('file', question).file;
  }

  async saveFile<Result>(
    question: FileQuestion,
    write: (path: string) => Promise<Result>,
  ): Promise<SavedFile<Result>> {
    await this.#happen();
    const location = this.#next('file', question).file;
    return { location, result: await write(location) };
  }

  async openFolder(question: Pick<FileQuestion, 'title'>): Promise<string> {
    await this.#happen();
    return this.#next('file', question).file;
  }

  dismiss(): void {
    // A script responds at once, so no prompt is open.
  }

  async #happen(): Promise<void> {
    for (
      let next = this.#responses[0];
      typeof next === 'object' && 'meanwhile' in next;
      [next] = this.#responses
    ) {
      this.#responses.shift();
      await next.meanwhile();
    }
  }

  #next<Asked extends Kind>(
    kind: Asked,
    question: object,
  ): Extract<PromptResponse, object & Readonly<Record<Asked, unknown>>> {
    const asked = `${kind}: ${JSON.stringify(question, (_key, value: unknown) =>
      typeof value === 'bigint' ? String(value) : value,
    )}`;
    this.seen.push(asked);
    const response = this.#responses.shift();
    if (response === 'cancel') throw new CanceledError();
    if (response === 'back') throw new BackRequested();
    if (response === undefined || !(kind in response)) {
      return this.#misfit(`The script says ${JSON.stringify(response)}, but this was asked: ${asked}`);
    }
    return response as Extract<PromptResponse, object & Readonly<Record<Asked, unknown>>>;
  }

  #select<Value>(choices: readonly Pick<Choice<Value>, 'label' | 'value'>[], label: string): Value {
    const found = choices.find((choice) => choice.label.startsWith(label));
    if (found !== undefined) return found.value;
    return this.#misfit(`'${label}' is not among: ${choices.map((choice) => choice.label).join(', ')}`);
  }

  #misfit(message: string): never {
    this.misfits.push(message);
    throw new CanceledError(message);
  }
}
