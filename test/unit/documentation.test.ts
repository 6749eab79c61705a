import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod/mini';
import { readCommands } from '../../scripts/generate/commands.mjs';
import { generatedDocuments } from '../../scripts/generate/generated.mjs';
import { inProject } from '../../scripts/project.mjs';
import * as assistant from '../../src/core/assistant/describedTools';
import * as catalog from '../../src/core/language/catalog/catalog';
import * as codes from '../../src/core/language/errorCodes';

const read = (name: string): string => readFileSync(inProject(name), 'utf8');

describe('Documentation', () => {
  it('describes the current commands, settings and language (`npm run generate` writes it)', async function () {
    this.timeout(120_000);
    const commands = await readCommands((file) => import(file) as Promise<unknown>);
    const documents = await generatedDocuments(catalog, codes, assistant, commands);
    for (const [name, text] of Object.entries(documents)) assert.equal(read(name), text, name);
  });

  it('names only npm commands that exist', () => {
    const { scripts } = z
      .object({ scripts: z.record(z.string(), z.string()) })
      .parse(JSON.parse(read('package.json')));
    const named = documents().flatMap((name) => [
      ...read(name).matchAll(/\bnpm (?:run ([\w:]+)|(start|test)\b)/g),
    ]);

    assert(named.length > 5);
    assert.deepEqual(
      named.map(([, script, short]) => script ?? short ?? '').filter((script) => !(script in scripts)),
      [],
    );
  });

  it('links only to files that exist', () => {
    const broken = documents().flatMap((name) =>
      linksOf(read(name)).filter((link) => !existsSync(path.join(inProject(path.dirname(name)), link))),
    );

    assert.deepEqual(broken, []);
  });

  it('has images that load fast', () => {
    const folder = inProject('docs', 'images');
    const allowed = (name: string): number => (name.startsWith('tour-') ? 1_000_000 : 150_000);
    const large = readdirSync(folder).filter(
      (name) => statSync(path.join(folder, name)).size > allowed(name),
    );

    assert.deepEqual(large, []);
  });

  it('has a section for the next release in the changelog', () => {
    assert.match(read('CHANGELOG.md'), /^## Unreleased$/m);
  });
});

function documents(): string[] {
  const root = readdirSync(inProject()).filter((name) => name.endsWith('.md'));
  const below = readdirSync(inProject('docs')).filter((name) => name.endsWith('.md'));
  return [...root, ...below.map((name) => `docs/${name}`)];
}

/** Addresses inside the project, without the part that names a heading. */
function linksOf(text: string): string[] {
  const addresses = [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)];
  return addresses
    .map(([, link, source]) => (link ?? source ?? '').replace(/#.*$/, ''))
    .filter((link) => link !== '' && !/^[a-z]+:/.test(link));
}
