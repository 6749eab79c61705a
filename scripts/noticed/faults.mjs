import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod/mini';
import { inProject } from '../project.mjs';

/** The folder of the faults, one file each, named after the fault. */
const faultsFolder = path.join('test', 'noticed');

const Fault = z.strictObject({
  /** What is wrong with the product while the fault is applied. */
  reason: z.string().check(z.minLength(1)),
  file: z.string(),
  /** Must occur exactly once in the file. */
  text: z.string().check(z.minLength(1)),
  replacement: z.string(),
  /** Test files for mocha, on Node or, from `test/pages`, in a browser. */
  tests: z._default(z.array(z.string()), []),
  /** Selects tests of those files; all by default. */
  grep: z.optional(z.string()),
  /** Whether the tests use the output of `npm run build`; tests of pages and in VS Code always do. */
  build: z._default(z.boolean(), false),
  /** Selects tests that run in the newest VS Code. */
  integration: z.optional(z.string()),
});

/** @typedef {z.infer<typeof Fault> & { readonly name: string }} Fault */

/**
 * All handwritten faults, sorted by name.
 * @returns {Fault[]}
 */
export function readFaults() {
  const files = readdirSync(inProject(faultsFolder)).filter((file) => file.endsWith('.yml'));
  return files.sort().map((file) => {
    const name = path.basename(file, '.yml');
    const fault = Fault.safeParse(parse(readFileSync(inProject(faultsFolder, file), 'utf8')));
    if (!fault.success) throw new Error(`${faultsFolder}/${file}: ${z.prettifyError(fault.error)}`);
    if (fault.data.tests.length === 0 && fault.data.integration === undefined)
      throw new Error(`${faultsFolder}/${file} names no test that should notice it.`);
    return { name, ...fault.data };
  });
}

/**
 * The source with the fault applied.
 * @param {Fault} fault
 * @param {string} source
 * @returns {string}
 */
export function withFault({ name, file, text, replacement }, source) {
  const [before, after, ...more] = source.split(text);
  if (before === undefined || after === undefined)
    throw new Error(`${name}: ${file} no longer has the text that the fault replaces.`);
  if (more.length > 0)
    throw new Error(`${name}: ${file} has the text ${more.length + 1} times; the fault needs one place.`);
  if (text === replacement) throw new Error(`${name} replaces its text by the same text.`);
  return before + replacement + after;
}
