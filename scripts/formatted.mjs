import { readFileSync } from 'node:fs';
import { format } from 'oxfmt';
import { inProject } from './project.mjs';

/**
 * A generated text in the format that lint checks.
 * @param {string} name the path in the project, which tells the language
 * @param {string} text
 * @returns {Promise<string>}
 */
export async function formatted(name, text) {
  const { ignorePatterns: _files, ...options } = JSON.parse(readFileSync(inProject('.oxfmtrc.json'), 'utf8'));
  const { code, errors } = await format(name, text, options);
  if (errors.length > 0) throw new Error(`${name}: ${errors.map(({ message }) => message).join(' ')}`);
  return code;
}
