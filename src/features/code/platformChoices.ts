import type { Memento } from 'vscode';

const memoryKey = 'projectPlatforms';

/** The platform that each project folder is compared with, if the user has selected one. */
export class PlatformChoices {
  constructor(private readonly memory: Memento) {}

  of(root: string): string | undefined {
    const chosen = this.#all()[root];
    return typeof chosen === 'string' ? chosen : undefined;
  }

  async remember(root: string, platform: string): Promise<void> {
    await this.memory.update(memoryKey, { ...this.#all(), [root]: platform });
  }

  #all(): Readonly<Record<string, unknown>> {
    const remembered: unknown = this.memory.get(memoryKey);
    return Object(remembered) as Readonly<Record<string, unknown>>;
  }
}
