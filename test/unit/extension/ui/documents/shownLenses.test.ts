import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { ShownLenses } from '../../../../../src/extension/ui/documents/shownLenses';

interface Document {
  readonly name: string;
  isClosed: boolean;
}

/** Lenses with these titles, and how often VS Code was told to request them again. */
function lensesOf(titles: Record<string, string>) {
  let announced = 0;
  const provide = ({ name }: Document): Promise<vscode.CodeLens[]> => {
    const command = { title: titles[name] ?? '', command: 'run', arguments: [name] };
    return Promise.resolve([{ range: { line: 0 }, command } as unknown as vscode.CodeLens]);
  };
  const shown = new ShownLenses<Document>(provide, () => (announced += 1));
  return { shown, announced: () => announced };
}

const [query, other]: Document[] = [
  { name: 'query', isClosed: false },
  { name: 'other', isClosed: false },
];

describe('Lenses that VS Code shows', () => {
  it('are drawn again when the title of one of them has changed, not when it is the same', async () => {
    const titles = { query: 'Run', other: 'Run' };
    const { shown, announced } = lensesOf(titles);
    await shown.request(query!);
    await shown.request(other!);
    await shown.compare();
    assert.equal(announced(), 0);

    titles.other = 'Run on Lab';
    await shown.compare();
    assert.equal(announced(), 1);
    await shown.request(other!);
    await shown.compare();
    assert.equal(announced(), 1);
  });
});
