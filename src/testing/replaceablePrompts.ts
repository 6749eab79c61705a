import type {
  ConfirmQuestion,
  FileQuestion,
  FolderQuestion,
  InputQuestion,
  Notice,
  PickManyQuestion,
  PickQuestion,
  Prompts,
  SavedFile,
  SearchQuestion,
  TextQuestion,
} from '../ui/prompts/prompts';

/** Prompts that can be replaced while all features keep the same object. */
export class ReplaceablePrompts implements Prompts {
  constructor(private current: Prompts) {}

  replace(next: Prompts): void {
    this.current = next;
  }

  async pick<Value>(question: PickQuestion<Value>): Promise<Value> {
    return this.current.pick(question);
  }

  async pickMany<Value>(question: PickManyQuestion<Value>): Promise<readonly Value[]> {
    return this.current.pickMany(question);
  }

  async search<Value>(question: SearchQuestion<Value>): Promise<Value> {
    return this.current.search(question);
  }

  async searchMany<Value>(question: SearchQuestion<Value>): Promise<readonly Value[]> {
    return this.current.searchMany(question);
  }

  async input(question: InputQuestion): Promise<string> {
    return this.current.input(question);
  }

  async editText(question: TextQuestion): Promise<string> {
    return this.current.editText(question);
  }

  dismiss(): void {
    this.current.dismiss();
  }

  async confirm<Value>(question: ConfirmQuestion<Value>): Promise<Value> {
    return this.current.confirm(question);
  }

  async notify<Value>(notice: Notice<Value>): Promise<Value | undefined> {
    return this.current.notify(notice);
  }

  async openFile(question: FileQuestion): Promise<string> {
    return this.current.openFile(question);
  }

  async saveFile<Result>(
    question: FileQuestion,
    write: (path: string) => Promise<Result>,
  ): Promise<SavedFile<Result>> {
    return this.current.saveFile(question, write);
  }

  async openFolder(question: FolderQuestion): Promise<string> {
    return this.current.openFolder(question);
  }
}
