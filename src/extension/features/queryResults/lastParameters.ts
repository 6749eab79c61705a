import * as z from 'zod/mini';
import { t } from '../../../core/base/localize';
import type { Connection } from '../../ui/connections/connection';
import type { Memory } from '../../ui/memory';
import type { Prompts } from '../../ui/prompts/prompts';
import { targetTitle } from '../../ui/resolveTarget';

const memoryKey = 'queryParameters';
const remembered = z.catch(z.record(z.string(), z.record(z.string(), z.string())), {});
const maxDocuments = 100;

/** The last parameter values of each document, offered as defaults. */
export class ParameterValues {
  constructor(
    private readonly memory: Memory,
    private readonly prompts: Prompts,
  ) {}

  async ask(
    document: string,
    names: readonly string[],
    connection: Connection,
  ): Promise<ReadonlyMap<string, string>> {
    const values = new Map<string, string>();
    if (names.length === 0) return values;
    const before = this.#all()[document] ?? {};
    for (const [index, name] of names.entries()) {
      const value = await this.prompts.input({
        title: targetTitle(t('Run Query'), connection),
        prompt: t(
          'Value of the parameter {0}. Numbers, true, false and null are used as they are; anything else is text.',
          name,
        ),
        value: before[name],
        ...(names.length > 1 && { position: { step: index + 1, total: names.length, canGoBack: false } }),
      });
      values.set(name, value);
    }
    await this.#remember(document, { ...before, ...Object.fromEntries(values) });
    return values;
  }

  async #remember(document: string, values: Readonly<Record<string, string>>): Promise<void> {
    const others = Object.entries(this.#all()).filter(([key]) => key !== document);
    const newest = [...others, [document, values] as const].slice(-maxDocuments);
    await this.memory.update(memoryKey, Object.fromEntries(newest));
  }

  #all(): Readonly<Record<string, Readonly<Record<string, string>>>> {
    return remembered.parse(this.memory.get(memoryKey));
  }
}
