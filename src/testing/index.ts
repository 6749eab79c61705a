import type { Prompts } from '../ui/prompts/prompts';
import { PanelRecorder } from './panelRecorder';
import { ReplaceablePrompts } from './replaceablePrompts';
import type { TestApi } from './testApi';

/** Wraps parts of the extension for tests. Only tests load it; it is not in the package. */
export class Testing {
  readonly panels = new PanelRecorder();
  #prompts: ReplaceablePrompts | undefined;

  readonly wrapPrompts = (prompts: Prompts): Prompts => (this.#prompts = new ReplaceablePrompts(prompts));

  api(parts: Omit<TestApi, 'prompts' | 'panels'>): TestApi {
    if (this.#prompts === undefined) throw new Error('The prompts are not wrapped yet.');
    return { ...parts, prompts: this.#prompts, panels: this.panels };
  }
}
